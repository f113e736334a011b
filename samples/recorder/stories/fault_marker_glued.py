"""A marker that is no notification of its own: `EOM` sits at the end of the last chunk.

An app that compares each value with `EOM` never sees the end.
"""
from recorder.containers import BTSNOOP_H1
from recorder.apps import chunks
from recorder.payloads import readings
from recorder.small_transfer import ready
from recorder.story import Capture

START = '2021-05-11 10:31:00'
CAPTURES = [Capture('fault-marker-glued', 'central', BTSNOOP_H1)]

payload = readings(7)


async def play(sim):
    s = await ready(sim)
    values = chunks(payload + b'EOM', 20)
    assert 3 < len(values[-1]) < 20
    await s.send(values)
    await s.inbox.until(lambda received: received == values)
    await s.part()
