#!/usr/bin/env python3
"""Compares two builds over a store: which findings, and which rates, changed for which phone.

    compare.py --labels LABELS.csv --base BUILD --new BUILD [--fdr 0.05] STORE

LABELS.csv has a line `prefix,build,model` for each folder of captures: a capture has the build and
the model of the longest prefix that its path begins with. For each model and rule, the shares of
captures with the finding are compared by Fisher's exact test, and the rates of transfers and runs by
the rank-sum test. Of all differences that are printed, at most the share --fdr is expected to be
chance (Benjamini and Hochberg, 1995). The exit status is 1 where something got worse.
"""

import argparse
import math
import os
import sys

import duckdb

HERE = os.path.dirname(os.path.abspath(__file__))


def opened(store, labels):
    db = duckdb.connect()
    db.execute("SET VARIABLE store = ?", [store])
    with open(os.path.join(HERE, "views.sql")) as file:
        db.execute(file.read())
    db.execute(
        "CREATE TABLE labels AS SELECT * FROM read_csv(?, header = true, all_varchar = true)",
        [labels],
    )
    db.execute(
        "CREATE TABLE labelled AS SELECT capture, build, model FROM captures JOIN labels "
        "ON starts_with(path, prefix) "
        "QUALIFY row_number() OVER (PARTITION BY capture ORDER BY length(prefix) DESC) = 1"
    )
    return db


def fisher(a, n, b, m):
    """Two-sided: how probable a split at least as uneven as a of n and b of m is by chance."""

    def log_choose(count, chosen):
        return math.lgamma(count + 1) - math.lgamma(chosen + 1) - math.lgamma(count - chosen + 1)

    hits = a + b

    def log_odds(x):
        return log_choose(n, x) + log_choose(m, hits - x) - log_choose(n + m, hits)

    limit = log_odds(a) + 1e-9
    low, high = max(0, hits - m), min(n, hits)
    return min(1.0, sum(math.exp(p) for p in map(log_odds, range(low, high + 1)) if p <= limit))


def rank_sum(base, new):
    """Two-sided, by the normal approximation with ties; 1.0 where a side has less than 5 values."""
    n, m = len(base), len(new)
    if min(n, m) < 5:
        return 1.0
    values = sorted([(value, 0) for value in base] + [(value, 1) for value in new])
    ranks, ties, index = 0.0, 0.0, 0
    while index < len(values):
        end = index
        while end < len(values) and values[end][0] == values[index][0]:
            end += 1
        ranks += sum(side for _, side in values[index:end]) * (index + 1 + end) / 2
        ties += (end - index) ** 3 - (end - index)
        index = end
    total = n + m
    variance = n * m / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0
    distance = abs(ranks - m * (total + 1) / 2) - 0.5
    return min(1.0, math.erfc(max(0.0, distance) / math.sqrt(2 * variance)))


def discoveries(tests, share):
    """Those of the tests, (probability, ...), that may be called differences."""
    tests = sorted(tests)
    last = 0
    for rank, test in enumerate(tests, 1):
        if test[0] <= share * rank / len(tests):
            last = rank
    return tests[:last]


def finding_tests(db, base, new):
    found = db.execute(
        """
        WITH sizes AS (
          SELECT model, count(*) FILTER (build = $base) AS n, count(*) FILTER (build = $new) AS m
          FROM labelled GROUP BY model
        ), hits AS (
          SELECT DISTINCT labelled.capture, build, model, rule, severity
          FROM labelled JOIN findings USING (capture)
          WHERE severity IN ('error', 'warning')
        )
        SELECT model, rule, count(DISTINCT capture) FILTER (build = $base), any_value(n),
          count(DISTINCT capture) FILTER (build = $new), any_value(m)
        FROM hits JOIN sizes USING (model)
        GROUP BY model, rule ORDER BY model, rule
        """,
        {"base": base, "new": new},
    ).fetchall()
    for model, rule, a, n, b, m in found:
        if n and m:
            words = f"{rule}: {a} of {n} captures, now {b} of {m}"
            yield fisher(a, n, b, m), b / m > a / n, model, words


def rate_tests(db, base, new):
    for table, what in (("transfers", "transfers"), ("runs", "runs")):
        found = db.execute(
            f"""
            SELECT model, coalesce(uuid, 'unknown'), direction,
              list(throughput_bytes_per_s) FILTER (build = $base),
              list(throughput_bytes_per_s) FILTER (build = $new)
            FROM labelled JOIN {table} USING (capture)
            WHERE throughput_bytes_per_s IS NOT NULL
            GROUP BY ALL ORDER BY ALL
            """,
            {"base": base, "new": new},
        ).fetchall()
        for model, uuid, direction, before, after in found:
            before, after = before or [], after or []
            if not before or not after:
                continue
            a, b = (sorted(side)[len(side) // 2] for side in (before, after))
            words = f"{what} of {uuid}, {direction}: median {a:.0f} B/s, now {b:.0f} B/s"
            yield rank_sum(before, after), b < a, model, words


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--labels", required=True)
    parser.add_argument("--base", required=True)
    parser.add_argument("--new", required=True)
    parser.add_argument("--fdr", type=float, default=0.05)
    parser.add_argument("store", metavar="STORE")
    options = parser.parse_args()
    db = opened(options.store, options.labels)
    builds = {build for (build,) in db.execute("SELECT DISTINCT build FROM labelled").fetchall()}
    for build in (options.base, options.new):
        if build not in builds:
            sys.exit(f"compare.py: no capture has the build '{build}'")
    tests = list(finding_tests(db, options.base, options.new))
    tests += rate_tests(db, options.base, options.new)
    found = discoveries(tests, options.fdr)
    for probability, worse, model, words in found:
        print(f"{'worse' if worse else 'better'}: {model}: {words} (p = {probability:.2g})")
    print(f"{len(found)} of {len(tests)} comparisons differ")
    sys.exit(1 if any(worse for _, worse, _, _ in found) else 0)


if __name__ == "__main__":
    main()
