"""Builds the guest: a kernel, and a first root file system with the modules and programs it needs."""

import fcntl
import hashlib
import lzma
import re
import shutil
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

from . import Trouble, packages
from .cpio import Archive

SOURCES = Path(__file__).parent
INIT = SOURCES.parent / "guest" / "init"

# Modules of the kernel, loaded at the start in this order, each after those it depends on. The
# ciphers are named because the kernel would otherwise look for a modprobe while it runs; btvirt
# wants them, too (algif).
MODULES = [
    "virtio_pci", "virtio_blk",
    "ctr", "ecb", "cmac", "ccm", "drbg", "ecdh_generic", "algif_hash", "algif_skcipher",
    "bluetooth", "hci_vhci",
]  # fmt: skip

# From the packages, where they are in one, else from this machine: those of Debian's essential
# packages are everywhere. A shell and a timeout that are not busybox's, because what busybox starts
# is its own applet where it has one of that name, and not the program.
PROGRAMS = ["dash", "timeout", "setpriv", "unshare", "btmon", "btvirt"]

FILES = {
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/tmp:/bin/sh\n",
    "etc/group": "root:x:0:\nuser:x:1000:\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}

KERNEL_FILES = re.compile(
    r"boot/vmlinuz-|lib/modules/[^/]+/(modules\.builtin$"
    r"|kernel/(arch|crypto|lib|net|drivers/(block|bluetooth|virtio))/)"
)
PROGRAM_FILES = re.compile(r"(usr/)?(s?bin|lib)/")


@dataclass(frozen=True)
class Image:
    kernel: Path
    root: Path
    """The names that are in it, to know which libraries need not come along with a program."""
    names: Path


def prepare(cache: Path, anew: bool = False) -> Image:
    """The guest, from the cache or newly built."""
    image = Image(cache / "guest" / "vmlinux", cache / "guest" / "root.cpio", cache / "guest" / "names")
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with (cache / "lock").open("w") as lock:
            # Two runs of the tests may come here at the same time.
            fcntl.flock(lock, fcntl.LOCK_EX)
            stamp = cache / "guest" / "stamp"
            if anew or not stamp.exists() or stamp.read_text() != own_digest():
                build(cache, image)
                stamp.write_text(own_digest())
    except OSError as error:
        raise Trouble(f"{error.filename}: {error.strerror}")
    return image


def own_digest() -> str:
    """Another one when the guest would be built in another way."""
    digest = hashlib.sha256()
    for path in sorted(SOURCES.glob("*.py")) + [INIT]:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def build(cache: Path, image: Image):
    start = time.monotonic()
    fetched = packages.fetch(cache / "packages")
    size = sum(path.stat().st_size for path in fetched) / 1e6
    note("%d packages, %.0f MB, after %.1f s", len(fetched), size, time.monotonic() - start)

    unpacked = cache / "unpacked"
    shutil.rmtree(unpacked, ignore_errors=True)
    for package in fetched:
        wanted = KERNEL_FILES if package.name.startswith("linux-image-") else PROGRAM_FILES
        packages.unpack(package, unpacked, wanted)

    folder = image.root.parent
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    compressed = next(unpacked.glob("boot/vmlinuz-*"))
    image.kernel.write_bytes(bootable(compressed.read_bytes()))
    archive = root(unpacked)
    image.names.write_text("\n".join(sorted(archive.names)))
    image.root.write_bytes(archive.finish())
    shutil.rmtree(unpacked)
    note("guest with %s, built after %.1f s", compressed.name, time.monotonic() - start)


def note(line: str, *values):
    print("vm: " + line % values, file=sys.stderr)


def root(unpacked: Path) -> Archive:
    archive = Archive()
    for folder in ["dev", "proc", "sys", "run", "tmp", "out", "root", "scripts", "var/lib"]:
        archive.folder(folder)
    archive.copy("init", INIT)
    for place, text in FILES.items():
        archive.file(place, text.encode())

    loaded = modules(unpacked)
    for number, path in enumerate(loaded):
        archive.file(f"modules/{number:02}-{path.name.split('.')[0]}.ko", plain(path))

    libraries = [unpacked / part for part in ("lib", "usr/lib")]
    paths = [found for part in libraries for found in part.glob("*-linux-gnu")]
    for name in PROGRAMS:
        add_program(archive, program(name, unpacked), "usr/bin/" + name, paths)
    archive.link("bin/sh", "/usr/bin/dash")
    busybox = program("busybox", unpacked)
    archive.copy("bin/busybox", busybox)
    for applet in subprocess.check_output([busybox, "--list"], text=True).split():
        if f"usr/bin/{applet}" not in archive:
            archive.link(f"bin/{applet}", "busybox")
    return archive


def program(name: str, unpacked: Path) -> Path:
    for base in (unpacked, Path("/")):
        for folder in ("usr/bin", "bin", "usr/sbin", "sbin"):
            path = base / folder / name
            if path.is_file():
                return path
    raise Trouble(f"neither the packages nor this machine have the program {name}")


def add_program(archive: Archive, path: Path, place: str, search: list[Path], present=frozenset()):
    """A program and the shared libraries that it needs and that are not there yet."""
    archive.copy(place, path)
    settings = {"LD_LIBRARY_PATH": ":".join(map(str, search)), "PATH": "/usr/bin:/bin", "LC_ALL": "C"}
    # Ends with 1, and says so, where the program needs none.
    done = subprocess.run(["ldd", path], env=settings, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines():
        if "not found" in line:
            raise Trouble(f"{path} needs {line.split()[0]}, which is not installed")
        found = re.search(r"(?:=> )?(/\S+) \(0x", line.strip())
        if not found:
            continue
        library = Path(found[1])
        # The loader has its place in the program itself; the others are looked for.
        loader = library.name.startswith("ld-linux")
        target = f"lib64/{library.name}" if loader else f"usr/lib/x86_64-linux-gnu/{library.name}"
        if target not in present:
            archive.copy(target, library)


# The kernel


def bootable(image: bytes) -> bytes:
    """The ELF file in a compressed kernel, which starts in half the time: qemu jumps right into it,
    and the guest need not unpack it, which without KVM takes long. The file as it is where it is
    compressed in a way that Python cannot read.

    Linux, Documentation/x86/boot.rst: setup_sects at 0x1F1, payload_offset at 0x248,
    payload_length at 0x24C; the last four octets of the payload are its size when unpacked.
    """
    start = (image[0x1F1] + 1) * 512 + int.from_bytes(image[0x248:0x24C], "little")
    length = int.from_bytes(image[0x24C:0x250], "little")
    payload = image[start : start + length - 4]
    try:
        if payload.startswith(b"\xfd7zXZ"):
            unpacked = lzma.LZMADecompressor().decompress(payload)
        elif payload.startswith(b"\x1f\x8b"):
            unpacked = zlib.decompressobj(wbits=31).decompress(payload)
        else:
            return image
    except (lzma.LZMAError, zlib.error):
        return image
    return unpacked if unpacked.startswith(b"\x7fELF") else image


def modules(unpacked: Path) -> list[Path]:
    """The files of the modules, in an order in which they can be loaded."""
    files = {}
    for path in unpacked.glob("lib/modules/*/kernel/**/*.ko*"):
        files[path.name.split(".")[0].replace("-", "_")] = path
    builtin = set()
    for path in unpacked.glob("lib/modules/*/modules.builtin"):
        for line in path.read_text().split():
            builtin.add(Path(line).name.split(".")[0].replace("-", "_"))
    order: list[Path] = []
    visited = set(builtin)

    def visit(name: str):
        if name in visited:
            return
        visited.add(name)
        if name not in files:
            raise Trouble(f"this kernel has no module {name}")
        for other in dependencies(plain(files[name])):
            visit(other)
        order.append(files[name])

    for name in MODULES:
        visit(name)
    return order


def plain(module: Path) -> bytes:
    """The ELF file; the kernel of some Debian releases keeps it compressed."""
    content = module.read_bytes()
    return lzma.decompress(content) if module.suffix == ".xz" else content


def dependencies(module: bytes) -> list[str]:
    """As the module itself lists them, in its section .modinfo."""
    found = re.search(rb"\0depends=([^\0]*)\0", module)
    names = found[1].decode().split(",") if found else []
    return [name.replace("-", "_") for name in names if name]
