"""A host that restarts its stack in the middle of a connection.

A message goes over, and while the two are still connected the phone's host resets its controller. No event says that the
connection is gone.
"""
import asyncio

from bumble import hci

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:16:00'
CAPTURES = [Capture('fault-controller-reset', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await asyncio.sleep(0.8)
    await s.central.device.host.send_sync_command(hci.HCI_Reset_Command())
    await asyncio.sleep(0.05)
