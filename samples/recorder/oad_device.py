"""Texas Instruments' extended OAD: a device and a client, written from the "BLE-Stack OAD Profile" and `oad.h`."""
from __future__ import annotations

import asyncio
import struct

from recorder import update_peers
from recorder.apps import NOTIFY, WRITE, WRITE_COMMAND, characteristic

SERVICE, IDENTIFY, BLOCK, CONTROL = (f'F000FFC{n}-0451-4000-B000-000000000000' for n in (0, 1, 2, 5))
GET_BLOCK_SIZE, START, ENABLE, BLOCK_REQUEST = 1, 3, 4, 0x12
SUCCESS, COMPLETE = 0, 14


class Device:
    def __init__(self, identify, block, control, size):
        self.identify, self.control, self.size = identify, control, size
        self.length, self.image = 0, b''
        identify.on('write', self.identified)
        block.on('write', self.stored)
        control.on('write', self.asked)

    def identified(self, connection, value):
        self.length, self.image = struct.unpack_from('<I', bytes(value), 14)[0], b''
        self.answers.send(self.identify, bytes([SUCCESS]))

    def request(self, status=SUCCESS):
        number = len(self.image) // (self.size - 4)
        self.answers.send(self.control, struct.pack('<BBI', BLOCK_REQUEST, status, number))

    def asked(self, connection, value):
        match value[0]:
            case 1:
                self.answers.send(self.control, struct.pack('<BH', GET_BLOCK_SIZE, self.size))
            case 3:
                self.request()
            case 4:
                self.answers.send(self.control, bytes([ENABLE, SUCCESS]))

    def stored(self, connection, value):
        self.image += bytes(value)[4:]
        self.request(COMPLETE if len(self.image) == self.length else SUCCESS)


class Client:
    def __init__(self):
        self.identified, self.answers = asyncio.Queue(), asyncio.Queue()

    async def ask(self, octet):
        await self.link.write(self.link.proxies[2], bytes([octet]), response=True)
        return await self.answers.get()

    async def update(self, image):
        size = struct.unpack('<BH', await self.ask(GET_BLOCK_SIZE))[1] - 4
        identify = b'OAD IMG ' + bytes([3, 1, 0xFF, 0xFF, 1, 0]) + struct.pack('<I', len(image)) + b'0102'
        await self.link.write(self.link.proxies[0], identify)
        assert await self.identified.get() == bytes([SUCCESS])
        request = await self.ask(START)
        while request[1] == SUCCESS:
            number = struct.unpack_from('<I', request, 2)[0]
            octets = image[number * size:][:size]
            await self.link.write(self.link.proxies[1], struct.pack('<I', number) + octets)
            request = await self.answers.get()
        assert request[1] == COMPLETE
        assert await self.ask(ENABLE) == bytes([ENABLE, SUCCESS])


async def connected(sim, mtu=247, size=128):
    """A phone and a device, connected and subscribed -> (client, device)."""
    identify = characteristic(IDENTIFY, WRITE | WRITE_COMMAND | NOTIFY)
    block = characteristic(BLOCK, WRITE_COMMAND | NOTIFY)
    control = characteristic(CONTROL, WRITE | NOTIFY)
    device, client = Device(identify, block, control, size), Client()
    client.link = await update_peers.connected(
        sim, 'OAD', SERVICE, [identify, block, control],
        [lambda v: client.identified.put_nowait(bytes(v)), None,
         lambda v: client.answers.put_nowait(bytes(v))], mtu)
    device.answers = update_peers.Answers(client.link.peripheral)
    device.answers.connection = client.link.link
    device.task = asyncio.ensure_future(device.answers.run())
    return client, device
