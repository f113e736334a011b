#!/usr/bin/env python3
"""Loads captures into a store of Parquet files by Spark, on `local[*]` or on a cluster.

    spark-submit --py-files batch.py,rows.py,parquet.py,store.py job.py \\
        [--bletrace PROGRAM] -o STORE PATH...

A PATH is a folder that each worker sees, or an address such as s3://bucket/captures; so is STORE.
bletrace and pyarrow have to be on each worker. A worker takes a batch of files at a time, runs one
process for it, and writes its rows as Parquet itself: no row passes through Spark, which gives out
the batches, and gives one out again whose worker was lost. A job that failed is started again.
"""

import argparse
import shutil
import sys
import time

from pyspark.sql import SparkSession

import batch
import rows
from store import Store

def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="store", required=True)
    parser.add_argument("--bletrace", default=shutil.which("bletrace") or "bletrace")
    parser.add_argument("paths", nargs="+", metavar="PATH")
    options = parser.parse_args()
    spark = SparkSession.builder.appName("bletrace").getOrCreate()
    context = spark.sparkContext
    program, cores = options.bletrace, context.defaultParallelism
    # A task for each core: it starts the workers, and shows that they all can do the work.
    tasks = context.parallelize(range(cores), cores)
    versions = set(tasks.map(lambda _: batch.version(program)).collect())
    if len(versions) != 1:
        sys.exit(f"job.py: the workers have different programs: {', '.join(sorted(versions))}")
    started = time.monotonic()
    print("Spark has started", flush=True)
    store = Store(options.store, rows.tables(program))
    done = store.begin()
    files = [file for file in batch.files_at(options.paths) if file not in done]
    batches = list(rows.batches(files, batch.size_for(len(files), cores)))

    def run(files):
        return batch.add(store, files, program)

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
