"""New firmware has the same services in another order, so that their handles moved; no Service Changed says so.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-12 09:12:00'
CAPTURES = [Capture('pair-moved-handles', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(battery_first=True))
