"""The same business card, over a link that is too slow for it.

The radio is blocked for a second after the first chunks. The peripheral's buffers fill, updateValue answers NO, and
the app waits for peripheralManagerIsReadyToUpdateSubscribers:. Later the controller holds completions back once more,
so that the marker is refused too, and is sent when there is room. The card arrives whole, with two silences in it.
"""
import asyncio

from recorder.apps import chunks
from recorder.containers import BTSNOOP_H4, PACKETLOGGER_LE, Device
from recorder.stories.bizcard import NOTIFY_MTU, card, meet, part
from recorder.story import Capture

START = '2013-03-12 09:21:40'
CAPTURES = [
    Capture('bizcard-stall-central', 'central', BTSNOOP_H4),
    Capture('bizcard-stall-peripheral', 'peripheral', PACKETLOGGER_LE, Device(notes=('PacketLogger 3.0.0',)),
            clock_ms=412),
]


async def play(sim):
    central, peripheral, connection, proxy, inbox, link, value = await meet(sim, peripheral_queue=5, acl_num=3)
    sending = asyncio.ensure_future(peripheral.send(link, value, chunks(card, NOTIFY_MTU) + [b'EOM']))
    await inbox.until(lambda values: len(values) == 2)
    sim.link.conns[0].blackout(1.1)
    await inbox.until(lambda values: len(values) == 5)
    peripheral.node.ctrl.hold_nocp(link.handle, 0.8)
    await sending
    assert await inbox.marker() == card
    assert len(peripheral.refused) > 1 and peripheral.refused[-1] == b'EOM'
    await part(central, connection, proxy)
