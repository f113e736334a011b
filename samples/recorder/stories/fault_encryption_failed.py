"""A bond that only one side still has.

The two pair and bond, and a message goes over. Then the peripheral is reset and has forgotten its keys. The phone
connects again and wants to encrypt with the key that it has: PIN or Key Missing. It gives up.
"""
import asyncio

from bumble.core import ProtocolError
from bumble.hci import HCI_Error
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig

from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import ready, with_marker
from recorder.story import Capture

START = '2021-05-11 12:04:00'
CAPTURES = [Capture('fault-encryption-failed', 'central', BTSNOOP_H4)]

payload = readings(5)


async def play(sim):
    s = await ready(sim)
    for app in (s.central, s.peripheral):
        app.device.keystore = MemoryKeyStore()
        app.device.pairing_config_factory = lambda _connection: PairingConfig(mitm=False, bonding=True)
    await s.connection.pair()
    await asyncio.sleep(0.4)
    await s.send(with_marker(payload))
    await s.received(payload)
    await s.part()

    s.peripheral.device.keystore = MemoryKeyStore()
    await asyncio.sleep(2.0)
    address = s.connection.peer_address
    await s.advertise()
    await asyncio.sleep(0.6)
    s.connection, s.peer = await s.central.connect(address, mtu=185)
    await s.central.think()
    try:
        await s.connection.encrypt()
        raise AssertionError('was encrypted')
    except (ProtocolError, HCI_Error):
        pass
    await s.central.think()
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
