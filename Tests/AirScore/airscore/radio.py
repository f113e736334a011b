"""What a packet is on the air: its check, how long it takes, its channel, and whether it arrives.

Core 6.2, Vol 6, Part B: 2.1 and 2.2 packet formats, 3.1.1 CRC, 4.5.8 channel selection.
"""

import random
from dataclasses import dataclass

ADVERTISING_ADDRESS = 0x8E89BED6
ADVERTISING_CRC_INIT = 0x555555
# Between the end of a packet and the beginning of the answer to it (4.1.1).
INTER_FRAME_SPACE = 150.0
LE_1M, LE_2M, LE_CODED = 1, 2, 3


def reversed_bits(value: int, width: int) -> int:
    return int(format(value, f"0{width}b")[::-1], 2)


# x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1; the first bit on the air is the lowest one here.
POLYNOMIAL = reversed_bits(0x00065B, 24)


def _crc_table() -> list[int]:
    table = []
    for octet in range(256):
        state = octet
        for _ in range(8):
            state = state >> 1 ^ (POLYNOMIAL if state & 1 else 0)
        table.append(state)
    return table


CRC_TABLE = _crc_table()


def crc(initial: int, pdu: bytes) -> bytes:
    """The three octets that follow a PDU."""
    state = reversed_bits(initial, 24)
    for octet in pdu:
        state = state >> 8 ^ CRC_TABLE[(state ^ octet) & 0xFF]
    return state.to_bytes(3, "little")


def duration(octets: int, phy: int) -> float:
    """Microseconds that a packet takes with a PDU of so many octets, its header included."""
    if phy == LE_CODED:
        # S=8: preamble, access address, coding indicator, TERM1, PDU and CRC, TERM2.
        return 80 + 256 + 16 + 24 + (octets + 3) * 64 + 24
    if phy == LE_2M:
        return (2 + 4 + octets + 3) * 4
    return (1 + 4 + octets + 3) * 8


def permutation(value: int) -> int:
    return reversed_bits(value >> 8, 8) << 8 | reversed_bits(value & 0xFF, 8)


class ChannelSelection:
    """The channel of each connection event."""

    def __init__(self, algorithm: int, access_address: int, hop: int, channels: list[int]):
        self.algorithm = algorithm
        self.hop = hop
        self.identifier = access_address >> 16 ^ access_address & 0xFFFF
        self.unmapped = 0
        self.channels = channels

    def next(self, counter: int) -> int:
        """To be called once for each event, in order."""
        used = self.channels
        if self.algorithm == 1:
            self.unmapped = (self.unmapped + self.hop) % 37
            if self.unmapped in used:
                return self.unmapped
            return used[self.unmapped % len(used)]
        value = counter ^ self.identifier
        for _ in range(3):
            value = (17 * permutation(value) + self.identifier) % 65536
        value ^= self.identifier
        if value % 37 in used:
            return value % 37
        return used[len(used) * value // 65536]


@dataclass
class Fading:
    """How often packets do not arrive: alone, in bursts, and on channels with interference."""

    loss: float = 0.0
    # Gilbert-Elliott: mean lengths of the good and the bad state in microseconds, and the loss in
    # the bad one.
    good_us: float = 0.0
    bad_us: float = 0.0
    bad_loss: float = 0.0
    # Of the packets that do not arrive, so many are received with a wrong CRC instead.
    crc_share: float = 0.0
    channels: tuple[int, ...] = ()
    channel_loss: float = 0.0


class Path:
    """One receiver's way from one sender."""

    def __init__(self, fading: Fading, chance: random.Random):
        self.fading = fading
        self.chance = chance
        self.bad = False
        self.until = chance.expovariate(1 / fading.good_us) if fading.good_us else float("inf")

    def outcome(self, time: float, channel: int) -> str:
        """Of a packet at a time in microseconds: received, crc or lost."""
        fading, chance = self.fading, self.chance
        while time > self.until:
            self.bad = not self.bad
            mean = fading.bad_us if self.bad else fading.good_us
            self.until += chance.expovariate(1 / mean)
        arrives = 1 - fading.loss
        if self.bad:
            arrives *= 1 - fading.bad_loss
        if channel in fading.channels:
            arrives *= 1 - fading.channel_loss
        if chance.random() < arrives:
            return "received"
        return "crc" if chance.random() < fading.crc_share else "lost"
