"""Business cards by proximity.

Two phones come closer. The central scans with duplicates allowed and looks at each report of `BCS`: too weak, still
too weak, then within the window from -32 to -15 dBm. It stops the scan, connects, finds the service and its one
characteristic, and subscribes. The peripheral sends its card, 20 bytes a notification, then `EOM`. The central has what
it came for, unsubscribes and disconnects. Nothing goes wrong.
"""
import asyncio
import json

from recorder.apps import NOTIFY, App, Inbox, advertisement, characteristic, chunks
from recorder.containers import BTSNOOP_H4, PACKETLOGGER_LE, Device
from recorder.story import Capture

START = '2013-03-12 09:15:02'
CAPTURES = [
    Capture('bizcard-central', 'central', BTSNOOP_H4),
    Capture('bizcard-peripheral', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 3.0.0',)), clock_ms=412),
]

SERVICE = 'E07F0AE8-00BB-47F5-94F4-4A7174EA3032'
CARD = '9D534E8B-2153-4F6D-B2B0-8C68665A7274'
NOTIFY_MTU = 20
TOO_CLOSE, TOO_FAR = -15, -32

card = json.dumps({
    'name': 'Mara Lindqvist', 'title': 'iOS developer', 'company': 'Nordhamn',
    'phone': '+46 8 555 01 42', 'mail': 'mara@nordhamn.example',
    'web': 'nordhamn.example'}, separators=(',', ':')).encode()


async def meet(sim, peripheral_queue=None, **peripheral_options):
    """Everything up to the subscription. -> (central, peripheral, connection, proxy, inbox, link, characteristic)"""
    central = App(sim.node('central', '4C:21:8A:05:5E:91', '66:0D:F3:0A:7B:1C', generation='4.0'))
    peripheral = App(sim.node('peripheral', '7A:5D:10:C3:22:84', '66:0D:F3:41:90:E7', generation='4.0',
                              **peripheral_options), transmit_queue=peripheral_queue)
    sim.rssi('peripheral', 'central', (0, -71), (1.0, -68), (4.4, -40), (4.5, -22))
    sim.rssi('laptop', 'central', (0, -74))
    sim.rssi('tv', 'central', (0, -83))
    sim.rssi('band', 'central', (0, -58))
    sim.link.add_beacon('laptop', 'C8:4E:0B:71:3D:02', advertisement('Ines MBA', tx_power=8), 0.55, evt=0)
    sim.link.add_beacon('tv', 'D3:90:66:1F:A8:4B', advertisement(
        flags=0x1A, manufacturer=(0x0075, bytes.fromhex('42040180603c8ab0d1e4fe'))), 0.98)
    sim.link.add_beacon('band', 'E6:02:5C:94:B1:77', advertisement('Pulse Band 2', ['180D']), 0.82, evt=0)

    card_value = characteristic(CARD, NOTIFY)
    peripheral.add_service(SERVICE, card_value)
    await central.power_on()
    await asyncio.sleep(0.3)
    await peripheral.power_on()
    await peripheral.advertise(advertisement('BCS', [SERVICE], flags=0x1A))
    await asyncio.sleep(0.2)

    def near(report):
        return b'BCS' in bytes(report.data) and TOO_FAR <= report.rssi <= TOO_CLOSE
    address = await central.scan_for(near, duplicates=True)
    await central.think()
    connection, peer = await central.connect(address)
    await central.think()
    (proxy,) = await central.discover(peer, SERVICE, CARD)
    await central.think()
    inbox = Inbox()
    subscribed = asyncio.ensure_future(peripheral.subscription(card_value))
    await central.subscribe(proxy, inbox)
    return central, peripheral, connection, proxy, inbox, await subscribed, card_value


async def part(central, connection, proxy):
    await central.think()
    await proxy.unsubscribe()
    await central.think()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)


async def play(sim):
    central, peripheral, connection, proxy, inbox, link, value = await meet(sim)
    await peripheral.send(link, value, chunks(card, NOTIFY_MTU) + [b'EOM'])
    assert await inbox.marker() == card and not peripheral.refused
    await part(central, connection, proxy)
