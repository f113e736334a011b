"""What the updates of chip makers share: a phone, and a device with one service, connected and subscribed."""
from __future__ import annotations

import asyncio
import dataclasses

from recorder.apps import App, advertisement, offers
from recorder.small_transfer import PHONE


@dataclasses.dataclass
class Link:
    central: App
    peripheral: App
    connection: object      # as the central knows it
    link: object            # as the peripheral knows it
    proxies: list           # the characteristics, at the central

    async def write(self, proxy, value, response=False):
        """A Write Command waits for room in the queue, a Write Request for its response."""
        await self.central.think(60e-6, 180e-6)
        while not response and not self.central.can_send(self.connection):
            await self.central.ready_to_update(self.connection)
        await proxy.write_value(value, with_response=response)

    async def part(self):
        await self.central.think()
        await self.central.hang_up(self.connection)
        await asyncio.sleep(0.3)


class Answers:
    """The device's half: what it sends goes out in its order, a moment later."""

    def __init__(self, peripheral, indications=False):
        self.peripheral, self.indications = peripheral, indications
        self.connection = None
        self.queue = asyncio.Queue()

    def send(self, characteristic, value):
        self.queue.put_nowait((characteristic, value))

    async def run(self):
        while True:
            characteristic, value = await self.queue.get()
            await asyncio.sleep(self.peripheral.sim.rng.uniform(1e-3, 3e-3))
            if self.indications:
                await self.peripheral.device.indicate_subscriber(self.connection, characteristic, value)
            elif not await self.peripheral.send(self.connection, characteristic, [value]):
                return


async def connected(sim, name, service, characteristics, received, mtu=247):
    """-> Link. `received` has, for each characteristic, what takes its values at the central, or None."""
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', PHONE))
    peripheral = App(sim.node('peripheral', 'C4:1D:66:F0:83:29', acl_num=6, company=0x0059))
    sim.rssi('peripheral', 'central', (0, -56))
    peripheral.add_service(service, *characteristics)
    peripheral.limit_mtu(mtu)
    await central.power_on()
    await peripheral.power_on()
    await peripheral.advertise(advertisement(name, [service]))
    await asyncio.sleep(0.6)
    address = await central.scan_for(offers(service))
    await central.think()
    connection, peer = await central.connect(address, mtu=mtu, data_length=251)
    await central.think()
    proxies = await central.discover(peer, service, *(c.uuid.to_hex_str('-') for c in characteristics))
    link = None
    for proxy, char, taker in zip(proxies, characteristics, received):
        if taker is not None:
            subscribed = asyncio.ensure_future(peripheral.subscription(char))
            await proxy.subscribe(taker)
            link = await subscribed
    await asyncio.sleep(0.2)
    return Link(central, peripheral, connection, link or await peripheral.connection(), proxies)


def crc16(octets, polynomial, start, reflected):
    """Bit by bit, as the makers' sources have it."""
    crc = start
    for octet in octets:
        crc ^= octet if reflected else octet << 8
        for _ in range(8):
            if reflected:
                crc = crc >> 1 ^ (polynomial if crc & 1 else 0)
            else:
                crc = (crc << 1 ^ (polynomial if crc & 0x8000 else 0)) & 0xFFFF
    return crc
