"""A message by indications of 20 bytes: each waits two connection events for its confirmation, where four would fit into one."""
from recorder.apps import INDICATE
from recorder.containers import BTSNOOP_H4
from recorder.payloads import LETTER
from recorder.small_transfer import session, with_marker
from recorder.story import Capture

START = '2021-05-13 11:05:00'
CAPTURES = [Capture('fault-confirmed-chunks', 'central', BTSNOOP_H4)]

payload = LETTER.encode()


async def play(sim):
    s = session(sim, properties=INDICATE)
    await s.connect()
    await s.discover()
    await s.subscribe(indications=True)
    for value in with_marker(payload):
        await s.peripheral.think(60e-6, 180e-6)
        await s.peripheral.device.indicate_subscriber(s.link, s.value, value)
    await s.received(payload)
    await s.part()
