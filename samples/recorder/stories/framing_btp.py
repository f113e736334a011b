"""Messages in both directions over Matter's BTP.

Two rounds of a question and an answer of several segments each, with a window of four; acknowledgements by themselves
and with data. Nothing goes wrong.
"""
import asyncio

from recorder import btp_device
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.story import Capture

START = '2023-06-21 08:44:00'
CAPTURES = [Capture('framing-btp-central', 'central', BTSNOOP_H4)]

QUESTION, ANSWER = readings(9), readings(16)


async def play(sim):
    client, server, central, connection = await btp_device.connected(sim)
    await exchange(client, server, QUESTION, ANSWER)
    await exchange(client, server, b'thanks', b'welcome')
    await asyncio.sleep(1.0)
    await central.hang_up(connection)
    await asyncio.sleep(0.3)


async def exchange(client, server, question, answer):
    await client.send(question)
    assert await server.messages.get() == question
    await server.send(answer)
    assert await client.messages.get() == answer
