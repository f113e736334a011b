"""A firmware update by Telink's OTA, of the extended protocol.

9001 bytes in blocks of 240, the last of them filled up with FF to a multiple of 16. Nothing goes wrong.
"""
from recorder import smp_device, telink_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-05-16 08:30:00'
CAPTURES = [Capture('framing-telink-central', 'central', BTSNOOP_H4)]

FIRMWARE = telink_device.image(smp_device.image(9001))


async def play(sim):
    client, device = await telink_device.connected(sim)
    assert await client.update(FIRMWARE, 240) == telink_device.SUCCESS
    assert device.image[:len(FIRMWARE)] == FIRMWARE
    await client.link.part()
