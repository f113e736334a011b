"""A file that was copied while the logger still wrote: its last record is not whole."""
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:05:00'
CAPTURES = [Capture('fault-capture-cut', 'central', BTSNOOP_H4, missing=3)]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
