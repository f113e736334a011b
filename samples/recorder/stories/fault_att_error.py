"""A read that is answered with an error, again and again.

A transfer goes well. Then the central reads the status, and the peripheral's app answers 0x85: what Android's stack
calls GATT_ERROR, and its developers "GATT 133". The central tries five times, and gives up.
"""
import asyncio

from bumble.att import ATT_Error, AttributeValue
from bumble.core import UUID

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import STATUS, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:31:00'
CAPTURES = [Capture('fault-att-error', 'central', BTSNOOP_H4)]

payload = readings(5)


def fail(_connection):
    raise ATT_Error(0x85)


async def play(sim):
    s = await ready(sim, others=[characteristic(STATUS, READ, AttributeValue(read=fail))])
    await s.send(with_marker(payload))
    await s.received(payload)
    for _ in range(5):
        await asyncio.sleep(0.4)
        try:
            await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value()
            raise AssertionError('was read')
        except ATT_Error as error:
            assert error.error_code == 0x85
    await s.part()
