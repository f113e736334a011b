"""The logger's new firmware takes an MTU of 65 at most.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-03-09 09:12:00'
CAPTURES = [Capture('pair-small-mtu', 'central', BTSNOOP_H4)]


async def play(sim):
    await logbook.play(sim, logbook.Change(mtu=65))
