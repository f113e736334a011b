"""A value of 300 bytes with an MTU of 23: longer than one request can carry.

The central reads it in 14 pieces (Read, then Read Blob), and writes another in 17 (Prepare Write, then one Execute
Write). Nothing goes wrong.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import READ, WRITE, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.payloads import LETTER
from recorder.small_transfer import session
from recorder.story import Capture

START = '2020-11-03 16:44:00'
CAPTURES = [Capture('long-read-write-central', 'central', BTSNOOP_H4)]

SETTINGS = '5F2B0A14-7C41-4D38-9E66-0B1D7A2C94E3'

old, new = LETTER.encode()[:300], LETTER.encode()[300:600]


async def play(sim):
    settings = characteristic(SETTINGS, READ | WRITE, old)
    s = session(sim, others=[settings])
    await s.connect()
    await s.discover()
    proxy = s.peer.get_characteristics_by_uuid(UUID(SETTINGS))[0]
    await asyncio.sleep(0.3)
    assert await proxy.read_value() == old
    await asyncio.sleep(0.5)
    await s.peer.gatt_client.write_long_value(proxy.handle, new)
    await asyncio.sleep(0.5)
    assert await proxy.read_value() == new
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
