"""A channel of its own: 4 KB over an L2CAP LE credit-based connection.

Both controllers speak Bluetooth 5.0. The central reads the channel's PSM from the characteristic that Apple uses for
it, switches to the 2M PHY, opens the channel and asks for the picture; it comes in SDUs of up to 512 octets, with credits
given back on the way. The central closes the channel and disconnects. Nothing goes wrong.
"""
import asyncio
import struct

from bumble import hci
from bumble.core import UUID
from bumble.l2cap import LeCreditBasedChannelSpec

from recorder.apps import READ, characteristic, chunks
from recorder.containers import BTSNOOP_H4
from recorder.payloads import png
from recorder.small_transfer import session
from recorder.story import Capture

START = '2020-11-03 17:15:00'
CAPTURES = [Capture('coc-central', 'central', BTSNOOP_H4)]

PSM_CHARACTERISTIC = 'ABDD3056-28FA-441D-A470-55A75A52553A'
PSM = 0x0081

picture = png(64, 62)


async def play(sim):
    s = session(sim, mtu=185, others=[characteristic(PSM_CHARACTERISTIC, READ, struct.pack('<H', PSM))],
                central={'generation': '5.0'}, peripheral={'generation': '5.0', 'acl_num': 6})

    def opened(channel):
        def asked(request):
            assert request == b'picture'
            for sdu in chunks(picture, 512):
                channel.write(sdu)
        channel.sink = asked
    s.peripheral.device.create_l2cap_server(LeCreditBasedChannelSpec(psm=PSM, mtu=512, mps=247, max_credits=8), opened)

    await s.connect(data_length=251)
    await s.discover()
    proxy = s.peer.get_characteristics_by_uuid(UUID(PSM_CHARACTERISTIC))[0]
    (psm,) = struct.unpack('<H', await proxy.read_value())
    await s.connection.set_phy(tx_phys=[hci.Phy.LE_2M], rx_phys=[hci.Phy.LE_2M])
    await asyncio.sleep(0.4)
    channel = await s.connection.create_l2cap_channel(
        LeCreditBasedChannelSpec(psm=psm, mtu=512, mps=247, max_credits=8))
    received = []
    whole = asyncio.get_running_loop().create_future()

    def take(sdu):
        received.append(bytes(sdu))
        if sum(map(len, received)) == len(picture):
            whole.set_result(None)
    channel.sink = take
    channel.write(b'picture')
    await whole
    assert b''.join(received) == picture
    await s.central.think()
    await channel.disconnect()
    await asyncio.sleep(0.2)
    await s.central.hang_up(s.connection)
    await asyncio.sleep(0.3)
