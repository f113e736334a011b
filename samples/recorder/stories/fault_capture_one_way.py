"""An export that holds one direction only: what came from the controller."""
from recorder.containers import BTSNOOP_H4
from recorder.harm import one_way
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:20:00'
CAPTURES = [Capture('fault-capture-one-way', 'central', BTSNOOP_H4, harm=one_way)]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
