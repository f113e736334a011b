"""A notification without a value, in the middle of a transfer.

It is legal, and it carries nothing: the sender's buffer was empty when it was asked for the next chunk.
"""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:24:00'
CAPTURES = [Capture('fault-empty-value', 'central', BTSNOOP_H4)]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    values = with_marker(payload)
    await s.send(values[:7] + [b''] + values[7:])
    await s.received(payload)
    await s.part()
