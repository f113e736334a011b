"""A firmware update by Espressif's BLE OTA.

9000 bytes in three sectors, the last of them shorter, each acknowledged by an indication. Nothing goes wrong.
"""
from recorder import esp_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-03-08 10:12:00'
CAPTURES = [Capture('framing-esp-central', 'central', BTSNOOP_H4)]

FIRMWARE = smp_device.image(9000)


async def play(sim):
    client, device = await esp_device.connected(sim)
    await client.update(FIRMWARE)
    assert device.image == FIRMWARE
    await client.link.part()
