"""The link drops in the middle of a message.

The central walks away while connected; it reads the RSSI twice a second, and sees it fade. The second message has begun
when the radio is out of reach: after the supervision timeout the connection is gone, without its marker. The central
comes back, scans, connects, and gets the whole message again.
"""
import asyncio

from recorder.apps import NOTIFY, App, Inbox, advertisement, characteristic, chunks, offers
from recorder.containers import BTSNOOP_MONITOR, Device
from recorder.payloads import LETTER, NOTE
from recorder.stories.transfer import SERVICE, TEXT
from recorder.story import Capture

START = '2016-09-14 19:05:00'
CAPTURES = [Capture('transfer-link-loss-central', 'central', BTSNOOP_MONITOR, Device(
    'hci0', 'B8:27:EB:5D:90:14', notes=('Linux version 4.4.13-v7+ (armv7l)', 'Bluetooth subsystem version 2.21')))]

first, second = NOTE.encode(), f'{LETTER}\nThe same to Åke:\n\n{LETTER}'.encode()


async def watch(connection):
    while True:
        await connection.get_rssi()
        await asyncio.sleep(0.5)


async def play(sim):
    central = App(sim.node('central', '5E:40:8B:D2:77:03', 'B8:27:EB:5D:90:14'))
    peripheral = App(sim.node('peripheral', '6A:1B:95:0C:E3:48'))
    sim.rssi('peripheral', 'central', (0, -54), (3.5, -56), (9.5, -90), (13.0, -84), (14.5, -66), (60, -62))
    value = characteristic(TEXT, NOTIFY)
    peripheral.add_service(SERVICE, value)
    peripheral.limit_mtu(185)
    await central.power_on()
    await peripheral.power_on()

    async def connect(inbox):
        await peripheral.advertise(advertisement('Talk', [SERVICE], flags=0x1A))
        await asyncio.sleep(0.4)
        address = await central.scan_for(offers(SERVICE))
        await central.think()
        connection, peer = await central.connect(address, mtu=185, data_length=251)
        (proxy,) = await central.discover(peer, SERVICE, TEXT)
        subscribed = asyncio.ensure_future(peripheral.subscription(value))
        await central.subscribe(proxy, inbox)
        return connection, proxy, await subscribed, asyncio.ensure_future(watch(connection))

    inbox = Inbox()
    connection, proxy, link, watching = await connect(inbox)
    await asyncio.sleep(0.5)
    await peripheral.send(link, value, chunks(first, 182) + [b'EOM'])
    assert await inbox.marker() == first
    lost = asyncio.get_running_loop().create_future()
    connection.on('disconnection', lost.set_result)
    await asyncio.sleep(9.2 - asyncio.get_running_loop().time())
    inbox.values.clear()
    sending = asyncio.ensure_future(peripheral.send(link, value, chunks(second, 182) + [b'EOM']))
    await inbox.until(lambda values: len(values) == 4)
    watching.cancel()                        # the radio is gone before the next reading
    sim.link.conns[-1].blackout(float('inf'))
    assert await lost == 0x08
    await sending
    assert b'EOM' not in inbox.values

    await asyncio.sleep(1.5)
    inbox = Inbox()
    connection, proxy, link, watching = await connect(inbox)
    await asyncio.sleep(0.8)
    await peripheral.send(link, value, chunks(second, 182) + [b'EOM'])
    assert await inbox.marker() == second
    await asyncio.sleep(0.7)
    watching.cancel()
    await proxy.unsubscribe()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
