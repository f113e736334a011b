"""Telink's OTA: a device and a client, written from the BLE SDK's `stack/ble/service/ota/ota.h`."""
from __future__ import annotations

import asyncio
import struct

from recorder import update_peers
from recorder.apps import NOTIFY, WRITE_COMMAND, characteristic, chunks

SERVICE = '00010203-0405-0607-0809-0A0B0C0D1912'
CHARACTERISTIC = '00010203-0405-0607-0809-0A0B0C0D2B12'

START, END, START_EXT, VERSION_REQ, VERSION_RSP, RESULT = 0xFF01, 0xFF02, 0xFF03, 0xFF04, 0xFF05, 0xFF06
SUCCESS, SEQUENCE_ERROR, CRC_ERROR, INCOMPLETE = 0, 1, 3, 5


def checksum(octets):
    return update_peers.crc16(octets, 0xA001, 0xFFFF, True)


def image(octets):
    """Puts the mark and the size into a firmware, where the device looks for them."""
    octets = bytearray(octets)
    octets[8:12] = b'KNLT'
    octets[24:28] = struct.pack('<I', len(octets))
    return bytes(octets)


class Device:
    def __init__(self, char):
        self.char = char
        self.next, self.length, self.image, self.failed = 0, 16, b'', False
        char.on('write', self.written)

    def result(self, code):
        self.failed = code != SUCCESS
        self.answers.send(self.char, struct.pack('<HB', RESULT, code))

    def written(self, connection, value):
        value = bytes(value)
        number = struct.unpack_from('<H', value)[0]
        if self.failed:
            return
        if number == VERSION_REQ:
            self.answers.send(self.char, struct.pack('<HHB', VERSION_RSP, 0x0102, 1))
        elif number in (START, START_EXT):
            self.next, self.image = 0, b''
            self.length = value[2] if number == START_EXT else 16
        elif number == END:
            last, inverted = struct.unpack_from('<HH', value, 2)
            whole = last ^ inverted != 0xFFFF or last == self.next - 1
            self.result(SUCCESS if whole else INCOMPLETE)
        elif number != self.next:
            self.result(SEQUENCE_ERROR)
        elif struct.unpack('<H', value[-2:])[0] != checksum(value[:-2]):
            self.result(CRC_ERROR)
        else:
            self.next += 1
            self.image += value[2:-2]


class Client:
    """`losing` are blocks that the phone's stack drops."""

    def __init__(self, losing=()):
        self.losing = set(losing)
        self.answers = asyncio.Queue()

    async def command(self, format, *numbers):
        await self.link.write(self.link.proxies[0], struct.pack(format, *numbers))

    async def update(self, image, length=16):
        """-> the result of the device."""
        if length > 16:
            await self.command('<HHB', VERSION_REQ, 0x0103, 0)
            assert struct.unpack('<HHB', await self.answers.get()) == (VERSION_RSP, 0x0102, 1)
            await self.command('<HBB16x', START_EXT, length, 0)
        else:
            await self.command('<H', START)
        for number, octets in enumerate(chunks(image, length)):
            octets += b'\xFF' * (-len(octets) % 16)
            block = struct.pack('<H', number) + octets
            if not self.answers.empty():
                break
            if number not in self.losing:
                await self.link.write(self.link.proxies[0], block + struct.pack('<H', checksum(block)))
        else:
            await self.command('<HHH', END, number, number ^ 0xFFFF)
        return (await self.answers.get())[2]


async def connected(sim, mtu=247, **options):
    """A phone and a device, connected and subscribed -> (client, device)."""
    char = characteristic(CHARACTERISTIC, WRITE_COMMAND | NOTIFY)
    device, client = Device(char), Client(**options)
    client.link = await update_peers.connected(
        sim, 'Bulb', SERVICE, [char], [lambda v: client.answers.put_nowait(bytes(v))], mtu)
    device.answers = update_peers.Answers(client.link.peripheral)
    device.answers.connection = client.link.link
    device.task = asyncio.ensure_future(device.answers.run())
    return client, device
