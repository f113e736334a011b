"""A firmware update by Texas Instruments' extended OAD.

4000 bytes in blocks of 124, each requested by the device. Nothing goes wrong.
"""
from recorder import oad_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-06-21 15:45:00'
CAPTURES = [Capture('framing-oad-central', 'central', BTSNOOP_H4)]

FIRMWARE = smp_device.image(4000)


async def play(sim):
    client, device = await oad_device.connected(sim)
    await client.update(FIRMWARE)
    assert device.image == FIRMWARE
    await client.link.part()
