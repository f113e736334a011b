"""How the program is found and called."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from typing import TypeAlias

Capture: TypeAlias = str | os.PathLike[str] | bytes
"""A path, or the octets of a capture."""


class BletraceError(Exception):
    """The program could not do its job, or only a part of it; the text is its own.

    `status` is its exit status: 2 for what it could not do, negative for the signal that ended it.
    """

    def __init__(self, message: str, status: int):
        super().__init__(message)
        self.status = status


def find_program(program: str | os.PathLike[str] | None = None) -> str:
    """The program to call: the one given, else $BLETRACE, else bletrace in $PATH."""
    name = os.fspath(program) if program is not None else os.environ.get("BLETRACE", "bletrace")
    found = shutil.which(name)
    if found is None:
        raise BletraceError(f"{name}: no such program; install bletrace, or set $BLETRACE", 2)
    return found


def operands(captures: Iterable[Capture]) -> tuple[list[str], bytes | None]:
    """The captures as operands, and what standard input must hold: at most one is octets."""
    names, octets = [], None
    for capture in captures:
        if not isinstance(capture, bytes):
            path = os.fspath(capture)
            # The program takes - as standard input, which is not what a path means here.
            names.append("./-" if path == "-" else path)
        elif octets is None:
            octets = capture
            names.append("-")
        else:
            raise ValueError("only one capture can be given as octets")
    if not names:
        raise ValueError("no capture is given")
    return names, octets


def lines(arguments: list[str], octets: bytes | None, allowed: tuple[int, ...]) -> Iterator[bytes]:
    """The lines that the program prints, while it prints them.

    Raises BletraceError after the last line if the exit status is not an allowed one. If the caller
    stops early, the program ends.
    """
    # What it writes to standard error, and what it reads, go through files: no pipe can fill up.
    with tempfile.TemporaryFile() as errors, tempfile.TemporaryFile() as source:
        source.write(octets or b"")
        source.seek(0)
        process = subprocess.Popen(arguments, stdin=source, stdout=subprocess.PIPE, stderr=errors)
        assert process.stdout is not None
        try:
            yield from process.stdout
            status = process.wait()
        finally:
            process.stdout.close()
            if process.poll() is None:
                process.terminate()
                process.wait()
        if status not in allowed:
            errors.seek(0)
            text = errors.read().decode("utf-8", "replace").strip()
            raise BletraceError(text or f"bletrace ended with status {status}", status)
