"""Values longer than an attribute may be.

The two agreed on an MTU of 517, which leaves 514 bytes for a value, and the app fills them: two more than the 512 that
an attribute's value may have.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, session, with_marker
from recorder.story import Capture

START = '2021-05-12 10:02:00'
CAPTURES = [Capture('fault-value-over-512', 'central', BTSNOOP_H4)]

payload = readings(40)


async def play(sim):
    s = session(sim, mtu=517)
    await s.connect(mtu=517, data_length=251)
    await s.discover()
    await s.subscribe()
    await s.send(with_marker(payload, 514))
    await s.received(payload)
    await s.part()
