#!/usr/bin/env python3
"""Measures the ways to load many captures, and prints a table.

    measure.py BLETRACE COUNT CAPTURE...
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

import duckdb

import vary

HERE = os.path.dirname(os.path.abspath(__file__))


def timed(command, **options):
    """Seconds, processor seconds of it and its children, and the status."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)
    seconds = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode != 0:
        sys.exit(done.stderr.decode(errors="replace")[-2000:])
    return seconds, used, done.stderr.decode(errors="replace")


def main():
    program, count, captures = os.path.abspath(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    processors = os.cpu_count()
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "captures")
        vary.vary(captures, count, source)
        size = sum(
            os.path.getsize(os.path.join(place, name))
            for place, _, names in os.walk(source)
            for name in names
        )
        print(f"{count} captures, {size / 1e6:.1f} MB, {processors} processors\n")
        print("| | seconds | processor seconds | captures a second |")
        print("| --- | ---: | ---: | ---: |")

        def row(name, command, **options):
            seconds, used, errors = timed(command, **options)
            print(f"| {name} | {seconds:.2f} | {used:.2f} | {count / seconds:.0f} |", flush=True)
            return errors

        line = f"find '{source}' -type f -print0 | sort -z | xargs -0"
        row(
            "a process each, `xargs -n 1`",
            ["sh", "-c", f"{line} -n 1 -P {processors} '{program}' analyze --format ndjson"],
        )
        row("one process, `xargs`", ["sh", "-c", f"{line} '{program}' analyze --format ndjson"])
        stores = [os.path.join(folder, name) for name in ("duckdb", "spark")]
        words = ["--bletrace", program]
        row(
            "`load.py`, DuckDB",
            [sys.executable, f"{HERE}/load.py", f"-j{processors}", *words, "-o", stores[0], source],
        )
        environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, PYTHONPATH=HERE)
        submit = os.path.join(os.path.dirname(sys.executable), "spark-submit")
        environment["PATH"] = os.path.dirname(sys.executable) + ":" + environment["PATH"]
        if os.path.exists(submit):
            parts = f"{HERE}/rows.py,{HERE}/store.py"
            command = [submit, "--master", "local[*]", "--py-files", parts, f"{HERE}/job.py"]
            empty = os.path.join(folder, "empty")
            os.mkdir(empty)
            unused = os.path.join(folder, "unused")
            row(
                "Spark's start alone", [*command, *words, "-o", unused, empty], env=environment
            )
            row("`job.py`, Spark", [*command, *words, "-o", stores[1], source], env=environment)
        rows = []
        for store in stores:
            if os.path.isdir(store):
                db = duckdb.connect()
                db.execute("SET VARIABLE store = ?", [store])
                with open(f"{HERE}/views.sql") as file:
                    db.execute(file.read())
                rows.append(
                    [
                        db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                        for table in ("captures", "connections", "findings", "errors")
                    ]
                )
                for view in ("worst_devices", "findings_by_phone", "rates", "latencies", "ends"):
                    start = time.monotonic()
                    db.execute(f"SELECT * FROM {view}").fetchall()
                    print(f"| view `{view}` | {time.monotonic() - start:.2f} | | |")
        print(f"\nRows of captures, connections, findings and errors: {rows[0]}")
        if any(other != rows[0] for other in rows):
            sys.exit(f"the stores differ: {rows}")


if __name__ == "__main__":
    main()
