#!/usr/bin/env python3
"""Makes many captures out of a few: copies of btsnoop files, each at another time.

    vary.py COUNT -o FOLDER CAPTURE...

For measurements and tests. The copies begin in January 2026, a thousand a day in the order of their
names, no two at the same time, so that no two have the same octets. The times between records stay
as they were.
"""

import argparse
import os
import struct

# What a btsnoop file begins with.
MAGIC = b"btsnoop\0"
DAY = 86_400_000_000
# 1 January 2026, in the microseconds of btsnoop.
BEGINNING = 0x00DCDDB30F2F8000 + 20_454 * DAY


def varies(octets):
    """Whether a file is btsnoop with a record, as copies of one without are all the same."""
    return octets[:8] == MAGIC and len(octets) >= 40


def shifted(capture, beginning):
    """A btsnoop file that begins at a time. The header has 16 octets, that of a record 24."""
    out = bytearray(capture)
    offset = 16
    microseconds = beginning - struct.unpack_from(">q", out, 32)[0] if len(out) >= 40 else 0
    while offset + 24 <= len(out):
        held = struct.unpack_from(">I", out, offset + 4)[0]
        time = struct.unpack_from(">q", out, offset + 16)[0]
        struct.pack_into(">q", out, offset + 16, time + microseconds)
        offset += 24 + held
    return bytes(out)


def vary(captures, count, folder):
    originals = []
    for path in captures:
        with open(path, "rb") as file:
            octets = file.read()
        if varies(octets):
            originals.append((os.path.basename(os.path.dirname(path)), octets))
    if not originals:
        raise SystemExit("vary.py: none of these is a btsnoop file with records")
    for index in range(count):
        name, octets = originals[index % len(originals)]
        place = os.path.join(folder, f"{index // 1000:04d}")
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f"{index:06d}-{name}.btsnoop"), "wb") as file:
            day, rest = divmod(index, 1000)
            file.write(shifted(octets, BEGINNING + day % 31 * DAY + rest * 80_000_000 + day))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, metavar="COUNT")
    parser.add_argument("-o", dest="folder", required=True)
    parser.add_argument("captures", nargs="+", metavar="CAPTURE")
    options = parser.parse_args()
    vary(options.captures, options.count, options.folder)


if __name__ == "__main__":
    main()
