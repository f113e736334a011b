"""Long values in short link-layer packets.

The MTU is 185, but no side requests longer packets on the air: each chunk of 182 bytes takes seven of 27 octets.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 10:16:00'
CAPTURES = [Capture('fault-data-length-27', 'central', BTSNOOP_H4)]

payload = readings(60)


async def play(sim):
    s = await ready(sim, mtu=185)
    await s.send(with_marker(payload, 182))
    await s.received(payload)
    await s.part()
