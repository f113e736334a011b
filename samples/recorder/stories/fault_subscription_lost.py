"""A subscription that is not made again.

The central subscribes, gets its message, and disconnects without unsubscribing. When it comes back it takes the
subscription for granted. Without a bond the peripheral has forgotten it, and sends its values to no one; the central
reads the status now and then, and waits.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import READ, characteristic, offers
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import SERVICE, STATUS, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:55:00'
CAPTURES = [Capture('fault-subscription-lost', 'central', BTSNOOP_H4)]

payload = readings(7)


async def play(sim):
    s = await ready(sim, others=[characteristic(STATUS, READ, b'ready')])
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.central.think()
    await s.central.hang_up(s.connection)

    await asyncio.sleep(2.0)
    await s.advertise()
    address = await s.central.scan_for(offers(SERVICE))
    await s.central.think()
    s.connection, s.peer = await s.central.connect(address, mtu=185)
    await s.central.think()
    await s.discover()
    for _ in range(4):
        await asyncio.sleep(2.0)
        assert await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value() == b'ready'
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
