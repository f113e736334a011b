"""A firmware update by MCUmgr SMP, as a phone does it with a Zephyr device.

Echo; the state of the images; 9000 bytes of image in requests of 512 bytes, each spread over three values, two of them
under way at a time; a log file is fetched. Nothing goes wrong.
"""
import asyncio
import hashlib

from smp import file_management, image_management, os_management

from recorder import smp_device
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.story import Capture

START = '2024-04-09 09:12:00'
CAPTURES = [Capture('framing-smp-central', 'central', BTSNOOP_H4)]

IMAGE = smp_device.image(9000)
LOG = readings(24)


async def play(sim):
    client, server = await smp_device.connected(sim, files={'/lfs/log.json': LOG})
    await client.ask(os_management.EchoWriteRequest(d='hello', sequence=1))
    await client.ask(image_management.ImageStatesReadRequest(sequence=2))
    await asyncio.sleep(0.3)
    await upload(client, IMAGE, first=3, size=440, window=2)
    assert server.image == IMAGE
    await asyncio.sleep(0.3)
    fetched, sequence = b'', 100
    while len(fetched) < len(LOG):
        fetched += (await client.ask(file_management.FileDownloadRequest(
            off=len(fetched), name='/lfs/log.json', sequence=sequence)))['data']
        sequence += 1
    assert fetched == LOG
    await client.central.hang_up(client.connection)
    await asyncio.sleep(0.3)


async def upload(client, octets, first, size, window=1, timeout=None):
    """Sends an image, up to `window` requests ahead of the answers; what is not answered in time is sent again."""
    waiting, offset, sequence = [], 0, first
    while waiting or offset < len(octets):
        while offset < len(octets) and len(waiting) < (window if offset else 1):
            request = chunk(octets, offset, size, sequence)
            await client.send(request)
            waiting.append(request)
            offset, sequence = offset + len(request.data), sequence + 1
        try:
            answer = await client.answer(waiting[0], timeout)
        except TimeoutError:
            again = chunk(octets, waiting[0].off, size, sequence)
            await client.send(again)
            waiting[0], sequence = again, sequence + 1
            continue
        if answer.get('rc') or answer.get('err'):
            return answer
        waiting.pop(0)
    return answer


def chunk(octets, offset, size, sequence):
    extra = {'len': len(octets), 'sha': hashlib.sha256(octets).digest()} if offset == 0 else {}
    return image_management.ImageUploadWriteRequest(
        off=offset, data=octets[offset:offset + size], sequence=sequence, **extra)
