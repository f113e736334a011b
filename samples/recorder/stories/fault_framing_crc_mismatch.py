"""A bootloader stores a wrong octet.

In the second object of the firmware one octet of the device's buffer is overwritten: the next receipt and the answer
with the object's CRC differ from what was sent. The phone creates the object again, and it is right.
"""
import asyncio

from recorder import dfu_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-02-17 15:31:00'
CAPTURES = [Capture('fault-framing-crc-mismatch', 'central', BTSNOOP_H4)]

FIRMWARE = smp_device.image(9000)
INIT = dfu_device.init_packet(FIRMWARE)


async def play(sim):
    client, device = await dfu_device.connected(sim, spoiling=[7000])
    await client.transfer(dfu_device.COMMAND, INIT)
    await client.transfer(dfu_device.DATA, FIRMWARE)
    assert device.done == {dfu_device.COMMAND: INIT, dfu_device.DATA: FIRMWARE}
    await asyncio.sleep(0.1)
    await device.connection.disconnect()
    await asyncio.sleep(0.3)
