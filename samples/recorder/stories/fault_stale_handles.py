"""Handles that moved between two connections.

The central discovers, subscribes, gets its message, and disconnects. Then the peripheral gets new firmware, which has
one service less, so that all handles behind it move down. When the central comes back it writes to the descriptor by
the handle it remembers: Invalid Handle. It discovers anew, and gets the next message.
"""
import asyncio
import struct

from bumble.att import ATT_Error, ErrorCode
from bumble.gatt import Service

from recorder.apps import NOTIFY, READ, characteristic, offers
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import NOTES, SERVICE, session, with_marker
from recorder.story import Capture

START = '2021-05-11 11:48:00'
CAPTURES = [Capture('fault-stale-handles', 'central', BTSNOOP_H4)]

OLD_SERVICE, OLD_VALUE = '5F2B0A20-7C41-4D38-9E66-0B1D7A2C94E3', '5F2B0A21-7C41-4D38-9E66-0B1D7A2C94E3'
first, second = readings(6), readings(9)


def firmware(s, *others):
    """The peripheral's services are now `others`, and the notes behind them."""
    server = s.peripheral.device.gatt_server
    own = next(i for i, a in enumerate(server.attributes)
               if isinstance(a, Service) and len(a.uuid.to_bytes()) != 2)
    del server.attributes[own:]
    server.attributes_by_handle.clear()
    server.services = [service for service in server.services if service in server.attributes]
    for uuid, other in others:
        s.peripheral.add_service(uuid, other)
    s.value = characteristic(NOTES, NOTIFY)
    s.peripheral.add_service(SERVICE, s.value)


async def play(sim):
    s = session(sim)
    firmware(s, (OLD_SERVICE, characteristic(OLD_VALUE, READ, b'1.0.3')))
    await s.connect()
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(first))
    await s.received(first)
    cccd_handle = s.proxy.descriptors[0].handle
    await s.part()

    await asyncio.sleep(4.0)
    firmware(s)
    await s.advertise()
    address = await s.central.scan_for(offers(SERVICE))
    await s.central.think()
    s.connection, s.peer = await s.central.connect(address, mtu=185)
    try:
        await s.peer.write_value(cccd_handle, struct.pack('<H', 1), with_response=True)
        raise AssertionError('was written')
    except ATT_Error as error:
        assert error.error_code == ErrorCode.INVALID_HANDLE
    await s.central.think()
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(second))
    await s.received(second, times=2)
    await s.part()
