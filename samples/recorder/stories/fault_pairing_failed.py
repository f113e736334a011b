"""A passkey that was mistyped.

The two pair by choice, before anything asks for it: the peripheral shows a passkey, and the user types another one.
Confirm Value Failed. The transfer needs no pairing, and goes well.
"""
import asyncio

from bumble.core import ProtocolError
from bumble.pairing import PairingConfig, PairingDelegate

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:42:00'
CAPTURES = [Capture('fault-pairing-failed', 'central', BTSNOOP_H4)]

payload = readings(5)


class Shows(PairingDelegate):
    def __init__(self):
        super().__init__(PairingDelegate.DISPLAY_OUTPUT_ONLY)

    async def generate_passkey(self):
        return 451280


class Types(PairingDelegate):
    def __init__(self):
        super().__init__(PairingDelegate.KEYBOARD_INPUT_ONLY)

    async def get_number(self):
        await asyncio.sleep(4.2)
        return 451260


async def play(sim):
    s = await ready(sim)
    s.central.device.pairing_config_factory = lambda _c: PairingConfig(sc=False, delegate=Types())
    s.peripheral.device.pairing_config_factory = lambda _c: PairingConfig(sc=False, delegate=Shows())
    try:
        await s.connection.pair()
        raise AssertionError('was paired')
    except ProtocolError:
        pass
    await asyncio.sleep(0.5)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()
