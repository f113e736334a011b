"""Chunks of 20 bytes where 182 would fit.

The two agreed on an MTU of 185, and long link-layer packets, but the app cuts its 3 KB into pieces of 20, as apps did
that were written when 20 was all there was.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:10:00'
CAPTURES = [Capture('fault-small-chunks', 'central', BTSNOOP_H4)]

payload = readings(88)


async def play(sim):
    s = await ready(sim, mtu=185, data_length=251)
    await s.send(with_marker(payload, 20))
    await s.received(payload)
    await s.part()
