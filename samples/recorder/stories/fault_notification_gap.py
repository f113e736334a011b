"""A silence within a transfer.

Something gets between the radios for 1.2 s, shorter than the supervision timeout of 2 s: the connection stays up, the
notifications come late, and none is lost.
"""
import asyncio

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 10:02:00'
CAPTURES = [Capture('fault-notification-gap', 'central', BTSNOOP_H4)]

payload = readings(16)


async def play(sim):
    s = await ready(sim)
    sending = asyncio.ensure_future(s.send(with_marker(payload)))
    await s.inbox.until(lambda values: len(values) == 12)
    s.air.blackout(1.2)
    await s.received(payload)
    await sending
    await s.part()
