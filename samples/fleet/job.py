#!/usr/bin/env python3
"""Loads captures into a store of Parquet files by Spark, on `local[*]` or on a cluster.

    spark-submit --py-files rows.py,store.py job.py [--bletrace PROGRAM] -o STORE PATH...

A PATH is a folder that each worker sees, or an address such as s3://bucket/captures; so is STORE.
bletrace and the packages of requirements.txt have to be on each worker. A worker takes a batch of
files at a time and runs one process for it. Spark runs a batch again whose worker was lost: as it
has the same name then, nothing is stored twice. A job that failed is started again.
"""

import argparse
import json
import os
import shutil
import tempfile

from pyspark.sql import SparkSession

import rows
from store import Store, place


def files_at(paths):
    """As rows.files_in, of addresses too."""
    found = []
    for path in paths:
        if "://" not in path:
            found += rows.files_in([os.path.abspath(path)])
            continue
        from pyarrow import fs

        system, root = fs.FileSystem.from_uri(path)
        scheme = path.split("://")[0]
        for info in system.get_file_info(fs.FileSelector(root, recursive=True)):
            if info.is_file:
                found.append((f"{scheme}://{info.path}", info.size, info.mtime_ns or 0))
    return sorted(found)


def lines_of(batch, bletrace):
    """The rows of a batch; what is not on this machine is copied to it first."""
    paths = [path for path, _, _ in batch]
    if not any("://" in path for path in paths):
        yield from rows.rows(bletrace, paths)
        return
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for index, path in enumerate(paths):
            copy = os.path.join(folder, str(index))
            names[copy] = path
            with open(copy, "wb") as output:
                output.write(place(os.path.dirname(path)).read(os.path.basename(path)))
        for table, _, row, line in rows.parsed(rows.rows(bletrace, list(names))):
            yield renamed(row, names) if table in ("captures", "errors") else line


def renamed(row, names):
    """A row that names a copy, with the name of what was copied."""
    for key in ("path", "message"):
        # The longest name first: 1 begins 10, too.
        for copy in sorted(names, key=len, reverse=True):
            if row.get(key, "").startswith(copy):
                row[key] = names[copy] + row[key][len(copy) :]
                break
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="store", required=True)
    parser.add_argument("--bletrace", default=shutil.which("bletrace") or "bletrace")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("bletrace").getOrCreate()
    store = Store(options.store, rows.tables(options.bletrace))
    done = store.begin()
    batches = list(rows.batches([file for file in files_at(options.paths) if file not in done]))
    program = options.bletrace

    def run(batch):
        return store.add(batch, lines_of(batch, program))

    counts = spark.sparkContext.parallelize(batches, max(1, len(batches))).map(run).collect()
    _, copies = store.finish()
    print(
        f"{sum(len(batch) for batch in batches)} files read: "
        f"{sum(count for count, _ in counts)} captures ({copies} copies in the store), "
        f"{sum(bad for _, bad in counts)} errors"
    )
    spark.stop()


if __name__ == "__main__":
    main()
