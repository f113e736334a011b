"""Two connections that get into each other's way.

The central is connected to two sensors, at 22.5 and at 30 ms, and both send at the same time. It has one radio: an event
of one connection that falls into an event of the other is missed, by turns. Everything arrives, later.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import NOTIFY, App, Inbox, advertisement, characteristic, offers
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import NOTES, PHONE, with_marker
from recorder.story import Capture

START = '2021-05-12 10:52:00'
CAPTURES = [Capture('fault-shared-radio', 'central', BTSNOOP_H4)]

LEFT, RIGHT = '5F2B0A20-7C41-4D38-9E66-0B1D7A2C94E3', '5F2B0A30-7C41-4D38-9E66-0B1D7A2C94E3'
payload = readings(320)


async def play(sim):
    sim.link.one_radio = True
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', PHONE))
    await central.power_on()
    sides = []
    for name, service, address, interval in (('left', LEFT, 'C4:1D:66:F0:83:29', 22.5),
                                             ('right', RIGHT, 'E2:77:05:4B:9A:10', 30)):
        app = App(sim.node(name, address))
        sim.rssi(name, 'central', (0, -58))
        value = characteristic(NOTES, NOTIFY)
        app.add_service(service, value)
        app.limit_mtu(185)
        await app.power_on()
        await app.advertise(advertisement(name.title(), [service]))
        await asyncio.sleep(0.4)
        found = await central.scan_for(offers(service))
        await central.think()
        connection, peer = await central.connect(found, interval_ms=interval, mtu=185, data_length=251)
        (remote,) = await peer.discover_service(UUID(service))
        await remote.discover_characteristics()
        inbox = Inbox()
        proxy = remote.get_characteristics_by_uuid(UUID(NOTES))[0]
        subscribed = asyncio.ensure_future(app.subscription(value))
        await central.subscribe(proxy, inbox)
        sides.append((app, await subscribed, value, inbox, proxy, connection))
        await asyncio.sleep(0.4)
    await asyncio.gather(*(app.send(link, value, with_marker(payload, 182))
                           for app, link, value, *_ in sides))
    for *_, inbox, proxy, connection in sides:
        assert await inbox.marker() == payload
    for *_, proxy, connection in sides:
        await central.think()
        await proxy.unsubscribe()
        await central.hang_up(connection)
    await asyncio.sleep(0.3)
