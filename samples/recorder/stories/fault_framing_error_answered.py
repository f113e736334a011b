"""A device refuses an MCUmgr upload after a part of it.

Its second slot is too small for the image: the request at offset 1200 is answered with error 2, not enough memory. The
phone gives up and disconnects.
"""
import asyncio

from recorder import smp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_smp import upload
from recorder.story import Capture

START = '2024-04-09 10:40:00'
CAPTURES = [Capture('fault-framing-error-answered', 'central', BTSNOOP_H4)]

IMAGE = smp_device.image(5000)


async def play(sim):
    client, server = await smp_device.connected(sim, refusing=1200, refusal={'rc': 2})
    answer = await upload(client, IMAGE, first=1, size=200)
    assert answer == {'rc': 2} and server.image == IMAGE[:1200]
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)
