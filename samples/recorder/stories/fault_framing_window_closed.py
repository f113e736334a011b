"""The window of Matter's BTP is closed for 3.5 s.

The device is busy, and acknowledges the client's first segments only after that time; then all goes on.
"""
import asyncio

from recorder import btp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_btp import ANSWER, QUESTION, exchange
from recorder.story import Capture

START = '2023-06-21 09:20:00'
CAPTURES = [Capture('fault-framing-window-closed', 'central', BTSNOOP_H4)]


async def play(sim):
    client, server, central, connection = await btp_device.connected(sim, server={'delay': 3.5})
    sending = asyncio.ensure_future(exchange(client, server, QUESTION, ANSWER))
    await asyncio.sleep(3.0)
    server.delay = 0.4
    await sending
    await asyncio.sleep(1.0)
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
