"""A picture and a text, 20 bytes at a time.

The central discovers the service, its characteristic and its descriptors, reads the description and the value,
subscribes, and asks for the picture by a write. A PNG comes in chunks of 20; a timer sends `PIC_END` 0.1 s after
the last of them. Then it asks for the text, which ends with `TEXT_END` in the same way. The pause before each
marker is the app's own and no fault. Nothing goes wrong.
"""
import asyncio

from recorder.apps import NOTIFY, READ, WRITE, App, Inbox, advertisement, characteristic, chunks, offers, \
    user_description
from recorder.containers import PACKETLOGGER_LE, PCAPNG_H4_DIRECTION, Device
from recorder.payloads import LETTER, png
from recorder.story import Capture

START = '2014-02-18 14:03:11'
CAPTURES = [
    Capture('picture-central', 'central', PCAPNG_H4_DIRECTION),
    Capture('picture-peripheral', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 3.2.1',)), clock_ms=-1380),
]

SERVICE = '307846BD-EDB4-4E3B-A0A7-52B2E5AFA760'
VALUE = 'C430B109-A222-44A9-B75D-49D89BD97642'

picture = png(44, 44)
text = LETTER.encode()


async def send(peripheral, link, value, payload, marker):
    await peripheral.send(link, value, chunks(payload, 20))
    await peripheral.sent(link)
    await asyncio.sleep(0.1)
    await peripheral.send(link, value, [marker])


async def play(sim):
    central = App(sim.node('central', '48:E0:1D:7B:52:C6', '00:1A:7D:DA:71:13', generation='4.0', company=0x000A))
    peripheral = App(sim.node('peripheral', '6F:33:C9:0E:18:A5', '34:15:9E:20:6B:D1', generation='4.0'))
    sim.rssi('peripheral', 'central', (0, -49))
    value = characteristic(VALUE, READ | WRITE | NOTIFY, b'ready', [user_description('Picture or text')])
    peripheral.add_service(SERVICE, value)
    peripheral.limit_mtu(23)
    wishes = asyncio.Queue()
    value.on('write', lambda _connection, wish: wishes.put_nowait(bytes(wish)))
    await central.power_on()
    await peripheral.power_on()
    await peripheral.advertise(advertisement('Frame', [SERVICE], flags=0x1A))
    await asyncio.sleep(0.8)

    address = await central.scan_for(offers(SERVICE))
    await central.think()
    connection, peer = await central.connect(address, mtu=158)
    await central.think()
    (proxy,) = await central.discover(peer, SERVICE, VALUE)
    for descriptor in await proxy.discover_descriptors():
        await descriptor.read_value()
    proxy.descriptors_discovered = True
    assert await proxy.read_value() == b'ready'
    inbox = Inbox()
    subscribed = asyncio.ensure_future(peripheral.subscription(value))
    await central.subscribe(proxy, inbox)
    link = await subscribed

    for wish, payload, marker in ((b'picture', picture, b'PIC_END'), (b'text', text, b'TEXT_END')):
        await asyncio.sleep(0.7)
        inbox.values.clear()
        await proxy.write_value(wish, with_response=True)
        assert await wishes.get() == wish
        sending = asyncio.ensure_future(send(peripheral, link, value, payload, marker))
        assert await inbox.marker(marker) == payload
        await sending
    await central.think()
    await proxy.unsubscribe()
    await central.think()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
