"""A firmware update by Silicon Labs' OTA.

A GBL file of 9076 bytes by Write Commands, and every eighth value by a Write Request. Nothing goes wrong.
"""
from recorder import gecko_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-07-04 11:20:00'
CAPTURES = [Capture('framing-gecko-central', 'central', BTSNOOP_H4)]

FILE = gecko_device.gbl(smp_device.image(9000))


async def play(sim):
    link, device = await gecko_device.connected(sim)
    await gecko_device.update(link, FILE)
    assert device.done == [FILE]
    await link.part()
