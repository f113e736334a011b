"""A device leaves out a sequence number of Matter's BTP.

It numbers the third segment of its answer, has no buffer for it, and sends the next. The client closes the session.
"""
import asyncio

from recorder import btp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_btp import ANSWER
from recorder.story import Capture

START = '2023-06-21 10:15:00'
CAPTURES = [Capture('fault-framing-sequence-gap', 'central', BTSNOOP_H4)]


async def play(sim):
    client, server, central, connection = await btp_device.connected(sim, server={'skips': 3})
    await client.send(b'status?')
    await server.messages.get()
    sending = asyncio.ensure_future(server.send(ANSWER[:150]))
    await sending
    await asyncio.sleep(1.0)
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
