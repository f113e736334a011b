"""One side of a connection: what it sends, and what it makes of what it receives.

Core 6.2, Vol 6, Part B: 2.4 data PDUs, 4.5.9 acknowledgment and flow control.
"""

import random
import struct
from collections import deque
from dataclasses import dataclass

CONTINUATION, START, CONTROL = 1, 2, 3
ATTRIBUTE_CHANNEL = 4
MTU_REQUEST, MTU_RESPONSE, WRITE_COMMAND, NOTIFICATION = 0x02, 0x03, 0x52, 0x1B


@dataclass
class Pdu:
    """What is sent until it is acknowledged: the same LLID, SN and payload each time."""

    number: int
    llid: int
    payload: bytes
    is_encrypted: bool = False
    attempts: int = 0

    def on_air(self, key: int) -> bytes:
        """The payload, as a sniffer without the key sees it: what was encrypted looks like chance,
        and has a MIC of four octets. Core 6.2, Vol 6, Part E, 1; Part B, 2.4."""
        if not self.is_encrypted or not self.payload:
            return self.payload
        return random.Random(key << 32 | self.number).randbytes(len(self.payload) + 4)


@dataclass
class Header:
    llid: int
    nesn: int
    sn: int
    md: int

    def octet(self) -> int:
        return self.llid | self.nesn << 2 | self.sn << 3 | self.md << 4


class Device:
    def __init__(self):
        self.transmit_seq_num = 0
        self.next_expected_seq_num = 0
        self.control: deque[bytes] = deque()
        self.messages: deque[bytes] = deque()
        self.rest = b""
        self.current: Pdu | None = None
        self.sent = 0
        self.max_octets = 27
        # Data waits while encryption starts.
        self.is_paused = False
        # From its next new PDU on.
        self.is_encrypted = False
        self.last_acknowledged: bytes | None = None
        # The other side's MD, and how many packets of it in a row had a wrong CRC in this event.
        self.peer_has_more = False
        self.wrong_in_a_row = 0

    def send_message(self, att: bytes):
        self.messages.append(struct.pack("<HH", len(att), ATTRIBUTE_CHANNEL) + att)

    def waiting(self) -> bool:
        return bool(self.control or not self.is_paused and (self.rest or self.messages))

    def idle(self) -> bool:
        """Nothing to send, and all that was sent, but for an empty PDU, is acknowledged."""
        acknowledged = self.current is None or not self.current.payload
        return acknowledged and not self.waiting()

    def _next_pdu(self) -> tuple[int, bytes]:
        if self.control:
            return CONTROL, self.control.popleft()
        if self.is_paused:
            return CONTINUATION, b""
        if self.rest:
            llid, octets = CONTINUATION, self.rest
        elif self.messages:
            llid, octets = START, self.messages.popleft()
        else:
            return CONTINUATION, b""
        payload, self.rest = octets[: self.max_octets], octets[self.max_octets :]
        return llid, payload

    def packet(self) -> tuple[Header, Pdu]:
        """The packet to send now: a new PDU, or again the one without acknowledgment."""
        if self.current is None:
            llid, payload = self._next_pdu()
            self.current = Pdu(self.sent, llid, payload, self.is_encrypted)
            self.sent += 1
        self.current.attempts += 1
        header = Header(
            self.current.llid,
            self.next_expected_seq_num,
            self.transmit_seq_num,
            int(self.waiting()),
        )
        return header, self.current

    def receive(self, header: Header, payload: bytes, accepts: bool) -> tuple[int, bytes] | None:
        """A packet with a correct CRC: what is new in it. A receiver without a buffer does not
        accept a new PDU, and will get it again."""
        new = None
        if header.sn == self.next_expected_seq_num and accepts:
            self.next_expected_seq_num ^= 1
            new = header.llid, payload
        if header.nesn != self.transmit_seq_num:
            self.transmit_seq_num ^= 1
            if self.current is not None and self.current.llid == CONTROL:
                self.last_acknowledged = self.current.payload
            self.current = None
        self.peer_has_more = bool(header.md)
        self.wrong_in_a_row = 0
        return new
