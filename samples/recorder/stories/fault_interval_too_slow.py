"""Much data over a connection that was made to save power.

The central connects with an interval of 125 ms, and no side requests a shorter one when 9 KB are to be sent.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 10:33:00'
CAPTURES = [Capture('fault-interval-too-slow', 'central', BTSNOOP_H4)]

payload = readings(250)


async def play(sim):
    s = session(sim, mtu=185)
    await s.connect(mtu=185, data_length=251, interval_ms=125, timeout_ms=4000)
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(payload, 182))
    await s.received(payload)
    await s.part()
