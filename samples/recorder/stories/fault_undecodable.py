"""Packets that lack their end.

Of every fourth Command Complete event the last octet is missing, though the packet's length counts it.
"""
from recorder.containers import BTSNOOP_H4
from recorder.harm import shortened
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:35:00'
CAPTURES = [Capture('fault-undecodable', 'central', BTSNOOP_H4, harm=shortened(4))]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
