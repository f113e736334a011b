"""Two uploads: the data goes from the central to the peripheral.

The first goes by Write Without Response, as fast as there is room; the second by Write Request, each chunk
answered. Both end in `EOM`. Nothing goes wrong.
"""
import asyncio

from bumble.core import UUID

from recorder.apps import WRITE, WRITE_COMMAND, characteristic, chunks
from recorder.containers import PCAP_MONITOR
from recorder.payloads import LETTER, readings
from recorder.small_transfer import PI, raspberry_pi, session
from recorder.story import Capture

START = '2020-11-03 16:31:00'
CAPTURES = [Capture('transfer-writes-central', 'central', PCAP_MONITOR, raspberry_pi('5.4.72-v8+'))]

UPLOAD = '5F2B0A13-7C41-4D38-9E66-0B1D7A2C94E3'

first, second = readings(60), LETTER.encode()


async def play(sim):
    upload = characteristic(UPLOAD, WRITE | WRITE_COMMAND)
    written = []
    upload.on('write', lambda _connection, value: written.append(bytes(value)))
    s = session(sim, address=PI, mtu=185, others=[upload])
    await s.connect(data_length=251)
    await s.discover()
    proxy = s.peer.get_characteristics_by_uuid(UUID(UPLOAD))[0]
    await asyncio.sleep(0.4)
    for value in chunks(first, 182) + [b'EOM']:
        await s.central.think(60e-6, 180e-6)
        while not s.central.can_send(s.connection):
            await s.central.ready_to_update(s.connection)
        await proxy.write_value(value, with_response=False)
    await s.central.sent(s.connection)
    await asyncio.sleep(1.0)
    for value in chunks(second, 182) + [b'EOM']:
        await s.central.think(60e-6, 180e-6)
        await proxy.write_value(value, with_response=True)
    assert b''.join(written) == first + b'EOM' + second + b'EOM'
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
