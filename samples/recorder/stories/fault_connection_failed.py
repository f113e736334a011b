"""The first attempt to connect comes to nothing.

The peripheral does not hear the request. The central's controller reports a connection, hears nothing in six connection
events, and takes it back: reason 0x3E. The app scans again, and the second attempt succeeds.
"""
import asyncio

from recorder.apps import offers
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import SERVICE, session, with_marker
from recorder.story import Capture

START = '2021-05-12 09:17:00'
CAPTURES = [Capture('fault-connection-failed', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = session(sim)
    sim.link.requests_to_lose = 1
    await s.central.power_on()
    await s.peripheral.power_on()
    await s.advertise()
    await asyncio.sleep(0.4)
    address = await s.central.scan_for(offers(SERVICE))
    await s.central.think()
    lost = asyncio.get_running_loop().create_future()
    connection, _ = await s.central.connect(address)
    connection.on('disconnection', lost.set_result)
    assert await lost == 0x3E
    await asyncio.sleep(0.7)
    address = await s.central.scan_for(offers(SERVICE))
    await s.central.think()
    s.connection, s.peer = await s.central.connect(address, mtu=185)
    await s.central.think()
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
