"""The JSON report, as `bletrace schema` describes it."""

import json
import os
from collections.abc import Sequence
from typing import Any

from bletrace import program as _program
from bletrace.program import Capture


def report(
    *captures: Capture,
    options: Sequence[str] = (),
    program: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """The report of `bletrace analyze --format json`: all facts, nested.

    Raises BletraceError if a capture cannot be read.
    """
    names, octets = _program.operands(captures)
    command = [_program.find_program(program), "analyze", "--quiet", "--format", "json"]
    text = b"".join(_program.lines([*command, *options, "--", *names], octets, allowed=(0, 1)))
    found: dict[str, Any] = json.loads(text)
    return found
