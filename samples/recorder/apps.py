"""Central and peripheral apps on Bumble's host stack, in the manner of Core Bluetooth."""
from __future__ import annotations

import asyncio

from bumble import hci
from bumble.core import UUID, AdvertisingData
from bumble.device import ConnectionParametersPreferences, Peer
from bumble.gatt import Characteristic, Descriptor, Service

READ = Characteristic.Properties.READ
WRITE = Characteristic.Properties.WRITE
WRITE_COMMAND = Characteristic.Properties.WRITE_WITHOUT_RESPONSE
NOTIFY = Characteristic.Properties.NOTIFY
INDICATE = Characteristic.Properties.INDICATE

READABLE = Characteristic.Permissions.READABLE
WRITEABLE = Characteristic.Permissions.WRITEABLE


def characteristic(uuid, properties, value=b'', descriptors=()):
    permissions = Characteristic.Permissions(0)
    if properties & READ:
        permissions |= READABLE
    if properties & (WRITE | WRITE_COMMAND):
        permissions |= WRITEABLE
    return Characteristic(UUID(uuid), properties, permissions, value, list(descriptors))


def user_description(text):
    return Descriptor(UUID('2901'), READABLE, text.encode())


def advertisement(name=None, uuids=(), flags=0x06, tx_power=None, manufacturer=None):
    """Advertising data of at most 31 octets."""
    def field(kind, value):
        return bytes([1 + len(value), kind]) + value

    data = field(AdvertisingData.FLAGS, bytes([flags])) if flags is not None else b''
    for uuid in map(UUID, uuids):
        short = len(uuid.to_bytes()) == 2
        data += field(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS if short else
                      AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, uuid.to_bytes())
    if tx_power is not None:
        data += field(AdvertisingData.TX_POWER_LEVEL, bytes([tx_power & 0xFF]))
    if manufacturer is not None:
        company, payload = manufacturer
        data += field(AdvertisingData.MANUFACTURER_SPECIFIC_DATA, company.to_bytes(2, 'little') + payload)
    if name is not None:
        data += field(AdvertisingData.COMPLETE_LOCAL_NAME, name.encode())
    if len(data) > 31:
        raise ValueError(f'{len(data)} octets of advertising data')
    return data


def ibeacon(uuid, major, minor, measured_power):
    payload = b'\x02\x15' + UUID(uuid).to_bytes()[::-1] + major.to_bytes(2, 'big') + \
        minor.to_bytes(2, 'big') + bytes([measured_power & 0xFF])
    return advertisement(flags=0x1A, manufacturer=(0x004C, payload))


def chunks(payload, size):
    return [payload[i:i + size] for i in range(0, len(payload), size)]


def offers(uuid):
    """For `scan_for`: the advertisement has this service."""
    wanted = UUID(uuid).to_bytes()
    return lambda report: wanted in bytes(report.data)


class Inbox:
    """What a central received on a characteristic."""

    def __init__(self):
        self.values = []
        self._news = asyncio.Event()

    def __call__(self, value):
        self.values.append(bytes(value))
        self._news.set()

    async def until(self, condition):
        """Waits until `condition(values)` holds."""
        while not condition(self.values):
            self._news.clear()
            await self._news.wait()

    async def marker(self, marker=b'EOM', times=1):
        """Waits for a value that is the marker, and returns the message before it."""
        await self.until(lambda values: values.count(marker) >= times)
        message = b''
        seen = 0
        for value in self.values:
            if value == marker:
                seen += 1
                if seen == times:
                    return message
                message = b''
            else:
                message += value


