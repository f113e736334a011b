"""A bootloader refuses an init packet.

The firmware is older than the one in the device: the execution of the init packet is answered with the extended error 5.
The phone disconnects.
"""
import asyncio

from recorder import dfu_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-02-17 16:10:00'
CAPTURES = [Capture('framing-dfu-refused-central', 'central', BTSNOOP_H4)]

INIT = dfu_device.init_packet(smp_device.image(9000))


async def play(sim):
    client, device = await dfu_device.connected(sim, refusing=5)
    answer = await client.transfer(dfu_device.COMMAND, INIT)
    assert answer == bytes([0x60, 4, 0x0B, 5])
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)
