"""A firmware update by Nordic's Secure DFU.

An init packet of 134 bytes, then 9000 bytes of firmware in objects of 4096, with a receipt after every eighth packet.
The bootloader disconnects when it has all of it. Nothing goes wrong.
"""
import asyncio

from recorder import dfu_device, smp_device
from recorder.containers import BTSNOOP_H4
from recorder.story import Capture

START = '2022-02-17 14:05:00'
CAPTURES = [Capture('framing-dfu-central', 'central', BTSNOOP_H4)]

FIRMWARE = smp_device.image(9000)
INIT = dfu_device.init_packet(FIRMWARE)


async def play(sim):
    client, device = await dfu_device.connected(sim)
    await client.transfer(dfu_device.COMMAND, INIT)
    await client.transfer(dfu_device.DATA, FIRMWARE)
    assert device.done == {dfu_device.COMMAND: INIT, dfu_device.DATA: FIRMWARE}
    await asyncio.sleep(0.1)
    await device.connection.disconnect()
    await asyncio.sleep(0.3)
