"""A peripheral that may sleep through 15 connection events, and requests one after the other.

The interval is 30 ms. The central reads a status twelve times, each a tenth of a second after the last answer: by then the
peripheral is asleep again, and the read waits until it wakes.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.small_transfer import STATUS, session
from recorder.story import Capture

START = '2021-05-11 12:28:00'
CAPTURES = [Capture('fault-peripheral-latency', 'central', BTSNOOP_H4)]


async def play(sim):
    s = session(sim, others=[characteristic(STATUS, READ, b'all is well')])
    await s.connect(latency=15, timeout_ms=6000)
    await s.discover()
    status = s.peer.get_characteristics_by_uuid(UUID(STATUS))[0]
    for _ in range(12):
        assert await status.read_value() == b'all is well'
        await asyncio.sleep(0.1)
    await s.central.think()
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
