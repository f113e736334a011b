"""Text from phone to phone, message after message.

The peripheral takes turns advertising its service and an iBeacon. The central connects, agrees on an MTU of 185 and
long link-layer packets, subscribes, and gets three messages over one connection, each in chunks of 182 and ended by
`EOM`. It cleans up: unsubscribes, disconnects. Later it scans again, connects again, and gets one more. While
connected, the peripheral goes on announcing the iBeacon. Nothing goes wrong.
"""
import asyncio

from bumble.device import AdvertisingType

from recorder.apps import NOTIFY, App, Inbox, advertisement, characteristic, chunks, ibeacon, offers
from recorder.containers import BTSNOOP_H4, PACKETLOGGER_LE, Device
from recorder.payloads import LETTER, NOTE
from recorder.story import Capture

START = '2014-06-23 08:30:00'
CAPTURES = [
    Capture('transfer-central', 'central', BTSNOOP_H4),
    Capture('transfer-peripheral', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 3.2.1',)), clock_ms=87),
]

SERVICE = '3A9B1C40-52E7-4E18-9F0D-6B7720C4D1A5'
TEXT = '3A9B1C41-52E7-4E18-9F0D-6B7720C4D1A5'
BEACON = '8D1F47E2-0C56-4B7A-A3E9-5577C0A81D3B'

messages = [text.encode() for text in ('Hello, are you there?', NOTE, LETTER)]
one_more = 'Back again. See you on Saturday – Mara'.encode()


class Announcer:
    """Advertises the service and the iBeacon in turns; only the iBeacon while somebody is connected."""

    def __init__(self, peripheral):
        self.peripheral = peripheral
        self.task = None

    async def beacon(self):
        await self.peripheral.advertise(ibeacon(BEACON, 7, 214, -59), interval_ms=300,
                                        advertising_type=AdvertisingType.UNDIRECTED)

    async def take_turns(self):
        while True:
            await self.beacon()
            await asyncio.sleep(0.7)
            await self.peripheral.advertise(advertisement('Talk', [SERVICE], flags=0x1A))
            await asyncio.sleep(2.5)

    async def start(self):
        count = len(self.peripheral.connections)
        self.task = asyncio.ensure_future(self.take_turns())
        await self.peripheral.connection(count + 1)
        self.task.cancel()
        await self.peripheral.think()
        await self.beacon()


async def session(sim, central, value, peripheral, messages):
    announcing = asyncio.ensure_future(Announcer(peripheral).start())
    await asyncio.sleep(0.15)                   # the iBeacon has its turn first
    address = await central.scan_for(offers(SERVICE))
    await central.think()
    connection, peer = await central.connect(address, mtu=185, data_length=251)
    await central.think()
    (proxy,) = await central.discover(peer, SERVICE, TEXT)
    inbox = Inbox()
    subscribed = asyncio.ensure_future(peripheral.subscription(value))
    await central.subscribe(proxy, inbox)
    link = await subscribed
    await announcing
    for number, message in enumerate(messages, 1):
        await asyncio.sleep(1.2)                # somebody types
        await peripheral.send(link, value, chunks(message, link.att_mtu - 3) + [b'EOM'])
        assert await inbox.marker(times=number) == message
    await asyncio.sleep(0.6)
    await proxy.unsubscribe()
    await central.think()
    await central.hang_up(connection)
    await peripheral.device.stop_advertising()
    await asyncio.sleep(2.0)


async def play(sim):
    central = App(sim.node('central', '51:CE:07:3B:9A:E0', '5C:F9:38:0A:11:7E'))
    peripheral = App(sim.node('peripheral', '63:7D:E8:94:20:1B', '5C:F9:38:4C:80:35'))
    sim.rssi('peripheral', 'central', (0, -53))
    value = characteristic(TEXT, NOTIFY)
    peripheral.add_service(SERVICE, value)
    peripheral.limit_mtu(185)
    await central.power_on()
    await peripheral.power_on()
    await session(sim, central, value, peripheral, messages)
    await session(sim, central, value, peripheral, [one_more])
