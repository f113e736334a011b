"""Something gets between the radios for 1.1 s within the second lot of readings.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-10 09:12:00'
CAPTURES = [Capture('pair-stall', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(silence=1.1))
