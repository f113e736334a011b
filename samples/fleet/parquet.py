"""Rows of a batch, from the lines of bletrace to Parquet files of one table and one day each."""

import os

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj
import pyarrow.parquet as pq

TYPES = {
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "string": pa.string(),
    "array": pa.list_(pa.int64()),
}
UNKNOWN = "unknown"
# No row is longer.
_BLOCK = 16 << 20


def schema_of(columns):
    return pa.schema([(name, TYPES[kind]) for name, kind in columns])


def parsed(lines, columns):
    """A table of lines. Columns that they lack are null; those that are not known are left out."""
    octets = b"".join(lines)
    return pj.read_json(
        pa.BufferReader(octets),
        read_options=pj.ReadOptions(use_threads=False, block_size=min(len(octets), _BLOCK)),
        parse_options=pj.ParseOptions(
            explicit_schema=schema_of(columns), unexpected_field_behavior="ignore"
        ),
    )


def written(lines, tables, folder):
    """Writes the rows into files under the folder: (table, date, path).

    The date is that of the capture's start, of all its rows. Tables that are not in the list are
    of a newer program, and are left out.
    """
    captures = dates = None
    # The table captures comes first, as the others need its dates.
    for name in sorted(tables, key=lambda name: name != "captures"):
        if name not in lines:
            continue
        table = parsed(lines[name], tables[name])
        if name == "captures":
            captures = table["capture"].combine_chunks()
            dates = pc.utf8_slice_codeunits(table["start"], 0, 10).combine_chunks()
            dates = pc.fill_null(dates, UNKNOWN)
        for date, part in by_date(table, captures, dates):
            path = os.path.join(folder, f"{name}-{date}.parquet")
            pq.write_table(part, path, compression="zstd", compression_level=1)
            yield name, date, path


def by_date(table, captures, dates):
    if captures is None:
        yield UNKNOWN, table
        return
    days = pc.unique(dates).to_pylist()
    if len(days) == 1 and table["capture"].null_count == 0:
        yield days[0], table
        return
    found = pc.index_in(table["capture"], value_set=captures).combine_chunks()
    day = pc.fill_null(pc.take(dates, found), UNKNOWN).dictionary_encode()
    # One sorting instead of a search for each day; it keeps the order of the rows of a day.
    order = pc.sort_indices(day.indices)
    table, first = table.take(order), 0
    held = pc.value_counts(day.indices).to_pylist()
    counts = {each["values"]: each["counts"] for each in held}
    for index, date in enumerate(day.dictionary.to_pylist()):
        yield date, table.slice(first, counts[index])
        first += counts[index]


def empty(columns, path):
    pq.write_table(schema_of(columns).empty_table(), path)
