"""The small transfer service that the fault samples share: one characteristic, chunks, and `EOM`."""
from __future__ import annotations

import asyncio
import dataclasses

from bumble.core import UUID

from recorder.apps import NOTIFY, App, Inbox, advertisement, characteristic, chunks, offers
from recorder.containers import Device

SERVICE = '5F2B0A10-7C41-4D38-9E66-0B1D7A2C94E3'
NOTES = '5F2B0A11-7C41-4D38-9E66-0B1D7A2C94E3'
STATUS = '5F2B0A12-7C41-4D38-9E66-0B1D7A2C94E3'

PHONE, IPHONE, PI = '60:AF:6D:2C:19:F4', '5C:F9:38:0A:11:7E', 'DC:A6:32:1F:04:B8'


def raspberry_pi(kernel):
    """What the capture of a Raspberry Pi says about it."""
    return Device('hci0', PI, notes=(f'Linux version {kernel} (aarch64)', 'Bluetooth subsystem version 2.22'))


@dataclasses.dataclass
class Session:
    central: App
    peripheral: App
    value: object           # the characteristic, at the peripheral
    inbox: Inbox
    connection: object = None   # as the central knows it
    peer: object = None
    proxy: object = None        # the characteristic, at the central
    link: object = None         # the connection, as the peripheral knows it

    @property
    def air(self):
        """The link-layer connection."""
        return self.central.sim.link.conns[-1]

    async def send(self, values):
        assert await self.peripheral.send(self.link, self.value, values)

    async def received(self, payload, times=1):
        assert await self.inbox.marker(times=times) == payload

    async def advertise(self):
        await self.peripheral.advertise(advertisement('Notes', [SERVICE]))

    async def connect(self, mtu=185, data_length=None, **options):
        await self.central.power_on()
        await self.peripheral.power_on()
        await self.advertise()
        await asyncio.sleep(0.6)
        address = await self.central.scan_for(offers(SERVICE))
        await self.central.think()
        self.connection, self.peer = await self.central.connect(
            address, mtu=mtu, data_length=data_length, **options)
        await self.central.think()
        return address

    async def discover(self):
        (service,) = await self.peer.discover_service(UUID(SERVICE))
        await service.discover_characteristics()
        self.proxy = service.get_characteristics_by_uuid(UUID(NOTES))[0]
        await self.central.think()

    async def subscribe(self, **options):
        subscribed = asyncio.ensure_future(self.peripheral.subscription(self.value))
        await self.central.subscribe(self.proxy, self.inbox, **options)
        self.link = await subscribed
        await asyncio.sleep(0.25)

    async def part(self):
        await self.central.think()
        await self.proxy.unsubscribe()
        await self.central.think()
        await self.central.hang_up(self.connection)
        await asyncio.sleep(0.3)


def session(sim, mtu=23, properties=NOTIFY, others=(), address=PHONE, central=None, peripheral=None):
    """Two devices, not yet powered on. `mtu` is the most the peripheral takes; `others` are more characteristics;
    `address` is the central's own; `central` and `peripheral` are options for their controllers."""
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', address, **(central or {})))
    peripheral = App(sim.node('peripheral', 'C4:1D:66:F0:83:29', **(peripheral or {'acl_num': 6, 'company': 0x0059})))
    sim.rssi('peripheral', 'central', (0, -56))
    value = characteristic(NOTES, properties)
    peripheral.add_service(SERVICE, value, *others)
    peripheral.limit_mtu(mtu)
    return Session(central, peripheral, value, Inbox())


async def ready(sim, mtu=23, data_length=None, **options):
    """A session up to the subscription. A peripheral of its time uses MTU 23 unless `mtu` says otherwise."""
    s = session(sim, mtu, **options)
    await s.connect(data_length=data_length)
    await s.discover()
    await s.subscribe()
    return s


def with_marker(payload, size=20):
    return chunks(payload, size) + [b'EOM']
