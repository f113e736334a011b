"""Writes cpio archives in the "newc" format, which is what the kernel unpacks as its first root.

Linux, Documentation/driver-api/early-userspace/buffer-format.rst.
"""

import stat
from pathlib import Path


class Archive:
    """An archive in the making. Folders above a member are made as they are needed."""

    def __init__(self):
        self._pieces: list[bytes] = []
        self._size = 0
        self._places: set[str] = {""}

    def folder(self, place: str, mode: int = 0o755):
        place = place.strip("/")
        if place in self._places:
            return
        self.folder(place.rpartition("/")[0])
        self._add(place, stat.S_IFDIR | mode, b"")

    def file(self, place: str, content: bytes, mode: int = 0o644):
        place = place.strip("/")
        if place in self._places:
            return
        self.folder(place.rpartition("/")[0])
        self._add(place, stat.S_IFREG | mode, content)

    def copy(self, place: str, path: Path):
        """A file, and whether it may be executed."""
        self.file(place, path.read_bytes(), 0o755 if path.stat().st_mode & 0o111 else 0o644)

    def link(self, place: str, target: str):
        place = place.strip("/")
        if place in self._places:
            return
        self.folder(place.rpartition("/")[0])
        self._add(place, stat.S_IFLNK | 0o777, target.encode())

    @property
    def names(self) -> set[str]:
        return self._places

    def __contains__(self, place: str) -> bool:
        return place.strip("/") in self._places

    def finish(self) -> bytes:
        self._add("TRAILER!!!", 0, b"")
        return b"".join(self._pieces)

    def _add(self, name: str, mode: int, content: bytes):
        self._places.add(name)
        encoded = name.encode() + b"\0"
        links = 2 if stat.S_ISDIR(mode) else 1
        # inode, mode, user, group, links, time, size, two device numbers twice, name's size, check
        number = len(self._places)
        fields = [number, mode, 0, 0, links, 0, len(content), 0, 0, 0, 0, len(encoded), 0]
        header = b"070701" + b"".join(b"%08X" % field for field in fields)
        for piece in (header + encoded, content):
            self._pieces.append(piece)
            self._size += len(piece)
            padding = -self._size % 4
            self._pieces.append(bytes(padding))
            self._size += padding
