"""A device never acknowledges over Matter's BTP.

The client's segments arrive, and the device's task that should acknowledge hangs. After 15 s the client closes the
session and disconnects.
"""
import asyncio

from recorder import btp_device
from recorder.containers import BTSNOOP_H4
from recorder.stories.framing_btp import QUESTION
from recorder.story import Capture

START = '2023-06-21 09:52:00'
CAPTURES = [Capture('fault-framing-acknowledgement-late', 'central', BTSNOOP_H4)]


async def play(sim):
    client, server, central, connection = await btp_device.connected(sim, server={'delay': None})
    sending = asyncio.ensure_future(client.send(QUESTION[:120]))
    await asyncio.sleep(15.2)
    sending.cancel()
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
