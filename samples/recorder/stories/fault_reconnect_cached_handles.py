"""A second connection that uses the first one's handles.

The central discovers, subscribes, gets its message, and disconnects. When it comes back it writes to the descriptor
by the handle it remembers, without discovery. That works as long as the peripheral's services stay as they are.
"""
import asyncio
import struct

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import SERVICE, ready, with_marker
from recorder.apps import offers
from recorder.story import Capture

START = '2021-05-11 10:50:00'
CAPTURES = [Capture('fault-reconnect-cached-handles', 'central', BTSNOOP_H4)]

first, second = readings(6), readings(11)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(first))
    await s.received(first)
    value_handle = s.proxy.handle
    cccd_handle = s.proxy.descriptors[0].handle
    await s.part()

    await asyncio.sleep(2.5)
    await s.advertise()
    address = await s.central.scan_for(offers(SERVICE))
    await s.central.think()
    s.connection, s.peer = await s.central.connect(address, mtu=185)
    subscribed = asyncio.ensure_future(s.peripheral.subscription(s.value))
    s.peer.gatt_client.notification_subscribers[value_handle] = {s.inbox}
    await s.peer.write_value(cccd_handle, struct.pack('<H', 1), with_response=True)
    s.link = await subscribed
    await s.send(with_marker(second))
    await s.received(second, times=2)
    await s.central.think()
    await s.peer.write_value(cccd_handle, struct.pack('<H', 0), with_response=True)
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
