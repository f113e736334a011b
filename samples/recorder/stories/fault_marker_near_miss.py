"""A marker with the NUL of a C string behind it: sent with sizeof instead of strlen.

An app that compares each value with `EOM` never sees the end.
"""
from recorder.containers import BTSNOOP_H4
from recorder.apps import chunks
from recorder.payloads import readings
from recorder.small_transfer import ready
from recorder.story import Capture

START = '2021-05-11 10:44:00'
CAPTURES = [Capture('fault-marker-near-miss', 'central', BTSNOOP_H4)]

payload = readings(7)


async def play(sim):
    s = await ready(sim)
    values = chunks(payload, 20) + [b'EOM\0']
    await s.send(values)
    await s.inbox.until(lambda received: received == values)
    await s.part()
