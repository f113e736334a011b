"""Nordic's Secure DFU: a device and a client, written from the nRF5 SDK's "DFU BLE service" and `dfu-cc.proto`."""
from __future__ import annotations

import asyncio
import struct
import zlib

from recorder.apps import NOTIFY, WRITE, WRITE_COMMAND, App, advertisement, characteristic, chunks, offers
from recorder.small_transfer import PHONE

SERVICE = 'FE59'
CONTROL = '8EC90001-F315-4F60-9FB8-838830DAEA50'
PACKET = '8EC90002-F315-4F60-9FB8-838830DAEA50'

COMMAND, DATA = 1, 2
LONGEST = {COMMAND: 512, DATA: 4096}


class Device:
    """The bootloader. `spoiling` are offsets of the firmware at which it once stores a wrong octet; `refusing` is the
    extended error with which it answers the first execution of the init packet."""

    def __init__(self, peripheral, control, packet, spoiling=(), refusing=None):
        self.peripheral, self.control = peripheral, control
        self.spoiling, self.refusing = set(spoiling), refusing
        self.done = {COMMAND: b'', DATA: b''}
        self.object, self.kind, self.receipts, self.packets = b'', None, 0, 0
        self.connection = None
        self.answers = asyncio.Queue()
        control.on('write', self.asked)
        packet.on('write', self.stored)

    def asked(self, connection, value):
        self.connection = connection
        value = bytes(value)
        match value[0]:
            case 1:
                self.kind, self.object, self.packets = value[1], b'', 0
                self.answer(1)
            case 2:
                self.receipts = struct.unpack_from('<H', value, 1)[0]
                self.answer(2)
            case 3:
                self.answer(3, self.checksum)
            case 4:
                self.execute()
            case 6:
                self.kind = value[1]
                self.answer(6, struct.pack('<I', LONGEST[self.kind]) + self.checksum)
            case other:
                self.answer(other, result=2)

    def execute(self):
        if self.kind == COMMAND and self.refusing is not None:
            refusing, self.refusing = self.refusing, None
            return self.answer(4, bytes([refusing]), result=0x0B)
        self.done[self.kind] += self.object
        self.object = b''
        self.answer(4)

    def stored(self, connection, value):
        before = len(self.done[self.kind]) + len(self.object)
        value = bytearray(value)
        for offset in list(self.spoiling):
            if self.kind == DATA and before <= offset < before + len(value):
                value[offset - before] ^= 0x40
                self.spoiling.remove(offset)
        self.object += bytes(value)
        self.packets += 1
        if self.receipts and self.packets % self.receipts == 0:
            self.answer(3, self.checksum)

    @property
    def checksum(self):
        octets = self.done[self.kind] + self.object
        return struct.pack('<II', len(octets), zlib.crc32(octets))

    def answer(self, opcode, parameters=b'', result=1):
        self.answers.put_nowait(bytes([0x60, opcode, result]) + parameters)

    async def run(self):
        while True:
            answer = await self.answers.get()
            await asyncio.sleep(self.peripheral.sim.rng.uniform(1e-3, 3e-3))
            if not await self.peripheral.send(self.connection, self.control, [answer]):
                return


class Client:
    def __init__(self, central, connection, control, packet, receipts):
        self.central, self.connection, self.control, self.packet = central, connection, control, packet
        self.receipts = receipts
        self.answers, self.receipt = asyncio.Queue(), asyncio.Event()
        self.asking = None

    def received(self, value):
        value = bytes(value)
        if value[1] == 3 and self.asking != 3:
            self.receipt.set()
        else:
            self.answers.put_nowait(value)

    async def ask(self, *octets):
        request = b''.join(bytes([o]) if isinstance(o, int) else o for o in octets)
        await self.central.think(60e-6, 180e-6)
        self.asking = request[0]
        await self.control.write_value(request, with_response=True)
        answer = await self.answers.get()
        self.asking = None
        assert answer[:2] == bytes([0x60, request[0]])
        return answer

    async def send(self, octets):
        """The values of one object; after each `receipts` of them waits for the device's receipt."""
        for number, value in enumerate(chunks(octets, self.connection.att_mtu - 3), 1):
            await self.central.think(60e-6, 180e-6)
            while not self.central.can_send(self.connection):
                await self.central.ready_to_update(self.connection)
            self.receipt.clear()
            await self.packet.write_value(value, with_response=False)
            if self.receipts and number % self.receipts == 0:
                await self.receipt.wait()

    async def transfer(self, kind, octets):
        """-> the answer to the last execution. An object whose CRC is wrong is created once more."""
        selected = await self.ask(6, kind)
        longest = struct.unpack_from('<I', selected, 3)[0]
        await self.ask(2, struct.pack('<H', self.receipts))
        end = 0
        for piece in chunks(octets, longest):
            while True:
                await self.ask(1, kind, struct.pack('<I', len(piece)))
                await self.send(piece)
                offset, crc = struct.unpack_from('<II', await self.ask(3), 3)
                if (offset, crc) == (end + len(piece), zlib.crc32(octets[:end + len(piece)])):
                    break
            answer = await self.ask(4)
            if answer[2] != 1:
                return answer
            end += len(piece)
        return answer


def init_packet(firmware):
    """A signed init command for an application, as `nrfutil` makes it; the signature is made up."""
    def varint(value):
        return bytes([value]) if value < 128 else bytes([value & 0x7F | 0x80]) + varint(value >> 7)

    def field(number, value):
        if isinstance(value, int):
            return varint(number << 3) + varint(value)
        return varint(number << 3 | 2) + varint(len(value)) + value

    digest = bytes(reversed(range(32)))
    command = field(1, 3) + field(2, 52) + field(3, varint(0x0100)) + field(4, 0) + field(5, 0) + field(6, 0) + \
        field(7, len(firmware)) + field(8, field(1, 3) + field(2, digest)) + field(9, 0)
    return field(2, field(1, field(1, 1) + field(2, command)) + field(2, 0) + field(3, bytes(range(64))))


async def connected(sim, receipts=8, mtu=103, **options):
    """A phone and a bootloader, connected and subscribed -> (client, device)."""
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', PHONE))
    peripheral = App(sim.node('peripheral', 'C4:1D:66:F0:83:29', acl_num=6, company=0x0059))
    sim.rssi('peripheral', 'central', (0, -56))
    control, packet = characteristic(CONTROL, WRITE | NOTIFY), characteristic(PACKET, WRITE_COMMAND)
    peripheral.add_service(SERVICE, control, packet)
    peripheral.limit_mtu(mtu)
    device = Device(peripheral, control, packet, **options)
    await central.power_on()
    await peripheral.power_on()
    await peripheral.advertise(advertisement('DfuTarg', [SERVICE]))
    await asyncio.sleep(0.6)
    address = await central.scan_for(offers(SERVICE))
    await central.think()
    connection, peer = await central.connect(address, mtu=mtu, data_length=251)
    await central.think()
    proxies = await central.discover(peer, SERVICE, CONTROL, PACKET)
    client = Client(central, connection, *proxies, receipts)
    subscribed = asyncio.ensure_future(peripheral.subscription(control))
    await proxies[0].subscribe(client.received)
    await subscribed
    device.task = asyncio.ensure_future(device.run())
    await asyncio.sleep(0.2)
    return client, device
