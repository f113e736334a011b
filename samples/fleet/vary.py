#!/usr/bin/env python3
"""Makes many captures out of a few: copies of btsnoop files, each at another time.

    vary.py COUNT -o FOLDER CAPTURE...

For measurements and tests. Each copy is shifted by whole days and some milliseconds, so that no two
have the same octets, and its times between records stay as they were.
"""

import argparse
import os
import struct

DAY = 86_400_000_000


def shifted(capture, microseconds):
    """A btsnoop file whose records come later. The header has 16 octets, that of a record 24."""
    out = bytearray(capture)
    offset = 16
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
        if octets[:8] == b"btsnoop\0":
            originals.append((os.path.basename(os.path.dirname(path)), octets))
    if not originals:
        raise SystemExit("vary.py: none of these is a btsnoop file")
    for index in range(count):
        name, octets = originals[index % len(originals)]
        place = os.path.join(folder, f"{index // 1000:04d}")
        os.makedirs(place, exist_ok=True)
        round_ = index // len(originals)
        with open(os.path.join(place, f"{index:06d}-{name}.btsnoop"), "wb") as file:
            file.write(shifted(octets, (round_ % 30) * DAY + round_ * 1000))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, metavar="COUNT")
    parser.add_argument("-o", dest="folder", required=True)
    parser.add_argument("captures", nargs="+", metavar="CAPTURE")
    options = parser.parse_args()
    vary(options.captures, options.count, options.folder)


if __name__ == "__main__":
    main()
