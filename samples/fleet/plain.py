"""Compares a store with the rows that bletrace prints for the same files in a plain loop."""

import os
import subprocess
import tempfile

KINDS = {
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "string": "VARCHAR",
    "array": "BIGINT[]",
}
# So many files a process, as of xargs.
FILES = 1000


def of_files(db, bletrace, tables, paths):
    """How many rows each table has, and the sum of their hashes, as the program prints them."""
    with tempfile.TemporaryDirectory() as folder:
        outputs = {}
        for first in range(0, len(paths), FILES):
            command = [bletrace, "analyze", "--quiet", "--format", "ndjson", "--"]
            with subprocess.Popen(
                command + paths[first : first + FILES],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            ) as process:
                for line in process.stdout:
                    table = line.split(b'"', 4)[3].decode()
                    if table not in outputs:
                        outputs[table] = open(os.path.join(folder, table), "wb")
                    outputs[table].write(line)
        for output in outputs.values():
            output.close()
        found = {}
        for table, columns in tables.items():
            found[table] = (0, None)
            if table in outputs:
                kinds = ", ".join(f"'{name}': '{KINDS[kind]}'" for name, kind in columns)
                path = os.path.join(folder, table).replace("'", "''")
                found[table] = sums(
                    db,
                    columns,
                    f"read_json('{path}', format = 'newline_delimited', columns = {{{kinds}}})",
                )
        return found


def of_store(db, tables):
    return {table: sums(db, columns, table) for table, columns in tables.items()}


def sums(db, columns, source):
    names = ", ".join(f'"{name}"' for name, _ in columns)
    return db.execute(f"SELECT count(*), sum(hash({names})::HUGEINT) FROM {source}").fetchone()


def differing(there, plain):
    """The tables of which a row was lost, doubled or changed."""
    return [table for table in plain if there[table] != plain[table]]
