"""A channel on which no app listens.

The central remembers a dynamic PSM from an earlier firmware and asks for an L2CAP channel there. The peripheral has none
with that number: SPSM not supported.
"""
import asyncio

from bumble.core import ProtocolError
from bumble.l2cap import LeCreditBasedChannelSpec

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:22:00'
CAPTURES = [Capture('fault-channel-refused', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = await ready(sim)
    try:
        await s.connection.create_l2cap_channel(
            LeCreditBasedChannelSpec(psm=0x0083, mtu=512, mps=247, max_credits=8))
        raise AssertionError('was opened')
    except ProtocolError:
        pass
    await asyncio.sleep(0.3)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
