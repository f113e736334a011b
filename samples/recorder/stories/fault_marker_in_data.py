"""The marker's letters within the data, four times, and then the marker.

A chunk has `EOM` in its middle; two chunks have it across their border; a full chunk ends in it, and more data
follows; the last, short chunk ends in it too, and the marker is the notification after that. An app that looks for
the letters cuts the text short.
"""
from recorder.apps import chunks
from recorder.containers import BTSNOOP_H4
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 10:41:00'
CAPTURES = [Capture('fault-marker-in-data', 'central', BTSNOOP_H4)]

payload = (b'Of markers: the one ' b'of this app is EOM, ' b'three letters. A GEO' b'METRY lesson has EOM'
           b' in it, and nothing ' b'is over. So: EOM')


async def play(sim):
    pieces = chunks(payload, 20)
    assert b'EOM' in pieces[1] and not pieces[1].endswith(b'EOM')
    assert pieces[3].endswith(b'EOM') and len(pieces[3]) == 20
    assert pieces[-1].endswith(b'EOM') and len(pieces[-1]) < 20
    s = await ready(sim)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
