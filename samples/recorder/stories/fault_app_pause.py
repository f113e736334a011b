"""The app stops for a while in the middle of a transfer.

The sending app writes to its own flash memory after the tenth chunk, and sends nothing for 0.8 s. All it sent was
completed long before.
"""
import asyncio

from recorder.containers import PACKETLOGGER_LE, Device
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 09:10:00'
CAPTURES = [Capture('fault-app-pause', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 11.1.0',)))]

payload = readings(12)


async def play(sim):
    s = await ready(sim)
    values = with_marker(payload)
    await s.send(values[:10])
    await asyncio.sleep(0.8)
    await s.send(values[10:])
    await s.received(payload)
    await s.part()
