"""The story that the pairs share: a logger hands its readings over. The good one, and the same with one thing changed.

The central scans, connects, asks for long link-layer packets and an MTU of 185, discovers every service and every
characteristic, reads the state, subscribes, gets two lots of readings in chunks, each ended by `EOM`, and leaves.
"""
from __future__ import annotations

import asyncio
import dataclasses

from recorder.apps import NOTIFY, READ, WRITE, App, Inbox, advertisement, characteristic, chunks, offers
from recorder.payloads import readings

LOGBOOK = '7D1E5C00-2A64-4B0F-8C35-91F2A0D64E17'
READINGS = '7D1E5C01-2A64-4B0F-8C35-91F2A0D64E17'
STATE = '7D1E5C02-2A64-4B0F-8C35-91F2A0D64E17'
CONTROL = '7D1E5C03-2A64-4B0F-8C35-91F2A0D64E17'
BATTERY, BATTERY_LEVEL = '180F', '2A19'


@dataclasses.dataclass(frozen=True)
class Change:
    """What is other than in the good story."""
    mtu: int = 185                      # the most that the logger takes
    readings: tuple = (60, 90)          # in the two lots
    pause: object = lambda: 0           # gives the seconds that its app waits before each chunk
    silence: float = 0                  # seconds that something is between the radios, within the second lot
    loses_marker: bool = False          # of the second lot
    battery_first: bool = False         # the services come in the other order
    has_control: bool = True
    central: str = '4E:91:7B:20:C5:36'
    phone: str = '5C:F9:38:0A:11:7E'    # the central's address for life
    logger: str = 'E6:02:9F:41:7C:D8'
    handle: int = 0x0040                # the connection's, at the central


async def play(sim, change=Change()):
    central = App(sim.node('central', change.central, change.phone, handle_base=change.handle))
    logger = App(sim.node('logger', change.logger, acl_num=6, company=0x0059))
    sim.rssi('logger', 'central', (0, -57))
    value = characteristic(READINGS, NOTIFY)
    logbook = [value, characteristic(STATE, READ, b'\x01')] + \
        ([characteristic(CONTROL, WRITE)] if change.has_control else [])
    services = [(LOGBOOK, logbook), (BATTERY, [characteristic(BATTERY_LEVEL, READ, b'\x57')])]
    for uuid, characteristics in reversed(services) if change.battery_first else services:
        logger.add_service(uuid, *characteristics)
    logger.limit_mtu(change.mtu)
    await central.power_on()
    await logger.power_on()
    await logger.advertise(advertisement('Logbook', [LOGBOOK]))
    await asyncio.sleep(0.6)
    address = await central.scan_for(offers(LOGBOOK))
    await central.think()
    connection, peer = await central.connect(address, mtu=185, data_length=251)
    await central.think()
    await peer.discover_services()
    for service in peer.services:
        await service.discover_characteristics()
    (proxy,) = peer.get_characteristics_by_uuid(value.uuid)
    (state,) = peer.get_characteristics_by_uuid(logbook[1].uuid)
    await central.think()
    assert await state.read_value() == b'\x01'
    await central.think()
    inbox = Inbox()
    subscribed = asyncio.ensure_future(logger.subscription(value))
    await central.subscribe(proxy, inbox)
    link = await subscribed
    await asyncio.sleep(0.25)

    size = min(change.mtu, 185) - 3
    first, second = map(readings, change.readings)

    async def send(payload, marker=b'EOM'):
        for chunk in chunks(payload, size) + [marker]:
            await asyncio.sleep(change.pause())
            if chunk:
                assert await logger.send(link, value, [chunk])

    await send(first)
    assert await inbox.marker() == first
    await asyncio.sleep(0.5)
    before = len(inbox.values)
    sending = asyncio.ensure_future(send(second, b'' if change.loses_marker else b'EOM'))
    if change.silence:
        await inbox.until(lambda values: len(values) == before + 6)
        central.sim.link.conns[-1].blackout(change.silence)
    await sending
    if change.loses_marker:
        await inbox.until(lambda values: b''.join(values[before:]) == second)
        await asyncio.sleep(0.5)                # the app gives up waiting
    else:
        assert await inbox.marker(times=2) == second
    await central.think()
    await proxy.unsubscribe()
    await central.think()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
