"""The sniffer: which packets it captures, and the file it writes, with the truth beside it."""

import json
import random
import struct
from dataclasses import dataclass

from .connection import Connection, Transmission
from .radio import LE_1M, LE_2M, Path, crc, duration
from .settings import Run, SnifferSettings

# 2026-01-01, at which no two runs differ.
START_S = 1_767_225_600
PHY_BITS = {LE_1M: 0, LE_2M: 1, 3: 2}
DEWHITENED, SIGNAL_VALID, REFERENCE_VALID = 0x0001, 0x0002, 0x0010
CRC_CHECKED, CRC_VALID = 0x0400, 0x0800


@dataclass
class Truth:
    """Of a captured packet of a connection, or of one that was not captured (without a frame)."""

    frame: int | None
    connection: int
    direction: str
    event: int
    number: int
    attempt: int
    crc_ok: bool

    def line(self) -> str:
        verdict = "retransmitted" if self.attempt > 1 else "new"
        return json.dumps(vars(self) | {"verdict": verdict})


class NordicHeader:
    """What Nordic's sniffer puts before a packet: SnifferAPI/Packet.py of nRF Sniffer."""

    def __init__(self, sniffer: SnifferSettings):
        self.sniffer, self.counter, self.end = sniffer, 0, 0.0

    def count(self) -> int:
        self.counter += 1
        return self.counter & 0xFFFF

    def octets(self, packet: Transmission, time: float, crc_ok: bool, length: int) -> bytes:
        version = self.sniffer.version
        is_data = packet.connection >= 0
        flags = int(crc_ok) | int(is_data and packet.direction == "c") << 1
        flags |= PHY_BITS[packet.phy] << 4
        passed = time if version == 3 else max(0.0, time - self.end)
        # As long as what was received: access address, coding indicator and CRC are no PDU.
        self.end = time + duration(max(0, length - 7 - (packet.phy == 3)), packet.phy)
        kind = 6 if is_data or version < 3 else 2
        fields = struct.pack(
            "<BBBHI", flags, packet.channel, 50, packet.event & 0xFFFF, round(passed) & 0xFFFFFFFF
        )
        return struct.pack(
            "<BHBHBB", 1, length + 10, version, self.counter & 0xFFFF, kind, 10) + fields


def transmissions(run: Run) -> tuple[list[Transmission], list[int]]:
    """All of them in the order of time, and the access addresses of the connections."""
    chance = random.Random(run.seed)
    sent, addresses = [], []
    for index, settings in enumerate(run.connections):
        connection = Connection(index, settings, random.Random(chance.random()))
        sent += connection.run(100_000 + 137_000 * index)
        addresses.append(connection.access_address)
    return sorted(sent, key=lambda transmission: transmission.time), addresses


def capture(run: Run) -> tuple[bytes, list[Truth], list[int]]:
    """The pcap file, the truth about each packet on the air in the order of time, and the access
    addresses of the connections."""
    sniffer = run.sniffer
    chance = random.Random(run.seed + 0.5)
    paths = {
        "c": [Path(sniffer.missed, chance)],
        "p": [Path(sniffer.missed_of_peripheral, chance)],
    }
    # What a burst hides, it hides of both sides.
    paths["p"].append(paths["c"][0])
    pcap = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 4096, sniffer.link_type)]
    truth = []
    frame, last_time = 0, 0
    nordic, busy = NordicHeader(sniffer), 0.0
    sent, addresses = transmissions(run)
    for packet in sent:
        if packet.time < sniffer.starts_at_s * 1e6:
            continue
        outcomes = {path.outcome(packet.time, packet.channel) for path in paths[packet.direction]}
        if packet.connection < 0:
            outcomes = {"received"}
        captured = "lost" not in outcomes
        if sniffer.link_type == 272 and packet.time < busy:
            # One receiver, for all connections.
            captured = False
        if captured:
            nordic.count()
            busy = packet.time + duration(len(packet.pdu), packet.phy)
            captured = not sniffer.without_empty or len(packet.pdu) > 2
        if captured:
            frame += 1
            time = packet.time * (1 + sniffer.ppm / 1e6) + chance.gauss(0, sniffer.jitter_us)
            arrival = round(time + chance.uniform(*sniffer.arrival_us))
            last_time = max(last_time, arrival)
            pcap.append(
                record(packet, sniffer, nordic, (time, last_time), "crc" not in outcomes, chance)
            )
        if packet.connection >= 0:
            truth.append(
                Truth(
                    frame if captured else None, packet.connection, packet.direction,
                    packet.event, packet.number, packet.attempt, "crc" not in outcomes,
                )
            )
    return b"".join(pcap), truth, addresses


def record(
    packet: Transmission, sniffer: SnifferSettings, nordic: NordicHeader,
    times: tuple[float, int], crc_ok: bool, chance: random.Random,
) -> bytes:
    """Of a packet that was captured and written down at two times."""
    octets = packet.pdu + crc(packet.crc_init, packet.pdu)
    if not crc_ok:
        octets = damaged(octets, chance)
    data = struct.pack("<I", packet.access_address)
    if packet.phy == 3:
        # The coding indicator: S=8.
        data += b"\x00"
    data += octets
    if sniffer.link_type == 256:
        flags = DEWHITENED | SIGNAL_VALID | REFERENCE_VALID | CRC_CHECKED
        flags |= CRC_VALID if crc_ok else 0
        flags |= PHY_BITS[packet.phy] << 14
        if packet.connection >= 0 and sniffer.names_direction:
            flags |= (2 if packet.direction == "c" else 3) << 7
        signal = chance.gauss(-50 if packet.direction == "c" else -58, 2)
        data = struct.pack(
            "<BbbBIH", rf_channel(packet.channel), round(signal), 0, 0, packet.access_address, flags
        ) + data
    if sniffer.link_type == 272:
        data = nordic.octets(packet, times[0], crc_ok, len(data)) + data
    seconds, microseconds = divmod(times[1], 1_000_000)
    return struct.pack("<IIII", START_S + seconds, microseconds, len(data), len(data)) + data


def rf_channel(index: int) -> int:
    """The place of a channel in the band, as the link type has it."""
    if index >= 37:
        return {37: 0, 38: 12, 39: 39}[index]
    return index + 1 if index <= 10 else index + 2


def damaged(octets: bytes, chance: random.Random) -> bytes:
    """A few wrong bits, anywhere after the access address; with a wrong length the sniffer takes
    fewer or more octets."""
    bits = int.from_bytes(octets, "little")
    for _ in range(chance.randint(1, 6)):
        bits ^= 1 << chance.randrange(len(octets) * 8)
    wrong = bits.to_bytes(len(octets), "little")
    taken = 2 + wrong[1] + 3
    return wrong[:taken] + chance.randbytes(max(0, taken - len(wrong)))
