"""The peripheral asks for other connection parameters, twice, over L2CAP.

The first request is one that a phone grants: 15 to 30 ms, no latency, 4 s. The central accepts it and the connection is
updated from 50 ms to 30 ms. The second wants 7.5 ms, and is rejected: the parameters stay. The central judges by the
rules Apple publishes for accessories.
"""
import asyncio

from bumble import l2cap
from bumble.device import ConnectionParameterUpdateError

from recorder.containers import BTSNOOP_MONITOR
from recorder.payloads import readings
from recorder.small_transfer import PI, raspberry_pi, session, with_marker
from recorder.story import Capture

START = '2020-11-03 17:02:00'
CAPTURES = [Capture('parameter-request-central', 'central', BTSNOOP_MONITOR, raspberry_pi('5.4.72-v8+'))]

payload = readings(10)


def judge_like_apple(central):
    """Bumble's central grants every request; this one rejects what Apple's rules forbid."""
    manager = central.device.l2cap_channel_manager
    grant = manager.on_l2cap_connection_parameter_update_request

    def on_request(connection, cid, request):
        low, high = request.interval_min * 1.25, request.interval_max * 1.25
        timeout = request.timeout * 10
        fine = low >= 15 and (low + 15 <= high or low == high == 15) and \
            request.latency <= 30 and 2000 <= timeout <= 6000
        if fine:
            grant(connection, cid, request)
        else:
            manager.send_control_frame(connection, cid, l2cap.L2CAP_Connection_Parameter_Update_Response(
                identifier=request.identifier, result=l2cap.L2CAP_CONNECTION_PARAMETERS_REJECTED_RESULT))
    manager.on_l2cap_connection_parameter_update_request = on_request


async def play(sim):
    s = session(sim, address=PI)
    judge_like_apple(s.central)
    await s.connect(interval_ms=50)
    await s.discover()
    await s.subscribe()
    await s.link.update_parameters(15, 30, 0, 4000, use_l2cap=True)
    await asyncio.sleep(1.0)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(0.5)
    try:
        await s.link.update_parameters(7.5, 7.5, 0, 4000, use_l2cap=True)
        raise AssertionError('was granted')
    except ConnectionParameterUpdateError:
        pass
    await asyncio.sleep(0.5)
    await s.part()
