"""Read, write, notify: one value, two centrals at once.

Each read is answered with a random byte. A write is stored, answered, and notified to both centrals; advertising goes
on while they are connected. A write to the second characteristic is answered Write Not Permitted. The third wants
encryption: the first read is answered Insufficient Authentication, the two pair and encrypt, and the read that is
repeated succeeds. The refusals are the app's design, and nothing else goes wrong.
"""
import asyncio

from bumble.att import ATT_Error, AttributeValue, ErrorCode
from bumble.pairing import PairingConfig

from recorder.apps import NOTIFY, READ, WRITE, App, Inbox, advertisement, characteristic, offers
from recorder.containers import BTSNOOP_MONITOR, PACKETLOGGER_LE, Device
from recorder.story import Capture

START = '2014-09-02 12:00:20'
CAPTURES = [
    Capture('read-write-notify-central', 'pi', BTSNOOP_MONITOR, Device(
        'hci0', 'B8:27:EB:11:C2:7F', notes=('Linux version 3.18.7-v7+ (armv7l)', 'Bluetooth subsystem version 2.20')),
        clock_ms=-2210),
    Capture('read-write-notify-peripheral', 'phone', PACKETLOGGER_LE, Device(notes=('PacketLogger 4.0.0',))),
]

SERVICE = '9E4C7D10-3B52-41F6-8A0E-D21C5F6A7B93'
VALUE = '9E4C7D11-3B52-41F6-8A0E-D21C5F6A7B93'
FIXED = '9E4C7D12-3B52-41F6-8A0E-D21C5F6A7B93'
SECRET = '9E4C7D13-3B52-41F6-8A0E-D21C5F6A7B93'


async def play(sim):
    phone = App(sim.node('phone', '74:9B:E8:02:51:CD', 'F0:99:BF:3A:6C:08'))
    pi = App(sim.node('pi', '4A:66:F1:20:8D:95', 'B8:27:EB:11:C2:7F'))
    pad = App(sim.node('pad', '5F:03:BC:A9:47:12', 'F0:99:BF:70:15:E2'))
    sim.rssi('phone', 'pi', (0, -61))
    sim.rssi('phone', 'pad', (0, -47))
    secret = b'the key is under the mat'

    def refuse(_connection, _value):
        raise ATT_Error(ErrorCode.WRITE_NOT_PERMITTED)

    def confide(connection):
        if not connection.encryption:
            raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)
        return secret

    def store(_connection, new):
        asyncio.ensure_future(notify_all(bytes(new)))

    async def notify_all(new):
        await phone.think(3e-3, 6e-3)
        await phone.device.notify_subscribers(value, new)

    value = characteristic(VALUE, READ | WRITE | NOTIFY, AttributeValue(
        read=lambda _connection: sim.rng.randbytes(1), write=store))
    phone.add_service(SERVICE, value,
                      characteristic(FIXED, READ | WRITE, AttributeValue(read=lambda _c: b'v1', write=refuse)),
                      characteristic(SECRET, READ, AttributeValue(read=confide)))
    phone.limit_mtu(185)
    for app in (phone, pi, pad):
        app.device.pairing_config_factory = lambda _connection: PairingConfig(sc=True, mitm=False, bonding=True)
        await app.power_on()

    async def advertise():
        await phone.advertise(advertisement('RWN', [SERVICE], flags=0x1A))

    async def join(central):
        address = await central.scan_for(offers(SERVICE))
        await central.think()
        connection, peer = await central.connect(address, mtu=185, data_length=251)
        proxies = await central.discover(peer, SERVICE, VALUE, FIXED, SECRET)
        inbox = Inbox()
        await central.subscribe(proxies[0], inbox)
        await phone.think()
        await advertise()                       # a connection ends advertising: it has to be started again
        return connection, proxies, inbox

    await advertise()
    await asyncio.sleep(0.5)
    pi_connection, (pi_value, pi_fixed, pi_secret), pi_inbox = await join(pi)
    await asyncio.sleep(0.4)
    pad_connection, (pad_value, _, _), pad_inbox = await join(pad)

    for _ in range(3):
        assert len(await pi_value.read_value()) == 1
        await asyncio.sleep(0.35)
    for number, (proxy, new) in enumerate([(pi_value, b'on'), (pad_value, b'dim 40'), (pi_value, b'off')], 1):
        await proxy.write_value(new, with_response=True)
        for inbox in (pi_inbox, pad_inbox):
            await inbox.until(lambda values: len(values) == number)
            assert inbox.values[-1] == new
        await asyncio.sleep(0.5)

    try:
        await pi_fixed.write_value(b'v2', with_response=True)
        raise AssertionError('was written')
    except ATT_Error as error:
        assert error.error_code == ErrorCode.WRITE_NOT_PERMITTED
    await asyncio.sleep(0.4)

    try:
        await pi_secret.read_value()
        raise AssertionError('was read')
    except ATT_Error as error:
        assert error.error_code == ErrorCode.INSUFFICIENT_AUTHENTICATION
    await pi.think()
    await pi_connection.pair()
    await asyncio.sleep(0.2)
    assert await pi_secret.read_value() == secret

    await asyncio.sleep(0.5)
    await pad_value.unsubscribe()
    await pad.hang_up(pad_connection)
    await asyncio.sleep(0.6)
    await pi_value.unsubscribe()
    await pi.hang_up(pi_connection)
    await phone.device.stop_advertising()
    await asyncio.sleep(0.2)
