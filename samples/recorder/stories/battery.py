"""An app and a battery with a protocol of their own, which no one published.

A message is 5A, a register, the length of what follows, the data, and a CRC-16 as MODBUS has it over all before it. The
app asks for the state once a second and for the cells after every other state; it switches the output off and on. Each
request is answered, with the register's high bit set: answers of more than 20 bytes come in two values. Nothing goes
wrong.
"""
import asyncio
import struct

from recorder.apps import NOTIFY, WRITE_COMMAND, App, Inbox, advertisement, characteristic, offers
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

from bumble.att import AttributeValue

START = '2024-02-11 09:20:00'
CAPTURES = [Capture('battery-central', 'phone', BTSNOOP_H4)]

SERVICE, ANSWERS, REQUESTS = 'FFD0', 'FFD1', 'FFD2'
STATE, CELLS, OUTPUT = 0x01, 0x02, 0x10
SECONDS = 24


def crc(data):
    value = 0xFFFF
    for octet in data:
        value ^= octet
        for _ in range(8):
            value = value >> 1 ^ (0xA001 if value & 1 else 0)
    return value


def message(register, data=b''):
    body = bytes([0x5A, register, len(data)]) + data
    return body + struct.pack('<H', crc(body))


class Battery:
    """What the device knows, and what it answers."""

    def __init__(self, rng):
        self.rng = rng
        self.is_on = True
        self.charge = 9120           # in 10 mAh
        self.temperature = 214       # in 0.1 degrees

    def answer(self, request):
        register, data = request[1], request[3:-2]
        assert message(register, data) == request
        if register == OUTPUT:
            self.is_on = data[0] == 1
            return message(register | 0x80, data)
        if register == CELLS:
            cells = [3310 + self.rng.randrange(12) for _ in range(8)]
            return message(register | 0x80, struct.pack('>8H', *cells))
        current = -1250 - self.rng.randrange(40) if self.is_on else 0
        self.charge -= 1 if self.is_on else 0
        self.temperature += self.rng.choice((0, 0, 0, 1))
        return message(register | 0x80, struct.pack(
            '>HhHhB', 26480 + self.rng.randrange(30), current, self.charge, self.temperature, self.is_on))


async def play(sim):
    phone = App(sim.node('phone', '63:1F:C8:07:A4:5D', '7C:C3:A1:72:0B:94'))
    device = App(sim.node('battery', 'C4:2D:70:91:5E:A8', generation='4.0', acl_num=4))
    battery = Battery(sim.rng)
    sim.rssi('battery', 'phone', (0, -62))

    def asked(connection, value):
        asyncio.ensure_future(reply(connection, battery.answer(bytes(value))))

    async def reply(connection, answer):
        await device.think(8e-3, 20e-3)
        await device.send(connection, answers, [answer[:20], answer[20:]] if len(answer) > 20 else [answer])

    answers = characteristic(ANSWERS, NOTIFY)
    device.add_service(SERVICE, answers, characteristic(REQUESTS, WRITE_COMMAND, AttributeValue(write=asked)))
    device.limit_mtu(23)
    await phone.power_on()
    await device.power_on()
    await device.advertise(advertisement('BAT-8S 5EA8', [SERVICE]), interval_ms=250)
    await asyncio.sleep(0.6)

    address = await phone.scan_for(offers(SERVICE))
    await phone.think()
    connection, peer = await phone.connect(address, mtu=185)
    answer, request = await phone.discover(peer, SERVICE, ANSWERS, REQUESTS)
    inbox = Inbox()
    await phone.subscribe(answer, inbox)
    loop = asyncio.get_running_loop()
    start = loop.time() + 0.3

    async def ask(register, data=b''):
        before = len(inbox.values)
        await request.write_value(message(register, data), with_response=False)
        values = 2 if register == CELLS else 1
        await inbox.until(lambda values_seen: len(values_seen) == before + values)

    for second in range(SECONDS):
        await asyncio.sleep(max(0, start + second - loop.time()))
        await ask(STATE)
        if second % 2 == 1:
            await phone.think(4e-3, 9e-3)
            await ask(CELLS)
        if second in (9, 15):
            await asyncio.sleep(0.4)
            await ask(OUTPUT, bytes([0 if second == 9 else 1]))
    await answer.unsubscribe()
    await phone.think()
    await phone.hang_up(connection)
    await asyncio.sleep(0.2)
