"""Espressif's BLE OTA: a device and a client, written from esp-iot-solution's `examples/bluetooth/ble_ota/README.md`."""
from __future__ import annotations

import asyncio
import struct

from recorder import update_peers
from recorder.apps import INDICATE, WRITE, WRITE_COMMAND, characteristic, chunks

SERVICE, FIRMWARE, PROGRESS, COMMAND, CUSTOMER = '8018', '8020', '8021', '8022', '8023'
SECTOR = 4096


def checksum(octets):
    return update_peers.crc16(octets, 0x1021, 0, False)


def packet(*numbers):
    octets = struct.pack('<3H', *numbers, *[0] * (3 - len(numbers))) + bytes(12)
    return octets + struct.pack('<H', checksum(octets))


class Device:
    def __init__(self, firmware, command):
        self.firmware, self.command = firmware, command
        self.length, self.image, self.sector, self.octets = None, b'', 0, b''
        command.on('write', self.asked)
        firmware.on('write', self.stored)

    def asked(self, connection, value):
        number, low, high = struct.unpack_from('<3H', bytes(value))
        if number == 1:
            self.length, self.image, self.sector, self.octets = low | high << 16, b'', 0, b''
        self.answers.send(self.command, packet(3, number, 0))

    def stored(self, connection, value):
        value = bytes(value)
        sector, number = struct.unpack_from('<HB', value)
        if sector != self.sector:
            return self.answers.send(self.firmware, packet(sector, 2, self.sector))
        self.octets += value[3:]
        if number != 0xFF:
            return
        octets, crc = self.octets[:-2], struct.unpack('<H', self.octets[-2:])[0]
        self.octets = b''
        if crc != checksum(octets):
            return self.answers.send(self.firmware, packet(sector, 1, self.sector))
        self.image += octets
        self.sector += 1
        self.answers.send(self.firmware, packet(sector, 0, self.sector))


class Client:
    """`spoiling` are sectors that are once sent with a wrong CRC-16."""

    def __init__(self, spoiling=()):
        self.spoiling = set(spoiling)
        self.answers, self.acknowledgements = asyncio.Queue(), asyncio.Queue()

    async def ask(self, *numbers):
        await self.link.write(self.link.proxies[1], packet(*numbers), response=True)
        return struct.unpack_from('<3H', await self.answers.get())

    async def sector(self, number, octets):
        crc = checksum(octets)
        if number in self.spoiling:
            self.spoiling.remove(number)
            crc ^= 0x0100
        values = chunks(octets + struct.pack('<H', crc), self.link.connection.att_mtu - 6)
        for index, value in enumerate(values):
            index = index if index < len(values) - 1 else 0xFF
            await self.link.write(self.link.proxies[0], struct.pack('<HB', number, index) + value)
        return struct.unpack_from('<3H', await self.acknowledgements.get())

    async def update(self, image, stops=True):
        assert await self.ask(1, len(image) & 0xFFFF, len(image) >> 16) == (3, 1, 0)
        for number, octets in enumerate(chunks(image, SECTOR)):
            while (await self.sector(number, octets))[1] != 0:
                pass
        if stops:
            assert await self.ask(2) == (3, 2, 0)


async def connected(sim, mtu=247, **options):
    """A phone and a device with the update's service, connected and subscribed -> (client, device)."""
    firmware = characteristic(FIRMWARE, WRITE | WRITE_COMMAND | INDICATE)
    command = characteristic(COMMAND, WRITE | INDICATE)
    device, client = Device(firmware, command), Client(**options)
    client.link = await update_peers.connected(
        sim, 'ESP-C919', SERVICE, [firmware, command],
        [lambda v: client.acknowledgements.put_nowait(bytes(v)), lambda v: client.answers.put_nowait(bytes(v))], mtu)
    device.answers = update_peers.Answers(client.link.peripheral, indications=True)
    device.answers.connection = client.link.link
    device.task = asyncio.ensure_future(device.answers.run())
    return client, device
