"""A logger hands its readings over, and nothing goes wrong: what the other pairs are compared with.

The same records are written down twice, in two containers.
"""
from recorder import logbook
from recorder.containers import BTSNOOP_H4, PACKETLOGGER_LE
from recorder.story import Capture

START = '2022-03-07 09:12:00'
CAPTURES = [
    Capture('pair-good', 'central', BTSNOOP_H4),
    Capture('pair-good-packetlogger', 'central', PACKETLOGGER_LE),
]


async def play(sim):
    await logbook.play(sim)
