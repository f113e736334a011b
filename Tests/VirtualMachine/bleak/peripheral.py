"""A battery, as far as its messages go: it answers requests to FF02 by notifications of FF01.

DD, command, register, length, data, two's complement sum of what follows the command, 77.
"""

import asyncio

from bumble.core import AdvertisingData
from bumble.device import Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.transport import open_transport

ADDRESS = "F0:F1:F2:F3:F4:F5"


def sealed(octets):
    """The message with these octets between its start and its checksum."""
    check = -sum(octets[1:]) & 0xFFFF
    return bytes([0xDD]) + octets + check.to_bytes(2, "big") + b"\x77"


def answer(request, count):
    """What the battery says to a request."""
    if request[0] == 0xA5 and request[1] == 3:
        return sealed(bytes([3, 0, 6, 0x0D, count & 0xFF, 0xC0, 0xFF, 0xEE, 1]))
    if request[0] == 0xA5:
        return sealed(bytes([request[1], 0, 4, 0x0C, count & 0xFF, 0x0C, 0x80]))
    return sealed(bytes([request[1], 0, 0]))


async def main():
    transport = await open_transport("hci-socket:1")
    device = Device.with_hci("battery", Address(ADDRESS), transport.source, transport.sink)
    answers = Characteristic("FF01", Characteristic.Properties.NOTIFY, Characteristic.READABLE, b"")
    count = 0

    def written(_, value):
        nonlocal count
        count += 1
        octets = bytes(value)
        inner = octets[1:-3]
        is_right = sealed(inner) == octets
        print("got", octets.hex(), "right" if is_right else "wrong", flush=True)
        if is_right:
            asyncio.get_running_loop().create_task(
                device.notify_subscribers(answers, answer(inner, count)))

    requests = Characteristic(
        "FF02", Characteristic.Properties.WRITE_WITHOUT_RESPONSE, Characteristic.WRITEABLE,
        CharacteristicValue(write=written))
    device.add_service(Service("FF00", [answers, requests]))
    device.advertising_data = bytes(AdvertisingData([
        (AdvertisingData.FLAGS, b"\x06"), (AdvertisingData.COMPLETE_LOCAL_NAME, b"battery")]))
    await device.power_on()
    await device.start_advertising(auto_restart=True)
    print("advertising", flush=True)
    await asyncio.sleep(600)


asyncio.run(main())
