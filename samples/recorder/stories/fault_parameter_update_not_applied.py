"""The central accepts other connection parameters, and leaves it at that.

The peripheral requests 15 to 30 ms over L2CAP, and the central accepts. The interval stays at 50 ms.
"""
import asyncio

from bumble import l2cap

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-12 09:31:00'
CAPTURES = [Capture('fault-parameter-update-not-applied', 'central', BTSNOOP_H4)]

payload = readings(6)


def promise(central):
    manager = central.device.l2cap_channel_manager

    def on_request(connection, cid, request):
        manager.send_control_frame(connection, cid, l2cap.L2CAP_Connection_Parameter_Update_Response(
            identifier=request.identifier, result=l2cap.L2CAP_CONNECTION_PARAMETERS_ACCEPTED_RESULT))
    manager.on_l2cap_connection_parameter_update_request = on_request


async def play(sim):
    s = session(sim)
    promise(s.central)
    await s.connect(interval_ms=50)
    await s.discover()
    await s.subscribe()
    asking = asyncio.ensure_future(s.link.update_parameters(15, 30, 0, 4000, use_l2cap=True))
    await asyncio.sleep(1.0)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(4.0)
    asking.cancel()
    await s.part()
