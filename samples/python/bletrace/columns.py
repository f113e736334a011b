"""The columns of each table as data, from their types."""

import types
import typing

from bletrace.tables import Tables


def _kind(hint: typing.Any) -> type:
    """`int` for `int | None`, `list` for `list[int]`, `str` for the words of a Literal."""
    if isinstance(hint, types.UnionType):
        hint = next(part for part in hint.__args__ if part is not type(None))
    if typing.get_origin(hint) is typing.Union:
        hint = next(part for part in typing.get_args(hint) if part is not type(None))
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return type(typing.get_args(hint)[0])
    kind: type = origin or hint
    return kind


def _columns() -> dict[str, dict[str, type]]:
    found = {}
    for table, rows in typing.get_type_hints(Tables).items():
        (row,) = typing.get_args(rows)
        found[table] = {name: _kind(hint) for name, hint in typing.get_type_hints(row).items()}
    return found


COLUMNS = _columns()
"""The kind of value of each column, where it is not null: {table: {column: int}}."""
