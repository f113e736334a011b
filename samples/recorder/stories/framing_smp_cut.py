"""The phone goes away in the middle of an MCUmgr upload.

After 2000 of 6000 bytes the user switches Bluetooth off; the host disconnects.
"""
import asyncio

from recorder import smp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_smp import upload
from recorder.story import Capture

START = '2024-04-09 11:20:00'
CAPTURES = [Capture('framing-smp-cut-central', 'central', BTSNOOP_H4)]

IMAGE = smp_device.image(6000)


async def play(sim):
    client, server = await smp_device.connected(sim)
    sending = asyncio.ensure_future(upload(client, IMAGE, first=1, size=200))
    while len(server.image) < 2000:
        await asyncio.sleep(0.01)
    sending.cancel()
    # The answer to the last request still comes; after the disconnection it would belong to no link.
    await asyncio.sleep(0.1)
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)
