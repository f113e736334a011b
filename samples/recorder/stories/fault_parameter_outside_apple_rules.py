"""The peripheral asks for connection parameters that an iPhone would refuse.

7.5 to 15 ms with a timeout of 1 s: this central grants and applies them. Its controller says that it is Apple's,
as the rule looks at no others by itself.
"""
import asyncio

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-12 09:40:00'
CAPTURES = [Capture('fault-parameter-outside-apple-rules', 'central', BTSNOOP_H4)]

payload = readings(6)


async def play(sim):
    s = await ready(sim, central={'company': 0x004C})
    await s.link.update_parameters(7.5, 15, 0, 1000, use_l2cap=True)
    await asyncio.sleep(1.0)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
