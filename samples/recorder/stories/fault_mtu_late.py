"""An MTU exchange in the middle of a transfer.

The central asks for a larger MTU only when data is already coming. The peripheral always fills what the MTU allows,
so that its chunks are 20 bytes at first, and 182 after.
"""
import asyncio

from recorder.containers import PACKETLOGGER_LE, Device
from recorder.payloads import readings
from recorder.small_transfer import IPHONE, session
from recorder.story import Capture

START = '2021-05-11 11:17:00'
CAPTURES = [Capture('fault-mtu-late', 'central', PACKETLOGGER_LE, Device(notes=('PacketLogger 11.1.0',)))]

payload = readings(40)


async def play(sim):
    s = session(sim, mtu=185, address=IPHONE)
    await s.connect(mtu=None, data_length=251)
    await s.discover()
    await s.subscribe()

    async def send():
        rest = payload
        while rest:
            size = s.link.att_mtu - 3
            await s.send([rest[:size]])
            rest = rest[size:]
        await s.send([b'EOM'])
    sending = asyncio.ensure_future(send())
    await s.inbox.until(lambda values: len(values) == 10)
    await s.peer.request_mtu(185)
    await s.received(payload)
    await sending
    await s.part()
