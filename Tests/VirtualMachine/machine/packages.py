"""Fetches Debian packages through apt, checks them, and reads files out of them."""

import hashlib
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

from . import Trouble
from .tar import extract

# What the guest is made of, beside the kernel. What these need in turn, and this machine has not
# installed, comes along.
PACKAGES = ["busybox-static", "bluez", "bluez-test-tools"]

# A package server that does not answer must not hold the tests up for ever.
FETCHING_LIMIT = 600


def output(words: list[str], folder: Path, limit: int = 120) -> str:
    try:
        done = subprocess.run(
            words, cwd=folder, capture_output=True, text=True, timeout=limit, check=False,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Trouble(f"{words[0]} did not end within {limit} s")
    except OSError as error:
        raise Trouble(f"cannot run {words[0]}: {error.strerror}")
    if done.returncode != 0:
        complaints = [line for line in done.stderr.splitlines() if line.startswith("E:")]
        why = complaints[0] if complaints else f"exit status {done.returncode}"
        raise Trouble(f"{' '.join(words[:3])}: {why} (an 'apt-get update' may help)")
    return done.stdout


def fetch(folder: Path) -> list[Path]:
    """The packages, fetched into the folder where they are not there yet."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        raise Trouble("the packages of the guest come through apt: this needs a Debian machine")
    folder.mkdir(parents=True, exist_ok=True)
    architecture = output(["dpkg", "--print-architecture"], folder).strip()
    if architecture != "amd64":
        # Of Debian 12 and 13 the kernels for arm64 have no CONFIG_BT_HCIVHCI.
        raise Trouble(
            f"Debian's kernel for {architecture} has no virtual Bluetooth controllers (hci_vhci): "
            "this needs amd64")
    wanted = uris([kernel(folder)] + PACKAGES + missing(folder), folder)
    for name, digest in wanted.items():
        if not is_whole(folder / name, digest):
            (folder / name).unlink(missing_ok=True)
    absent = [name for name in wanted if not (folder / name).exists()]
    if absent:
        # apt compares each with the signed list of packages; so do we, for those fetched before.
        names = sorted({name.split("_")[0] for name in absent})
        output(["apt-get", "-q", "download"] + names, folder, FETCHING_LIMIT)
    for name, digest in wanted.items():
        if not is_whole(folder / name, digest):
            raise Trouble(f"{name} is not what the list of packages says")
    for other in folder.glob("*.deb"):
        if other.name not in wanted:
            other.unlink()
    return [folder / name for name in sorted(wanted)]


def kernel(folder: Path) -> str:
    """The package of the newest kernel: the plain one, for the one for clouds has no Bluetooth."""
    depends = output(["apt-cache", "depends", "linux-image-amd64"], folder)
    found = re.search(r"Depends: (linux-image-\S+)", depends)
    if not found:
        raise Trouble("apt knows no kernel: 'apt-get update' comes first")
    return found[1]


def missing(folder: Path) -> list[str]:
    """What an installation of the packages would bring along. Installs nothing."""
    words = ["apt-get", "--simulate", "--no-install-recommends", "install"]
    lines = output(words + PACKAGES, folder).splitlines()
    return [line.split()[1] for line in lines if line.startswith("Inst ")]


def uris(names: list[str], folder: Path) -> dict[str, str]:
    """The file of each package, and its SHA-256 as apt knows it."""
    # Nothing is printed for a file that is in the current folder already.
    elsewhere = folder.parent
    found = {}
    words = ["apt-get", "--print-uris", "download"]
    for line in output(words + sorted(set(names)), elsewhere).splitlines():
        parts = line.split()
        if len(parts) == 4 and parts[3].startswith("SHA256:"):
            found[parts[1]] = parts[3].removeprefix("SHA256:")
    if len(found) < len(set(names)):
        raise Trouble("apt gives no SHA-256 for some of the packages")
    return found


def is_whole(path: Path, digest: str) -> bool:
    if not path.exists():
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == digest


def unpack(package: Path, folder: Path, wanted: re.Pattern):
    """Those files of a package whose path matches."""
    process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", package], stdout=subprocess.PIPE)
    with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
        extract(archive, folder, wanted.match)
    process.stdout.close()
    if process.wait() != 0:
        raise Trouble(f"{package.name} cannot be unpacked")
