"""An answer that takes its time.

After a transfer the central reads the status, and the peripheral's app measures before it answers, for 2.4 s.
"""
import asyncio

from bumble.att import AttributeValue
from bumble.core import UUID

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import STATUS, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:01:00'
CAPTURES = [Capture('fault-slow-response', 'central', BTSNOOP_H4)]

payload = readings(5)


async def measure(_connection):
    await asyncio.sleep(2.4)
    return b'21.5'


async def play(sim):
    s = await ready(sim, others=[characteristic(STATUS, READ, AttributeValue(read=measure))])
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(0.5)
    assert await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value() == b'21.5'
    await asyncio.sleep(0.3)
    await s.part()
