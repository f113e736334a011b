"""A block of Telink's OTA is lost.

The older protocol, with blocks of 16 bytes. The phone's stack drops block 37: the device answers the next one with the
error that a block is missing, and the phone gives up.
"""
from recorder import smp_device, telink_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2023-05-16 09:05:00'
CAPTURES = [Capture('framing-telink-refused-central', 'central', BTSNOOP_H4)]

FIRMWARE = telink_device.image(smp_device.image(3000))


async def play(sim):
    client, device = await telink_device.connected(sim, mtu=23, losing=[37])
    assert await client.update(FIRMWARE) == telink_device.SEQUENCE_ERROR
    assert device.image == FIRMWARE[:37 * 16]
    await client.link.part()
