"""What got worse, or better, between captures: `bletrace diff`."""

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bletrace import program as _program
from bletrace.program import Capture


@dataclass(frozen=True)
class Comparison:
    """The answer of `bletrace diff`; `details` is all of its JSON."""

    details: dict[str, Any]

    @property
    def regression(self) -> bool:
        """Whether the new side is worse, or breaks the budget: what makes the program exit with 1."""
        return bool(self.details["regression"])

    @property
    def worse(self) -> list[dict[str, Any]]:
        """The differences that are regressions."""
        return [entry for entry in self.details["entries"] if entry["verdict"] == "worse"]


def diff(
    base: Capture | Sequence[Capture],
    new: Capture | Sequence[Capture],
    *,
    options: Sequence[str] = (),
    program: str | os.PathLike[str] | None = None,
) -> Comparison:
    """Compares captures, reports, or directories of them; five runs a side find small differences.

    `options` are those of `bletrace diff`. Raises BletraceError if nothing could be compared.
    """
    words = ["--base", *_side(base), "--new", *_side(new)]
    command = [_program.find_program(program), "diff", "--format", "json"]
    text = b"".join(_program.lines([*command, *options, *words], None, allowed=(0, 1)))
    return Comparison(json.loads(text))


def _side(captures: Capture | Sequence[Capture]) -> list[str]:
    if isinstance(captures, (str, bytes, os.PathLike)):
        captures = [captures]
    names, octets = _program.operands(captures)
    if octets is not None:
        raise ValueError("diff takes paths, not octets")
    # A name that begins with - would be an option.
    return [f"./{name}" if name.startswith("-") else name for name in names]
