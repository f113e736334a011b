#!/usr/bin/env python3
"""Measures the ways to load many captures beside the plain loop, kills workers, and prints both.

    measure.py [-n PAIRS] BLETRACE COUNT CAPTURE...

Each way is measured PAIRS times (3), in turn with the plain loop, so that what else the machine
does meets both; the medians are printed.
"""

import argparse
import glob
import json
import os
import shutil
import signal
import statistics
import sys
import tempfile
import time

import harness

WAYS = {
    "xargs": "plain loop: `xargs bletrace`, rows not kept",
    "load": "`load.py`, for DuckDB",
    "spark": "`job.py`, Spark, its start included",
    "start": "Spark's start and end, without captures",
    "after": "`job.py` after Spark had started",
}


def measure(fleet, pairs):
    """{way: (seconds, processor seconds, memory)}, medians, and those beside the plain loop."""
    held = {way: [] for way in WAYS}

    def run(way, command, store=None):
        if store:
            shutil.rmtree(fleet.store(store), ignore_errors=True)
        running = harness.Run(command)
        took, output = running.ended()
        held[way].append((took, running.used, running.memory))
        if way == "spark":
            after = running.used - running.used_before
            held["after"].append((harness.after_start(output), after, running.memory))

    for _ in range(pairs):
        run("xargs", fleet.xargs())
        run("load", fleet.load("load"), "load")
        run("start", fleet.spark("none", fleet.empty), "none")
        run("spark", fleet.spark("spark"), "spark")
    middle = {way: tuple(map(statistics.median, zip(*each))) for way, each in held.items()}
    beside = {
        way: tuple(
            statistics.median(one[kind] / bare[kind] for one, bare in zip(each, held["xargs"]))
            for kind in (0, 1)
        )
        for way, each in held.items()
    }
    return middle, beside


def print_ways(fleet, pairs):
    middle, beside = measure(fleet, pairs)
    print("| | seconds | times the plain loop | processor seconds | times the plain loop |", end="")
    print(" captures a second | memory, MB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for way, name in WAYS.items():
        took, used, memory = middle[way]
        rate = "" if way == "start" else f"{fleet.count / took:.0f}"
        print(
            f"| {name} | {took:.2f} | {beside[way][0]:.2f} | {used:.2f} | {beside[way][1]:.2f} "
            f"| {rate} | {memory / 1e6:.0f} |",
            flush=True,
        )
    print()


def wait_for_marks(fleet, store, running, count):
    """Waits until a store has so many complete parts."""
    while len(glob.glob(fleet.store(store) + "/_batches/*.json")) < count:
        if running.process.poll() is not None:
            running.ended(good=())
        time.sleep(0.02)


def killed(running, is_meant):
    """Kills one of the processes that a command started, and answers its command line."""
    while running.process.poll() is None:
        found = harness.below(running.process.pid)
        for number, (parent, words, _) in found.items():
            if is_meant(words, found.get(parent, (0, "", 0))[1]):
                try:
                    os.kill(number, signal.SIGKILL)
                    return words
                except OSError:
                    pass  # It ended just now.
    sys.exit("the job ended before its worker could be killed")


def kill_workers(fleet):
    """One Python worker, one program; then the whole job, which is started again."""
    # Without the second number, a local Spark gives up at the first worker that is lost.
    running = harness.Run(fleet.spark("lost", master=f"local[{harness.CORES},4]"))
    wait_for_marks(fleet, "lost", running, 1)
    killed(running, lambda words, above: "pyspark.daemon" in words and "pyspark.daemon" in above)
    killed(running, lambda words, above: words.startswith(fleet.program))
    _, output = running.ended()
    lost = running.errors.count(" Lost task ")
    if not lost:
        sys.exit("no task was lost: the worker that was killed had none")
    print(f"- Tasks that Spark lost: {lost}; job.py printed: {output.strip().splitlines()[-1]}")
    fleet.check("lost", "a Python worker and a bletrace killed (-9) while the job ran")
    running = harness.Run(fleet.spark("again"))
    wait_for_marks(fleet, "again", running, 2)
    running.kill()
    marked = len(glob.glob(fleet.store("again") + "/_batches/*.json"))
    _, output = harness.Run(fleet.spark("again")).ended()
    last = output.strip().splitlines()[-1]
    print(f"- {marked} batches were complete; then job.py printed: {last}")
    fleet.check("again", "the whole job killed (-9), and started again")


def compare_views(fleet):
    """Prints the times of the views, and ends where Spark answers otherwise than DuckDB."""
    found = harness.views_of(fleet.store("load"), fleet.labels)
    words = [f"{harness.HERE}/spark_views.py", "--labels", fleet.labels, fleet.store("load")]
    seconds, output = harness.Run(harness.submit(f"local[{harness.CORES}]", *words)).ended()
    others = {}
    for line in output.splitlines():
        if line.startswith("{"):
            row = json.loads(line)
            others.setdefault(row.pop("view"), []).append(row)

    def in_order(rows):
        def plain(value):
            return value if value is None or isinstance(value, str) else float(value)

        return sorted(json.dumps({key: plain(row[key]) for key in row}) for row in rows)

    print("\n| view, in DuckDB | seconds | rows |\n| --- | ---: | ---: |")
    for view, (took, rows) in found.items():
        print(f"| {view} | {took:.3f} | {len(rows)} |")
        if in_order(rows) != in_order(others.get(view, [])):
            sys.exit(f"the view {view} is another one in Spark")
    print(f"\nSpark answers the same for each; all of them, with its start, took {seconds:.1f} s.")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-n", dest="pairs", type=int, default=3, help="how often each is measured")
    parser.add_argument("program", metavar="BLETRACE")
    parser.add_argument("count", metavar="COUNT", type=int)
    parser.add_argument("captures", nargs="+", metavar="CAPTURE")
    options = parser.parse_args()
    if options.count < 1000:
        parser.error("COUNT is at least 1000, so that a worker can be killed")
    with tempfile.TemporaryDirectory() as folder:
        fleet = harness.Fleet(
            os.path.abspath(options.program), options.count, options.captures, folder
        )
        size = f"{fleet.octets / 1e6:.1f} MB"
        print(f"{options.count} captures, {size}, {harness.CORES} processors\n")
        print_ways(fleet, options.pairs)
        fleet.check("load", "`load.py`")
        fleet.check("spark", "`job.py`")
        kill_workers(fleet)
        compare_views(fleet)


if __name__ == "__main__":
    main()