class App:
    """The part of a device that its developer wrote."""

    def __init__(self, node, transmit_queue=None):
        self.node = node
        self.sim = node.sim
        self.device = node.device
        self.transmit_queue = transmit_queue or node.ctrl.total_num_le_acl_data_packets + 4
        self.connections = []
        self.refused = []   # values that updateValue answered NO to, in order
        self.device.on('connection', self.connections.append)

    async def power_on(self):
        await self.device.power_on()

    async def think(self, low=0.8e-3, high=3e-3):
        """The time an app takes to react."""
        await asyncio.sleep(self.sim.rng.uniform(low, high))

    def _queue(self, connection):
        return self.node.host.get_data_packet_queue(connection.handle)

    # ---- peripheral

    def add_service(self, uuid, *characteristics):
        self.device.add_service(Service(UUID(uuid), list(characteristics)))

    def limit_mtu(self, mtu):
        """The most this side's server takes in an MTU exchange."""
        self.device.gatt_server.max_mtu = mtu

    async def advertise(self, data, scan_response=b'', interval_ms=152.5, **options):
        await self.device.start_advertising(
            advertising_data=data, scan_response_data=scan_response,
            advertising_interval_min=interval_ms, advertising_interval_max=interval_ms, **options)

    async def connection(self, number=1):
        """The n-th connection there was."""
        while len(self.connections) < number:
            news = asyncio.get_running_loop().create_future()
            self.device.once('connection', lambda c: news.done() or news.set_result(c))
            await news
        return self.connections[number - 1]

    async def subscription(self, char, wanted=True):
        """Waits until a central subscribes to (or leaves) `char`; returns its connection."""
        news = asyncio.get_running_loop().create_future()

        def changed(connection, notify, indicate):
            if bool(notify or indicate) == wanted and not news.done():
                news.set_result(connection)
        char.on('subscription', changed)
        try:
            connection = await news
        finally:
            char.remove_listener('subscription', changed)
        await self.think()
        return connection

    def can_send(self, connection):
        queue = self._queue(connection)
        return queue is not None and queue.pending < self.transmit_queue

    async def update_value(self, connection, char, value):
        """updateValue:forCharacteristic:onSubscribedCentrals: answers False while the transmit queue is full."""
        if not self.can_send(connection):
            self.refused.append(value)
            return False
        await self.device.notify_subscriber(connection, char, value)
        return True

    async def ready_to_update(self, connection):
        """peripheralManagerIsReadyToUpdateSubscribers:, or False when the connection is gone."""
        queue = self._queue(connection)
        if queue is None:
            return False
        news = asyncio.get_running_loop().create_future()

        def room():
            if not news.done():
                news.set_result(True)

        def gone(_reason):
            if not news.done():
                news.set_result(False)
        queue.on('flow', room)
        connection.on('disconnection', gone)
        try:
            return await news
        finally:
            queue.remove_listener('flow', room)
            connection.remove_listener('disconnection', gone)

    async def send(self, connection, char, values):
        """Sends each value as a notification; whatever is refused is sent again when there is room."""
        for value in values:
            await self.think(60e-6, 180e-6)
            while not await self.update_value(connection, char, value):
                if not await self.ready_to_update(connection):
                    return False
                await self.think(100e-6, 300e-6)
        return True

    async def sent(self, connection):
        """Waits until everything sent is also completed."""
        while (queue := self._queue(connection)) is not None and queue.pending:
            if not await self.ready_to_update(connection):
                return

    # ---- central

    async def scan_for(self, match, duplicates=False, interval_ms=60, window_ms=60):
        """Scans until a report matches; returns its address."""
        found = asyncio.get_running_loop().create_future()

        def heard(report):
            if not found.done() and match(report):
                found.set_result(report.address)
        self.node.host.on('advertising_report', heard)
        await self.device.start_scanning(active=True, scan_interval=interval_ms, scan_window=window_ms,
                                         filter_duplicates=not duplicates)
        try:
            return await found
        finally:
            self.node.host.remove_listener('advertising_report', heard)
            await self.device.stop_scanning()

    async def connect(self, address, interval_ms=30.0, latency=0, timeout_ms=2000, mtu=None,
                      data_length=None):
        """-> (connection, peer). `data_length`: link-layer octets to ask for, as phones do right after connecting."""
        preferences = {hci.HCI_LE_1M_PHY: ConnectionParametersPreferences(
            connection_interval_min=interval_ms, connection_interval_max=interval_ms,
            max_latency=latency, supervision_timeout=timeout_ms, min_ce_length=0, max_ce_length=0)}
        connection = await self.device.connect_le(address, preferences,
                                                  own_address_type=hci.OwnAddressType.RANDOM, timeout=None)
        if data_length:
            await connection.set_data_length(data_length, (data_length + 14) * 8)
        peer = Peer(connection)
        if mtu:
            await peer.request_mtu(mtu)
        return connection, peer

    async def discover(self, peer, service, *characteristics):
        """Discovers one service by UUID and these of its characteristics."""
        (found,) = await peer.discover_service(UUID(service))
        await found.discover_characteristics([UUID(c) for c in characteristics])
        return [found.get_characteristics_by_uuid(UUID(c))[0] for c in characteristics]

    async def subscribe(self, proxy, inbox, indications=False):
        await proxy.subscribe(inbox, prefer_notify=not indications)
        proxy.descriptors_discovered = True   # Bumble would ask again on unsubscribing

    async def hang_up(self, connection):
        await connection.disconnect()
        await asyncio.sleep(0.05)
