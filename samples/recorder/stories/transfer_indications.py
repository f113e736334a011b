"""A transfer by indications: the central confirms each before the next is sent. Slower, and nothing goes wrong."""
from recorder.apps import INDICATE, chunks
from recorder.containers import BTSNOOP_MONITOR
from recorder.payloads import LETTER
from recorder.small_transfer import PI, raspberry_pi, session
from recorder.story import Capture

START = '2020-11-03 16:20:00'
CAPTURES = [Capture('transfer-indications-central', 'central', BTSNOOP_MONITOR, raspberry_pi('5.4.72-v8+'))]

payload = LETTER.encode()


async def play(sim):
    s = session(sim, address=PI, mtu=185, properties=INDICATE)
    await s.connect(data_length=251)
    await s.discover()
    await s.subscribe(indications=True)
    for value in chunks(payload, 182) + [b'EOM']:
        await s.peripheral.think(60e-6, 180e-6)
        await s.peripheral.device.indicate_subscriber(s.link, s.value, value)
    await s.received(payload)
    await s.part()
