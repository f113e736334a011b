"""The logger's app reads each chunk from a slow store, and takes 40 ms for it.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-08 09:12:00'
CAPTURES = [Capture('pair-slower', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(pause=lambda: 0.04))
