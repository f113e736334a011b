"""New firmware lacks the characteristic that controls the logger, the last of its service.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-13 09:12:00'
CAPTURES = [Capture('pair-removed-characteristic', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(has_control=False))
