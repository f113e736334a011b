"""The good story with other devices: other addresses, another connection handle, another day.
"""
from recorder import logbook
from recorder.containers import PCAPNG_H4_DIRECTION
from recorder.story import Capture

START = '2023-10-19 17:40:00'
CAPTURES = [Capture('pair-good-elsewhere', 'central', PCAPNG_H4_DIRECTION)]


async def play(sim):
    await logbook.play(sim, logbook.Change(
        central='6B:1F:D4:88:03:9C', phone='3C:22:FB:71:0E:45', logger='DA:47:30:E5:16:8B', handle=0x0200))
