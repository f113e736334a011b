"""An answer of an MCUmgr upload is lost in the device.

The device writes the fourth piece of the image to its flash, and its answer finds no buffer. The phone waits for 2.5 s,
and sends the piece again; the device answers that it has it.
"""
import asyncio

from recorder import smp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_smp import upload
from recorder.story import Capture

START = '2024-04-09 10:03:00'
CAPTURES = [Capture('fault-framing-answer-missing', 'central', BTSNOOP_H4)]

IMAGE = smp_device.image(3000)


async def play(sim):
    client, server = await smp_device.connected(sim, losing=[600])
    await upload(client, IMAGE, first=1, size=200, timeout=2.5)
    assert server.image == IMAGE
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)
