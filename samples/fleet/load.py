#!/usr/bin/env python3
"""Loads captures into a store of Parquet files on one machine, for DuckDB.

    load.py [-j JOBS] [--bletrace PROGRAM] -o STORE PATH...

store.py says what a store is.
"""

import argparse
import concurrent.futures
import sys

import rows
from store import Store


def load(paths, store, bletrace, jobs=1, progress=lambda text: None):
    """Answers how many files were read, and how many captures and errors they hold."""
    done = store.begin()
    files = [file for file in rows.files_in(paths) if file not in done]
    read = captures = errors = 0

    def run(batch):
        return batch, store.add(batch, rows.outputs(bletrace, [path for path, _, _ in batch]))

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for batch, (more, bad) in pool.map(run, rows.batches(files)):
            read, captures, errors = read + len(batch), captures + more, errors + bad
            progress(f"{read} of {len(files)} files, {captures} captures, {errors} errors")
    return read, captures, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-o", dest="store", required=True, help="the folder of the store")
    parser.add_argument("-j", dest="jobs", type=int, default=1, help="batches at a time")
    parser.add_argument("--bletrace", default="bletrace", help="the program")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="captures, or folders of them")
    options = parser.parse_args()
    shows = sys.stderr.isatty()
    read, captures, errors = load(
        options.paths,
        Store(options.store, rows.tables(options.bletrace)),
        options.bletrace,
        options.jobs,
        lambda text: shows and print("\r" + text, end="\x1b[K", file=sys.stderr),
    )
    if shows:
        print(file=sys.stderr)
    print(f"{read} files read: {captures} captures, {errors} errors")


if __name__ == "__main__":
    main()
