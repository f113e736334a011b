"""Everything is discovered anew, again and again.

A transfer goes well. Then the app on the phone shows the logger's status: before each reading of it, it discovers all
services, all characteristics and all descriptors, as if it had just connected. Six times the whole walk, for six
octets.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import STATUS, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:26:00'
CAPTURES = [Capture('fault-discovery-loop', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = await ready(sim, others=[characteristic(STATUS, READ, b'\x07')])
    await s.send(with_marker(payload))
    await s.received(payload)
    for _ in range(6):
        await asyncio.sleep(0.2)
        await s.peer.discover_services()
        for service in s.peer.services:
            await service.discover_characteristics()
            for found in service.characteristics:
                await found.discover_descriptors()
        assert await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value() == b'\x07'
    await s.part()
