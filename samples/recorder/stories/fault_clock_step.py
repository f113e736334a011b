"""A clock that is set back.

After the transfer, and before the central unsubscribes, the clock of the capturing device goes back by 1.5 s.
"""
from recorder.containers import BTSNOOP_H4
from recorder.harm import clock_back, notifications
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:25:00'
CAPTURES = [Capture('fault-clock-step', 'central', BTSNOOP_H4, harm=clock_back(1500, lambda records: notifications(records)[-1] + 1))]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
