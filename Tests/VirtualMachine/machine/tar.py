"""Takes files out of tar archives, never to a place outside of the folder they belong to.

By hand, for the module's own filters came with a later Python than Debian 12 has.
"""

import shutil
import tarfile
from pathlib import Path, PurePosixPath

from . import Trouble


def extract(archive: tarfile.TarFile, folder: Path, is_wanted=lambda name: True):
    """Files and symbolic links, with whether they may be executed; hard links become copies."""
    for member in archive:
        parts = PurePosixPath(member.name).parts
        name = "/".join(parts)
        if not parts or not is_wanted(name):
            continue
        place = folder / name
        # A symbolic link of the archive itself could lead elsewhere, too.
        if ".." in parts or not place.parent.resolve().is_relative_to(folder.resolve()):
            raise Trouble(f"an archive has a file '{member.name}'")
        place.parent.mkdir(parents=True, exist_ok=True)
        if member.issym():
            place.symlink_to(member.linkname)
        elif member.islnk():
            shutil.copy2(folder / PurePosixPath(member.linkname), place)
        elif member.isfile():
            with place.open("wb") as file:
                shutil.copyfileobj(archive.extractfile(member), file)
            place.chmod(0o755 if member.mode & 0o111 else 0o644)
        elif member.isdir():
            place.mkdir(exist_ok=True)
