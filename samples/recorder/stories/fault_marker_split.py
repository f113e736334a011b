"""A marker in two pieces: `EO` in one notification, `M` in the next."""
from recorder.apps import chunks
from recorder.containers import PCAP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready
from recorder.story import Capture

START = '2021-05-11 10:36:00'
CAPTURES = [Capture('fault-marker-split', 'central', PCAP_H4)]

payload = readings(6)


async def play(sim):
    s = await ready(sim)
    values = chunks(payload, 20) + [b'EO', b'M']
    await s.send(values)
    await s.inbox.until(lambda received: received == values)
    await s.part()
