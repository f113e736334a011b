#!/usr/bin/env python3
"""Loads captures into a store of Parquet files by Spark, on `local[*]` or on a cluster.

    spark-submit --py-files rows.py,parquet.py,store.py job.py [--bletrace PROGRAM] -o STORE PATH...

A PATH is a folder that each worker sees, or an address such as s3://bucket/captures; so is STORE.
bletrace and pyarrow have to be on each worker. A worker takes a batch of files at a time, runs one
process for it, and writes its rows as Parquet itself: no row passes through Spark, which gives out
the batches, and gives one out again whose worker was lost. A job that failed is started again.
"""

import argparse
import os
import shutil
import tempfile
import time

from pyspark.sql import SparkSession

import rows
from store import Store, place

# A core gets at least so many batches, so that all end at about the same time ...
SHARES = 4
# ... of so many files at least, as a batch starts a process, and writes a file for each table.
LEAST_FILES = 200


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


def add(store, batch, bletrace):
    """Runs bletrace on a batch; what is not on this machine is copied to it first."""
    paths = [path for path, _, _ in batch]
    if not any("://" in path for path in paths):
        return store.add(batch, rows.outputs(bletrace, paths))
    with tempfile.TemporaryDirectory() as folder:
        names = {}
        for index, path in enumerate(paths):
            copy = os.path.join(folder, f"{index:08}")
            names[copy] = path
            with open(copy, "wb") as output:
                output.write(place(os.path.dirname(path)).read(os.path.basename(path)))
        outputs = rows.outputs(bletrace, list(names))
        return store.add(batch, outputs, lambda row: renamed(row, names, len(folder) + 9))


def renamed(row, names, length):
    """A row that names a copy, with the name of what was copied; copies' names have one length."""
    for key in ("path", "message"):
        text = row.get(key) or ""
        if text[:length] in names:
            row[key] = rows.printable(names[text[:length]]) + text[length:]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="store", required=True)
    parser.add_argument("--bletrace", default=shutil.which("bletrace") or "bletrace")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("bletrace").getOrCreate()
    context = spark.sparkContext
    started = time.monotonic()
    store = Store(options.store, rows.tables(options.bletrace))
    done = store.begin()
    files = [file for file in files_at(options.paths) if file not in done]
    share = -(-len(files) // (SHARES * context.defaultParallelism))
    most = min(rows.BATCH_FILES, max(LEAST_FILES, share))
    batches = list(rows.batches(files, most))
    program = options.bletrace

    def run(batch):
        return add(store, batch, program)

    counts = context.parallelize(batches, max(1, len(batches))).map(run).collect()
    print(
        f"{len(files)} files read: "
        f"{sum(count for count, _ in counts)} captures, "
        f"{sum(bad for _, bad in counts)} errors; "
        f"{time.monotonic() - started:.2f} s after Spark had started"
    )
    spark.stop()


if __name__ == "__main__":
    main()
