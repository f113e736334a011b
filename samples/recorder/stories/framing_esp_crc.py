"""A phone computes a wrong checksum.

The CRC-16 of the second sector is wrong: the device answers with a CRC error, and the phone sends the sector again.
"""
from recorder import esp_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-03-08 10:40:00'
CAPTURES = [Capture('framing-esp-crc-central', 'central', BTSNOOP_H4)]

FIRMWARE = smp_device.image(9000)


async def play(sim):
    client, device = await esp_device.connected(sim, spoiling=[1])
    await client.update(FIRMWARE)
    assert device.image == FIRMWARE
    await client.link.part()
