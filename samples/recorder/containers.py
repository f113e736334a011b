"""Records -> the bytes of a capture file, in the formats in which phones, computers and sniffers write them.

A container first *dresses* the records (a PacketLogger file has notes in between, a Linux monitor stream has the
comings and goings of the controller) and then writes them. One entry is one frame, counted from 1.
"""
from __future__ import annotations

import dataclasses
import struct

# Midnight of 1 January of the year 0, in microseconds before 1970, as btsnoop files count it.
BTSNOOP_EPOCH_US = 0x00DCDDB30F2F8000

COMMAND, ACL, EVENT = 1, 2, 4   # H4 packet types


@dataclasses.dataclass
class Extra:
    """An entry that is no HCI packet. `kind` is a monitor opcode or a PacketLogger type."""
    time_us: int
    kind: int
    payload: bytes
    mark = None
    kept = None
    drops = 0


@dataclasses.dataclass(frozen=True)
class Device:
    """The recording device, as its own capture shows it."""
    name: str = ''
    address: str = '00:00:00:00:00:00'
    manufacturer: int = 0x000F
    notes: tuple = ()


def plain(records, _device):
    return list(records)


# ---- btsnoop

def _btsnoop(datalink, entries, start_us, body):
    out = [b'btsnoop\0' + struct.pack('>II', 1, datalink)]
    for entry in entries:
        flags, data = body(entry)
        kept = data[:entry.kept]
        out.append(struct.pack('>IIIIq', len(data), len(kept), flags, entry.drops,
                               start_us + entry.time_us + BTSNOOP_EPOCH_US) + kept)
    return b''.join(out)


def _h4_flags(record):
    return int(record.received) | (2 if record.data[0] in (COMMAND, EVENT) else 0)


def btsnoop_h4(entries, start_us):
    """Datalink 1002: the file of Android's Bluetooth HCI snoop log."""
    return _btsnoop(1002, entries, start_us, lambda r: (_h4_flags(r), r.data))


def btsnoop_h1(entries, start_us):
    """Datalink 1001: no type byte, only the flags distinguish command, event and data."""
    return _btsnoop(1001, entries, start_us, lambda r: (_h4_flags(r), r.data[1:]))


# ---- Linux monitor

NEW_INDEX, OPEN_INDEX, INDEX_INFO, SYSTEM_NOTE = 0, 8, 10, 12
MONITOR_OPCODES = {(COMMAND, False): 2, (EVENT, True): 3, (ACL, False): 4, (ACL, True): 5}
NO_CONTROLLER = 0xFFFF
READ_BD_ADDR = b'\x01\x09\x10'


def monitor(records, device):
    """What the kernel reports beside the packets: notes, then the controller appears, opens and is known."""
    address = bytes.fromhex(device.address.replace(':', ''))[::-1]
    start = records[0].time_us
    entries = [Extra(start, SYSTEM_NOTE, note.encode() + b'\0') for note in device.notes]
    entries += [Extra(start, NEW_INDEX, bytes([0, 3]) + bytes(6) + device.name.encode().ljust(8, b'\0')),
                Extra(start, OPEN_INDEX, b'')]
    starting_up = any(r.data.startswith(READ_BD_ADDR) for r in records)
    info = struct.pack('<6sH', address, device.manufacturer)
    if not starting_up:
        # A program that opens the monitor late gets the existing controllers at once.
        entries[-2].payload = bytes([0, 3]) + address + device.name.encode().ljust(8, b'\0')
        entries.append(Extra(start, INDEX_INFO, info))
    asked = False
    for record in records:
        entries.append(record)
        if asked and record.received:
            entries.append(Extra(record.time_us, INDEX_INFO, info))
            asked = False
        asked = asked or record.data.startswith(READ_BD_ADDR)
    return entries


def _monitor_frame(entry):
    """(adapter, opcode, payload)"""
    if isinstance(entry, Extra):
        return NO_CONTROLLER if entry.kind == SYSTEM_NOTE else 0, entry.kind, entry.payload
    return 0, MONITOR_OPCODES[(entry.data[0], entry.received)], entry.data[1:]


def btsnoop_monitor(entries, start_us):
    """Datalink 2001: the file of `btmon -w`."""
    def body(entry):
        adapter, opcode, payload = _monitor_frame(entry)
        return (adapter << 16) | opcode, payload
    return _btsnoop(2001, entries, start_us, body)


# ---- pcap and pcapng

