"""A connection from its request to its end: events, packets, procedures.

Core 6.2, Vol 6, Part B: 2.3.3.1 CONNECT_IND, 2.4.2 control PDUs, 4.2.4 and 4.5.7 window widening,
4.5.1 connection events, 4.5.6 closing them, 5.1 procedures.
"""

import random
import struct
from dataclasses import dataclass

from . import device as dev
from .device import Device, Header
from .radio import (
    ADVERTISING_ADDRESS,
    ADVERTISING_CRC_INIT,
    INTER_FRAME_SPACE,
    LE_1M,
    ChannelSelection,
    Path,
    duration,
)
from .settings import ConnectionSettings, Traffic

UNIT = 1_250.0
CONNECTION_UPDATE, CHANNEL_MAP, TERMINATE = 0x00, 0x01, 0x02
ENC_REQ, ENC_RSP, START_ENC_REQ, START_ENC_RSP = 0x03, 0x04, 0x05, 0x06
LENGTH_REQ, LENGTH_RSP, PHY_REQ, PHY_RSP, PHY_UPDATE = 0x14, 0x15, 0x16, 0x17, 0x18
PHY_BITS = {1: 1, 2: 2, 3: 4}
# Of clocks: worst case in the CONNECT_IND (SCA 5), and what the peripheral adds for itself.
ACCURACY_PPM = 50 + 50


@dataclass
class Transmission:
    """A packet on the air, with the truth about it."""

    time: float
    connection: int
    direction: str
    channel: int
    phy: int
    access_address: int
    crc_init: int
    pdu: bytes
    number: int = 0
    attempt: int = 0
    event: int = 0


class Source:
    """Values that an app hands over in time."""

    def __init__(self, traffic: Traffic | None, opcode: int, handle: int, chance: random.Random):
        self.traffic, self.opcode, self.handle, self.chance = traffic, opcode, handle, chance
        self.next = traffic.every_us if traffic else float("inf")
        self.count = 0

    def run(self, now: float, to: Device):
        while self.next <= now:
            for _ in range(self.traffic.burst):
                # A stack has so many buffers; an app does not count what it refuses.
                if len(to.messages) < 12:
                    to.send_message(self._value())
            self.next += self.chance.uniform(0.5, 1.5) * self.traffic.every_us * self.traffic.burst

    def _value(self) -> bytes:
        length = self.chance.choice(self.traffic.octets)
        counter = self.count if self.traffic.counted else 7
        self.count += 1
        value = struct.pack("<I", counter) + bytes(range(length - 4))
        return struct.pack("<BH", self.opcode, self.handle) + value


