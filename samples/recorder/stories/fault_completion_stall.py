"""Packets that are not acknowledged for a while, with buffers to spare.

The app sends a chunk every 0.15 s, as it reads them from its sensor. The radio is blocked for 0.9 s; the controller has
twelve buffers, of which seven are in use when the first completion comes again.
"""
import asyncio

from recorder.containers import PACKETLOGGER_LE, Device
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 09:02:00'
CAPTURES = [Capture('fault-completion-stall', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 11.1.0',)))]

payload = readings(14)


async def play(sim):
    s = await ready(sim, peripheral={'acl_num': 12})
    for number, value in enumerate(with_marker(payload)):
        await s.send([value])
        if number == 9:
            s.air.blackout(0.9)
        await asyncio.sleep(0.15)
    await s.received(payload)
    assert not s.peripheral.refused
    await s.part()
