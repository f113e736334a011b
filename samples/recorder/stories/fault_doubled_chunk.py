"""A chunk that arrives twice.

The peripheral's app sends one chunk a second time, as code does that repeats the last value when it learns that there
is room again. The JSON is broken as received, and whole without the resend.
"""
import json

from recorder.containers import PCAP_H4_DIRECTION
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 10:14:00'
CAPTURES = [Capture('fault-doubled-chunk', 'central', PCAP_H4_DIRECTION)]

payload = readings(9)
DOUBLED = 7


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


async def play(sim):
    s = await ready(sim)
    values = with_marker(payload)
    doubled = values[:DOUBLED] + [values[DOUBLED - 1]] + values[DOUBLED:]
    assert is_json(payload) and not is_json(b''.join(doubled[:-1]))
    await s.send(doubled)
    await s.received(b''.join(doubled[:-1]))
    await s.part()
