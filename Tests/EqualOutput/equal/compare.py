"""What differs between two outputs."""

import csv
import difflib
import io
import json
import re

from .outputs import APART

DATA = re.compile(rb'(<script type="application/json"[^>]*>)(.*?)(</script>)', re.S)


class Object(list):
    """The members of a JSON object, in their order."""


def differences(form: str, base: bytes, now: bytes) -> tuple[list[str], set[str]]:
    """The differing lines or members, and the keys that were added."""
    if base == now:
        return [], set()
    added: set[str] = set()
    base, _, base_end = base.rpartition(APART)
    now, _, now_end = now.rpartition(APART)
    if form.endswith("html"):
        lines = _texts(DATA.sub(rb"\1\3", base), DATA.sub(rb"\1\3", now))
        parts = [[match[2] for match in DATA.finditer(page)] for page in (base, now)]
        if len(parts[0]) != len(parts[1]):
            lines.append(f"{len(parts[0])} parts of data, now {len(parts[1])}")
        for one, other in zip(*parts):
            lines += _documents(one, other, added)
    elif form.startswith("csv"):
        lines = _texts(base, _without_new_columns(base, now, added))
    else:
        lines = _documents(base, now, added)
    return lines + _texts(base_end, now_end), added


def _without_new_columns(base: bytes, now: bytes, added: set[str]) -> bytes:
    old, new = ([*csv.reader(io.StringIO(octets.decode(), newline=""))] for octets in (base, now))
    kept = [index for index, name in enumerate(new[0]) if name in old[0]] if old and new else []
    if not kept or [new[0][index] for index in kept] != old[0]:
        return now
    if [[row[index] for index in kept] for row in new] != old:
        return now
    added.update("column " + name for name in new[0] if name not in old[0])
    return base


def _documents(base: bytes, now: bytes, added: set[str]) -> list[str]:
    """As JSON, or lines of JSON, if both are; else as text."""
    values = _parsed(base), _parsed(now)
    if base == now or None in values:
        return _texts(base, now)
    lines: list[str] = []
    _values("", *values, lines, added)
    return lines or ([] if added else _texts(base, now))


def _parsed(octets: bytes):
    for text in (octets, b"[" + b",".join(octets.strip().splitlines()) + b"]"):
        try:
            return json.loads(text, object_pairs_hook=Object)
        except ValueError:
            pass
    return None


def _short(value) -> str:
    if isinstance(value, Object):
        return "{" + ", ".join(key for key, _ in value) + "}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 300 else text[:300] + "..."


def _values(path: str, base, now, lines: list[str], added: set[str]) -> None:
    if isinstance(base, Object) and isinstance(now, Object):
        old, new = dict(base), dict(now)
        added.update(f"{path}.{key}" for key, _ in now if key not in old)
        for key, value in base:
            if key in new:
                _values(f"{path}.{key}", value, new[key], lines, added)
            else:
                lines.append(f"{path}.{key}: is gone: {_short(value)}")
        if [key for key, _ in base if key in new] != [key for key, _ in now if key in old]:
            lines.append(f"{path}: another order of keys")
    elif isinstance(base, list) and isinstance(now, list) and not isinstance(base, Object):
        if path.endswith(".required") and set(map(str, base)) < set(map(str, now)):
            added.update(f"{path}: {value}" for value in now if value not in base)
            return
        for one, other in zip(base, now):
            _values(path + "[]", one, other, lines, added)
        for value in base[len(now):]:
            lines.append(f"{path}[]: is gone: {_short(value)}")
        for value in now[len(base):]:
            lines.append(f"{path}[]: is new: {_short(value)}")
    elif type(base) is not type(now) or base != now:
        lines.append(f"{path}:\n      - {_short(base)}\n      + {_short(now)}")


def _texts(base: bytes, now: bytes) -> list[str]:
    one, other = (_lines(octets) for octets in (base, now))
    # Long outputs are compared from where they begin to differ: difflib is quadratic.
    shorter = min(len(one), len(other))
    same = next((index for index in range(shorter) if one[index] != other[index]), shorter)
    found = difflib.unified_diff(one[same:same + 400], other[same:same + 400], n=0, lineterm="")
    lines = [line[:400] for line in found if not line.startswith(("---", "+++", "@@"))]
    return lines or ([f"line {same + 1}: other octets"] if base != now else [])


def _lines(octets: bytes) -> list[str]:
    """A capture has sentences in its comments: what is not text ends a line."""
    text = octets.decode("utf-8", "backslashreplace")
    return re.split(r"[\n\0\x01-\x08\x0b-\x1f]+", text)
