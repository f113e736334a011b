"""Silicon Labs' OTA: a device and a client, written from AN1086 and the file format of the "Gecko Bootloader User's
Guide". The file is made up, with the right tags and CRC-32."""
from __future__ import annotations

import struct
import zlib

from recorder import update_peers
from recorder.apps import WRITE, WRITE_COMMAND, characteristic, chunks

SERVICE = '1D14D6EE-FD63-4FA1-BFA4-8F47B42119F0'
CONTROL = 'F7BF3564-FB6D-4E53-88A4-5E37E0326063'
DATA = '984227F3-34FC-4045-A5D0-2C581F81A153'
HEADER, APPLICATION, PROGRAM, END = 0x03A617EB, 0xF40A0AF4, 0xFE0101FE, 0xFC0404FC


def gbl(program):
    def tag(number, octets):
        return struct.pack('<II', number, len(octets)) + octets

    octets = tag(HEADER, struct.pack('<II', 0x03000000, 0)) + \
        tag(APPLICATION, struct.pack('<III', 1 << 5, 0x01020000, 0) + bytes(range(16))) + \
        tag(PROGRAM, struct.pack('<I', 0x4000) + program) + struct.pack('<II', END, 4)
    return octets + struct.pack('<I', zlib.crc32(octets))


class Device:
    def __init__(self, control, data):
        self.image, self.done = b'', []
        control.on('write', self.asked)
        data.on('write', lambda connection, value: self.stored(value))

    def asked(self, connection, value):
        if value[0] == 0:
            self.image = b''
        elif value[0] == 3:
            self.done.append(self.image)

    def stored(self, value):
        self.image += bytes(value)


async def update(link, image, stop=None):
    """Every eighth value is a Write Request, whose response keeps the device's buffers from overflowing."""
    control, data = link.proxies
    await link.write(control, bytes([0]), response=True)
    for number, value in enumerate(chunks(image, link.connection.att_mtu - 3), 1):
        await link.write(data, value, response=number % 8 == 0)
        if number == stop:
            return
    await link.write(control, bytes([3]), response=True)


async def connected(sim, mtu=247):
    """A phone and a bootloader, connected -> (link, device)."""
    control = characteristic(CONTROL, WRITE)
    data = characteristic(DATA, WRITE | WRITE_COMMAND)
    device = Device(control, data)
    link = await update_peers.connected(sim, 'AppLoad', SERVICE, [control, data], [None, None], mtu)
    return link, device
