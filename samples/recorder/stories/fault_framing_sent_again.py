"""A device asks for a piece of an MCUmgr upload once more.

Its write to the flash fails once, and it answers with the same offset as before; the phone sends the piece again.
"""
import asyncio

from recorder import smp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_smp import chunk
from recorder.story import Capture

START = '2024-04-09 11:02:00'
CAPTURES = [Capture('fault-framing-sent-again', 'central', BTSNOOP_H4)]

IMAGE = smp_device.image(3000)


async def play(sim):
    client, server = await smp_device.connected(sim, refusing=1000, refusal={'rc': 0, 'off': 1000})
    offset, sequence = 0, 1
    while offset < len(IMAGE):
        answer = await client.ask(chunk(IMAGE, offset, 200, sequence))
        server.refusing = None if offset == 1000 else server.refusing
        offset, sequence = answer['off'], sequence + 1
    assert server.image == IMAGE
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)
