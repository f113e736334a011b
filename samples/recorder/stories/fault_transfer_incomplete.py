"""The receiver leaves in the middle of a message.

One message arrives whole. During the second the central's user closes the view, and the app unsubscribes: eight
chunks came, and no marker.
"""
import asyncio

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 10:41:00'
CAPTURES = [Capture('fault-transfer-incomplete', 'central', BTSNOOP_H4)]

first, second = readings(4), readings(12)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(first))
    await s.received(first)
    await asyncio.sleep(0.6)
    gone = asyncio.ensure_future(s.peripheral.subscription(s.value, wanted=False))
    for value in with_marker(second):
        if gone.done():
            break
        await s.send([value])
        await asyncio.sleep(0.02)
        if s.inbox.values.count(b'EOM') == 1 and len(s.inbox.values) == len(with_marker(first)) + 8:
            await s.proxy.unsubscribe()
    await gone
    assert s.inbox.values.count(b'EOM') == 1
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