class Connection:
    def __init__(self, index: int, settings: ConnectionSettings, chance: random.Random):
        self.index, self.settings, self.chance = index, settings, chance
        self.access_address = access_address(chance)
        self.crc_init = chance.getrandbits(24)
        self.hop = chance.randint(5, 16)
        self.hopping = ChannelSelection(
            settings.algorithm, self.access_address, self.hop, list(settings.channels)
        )
        self.central, self.peripheral = Device(), Device()
        self.peripheral.max_octets = settings.peripheral_octets
        self.keys = {"c": chance.getrandbits(30), "p": chance.getrandbits(30)}
        self.to_central = Path(settings.loss_at_central, random.Random(chance.random()))
        self.to_peripheral = Path(settings.loss_at_peripheral, random.Random(chance.random()))
        self.phys = {"c": settings.phy, "p": settings.phy}
        self.interval = settings.interval * UNIT
        self.latency = settings.latency
        self.counter = 0
        self.skipped = 0
        self.heard_last = False
        # What applies from an event on: its counter -> what to do.
        self.instants: dict[int, bytes] = {}
        self.delivered: set[bytes] = set()
        self.sent: list[Transmission] = []
        self.open = True

    # Setting up

    def run(self, start: float) -> list[Transmission]:
        anchor = self._connect(start)
        settings = self.settings
        sources = [
            Source(settings.notifications, dev.NOTIFICATION, 0x0012, self.chance),
            Source(settings.writes, dev.WRITE_COMMAND, 0x0015, self.chance),
        ]
        for source in sources:
            source.next += start
        self.central.send_message(struct.pack("<BH", dev.MTU_REQUEST, 247))
        expected = heard = anchor
        window = 1 * UNIT
        last_received = {"c": anchor, "p": anchor}
        while self.open:
            sources[0].run(anchor, self.peripheral)
            sources[1].run(anchor, self.central)
            self._begin_procedures()
            reached = abs(anchor - expected) <= window + self._widening(anchor - heard)
            channel = self.hopping.next(self.counter)
            slept = self._sleeps()
            received = self._event(anchor, channel, reached and not slept)
            for side, time in received.items():
                last_received[side] = time
            if not slept:
                self.heard_last = "p" in received
            if "p" in received:
                heard = expected = anchor
                window = 0
            if anchor - min(last_received.values()) > settings.timeout * 10_000:
                break
            if self.counter == settings.events and settings.terminates:
                self.central.control.append(bytes([TERMINATE, 0x13]))
            if self.counter > settings.events + (60 if settings.terminates else 0):
                break
            anchor, expected, window = self._next_anchor(anchor, expected, window)
        return self.sent

    def _connect(self, start: float) -> float:
        """The advertisement and the request; returns the first anchor point."""
        initiator, advertiser = b"\x11\x22\x33\x44\x55" + bytes([0xC0 + self.index]), (
            b"\xaa\xbb\xcc\xdd\xee" + bytes([0xC0 + self.index])
        )
        select = 0x20 if self.settings.algorithm == 2 else 0
        adv = advertiser + bytes([2, 1, 6])
        adv = bytes([0x00 | select | 0x40, len(adv)]) + adv
        offset, size = self.chance.randint(0, self.settings.interval // 2), 2
        channels = sum(1 << channel for channel in self.settings.channels)
        data = initiator + advertiser + struct.pack("<I", self.access_address)
        data += self.crc_init.to_bytes(3, "little")
        data += struct.pack(
            "<BHHHH", size, offset, self.settings.interval, self.latency, self.settings.timeout
        )
        data += channels.to_bytes(5, "little") + bytes([self.hop | 5 << 5])
        request = bytes([0x05 | select | 0xC0, len(data)]) + data
        time = start
        for pdu, direction in ((adv, "p"), (request, "c")):
            self.sent.append(
                Transmission(
                    time, -1, direction, 37, LE_1M, ADVERTISING_ADDRESS, ADVERTISING_CRC_INIT, pdu
                )
            )
            time += duration(len(pdu), LE_1M) + INTER_FRAME_SPACE
        return time - INTER_FRAME_SPACE + UNIT + offset * UNIT + self.chance.uniform(0, size * UNIT)

    # Time

    def _widening(self, elapsed: float) -> float:
        return elapsed * ACCURACY_PPM / 1e6 + 32

    def _next_anchor(self, anchor, expected, window) -> tuple[float, float, float]:
        """Of the next event: when it begins, when the peripheral expects it, and within what."""
        central, peripheral = (
            1 + self.settings.central_ppm / 1e6,
            1 + self.settings.peripheral_ppm / 1e6,
        )
        anchor += self.interval * central
        expected += self.interval * peripheral
        self.counter += 1
        update = self.instants.pop(self.counter, None)
        if update is not None:
            if update not in self.delivered:
                self.open = False
            elif update[0] == CONNECTION_UPDATE:
                size, offset, interval, self.latency, _, _ = struct.unpack("<BHHHHH", update[1:])
                self.interval = interval * UNIT
                anchor += offset * UNIT + self.chance.uniform(0, size * UNIT)
                expected += offset * UNIT
                window = size * UNIT
            elif update[0] == CHANNEL_MAP:
                bits = int.from_bytes(update[1:6], "little")
                self.hopping.channels = [c for c in range(37) if bits >> c & 1]
            else:
                by_bit = {bit: phy for phy, bit in PHY_BITS.items()}
                self.phys = {
                    "c": by_bit.get(update[1], self.phys["c"]),
                    "p": by_bit.get(update[2], self.phys["p"]),
                }
        return anchor + self.chance.gauss(0, self.settings.anchor_jitter_us), expected, window

    def _sleeps(self) -> bool:
        """Whether the peripheral uses its latency for this event."""
        may = self.skipped < self.latency and not self.instants and self.counter > 5
        sleeps = may and self.peripheral.idle() and not self.peripheral.peer_has_more
        # One that did not hear the central when it listened goes on listening.
        sleeps = sleeps and self.heard_last
        self.skipped = self.skipped + 1 if sleeps else 0
        return sleeps

    # Events

    def _event(self, anchor: float, channel: int, listens: bool) -> dict[str, float]:
        """Returns when each side received a packet with a correct CRC, or at least heard one."""
        received: dict[str, float] = {}
        central, peripheral = self.central, self.peripheral
        central.wrong_in_a_row = peripheral.wrong_in_a_row = 0
        time, pairs = anchor, 0
        while self.open:
            time, outcome, header = self._send("c", time, channel, listens)
            if outcome == "lost" or peripheral.wrong_in_a_row == 2:
                break
            if pairs == 0 or outcome == "received":
                received["p"] = time
            time += INTER_FRAME_SPACE + self.chance.gauss(0, 0.5)
            time, outcome, answer = self._send("p", time, channel, True)
            if outcome == "received":
                received["c"] = time
            pairs += 1
            if outcome == "lost" or central.wrong_in_a_row == 2:
                break
            if pairs >= self.settings.most_pairs:
                break
            if time + self._longest_exchange() > anchor + self.interval - INTER_FRAME_SPACE:
                break
            # The central knows its own MD, and the other one if the CRC was correct.
            if outcome == "crc":
                if self.chance.random() < 0.5:
                    break
            elif not (header.md or answer.md):
                break
            listens = bool(answer.md or peripheral.peer_has_more or peripheral.wrong_in_a_row)
            time += INTER_FRAME_SPACE + self.chance.gauss(0, 0.5)
        return received

    def _longest_exchange(self) -> float:
        sides = ((self.central, "c"), (self.peripheral, "p"))
        packets = sum(duration(2 + side.max_octets, self.phys[name]) for side, name in sides)
        return packets + 2 * INTER_FRAME_SPACE

    def _send(self, side: str, time: float, channel: int, heard: bool):
        """A packet, and what its receiver makes of it; returns when it ends."""
        sender, receiver, path = (
            (self.central, self.peripheral, self.to_peripheral)
            if side == "c"
            else (self.peripheral, self.central, self.to_central)
        )
        header, pdu = sender.packet()
        payload = pdu.on_air(self.keys[side])
        octets = bytes([header.octet(), len(payload)]) + payload
        phy = self.phys[side]
        self.sent.append(
            Transmission(
                time, self.index, side, channel, phy, self.access_address, self.crc_init, octets,
                pdu.number, pdu.attempts, self.counter,
            )
        )
        outcome = path.outcome(time, channel)
        if not heard:
            outcome = "lost"
        if outcome == "crc":
            receiver.wrong_in_a_row += 1
        elif outcome == "received":
            accepts = self.chance.random() >= self.settings.no_buffer or pdu.llid == dev.CONTROL
            new = receiver.receive(header, pdu.payload, accepts)
            if new is not None:
                self._deliver(side, *new)
        if self.central.last_acknowledged == bytes([TERMINATE, 0x13]):
            self.open = False
        return time + duration(len(octets), phy), outcome, header

    # Procedures

    def _begin_procedures(self):
        name = self.settings.procedures.get(self.counter)
        if name is None:
            return
        instant = self.counter + 24 + 6 * self.latency
        if name == "length":
            self.central.control.append(struct.pack("<BHHHH", LENGTH_REQ, 251, 2120, 251, 2120))
        elif name == "phy":
            self.central.control.append(bytes([PHY_REQ, 7, 7]))
        elif name == "encrypt":
            self.central.control.append(bytes([ENC_REQ]) + self.chance.randbytes(22))
            self.central.is_paused = True
        elif name == "interval":
            offset = self.chance.randint(0, self.settings.new_interval - 3)
            self._announce(
                struct.pack(
                    "<BBHHHHH", CONNECTION_UPDATE, 2, offset, self.settings.new_interval,
                    self.settings.latency, self.settings.timeout, instant,
                )
            )
        else:
            channels = sum(1 << channel for channel in self.settings.channels if channel % 4)
            update = bytes([CHANNEL_MAP]) + channels.to_bytes(5, "little")
            self._announce(update + struct.pack("<H", instant))

    def _announce(self, update: bytes):
        """Sends a PDU that has an instant, which its last two octets are."""
        self.central.control.append(update)
        self.instants[int.from_bytes(update[-2:], "little")] = update

    def _deliver(self, side: str, llid: int, payload: bytes):
        """What the receiver of a new PDU does."""
        receiver = self.peripheral if side == "c" else self.central
        if llid == dev.START and payload[4:5] == bytes([dev.MTU_REQUEST]):
            receiver.send_message(struct.pack("<BH", dev.MTU_RESPONSE, 247))
        if llid != dev.CONTROL:
            return
        opcode = payload[0]
        self.delivered.add(payload)
        if opcode == LENGTH_REQ:
            receiver.control.append(struct.pack("<BHHHH", LENGTH_RSP, 251, 2120, 251, 2120))
            receiver.max_octets = 251
        elif opcode == LENGTH_RSP:
            receiver.max_octets = 251
        elif opcode == ENC_REQ:
            receiver.is_paused = True
            receiver.control.append(bytes([ENC_RSP]) + self.chance.randbytes(12))
            receiver.control.append(bytes([START_ENC_REQ]))
        elif opcode == START_ENC_REQ:
            receiver.is_encrypted = True
            receiver.control.append(bytes([START_ENC_RSP]))
        elif opcode == START_ENC_RSP:
            if receiver is self.peripheral:
                receiver.is_encrypted = True
                receiver.control.append(bytes([START_ENC_RSP]))
            receiver.is_paused = False
        elif opcode == PHY_REQ:
            receiver.control.append(bytes([PHY_RSP, 7, 7]))
        elif opcode == PHY_RSP:
            bit = PHY_BITS[self.settings.new_phy]
            self._announce(
                bytes([PHY_UPDATE, bit, bit]) + struct.pack("<H", self.counter + 24)
            )


def access_address(chance: random.Random) -> int:
    """One that 2.1.2 allows: no run of more than six equal bits, enough changes."""
    while True:
        value = chance.getrandbits(32)
        bits = format(value, "032b")
        changes = sum(a != b for a, b in zip(bits, bits[1:]))
        top = sum(a != b for a, b in zip(bits[:6], bits[1:6]))
        if "0" * 7 in bits or "1" * 7 in bits or changes > 24 or top < 2:
            continue
        if len(set(value.to_bytes(4, "little"))) == 1 or value == ADVERTISING_ADDRESS:
            continue
        return value
