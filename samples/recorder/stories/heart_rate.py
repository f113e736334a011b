"""A heart-rate monitor, from the phone's side.

The app scans for two seconds and stops by a timer. It has heard `INFOS 4090v35.05` with service FFF0, and a chest strap
with service 180D, and connects to the strap. It discovers every service and every characteristic, reads where the
sensor sits, subscribes to the measurement, and resets the energy counter. About a measurement a second follows: first
without skin contact, then with it, with 8-bit and 16-bit rates, energy every tenth time, and RR intervals. Then the
app disconnects. Nothing goes wrong.
"""
import asyncio
import struct

from bumble.core import UUID

from recorder.apps import NOTIFY, READ, WRITE, App, Inbox, advertisement, characteristic, offers
from recorder.containers import PACKETLOGGER_BE, Device
from recorder.story import Capture

START = '2012-10-05 17:48:30'
CAPTURES = [Capture('heart-rate-central', 'central', PACKETLOGGER_BE, Device(notes=('PacketLogger 2.3.6',)))]

MEASUREMENTS = 45


def measurement(n, energy):
    """-> (value, energy in kJ so far)"""
    bpm = 68 + min(n, 30) * 2 - max(0, n - 35)
    flags, body = 0x04, b''                  # the sensor reports skin contact
    contact = n >= 3
    flags |= 0x02 if contact else 0
    if not contact:
        bpm = 0
    if n % 3 == 2:                           # the 16-bit form
        flags |= 0x01
        body += struct.pack('<H', bpm)
    else:
        body += bytes([bpm])
    if contact:
        energy += 0.17
        if n % 10 == 0:
            flags |= 0x08
            body += struct.pack('<H', round(energy))
        flags |= 0x10
        for beat in range(1 if bpm < 90 else 2):
            body += struct.pack('<H', round(60 / bpm * 1024) + (n * 7 + beat * 5) % 19 - 9)
    return bytes([flags]) + body, energy


async def play(sim):
    central = App(sim.node('central', '5B:0E:77:A4:3C:19', '7C:C3:A1:58:0D:2E', generation='4.0'))
    strap = App(sim.node('strap', 'D1:5C:39:E0:84:6F', generation='4.0', acl_num=4, company=0x000D))
    infos = App(sim.node('infos', 'F4:B8:5E:40:90:35', generation='4.0', acl_num=4, company=0x000D))
    sim.rssi('infos', 'central', (0, -69), exact=True)
    sim.rssi('strap', 'central', (0, -57))

    rate = characteristic('2A37', NOTIFY)
    location = characteristic('2A38', READ, bytes([1]))
    control = characteristic('2A39', WRITE)
    strap.add_service('180D', rate, location, control)
    strap.add_service('180A', characteristic('2A29', READ, b'Nordhamn Sport'),
                      characteristic('2A24', READ, b'Strap H2'), characteristic('2A26', READ, b'1.4.0'))
    battery = characteristic('2A19', READ | NOTIFY, bytes([87]))
    strap.add_service('180F', battery)
    strap.limit_mtu(23)
    await central.power_on()
    await strap.power_on()
    await infos.power_on()
    await strap.advertise(advertisement('Strap H2 0714', ['180D', '180A']), interval_ms=400)
    await infos.advertise(advertisement('INFOS 4090v35.05', ['FFF0'], tx_power=0), interval_ms=300)
    await asyncio.sleep(1.1)

    heard = []
    central.node.host.on('advertising_report', heard.append)
    await central.device.start_scanning(active=True, filter_duplicates=True)
    await asyncio.sleep(2.0)
    await central.device.stop_scanning()
    await asyncio.sleep(1.4)                 # the user looks at the list and taps
    address = next(r.address for r in heard if offers('180D')(r))
    connection, peer = await central.connect(address, mtu=104)
    await central.think()
    await peer.discover_services()
    for service in peer.services:
        await service.discover_characteristics()
        await central.think()

    def found(uuid):
        return peer.get_characteristics_by_uuid(UUID(uuid))[0]
    inbox = Inbox()
    subscribed = asyncio.ensure_future(strap.subscription(rate))
    await central.subscribe(found('2A37'), inbox)
    link = await subscribed
    strap_is_sending = asyncio.ensure_future(beat(strap, link, rate))
    assert await found('2A38').read_value() == bytes([1])
    for uuid in ('2A29', '2A24', '2A26', '2A19'):
        await found(uuid).read_value()
    await asyncio.sleep(0.6)
    await found('2A39').write_value(bytes([1]), with_response=True)   # reset energy expended
    await strap_is_sending
    await inbox.until(lambda values: len(values) == MEASUREMENTS)
    await found('2A37').unsubscribe()
    await central.think()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)


async def beat(strap, link, rate):
    energy = 0.0
    loop = asyncio.get_running_loop()
    start = loop.time() + 0.45
    for n in range(MEASUREMENTS):
        await asyncio.sleep(start + n + strap.sim.rng.uniform(-0.008, 0.008) - loop.time())
        value, energy = measurement(n, energy)
        await strap.send(link, rate, [value])
