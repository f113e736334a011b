"""A value that is refused, because the two do not pair.

After a transfer the central reads the status: Insufficient Authentication. It asks to pair, and the peripheral, which
is in no mood to pair, answers Pairing Not Supported. The read is tried once more, and refused once more.
"""
import asyncio

from bumble.att import ATT_Error, AttributeValue, ErrorCode
from bumble.core import UUID, ProtocolError
from bumble.pairing import PairingConfig, PairingDelegate

from recorder.apps import READ, characteristic
from recorder.containers import BTSNOOP_H4
from recorder.payloads import readings
from recorder.small_transfer import STATUS, ready, with_marker
from recorder.story import Capture

START = '2021-05-11 11:36:00'
CAPTURES = [Capture('fault-insufficient-security', 'central', BTSNOOP_H4)]

payload = readings(5)


class Unwilling(PairingDelegate):
    async def accept(self):
        return False


def confide(connection):
    if not connection.encryption:
        raise ATT_Error(ErrorCode.INSUFFICIENT_AUTHENTICATION)
    return b'all is well'


async def play(sim):
    s = await ready(sim, others=[characteristic(STATUS, READ, AttributeValue(read=confide))])
    s.central.device.pairing_config_factory = lambda _connection: PairingConfig(mitm=False)
    s.peripheral.device.pairing_config_factory = lambda _connection: PairingConfig(mitm=False, delegate=Unwilling())
    await s.send(with_marker(payload))
    await s.received(payload)

    async def read():
        try:
            await s.peer.get_characteristics_by_uuid(UUID(STATUS))[0].read_value()
            raise AssertionError('was read')
        except ATT_Error as error:
            assert error.error_code == ErrorCode.INSUFFICIENT_AUTHENTICATION

    await asyncio.sleep(0.4)
    await read()
    await s.central.think()
    try:
        await s.connection.pair()
        raise AssertionError('was paired')
    except ProtocolError:
        pass
    await asyncio.sleep(1.0)
    await read()
    await asyncio.sleep(0.3)
    await s.part()
