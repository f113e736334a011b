"""Notifications longer than the MTU that was agreed on.

The peripheral takes an MTU of 65, and the two agree on that; its app sends values of 100 bytes all the same, and its
stack, which should have cut them to 62, lets them through.
"""
import struct

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 10:04:00'
CAPTURES = [Capture('fault-value-over-mtu', 'central', BTSNOOP_H4)]

payload = readings(20)


async def play(sim):
    s = session(sim, mtu=65)
    await s.connect(mtu=185, data_length=251)
    await s.discover()
    await s.subscribe()
    # Past Bumble's own server, which would cut them.
    for value in with_marker(payload, 100):
        await s.peripheral.think(60e-6, 180e-6)
        s.peripheral.device.gatt_server.send_gatt_pdu(s.link, struct.pack('<BH', 0x1B, s.value.handle) + value)
    await s.received(payload)
    await s.part()
