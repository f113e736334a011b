"""Two devices at the limit of their range.

The central reads the RSSI twice a second: about -89 dBm all the time, and one packet in twelve is lost on the air and
sent again. Everything arrives.
"""
import asyncio

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 09:48:00'
CAPTURES = [Capture('fault-weak-signal', 'central', BTSNOOP_H4)]

payload = readings(16)


async def watch(connection):
    while True:
        await connection.get_rssi()
        await asyncio.sleep(0.5)


async def play(sim):
    s = session(sim)
    sim.rssi('peripheral', 'central', (0, -89))
    sim.link.per = 1 / 12
    await s.connect()
    watching = asyncio.ensure_future(watch(s.connection))
    await s.discover()
    await s.subscribe()
    await asyncio.sleep(1.5)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(2.0)
    watching.cancel()
    await s.part()
