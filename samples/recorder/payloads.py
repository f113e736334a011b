"""Things to send: made here, the same each time."""
import math
import struct
import zlib


def png(width, height):
    """A small true picture: rings of colour. Not compressed, so that every zlib gives the same bytes."""
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))

    pixels = bytearray()
    for y in range(height):
        pixels.append(0)   # this line has no filter
        for x in range(width):
            distance = math.isqrt((2 * x - width) ** 2 + (2 * y - height) ** 2)
            pixels.append((distance // 5) % 4)
    assert len(pixels) < 65536
    stored = struct.pack('<BHH', 1, len(pixels), len(pixels) ^ 0xFFFF) + bytes(pixels)
    return b'\x89PNG\r\n\x1a\n' + \
        chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 3, 0, 0, 0)) + \
        chunk(b'PLTE', bytes.fromhex('14213dfca311e5e5e52a9d8f')) + \
        chunk(b'IDAT', b'\x78\x01' + stored + struct.pack('>I', zlib.adler32(pixels))) + \
        chunk(b'IEND', b'')


NOTE = 'Grüße aus dem Keller: der Empfang ist besser als gedacht. Bring bitte zwei Rollen Klebeband mit – und Kaffee ☕.'

LETTER = '''Dear Ines,

the boat is out of the water and stands behind the shed, keel up, dry at last. Two planks on the port side are \
soft below the waterline, the rest is sound; Åke tapped along every seam and nodded at each, which from him is a speech.

I have ordered larch, 22 mm, for delivery on Thursday, and copper nails, because the iron ones had turned to \
rust and good intentions. If you bring the long clamps we can bend the first plank on Saturday morning while the \
glue is fresh and the coffee is hot ☕. The second will want steam.

The harbour master asks – again – for last year's mooring fee. I told him that the cheque is in the post. Please post \
the cheque.

Yours, Mara
'''


def readings(count):
    """Valid JSON, about 34 bytes a reading, and no two 20-byte pieces alike."""
    items = ','.join(f'{{"n":{n},"t":{18 + n * 37 % 90 / 10:.1f},"rh":{41 + n * 13 % 17},"mv":{2980 - n * 7}}}'
                     for n in range(count))
    return f'[{items}]'.encode()
