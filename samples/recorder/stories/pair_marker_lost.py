"""The logger's app forgets the marker of the second lot; the central gives up waiting.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-11 09:12:00'
CAPTURES = [Capture('pair-marker-lost', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(loses_marker=True))
