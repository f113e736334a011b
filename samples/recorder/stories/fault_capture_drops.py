"""A logger that could not keep up.

In the middle of a transfer it lost four records, two chunks among them; btsnoop's counter shows it from there on.
"""
from recorder.containers import BTSNOOP_H4
from recorder.harm import losing
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:10:00'
CAPTURES = [Capture('fault-capture-drops', 'central', BTSNOOP_H4, harm=losing(6, 4))]

payload = readings(12)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
