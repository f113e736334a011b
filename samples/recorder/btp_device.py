"""Matter's Bluetooth Transport Protocol: both sides, written from the Matter Core Specification, "Bluetooth Transport
Protocol". The messages are made up; Matter's own are encrypted anyway."""
from __future__ import annotations

import asyncio
import struct

from recorder.apps import INDICATE, WRITE, App, advertisement, characteristic, offers
from recorder.small_transfer import PHONE

SERVICE = 'FFF6'
C1, C2 = '18EE2EF5-263D-4559-959F-4F9C429F9D11', '18EE2EF5-263D-4559-959F-4F9C429F9D12'

BEGIN, CONTINUE, END, ACK, HANDSHAKE = 0x01, 0x02, 0x04, 0x08, 0x65


class Side:
    """One end of a session. `delay` is how long an acknowledgement waits that no data carry; None for never. A side
    `ignores` the window, or `skips` a number before its n-th segment, as a faulty one does."""

    def __init__(self, sim, write, delay=0.4, ignores=False, skips=None):
        self.sim, self.write, self.delay, self.ignores, self.skips = sim, write, delay, ignores, skips
        self.segment, self.window = 20, 4
        self.next, self.sent = 0, 0
        self.unacknowledged = []        # numbers of ours
        self.owed = None                # the last number of the other side's that we have to acknowledge
        self.message, self.length = b'', 0
        self.messages = asyncio.Queue()
        self.news = asyncio.Event()
        self.timer = None
        self.lock = asyncio.Lock()

    def received(self, value):
        value = bytes(value)
        flags, rest = value[0], value[1:]
        if flags & ACK:
            number, rest = rest[0], rest[1:]
            if number in self.unacknowledged:
                del self.unacknowledged[:self.unacknowledged.index(number) + 1]
        number, rest = rest[0], rest[1:]
        if flags & (BEGIN | CONTINUE | END):
            self.owe(number)
            if flags & BEGIN:
                self.length, self.message = struct.unpack_from('<H', rest)[0], b''
                rest = rest[2:]
            self.message += rest
            if flags & END:
                self.messages.put_nowait(self.message)
        else:
            # An acknowledgement alone is acknowledged with the next data.
            self.owed = number
        self.news.set()

    def owe(self, number):
        self.owed = number
        if self.timer is None and self.delay is not None:
            self.timer = asyncio.get_running_loop().call_later(
                self.delay, lambda: asyncio.ensure_future(self.acknowledge()))

    async def acknowledge(self):
        self.timer = None
        if self.owed is not None:
            await self.put(0, b'')

    async def put(self, flags, octets):
        async with self.lock:
            head = b''
            if self.owed is not None and self.delay is not None:
                flags |= ACK
                head = bytes([self.owed])
                self.owed = None
                if self.timer:
                    self.timer.cancel()
                    self.timer = None
            if flags & ~ACK:
                self.sent += 1
                if self.sent == self.skips:
                    self.next += 1
            number = self.next & 0xFF
            self.next += 1
            self.unacknowledged.append(number)
            await asyncio.sleep(self.sim.rng.uniform(60e-6, 180e-6))
            await self.write(bytes([flags]) + head + bytes([number]) + octets)

    async def send(self, message):
        first = True
        while first or message:
            # The last place of the window is kept for an acknowledgement.
            while not self.ignores and len(self.unacknowledged) >= self.window - 1:
                self.news.clear()
                await self.news.wait()
            flags = BEGIN if first else CONTINUE
            head = struct.pack('<H', len(message)) if first else b''
            room = self.segment - 2 - len(head) - (self.owed is not None)
            piece, message = message[:room], message[room:]
            if not message:
                flags |= END
            await self.put(flags, head + piece)
            first = False


async def connected(sim, mtu=67, window=4, client=None, server=None):
    """A phone and a device after the handshake -> (client's side, server's side, central, connection)."""
    central = App(sim.node('central', '57:90:3E:C1:0A:6D', PHONE))
    peripheral = App(sim.node('peripheral', 'C4:1D:66:F0:83:29', acl_num=6, company=0x0059))
    sim.rssi('peripheral', 'central', (0, -56))
    c1, c2 = characteristic(C1, WRITE), characteristic(C2, INDICATE)
    peripheral.add_service(SERVICE, c1, c2)
    peripheral.limit_mtu(mtu)
    await central.power_on()
    await peripheral.power_on()
    await peripheral.advertise(advertisement('Plug', [SERVICE]))
    await asyncio.sleep(0.6)
    address = await central.scan_for(offers(SERVICE))
    await central.think()
    connection, peer = await central.connect(address, mtu=mtu, data_length=251)
    await central.think()
    write_proxy, indicate_proxy = await central.discover(peer, SERVICE, C1, C2)

    async def write(value):
        await write_proxy.write_value(value, with_response=True)

    link = await peripheral.connection()

    async def indicate(value):
        await peripheral.device.indicate_subscriber(link, c2, value)

    ours, theirs = Side(sim, write, **(client or {})), Side(sim, indicate, **(server or {}))
    answered, asked = asyncio.Event(), asyncio.Event()
    handshake = []

    def from_client(_connection, value):
        if bytes(value)[0] == HANDSHAKE:
            handshake.append(bytes(value))
            asked.set()
        else:
            theirs.received(value)

    def from_server(value):
        if bytes(value)[0] == HANDSHAKE:
            answered.set()
        else:
            ours.received(value)

    c1.on('write', from_client)
    # The client asks first, and subscribes then; the server answers once it may.
    await write(bytes([HANDSHAKE, 0x6C, 0x04, 0, 0, 0]) + struct.pack('<HB', mtu, window))
    await asked.wait()
    subscribed = asyncio.ensure_future(peripheral.subscription(c2))
    await central.subscribe(indicate_proxy, from_server, indications=True)
    await subscribed
    await indicate(bytes([HANDSHAKE, 0x6C, 0x04]) + struct.pack('<HB', mtu - 3, window))
    await answered.wait()
    for side in (ours, theirs):
        side.segment, side.window = mtu - 3, window
    theirs.next, theirs.unacknowledged = 1, [0]
    ours.owe(0)
    return ours, theirs, central, connection
