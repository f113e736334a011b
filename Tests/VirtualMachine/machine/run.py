"""Runs a script in the machine, and brings back what it left in /out."""

import argparse
import os
import selectors
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

from . import Trouble
from .cpio import Archive
from .guest import Image, add_program
from .tar import extract

# For the start of the machine and for its end, beside what the script may take.
GRACE = 60
# The disk on which the guest hands /out over. It takes up only what is written.
DISK_SIZE = 1 << 30
TIMED_OUT = 124


def run(image: Image, options: argparse.Namespace) -> int:
    """The script's exit status; 124 where it took too long."""
    qemu = shutil.which("qemu-system-x86_64")
    if not qemu:
        raise Trouble("qemu-system-x86_64 is not installed (Debian: qemu-system-x86)")
    with tempfile.TemporaryDirectory(prefix="bletrace-vm-") as name:
        work = Path(name)
        disk = work / "out.tar"
        with disk.open("wb") as file:
            file.truncate(DISK_SIZE)
        initrd = work / "initrd"
        initrd.write_bytes(first_root(image, options))
        for accelerator in accelerators(options.accelerator):
            start(qemu, accelerator, image, initrd, disk, options)
            status = collect(disk, options.out)
            if status is not None:
                return status
        raise Trouble("the machine ended without handing anything over; its console is above")


def accelerators(wanted: str) -> list[str]:
    if wanted != "auto":
        return [wanted]
    # A /dev/kvm says little: without the processor's help it is far slower than emulation.
    flags = Path("/proc/cpuinfo").read_text().split()
    has_help = "vmx" in flags or "svm" in flags
    return (["kvm"] if has_help and os.access("/dev/kvm", os.R_OK | os.W_OK) else []) + ["tcg"]


def first_root(image: Image, options: argparse.Namespace) -> bytes:
    """The guest's, and behind it an archive of what this run adds."""
    archive = Archive()
    archive.file("scripts/.limit", str(options.timeout).encode())
    try:
        archive.copy("scripts/.script", options.script)
        present = frozenset(image.names.read_text().splitlines())
        for path in map(Path, options.program):
            add_program(archive, path, f"usr/bin/{path.name}", [], present)
        for word in options.file:
            path, _, place = word.partition(":")
            archive.copy(place or f"scripts/{Path(path).name}", Path(path))
    except OSError as error:
        raise Trouble(f"{error.filename}: {error.strerror}")
    return image.root.read_bytes() + archive.finish()


def start(
    qemu: str, accelerator: str, image: Image, initrd: Path, disk: Path,
    options: argparse.Namespace,
):  # fmt: skip
    quiet = "" if options.kernel_messages else "quiet loglevel=3 "
    # An emulated machine's clocks go by the instructions that it has executed, one each nanosecond,
    # and jump to its next timer where it waits. A load of this machine cannot be seen in it.
    clock, timer = ["-rtc", "base=utc"], ""
    if accelerator == "tcg":
        clock = ["-icount", "shift=0,sleep=off", "-rtc", "base=utc,clock=vm"]
        # The kernel measures the APIC's timer in a busy loop, for half of its start. It has others.
        timer = " nolapic_timer"
    words = [
        qemu, "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
        "-machine", "pc", "-accel", accelerator, "-cpu", "max", "-smp", "1",
        "-m", str(options.memory), *clock, "-serial", "stdio",
        "-drive", f"file={disk},format=raw,if=virtio",
        "-kernel", image.kernel, "-initrd", initrd,
        # No time is spent on guarding a machine that lives for seconds, nor on its self-tests.
        "-append", quiet + "console=ttyS0 panic=-1 mitigations=off cryptomgr.notests "
        "tsc=reliable no_timer_check random.trust_cpu=on" + timer,
    ]  # fmt: skip
    begin = time.monotonic()
    machine = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    try:
        console(machine, begin + options.timeout + GRACE)
    finally:
        machine.kill()
        machine.wait()


def console(machine: subprocess.Popen, deadline: float):
    """Copies the console, line by line, until the machine ends or its time is up."""
    selector = selectors.DefaultSelector()
    selector.register(machine.stdout, selectors.EVENT_READ)
    while time.monotonic() < deadline:
        if not selector.select(timeout=max(0, deadline - time.monotonic())):
            break
        piece = os.read(machine.stdout.fileno(), 1 << 16)
        if not piece:
            machine.wait(timeout=10)
            return
        sys.stdout.buffer.write(piece.replace(b"\r\n", b"\n"))
        sys.stdout.buffer.flush()
    print("vm: the machine took too long and was stopped", file=sys.stderr)


def collect(disk: Path, out: Path | None) -> int | None:
    """Unpacks what the guest wrote; None where it never came to that."""
    with tempfile.TemporaryDirectory(prefix="bletrace-vm-") as spare:
        folder = out or Path(spare)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with tarfile.open(disk, "r:") as archive:
                extract(archive, folder)
        except tarfile.TarError:
            return None
        status = folder / ".status"
        if not status.exists():
            return None
        number = int(status.read_text())
        status.unlink()
    if number == 137:
        print("vm: the script took too long and was stopped", file=sys.stderr)
        return TIMED_OUT
    return number
