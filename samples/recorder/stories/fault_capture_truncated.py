"""A log that keeps only the beginning of packets.

Android's filtered log: 14 octets of each data packet that was received, the packet type's octet among them. Two octets
of each value are left.
"""
from recorder.containers import BTSNOOP_H4
from recorder.harm import android_filtered
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:15:00'
CAPTURES = [Capture('fault-capture-truncated', 'central', BTSNOOP_H4, harm=android_filtered)]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
