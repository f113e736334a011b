"""A capture that was started late: no connection, no discovery, only their use.

The recording's beginning is left out, up to the write that subscribes. Handles have no names in it, and what the MTU
is cannot be known.
"""
from recorder.containers import PCAP_MONITOR
from recorder.payloads import readings
from recorder.small_transfer import PI, raspberry_pi, ready, with_marker
from recorder.story import Capture

WRITE_REQUEST = 0x12


def subscribing(records):
    """The index of the write to the descriptor."""
    return next(i for i, r in enumerate(records)
                if not r.received and r.data[0] == 2 and r.data[9] == WRITE_REQUEST)


START = '2021-05-11 11:02:00'
CAPTURES = [Capture('fault-cached-handles-only', 'central', PCAP_MONITOR, raspberry_pi('5.10.17-v8+'),
    begin=subscribing)]

payload = readings(8)


async def play(sim):
    s = await ready(sim, address=PI)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
