"""A client ignores the window of Matter's BTP.

It sends eight segments where four may be without an acknowledgement; the device acknowledges after 0.4 s.
"""
import asyncio

from recorder import btp_device
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.story import Capture

START = '2023-06-21 10:41:00'
CAPTURES = [Capture('fault-framing-window-exceeded', 'central', BTSNOOP_H4)]


async def play(sim):
    client, server, central, connection = await btp_device.connected(
        sim, client={'ignores': True}, server={'delay': 0.9})
    message = readings(14)
    await client.send(message)
    assert await server.messages.get() == message
    await asyncio.sleep(1.5)
    await central.hang_up(connection)
    await asyncio.sleep(0.3)
