#!/usr/bin/env python3
"""Compares two builds over a store: which findings, and which rates, changed for which model.

    compare.py --labels LABELS.csv --base BUILD --new BUILD [--fdr 0.05] STORE

compare.sql says how, and labels.sql what is in LABELS.csv. Of all differences that are printed, at
most the share --fdr is expected to be chance. The exit status is 1 if something got worse.
"""

import argparse
import os
import sys

import duckdb

HERE = os.path.dirname(os.path.abspath(__file__))


def opened(store):
    db = duckdb.connect()
    db.execute("SET VARIABLE store = ?", [store])
    for name in ("tables.sql", "views.sql"):
        run(db, name)
    return db


def run(db, name):
    with open(os.path.join(HERE, name)) as file:
        db.execute(file.read())


def label(db, labels):
    """Makes the table and the views of labels.sql."""
    db.execute("SET VARIABLE labels = ?", [labels])
    db.execute(
        "CREATE OR REPLACE TABLE labels AS "
        "FROM read_csv(getvariable('labels'), header = true, all_varchar = true)"
    )
    run(db, "labels.sql")


def compare(db, labels, base, new):
    """Makes the views of compare.sql, and answers which of the two builds no capture has."""
    label(db, labels)
    for name, value in (("base", base), ("new", new)):
        db.execute(f"SET VARIABLE {name} = ?", [value])
    run(db, "compare.sql")
    found = {build for (build,) in db.execute("SELECT DISTINCT build FROM compared").fetchall()}
    return [build for build in (base, new) if build not in found]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--labels", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--new", required=True)
    parser.add_argument("--fdr", type=float, default=0.05)
    parser.add_argument("store", metavar="STORE")
    options = parser.parse_args()
    db = opened(options.store)
    for build in compare(db, options.labels, options.base, options.new):
        sys.exit(f"compare.py: no capture has the build '{build}'")
    found = db.execute(
        "SELECT q <= ? AS differs, worse, model, subject, words, q FROM comparisons "
        "ORDER BY q, model, subject",
        [options.fdr],
    ).fetchall()
    differences = [row[1:] for row in found if row[0]]
    for worse, model, subject, words, q in differences:
        print(f"{'worse' if worse else 'better'}: {model}: {subject}: {words} (q = {q:.2g})")
    print(f"{len(differences)} of {len(found)} comparisons differ")
    sys.exit(1 if any(worse for worse, *_ in differences) else 0)


if __name__ == "__main__":
    main()
