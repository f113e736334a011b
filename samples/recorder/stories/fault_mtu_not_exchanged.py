"""No side requests a larger MTU.

Both sides could take 185, and long link-layer packets are in use; but the central's app never asks, and 2 KB go in
chunks of 20.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 10:10:00'
CAPTURES = [Capture('fault-mtu-not-exchanged', 'central', BTSNOOP_H4)]

payload = readings(60)


async def play(sim):
    s = session(sim, mtu=185)
    await s.connect(mtu=None, data_length=251)
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(payload, 20))
    await s.received(payload)
    await s.part()