def _pcap(link_type, entries, start_us, body, order='<', nanoseconds=False):
    magic = 0xA1B23C4D if nanoseconds else 0xA1B2C3D4
    out = [struct.pack(order + 'IHHiIII', magic, 2, 4, 0, 0, 262144, link_type)]
    for entry in entries:
        data = body(entry)
        seconds, fraction = divmod(start_us + entry.time_us, 1_000_000)
        if nanoseconds:
            fraction *= 1000
        out.append(struct.pack(order + 'IIII', seconds, fraction, len(data), len(data)) + data)
    return b''.join(out)


def _with_direction(record):
    return struct.pack('>I', record.received) + record.data


def pcap_h4(entries, start_us):
    """Link type 187: H4 packets, and nothing that gives the direction."""
    return _pcap(187, entries, start_us, lambda r: r.data)


def pcap_h4_direction_big_endian_ns(entries, start_us):
    """Link type 201: a direction word, then H4. Big-endian, with nanoseconds."""
    return _pcap(201, entries, start_us, _with_direction, '>', True)


def pcap_monitor(entries, start_us):
    """Link type 254: what tcpdump writes on `bluetooth-monitor`."""
    def body(entry):
        adapter, opcode, payload = _monitor_frame(entry)
        return struct.pack('>HH', adapter, opcode) + payload
    return _pcap(254, entries, start_us, body)


def pcapng_h4_direction(entries, start_us):
    """Link type 201 in pcapng, the direction in the packet's flags as well."""
    def option(code, value):
        return struct.pack('<HH', code, len(value)) + value + bytes(-len(value) % 4)

    def block(kind, body):
        size = len(body) + 12
        return struct.pack('<II', kind, size) + body + struct.pack('<I', size)

    end_of_options = struct.pack('<HH', 0, 0)
    out = [block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1) +
                 option(4, b'samples/record') + end_of_options),
           block(1, struct.pack('<HHI', 201, 0, 0) + option(2, b'bluetooth0') +
                 option(9, bytes([6])) + end_of_options)]
    for entry in entries:
        data = _with_direction(entry)
        time = start_us + entry.time_us
        flags = struct.pack('<I', 1 if entry.received else 2)
        out.append(block(6, struct.pack('<IIIII', 0, time >> 32, time & 0xFFFFFFFF, len(data), len(data)) +
                         data + bytes(-len(data) % 4) + option(2, flags) + end_of_options))
    time = start_us + entries[-1].time_us
    statistics = option(4, struct.pack('<Q', len(entries))) + option(5, struct.pack('<Q', 0))
    out.append(block(5, struct.pack('<III', 0, time >> 32, time & 0xFFFFFFFF) + statistics + end_of_options))
    return b''.join(out)


# ---- Apple PacketLogger

NOTE = 0xFC
PACKETLOGGER_TYPES = {(COMMAND, False): 0, (EVENT, True): 1, (ACL, False): 2, (ACL, True): 3}


def with_notes(records, device):
    start = records[0].time_us
    return [Extra(start, NOTE, note.encode() + b'\0') for note in device.notes] + list(records)


def _packetlogger(entries, start_us, order):
    out = []
    for entry in entries:
        if isinstance(entry, Extra):
            kind, payload = entry.kind, entry.payload
        else:
            kind, payload = PACKETLOGGER_TYPES[(entry.data[0], entry.received)], entry.data[1:]
        seconds, microseconds = divmod(start_us + entry.time_us, 1_000_000)
        out.append(struct.pack(order + 'IIIB', len(payload) + 9, seconds, microseconds, kind) + payload)
    return b''.join(out)


def packetlogger_little_endian(entries, start_us):
    return _packetlogger(entries, start_us, '<')


def packetlogger_big_endian(entries, start_us):
    return _packetlogger(entries, start_us, '>')


@dataclasses.dataclass(frozen=True)
class Container:
    extension: str
    write: object
    dress: object = plain


BTSNOOP_H4 = Container('btsnoop', btsnoop_h4)
BTSNOOP_H1 = Container('btsnoop', btsnoop_h1)
BTSNOOP_MONITOR = Container('btsnoop', btsnoop_monitor, monitor)
PCAP_H4 = Container('pcap', pcap_h4)
PCAP_H4_DIRECTION = Container('pcap', pcap_h4_direction_big_endian_ns)
PCAP_MONITOR = Container('pcap', pcap_monitor, monitor)
PCAPNG_H4_DIRECTION = Container('pcapng', pcapng_h4_direction)
PACKETLOGGER_LE = Container('pklg', packetlogger_little_endian, with_notes)
PACKETLOGGER_BE = Container('pklg', packetlogger_big_endian, with_notes)
