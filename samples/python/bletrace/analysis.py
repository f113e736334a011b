"""Rows of `bletrace analyze --format ndjson`: as dictionaries, and as frames."""

import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from bletrace import program as _program
from bletrace.columns import COLUMNS
from bletrace.program import BletraceError, Capture
from bletrace.tables import Row, TableName, Tables

if TYPE_CHECKING:
    import pandas
    import polars

_PANDAS = {
    int: "Int64",
    float: "Float64",
    bool: "boolean",
    str: "string",
    list: "object",
}


class Analysis(Tables):
    """The tables of some captures. Each is a list of rows: `analysis.findings`, `.transfers` ...

    A row of `connections` is named by the columns `capture` and `id`; rows of other tables name it
    by `capture` and `connection`. Times that end in `_us` are microseconds.
    """

    def __init__(self) -> None:
        for table in COLUMNS:
            setattr(self, table, [])

    def table(self, name: TableName) -> list[dict[str, Any]]:
        """The rows of the table `name`."""
        if name not in COLUMNS:
            raise KeyError(f"no table {name}; the tables are {', '.join(COLUMNS)}")
        return cast(list[dict[str, Any]], getattr(self, name))

    def pandas(self, name: TableName) -> "pandas.DataFrame":
        """The table as a frame of pandas; a number that is unknown is NA, not NaN."""
        import pandas

        rows = self.table(name)
        return pandas.DataFrame(
            {
                column: pandas.Series([row.get(column) for row in rows], dtype=_PANDAS[kind])
                for column, kind in COLUMNS[name].items()
            }
        )

    def polars(self, name: TableName) -> "polars.DataFrame":
        """The table as a frame of polars, with a list of integers where the column is an array."""
        import polars

        kinds: dict[type, polars.DataType | type[polars.DataType]] = {
            int: polars.Int64,
            float: polars.Float64,
            bool: polars.Boolean,
            str: polars.String,
            list: polars.List(polars.Int64),
        }
        schema = {column: kinds[kind] for column, kind in COLUMNS[name].items()}
        # A number without a fraction is an integer in JSON, and polars converts no single value.
        rows = [
            [_as(kind, row.get(column)) for column, kind in COLUMNS[name].items()]
            for row in self.table(name)
        ]
        return polars.DataFrame(rows, schema=schema, orient="row")


def _as(kind: type, value: Any) -> Any:
    return float(value) if kind is float and value is not None else value


def rows(
    *captures: Capture,
    options: Sequence[str] = (),
    program: str | os.PathLike[str] | None = None,
) -> Iterator[Row]:
    """Yields the rows of captures one by one, with memory for one row; `row["table"]` names its table.

    A capture that cannot be read is a row of the table `errors`. Raises BletraceError after the last
    row if the program failed for another reason, such as a wrong option.
    """
    names, octets = _program.operands(captures)
    command = [_program.find_program(program), "analyze", "--quiet", "--format", "ndjson"]
    noted = False
    try:
        for line in _program.lines([*command, *options, "--", *names], octets, allowed=(0, 1)):
            row = json.loads(line)
            noted = noted or row["table"] == "errors"
            yield cast(Row, row)
    except BletraceError as error:
        if error.status != 2 or not noted:
            raise


def analyze(
    *captures: Capture,
    markers: Sequence[str] = (),
    options: Sequence[str] = (),
    keep_going: bool = False,
    program: str | os.PathLike[str] | None = None,
) -> Analysis:
    """Analyzes captures: files, directories, archives, or octets (one).

    `markers` end a transfer, besides those that the program knows. `options` are those of
    `bletrace analyze`. If a capture cannot be read this raises BletraceError; with `keep_going` it is
    a row of the table `errors`, and the rows of the others are there.
    """
    words = [*(f"--marker={marker}" for marker in markers), *options]
    found = Analysis()
    for row in rows(*captures, options=words, program=program):
        # A later version may have more tables.
        if row["table"] in COLUMNS:
            getattr(found, row["table"]).append(row)
    if found.errors and not keep_going:
        raise BletraceError("\n".join(row["message"] or "" for row in found.errors), 2)
    return found
