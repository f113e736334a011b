"""A request that is never answered.

A transfer goes well. Then the central reads the status, and the peripheral's app forgets to answer. After 30 s, the
time the specification gives a request, the central gives up and disconnects.
"""
import asyncio

from bumble.att import AttributeValue
from bumble.core import UUID, TimeoutError

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_MONITOR
from recorder.payloads import readings
from recorder.small_transfer import PI, STATUS, raspberry_pi, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 10:20:00'
CAPTURES = [Capture('fault-request-unanswered', 'central', BTSNOOP_MONITOR, raspberry_pi('5.10.17-v8+'))]

payload = readings(5)


async def forget(_connection):
    await asyncio.get_running_loop().create_future()


async def play(sim):
    status = characteristic(STATUS, READ, AttributeValue(read=forget))
    s = await ready(sim, address=PI, others=[status])
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(0.8)
    try:
        await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value()
        raise AssertionError('answered after all')
    except TimeoutError:
        pass
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
