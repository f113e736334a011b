"""The peripheral asks for other connection parameters, and the central says nothing.

Over L2CAP, for 15 to 30 ms. Nothing comes back in the five seconds that the connection still lasts.
"""
import asyncio

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 09:25:00'
CAPTURES = [Capture('fault-parameter-update-unanswered', 'central', BTSNOOP_H4)]

payload = readings(6)


async def play(sim):
    s = session(sim)
    s.central.device.l2cap_channel_manager.on_l2cap_connection_parameter_update_request = \
        lambda connection, cid, request: None
    await s.connect(interval_ms=50)
    await s.discover()
    await s.subscribe()
    asking = asyncio.ensure_future(s.link.update_parameters(15, 30, 0, 4000, use_l2cap=True))
    await asyncio.sleep(1.0)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(4.0)
    assert not asking.done()
    asking.cancel()
    await s.part()
