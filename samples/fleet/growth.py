#!/usr/bin/env python3
"""Measures how the cost of loading grows, and calculates that of ten million on a cluster.

    growth.py BLETRACE COUNT[,COUNT...] [-m FOLDER] CAPTURE...

For each COUNT: the plain loop, load.py and job.py, three times in turn (the medians are printed),
but from 20 000 captures on once, and the views. -m names a folder of larger btsnoop captures: of
these, mixed with the others, the last COUNT but one is measured, too, which parts the cost into
that of a file and that of an octet.
"""

import argparse
import glob
import os
import sys
import tempfile

import harness
import measure
import vary

PAPER = 10_000_000
# Machines of so many processors, of which the work keeps so much busy.
MACHINES, PROCESSORS, BUSY = 10, 16, 0.8
# What a log of a phone has, in octets, for the paper.
LARGE = 2e6
# So many captures take long enough to be measured once.
ONCE = 20_000


class Step:
    def __init__(self, program, count, captures):
        with tempfile.TemporaryDirectory() as folder:
            fleet = harness.Fleet(program, count, captures, folder)
            self.count, self.octets = count, fleet.octets
            self.middle, self.beside = measure.measure(fleet, 1 if count >= ONCE else 3)
            self.stored = harness.size_of(fleet.store("spark"))
            self.marked = harness.size_of(fleet.store("spark") + "/_batches")
            held = harness.views_of(fleet.store("spark"))
            if sum(row["captures"] for row in held["days"][1]) != count:
                sys.exit(f"the store has not {count} captures")
            self.views = {view: took for view, (took, _) in held.items()}
            self.opening = self.views.pop("opening")

    def row(self):
        slowest = max(self.views, key=self.views.get)
        took, used, memory = self.middle["after"]
        cells = [
            f"{self.count} | {self.octets / 1e6:.0f}",
            *(f"{self.middle[way][0]:.1f}" for way in ("xargs", "load", "after", "spark")),
            f"{self.middle['xargs'][1]:.1f} | {used:.1f}",
            f"{self.beside['after'][1]:.2f} | {self.count / took:.0f}",
            f"{self.middle['load'][2] / 1e6:.0f} | {memory / 1e6:.0f}",
            f"{self.stored / 1e6:.1f} | {self.opening:.2f}",
            f"{slowest}: {self.views[slowest]:.2f} s",
        ]
        return "| " + " | ".join(cells) + " |"


HEAD = """
| captures | MB | plain loop, s | `load.py`, s | `job.py` after start, s | with start, s \
| plain loop, processor s | `job.py` after start, processor s | times the plain loop \
| captures a second | `load.py`, MB of memory | Spark, MB of memory | store, MB | opening, s \
| slowest view |
| """ + " | ".join(["---:"] * 14) + " | --- |"


def paper(last, mixed, alike):
    """Prints what PAPER captures cost, from what was measured; `alike` has as many as `mixed`."""
    each = last.middle["after"][1] / last.count
    size = last.octets / last.count
    octet = 0.0
    if mixed and mixed.octets > 1.5 * alike.octets:
        # Of as many files, so that the difference is that of the octets.
        more = mixed.middle["after"][1] - alike.middle["after"][1]
        octet = max(0.0, more / (mixed.octets - alike.octets))
    file = each - octet * size
    kept = last.stored / last.count
    print(f"\n### On paper: {PAPER:,} captures\n")
    print("Processor seconds = captures x (f + o x octets of a capture); hours = processor seconds")
    print(f"/ ({MACHINES} machines x {PROCESSORS} processors x {BUSY} busy x 3600). Measured:")
    if octet:
        print(f"f = {file * 1e3:.2f} ms a file, o = {octet * 1e9:.1f} ns an octet.\n")
    else:
        print(f"f = {file * 1e3:.2f} ms a file of {size:,.0f} octets;")
        print("o was not measured: give larger captures with -m.\n")
    print("| octets of a capture | captures, TB | processor hours | hours on the cluster |")
    print("| ---: | ---: | ---: | ---: |")
    for octets in (size, LARGE) if octet else (size,):
        hours = PAPER * (file + octet * octets) / 3600
        on_cluster = hours / (MACHINES * PROCESSORS * BUSY)
        print(f"| {octets:,.0f} | {PAPER * octets / 1e12:.2f} | {hours:,.1f} | {on_cluster:.2f} |")
    slowest = max(last.views, key=last.views.get)
    many = PAPER / last.count
    print(f"\n- Store: {kept:,.0f} octets a capture, {PAPER * kept / 1e9:.0f} GB. Markers:")
    print(f"  {PAPER * last.marked / last.count / 1e9:.1f} GB, which a job that begins reads.")
    print(f"- Files: {PAPER / 1000:,.0f} batches of 1000, each with a file for a table and a day.")
    slowest = f"The slowest view, {slowest}", last.views[slowest]
    for query, took in (("Opening", last.opening), slowest):
        here, there = took * many, took * many * harness.CORES / (PROCESSORS * BUSY)
        print(f"- {query}: {took:.2f} s for {last.count:,} captures on")
        print(f"  {harness.CORES} processors; at that rate {here:,.0f} s here, and")
        print(f"  {there:,.0f} s on one machine of {PROCESSORS} processors.")


def is_btsnoop(path):
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as file:
        return vary.varies(file.read(40))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("-m", dest="more", metavar="FOLDER")
    parser.add_argument("program", metavar="BLETRACE")
    parser.add_argument("counts", metavar="COUNTS")
    parser.add_argument("captures", nargs="+", metavar="CAPTURE")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    counts = [int(count) for count in options.counts.split(",")]
    files = []
    if options.more:
        pattern = os.path.join(glob.escape(options.more), "**", "*")
        files = [path for path in sorted(glob.glob(pattern, recursive=True)) if is_btsnoop(path)]
        if not files:
            parser.error(f"-m: no btsnoop file in {options.more}")
    print(f"{harness.CORES} processors.\n{HEAD}", flush=True)
    steps = []
    for count in counts:
        steps.append(Step(program, count, options.captures))
        print(steps[-1].row(), flush=True)
    mixed, alike = None, steps[-2:][0]
    if files:
        mixed = Step(program, alike.count, options.captures + files)
        print(mixed.row().replace("| ", "| mixed: ", 1), flush=True)
    paper(steps[-1], mixed, alike)


if __name__ == "__main__":
    main()
