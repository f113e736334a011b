"""A controller's own log among the traffic: 14 ACL packets on handle 0x0EDC. Their octets are random."""
from recorder.containers import BTSNOOP_H4
from recorder.harm import vendor_log
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:30:00'
CAPTURES = [Capture('fault-vendor-log', 'central', BTSNOOP_H4, harm=vendor_log(14, 'vendor log'))]

payload = readings(8)


async def play(sim):
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
