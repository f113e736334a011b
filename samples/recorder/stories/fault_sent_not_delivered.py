"""The sender hangs up with data in the controller's buffers.

The app hands over all chunks and `EOM` at once, into twelve buffers, takes that for sent, and disconnects. The controller
throws away what it had not got through; the other side never sees the end.
"""
import asyncio

from recorder.containers import PACKETLOGGER_LE, Device
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 16:20:00'
CAPTURES = [Capture('fault-sent-not-delivered', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 11.1.0',)))]

payload = readings(7)


async def play(sim):
    s = await ready(sim, peripheral={'acl_num': 12})
    values = with_marker(payload)
    await s.send(values)
    assert not s.peripheral.refused
    await asyncio.sleep(0.05)
    await s.peripheral.hang_up(s.link)
    await asyncio.sleep(0.3)
    assert 0 < len(s.inbox.values) < len(values)
