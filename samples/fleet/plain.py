"""Compares a store with the rows that bletrace prints for the same files without any batches."""

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


def differing(db, bletrace, tables, paths):
    """The tables of the store, opened in `db`, whose rows are not just those of the plain loop.

    Rows are compared by how many they are, and by the sum of their hashes: one that is lost, doubled
    or changed makes a difference.
    """
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
        found = []
        for table, columns in tables.items():
            names = ", ".join(f'"{name}"' for name, _ in columns)
            sums = f"SELECT count(*), sum(hash({names})::HUGEINT)"
            there = db.execute(f"{sums} FROM {table}").fetchone()
            plain = (0, None)
            if table in outputs:
                kinds = ", ".join(f"'{name}': '{KINDS[kind]}'" for name, kind in columns)
                path = os.path.join(folder, table).replace("'", "''")
                plain = db.execute(
                    f"{sums} FROM read_json('{path}', format = 'newline_delimited', "
                    f"columns = {{{kinds}}})"
                ).fetchone()
            if there != plain:
                found.append(table)
        return found
