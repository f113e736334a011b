"""A controller whose buffers are smaller than the packets of the link.

251 octets were agreed on for the link, but the peripheral's controller takes 48 bytes at a time from its host: each
chunk of 182 bytes goes in four pieces, and in four packets on the air.
"""
from recorder.containers import BTSNOOP_MONITOR
from recorder.payloads import readings
from recorder.small_transfer import ready, raspberry_pi, with_marker
from recorder.story import Capture

START = '2021-05-12 10:24:00'
CAPTURES = [Capture('fault-acl-fragmentation', 'peripheral', BTSNOOP_MONITOR, raspberry_pi('5.10.17-v8+'))]

payload = readings(60)


async def play(sim):
    s = await ready(sim, mtu=185, data_length=251, peripheral={'acl_len': 48, 'acl_num': 12, 'll_octets': 251})
    await s.send(with_marker(payload, 182))
    await s.received(payload)
    await s.part()
