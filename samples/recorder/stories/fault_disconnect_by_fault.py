"""A peripheral that runs out of memory.

A message goes over; then the peripheral ends the connection and says why: Remote Device Terminated Connection due to Low
Resources.
"""
import asyncio

from bumble import hci

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:10:00'
CAPTURES = [Capture('fault-disconnect-by-fault', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(0.8)
    await s.link.disconnect(hci.HCI_ErrorCode.REMOTE_DEVICE_TERMINATED_CONNECTION_DUE_TO_LOW_RESOURCES_ERROR)
    await asyncio.sleep(0.3)
