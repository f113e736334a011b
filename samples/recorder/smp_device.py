"""MCUmgr SMP over Bluetooth: a device, written from Zephyr's "SMP Protocol Specification", and a client whose requests the
public package `smp` encodes."""
from __future__ import annotations

import asyncio
import struct

import cbor2
from bumble.core import UUID

from recorder.apps import NOTIFY, WRITE_COMMAND, App, Inbox, advertisement, characteristic, chunks, offers
from recorder.small_transfer import PHONE

SERVICE = '8D53DC1D-1DB7-4CD3-868B-8A527460AA84'
CHARACTERISTIC = 'DA2E7828-FBCE-4E01-AE9E-261174997C48'

HEADER = struct.Struct('>BBHHBB')   # op and version, flags, length, group, sequence, command
OS, IMAGE, FILES = 0, 1, 8


class Frames:
    """Puts frames together from the values that they are spread over."""

    def __init__(self):
        self.octets = b''

    def add(self, value):
        self.octets += bytes(value)
        if len(self.octets) < HEADER.size or len(self.octets) < self.length:
            return None
        frame, self.octets = self.octets[:self.length], self.octets[self.length:]
        return frame

    @property
    def length(self):
        return HEADER.size + HEADER.unpack_from(self.octets)[2]


class Server:
    """The device's half. `losing` are the image offsets whose first answer is not sent; `refusing` an offset that is
    answered with `refusal`; `files` what can be fetched."""

    def __init__(self, peripheral, char, losing=(), refusing=None, refusal=None, files=None):
        self.peripheral, self.char = peripheral, char
        self.losing, self.refusing, self.refusal = set(losing), refusing, refusal
        self.files = files or {}
        self.frames = Frames()
        self.image = b''
        self.connection = None
        self.answers = asyncio.Queue()
        char.on('write', self.written)

    def written(self, connection, value):
        frame = self.frames.add(value)
        if frame is not None:
            self.connection = connection
            self.answers.put_nowait(frame)

    async def run(self):
        while True:
            frame = await self.answers.get()
            op, _, _, group, sequence, command = HEADER.unpack_from(frame)
            request = cbor2.loads(frame[HEADER.size:])
            await asyncio.sleep(self.peripheral.sim.rng.uniform(1e-3, 4e-3))
            body = self.answer(group, command, request)
            if body is None:
                continue
            octets = cbor2.dumps(body)
            answer = HEADER.pack(op | 1, 0, len(octets), group, sequence, command) + octets
            if not await self.peripheral.send(self.connection, self.char,
                                              chunks(answer, self.connection.att_mtu - 3)):
                return

    def answer(self, group, command, request):
        match group, command:
            case (0, 0):
                return {'r': request['d']}
            case (1, 0):
                return {'images': [{'slot': 0, 'version': '1.4.2', 'confirmed': True, 'active': True}], 'splitStatus': 0}
            case (1, 1):
                return self.upload(request)
            case (8, 0):
                content = self.files[request['name']][request['off']:][:200]
                body = {'off': request['off'], 'data': content}
                return {**body, 'len': len(self.files[request['name']])} if request['off'] == 0 else body
        return {'rc': 8}

    def upload(self, request):
        offset = request['off']
        if offset == self.refusing:
            return self.refusal
        if offset == len(self.image):
            self.image += request['data']
        if offset in self.losing:
            self.losing.remove(offset)
            return None
        return {'rc': 0, 'off': len(self.image)}


class Client:
    """The phone's half: sends requests, and waits for the answers by their sequence numbers."""

    def __init__(self, central, proxy, connection):
        self.central, self.proxy, self.connection = central, proxy, connection
        self.frames, self.answers = Frames(), Inbox()

    def received(self, value):
        frame = self.frames.add(value)
        if frame is not None:
            self.answers(frame)

    async def send(self, request):
        for value in chunks(bytes(request), self.connection.att_mtu - 3):
            await self.central.think(60e-6, 180e-6)
            while not self.central.can_send(self.connection):
                await self.central.ready_to_update(self.connection)
            await self.proxy.write_value(value, with_response=False)

    async def answer(self, request, timeout=None):
        def answers(values):
            return [value for value in values if value[6] == request.header.sequence]
        wait = self.answers.until(lambda values: answers(values))
        await (asyncio.wait_for(wait, timeout) if timeout else wait)
        return cbor2.loads(answers(self.answers.values)[-1][HEADER.size:])

    async def ask(self, request):
        await self.send(request)
        return await self.answer(request)


async def connected(sim, mtu=252, **options):
    """A phone and a device with an SMP service, connected and subscribed -> (client, server)."""
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', PHONE))
    peripheral = App(sim.node('peripheral', 'C4:1D:66:F0:83:29', acl_num=6, company=0x0059))
    sim.rssi('peripheral', 'central', (0, -56))
    char = characteristic(CHARACTERISTIC, WRITE_COMMAND | NOTIFY)
    peripheral.add_service(SERVICE, char)
    peripheral.limit_mtu(mtu)
    server = Server(peripheral, char, **options)
    await central.power_on()
    await peripheral.power_on()
    await peripheral.advertise(advertisement('Sensor', [SERVICE]))
    await asyncio.sleep(0.6)
    address = await central.scan_for(offers(SERVICE))
    await central.think()
    connection, peer = await central.connect(address, mtu=mtu, data_length=251)
    await central.think()
    (proxy,) = await central.discover(peer, SERVICE, CHARACTERISTIC)
    client = Client(central, proxy, connection)
    subscribed = asyncio.ensure_future(peripheral.subscription(char))
    await proxy.subscribe(client.received)
    await subscribed
    server.task = asyncio.ensure_future(server.run())
    await asyncio.sleep(0.2)
    return client, server


def image(size):
    """A firmware image with MCUboot's magic number in front; the rest is made up."""
    octets = bytearray(struct.pack('<IIHHII', 0x96F3B83D, 0, 32, 0, size - 32, 0) + bytes(12))
    state = 0x2F6E2B1
    while len(octets) < size:
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        octets += (state >> 8).to_bytes(3, 'little')
    return bytes(octets[:size])
