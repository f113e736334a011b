"""Tests of compare.sql and compare.py, on simulated fleets whose truth is known and on samples."""

import math
import os
import subprocess
import sys
import tempfile
import unittest

import duckdb

import compare
import load
import rows
import simulate
import vary
from store import Store

HERE = os.path.dirname(os.path.abspath(__file__))
FLEETS = 8


def fisher(a, n, b, m):
    """Two-sided, in exact integers."""
    hits = a + b
    ways = [math.comb(n, x) * math.comb(m, hits - x) for x in range(hits + 1)]
    return sum(way for way in ways if way <= ways[a]) / math.comb(n + m, hits)


def rank_sum(base, new):
    """Two-sided, by the normal approximation with ties."""
    n, m = len(base), len(new)
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
    distance = max(0.0, abs(ranks - m * (total + 1) / 2) - 0.5)
    return math.erfc(distance / math.sqrt(2 * variance)) if variance > 0 else 1.0


def discoveries(probabilities, share):
    """How many of the least probabilities are differences, after Benjamini and Hochberg."""
    ordered = sorted(probabilities)
    ranks = range(1, len(ordered) + 1)
    return max((r for r in ranks if ordered[r - 1] <= share * r / len(ordered)), default=0)


def compared(fleet):
    db = duckdb.connect()
    with tempfile.TemporaryDirectory() as folder:
        labels = fleet.fill(db, folder)
        if compare.compare(db, labels, *simulate.BUILDS):
            raise AssertionError("a build has no captures")
    return db


def differences(db):
    found = db.execute("SELECT model, subject FROM comparisons WHERE q <= 0.05").fetchall()
    return set(found)


class Comparisons(unittest.TestCase):
    def test_the_tests_agree_with_exact_ones(self):
        db = compared(simulate.Fleet(1, models=6, captures=40))
        shares = db.execute(
            "SELECT a, n, b, m, p FROM shares JOIN share_tests "
            "ON shares.model = share_tests.model AND shares.rule = share_tests.subject"
        ).fetchall()
        self.assertGreater(len(shares), 50)
        for a, n, b, m, p in shares:
            self.assertAlmostEqual(p, fisher(a, n, b, m), delta=1e-9)
        rates = db.execute(
            "SELECT list(value) FILTER (build = 'old'), list(value) FILTER (build = 'new'), "
            "any_value(p) FROM rates_of_captures JOIN rate_tests USING (model, subject) "
            "GROUP BY model, subject"
        ).fetchall()
        self.assertEqual(len(rates), 6)
        for base, new, p in rates:
            exact = rank_sum(base, new)
            self.assertAlmostEqual(p, exact, delta=1e-6 * exact)

    def test_ties_and_sides_that_are_too_small(self):
        fleet = simulate.Fleet(2, models=2, captures=12)
        fleet.transfers = [(n, u, d, round(r / 400)) for n, u, d, r in fleet.transfers]
        few = {name for name, _ in fleet.captures if name.startswith("new/01/")}
        kept = sorted(few)[:4]
        fleet.transfers = [t for t in fleet.transfers if t[0] not in few or t[0] in kept]
        db = compared(fleet)
        (row,) = db.execute("SELECT model, p FROM rate_tests").fetchall()
        self.assertEqual(row[0], "model 00")
        base, new = db.execute(
            "SELECT list(value) FILTER (build = 'old'), list(value) FILTER (build = 'new') "
            "FROM rates_of_captures WHERE model = 'model 00'"
        ).fetchone()
        self.assertLess(len(set(base + new)), len(base + new))
        self.assertAlmostEqual(row[1], rank_sum(base, new), delta=1e-6)

    def test_differences_are_those_of_benjamini_and_hochberg(self):
        db = compared(simulate.Fleet(3, effect=0.5))
        probabilities = [p for (p,) in db.execute("SELECT p FROM comparisons").fetchall()]
        for share in (0.01, 0.05, 0.2):
            (count,) = db.execute(
                "SELECT count(*) FROM comparisons WHERE q <= ?", [share]
            ).fetchone()
            self.assertEqual(count, discoveries(probabilities, share))

    def test_most_true_changes_are_found_and_few_others(self):
        # 3000 captures a fleet. Without control of the rate, a comparison in fifty would be wrong.
        truth = found = wrong = 0
        shares = []
        for seed in range(FLEETS):
            fleet = simulate.Fleet(seed)
            met = differences(compared(fleet))
            truth, found = truth + len(fleet.truth), found + len(met & fleet.truth)
            wrong += len(met - fleet.truth)
            shares.append(len(met - fleet.truth) / max(1, len(met)))
        self.assertGreater(truth, 150)
        self.assertGreater(found / truth, 0.95)
        self.assertLessEqual(sum(shares) / FLEETS, 0.05)
        words = f"simulated: {found} of {truth} changes found, {wrong} that are none"
        print(words, file=sys.stderr)

    def test_of_equal_builds_hardly_anything_differs(self):
        wrong = [differences(compared(simulate.Fleet(seed, changed=0))) for seed in range(FLEETS)]
        self.assertLessEqual(sum(bool(found) for found in wrong), 1)


def captures_of_two_builds(folder, samples):
    """Thirty captures of each build of two models; one model's transfers are slower when new."""
    day = 0
    for model, build, sample in (
        ("steady", "old", "pair-good"),
        ("steady", "new", "pair-good"),
        ("slowed", "old", "pair-good"),
        ("slowed", "new", "pair-slower"),
    ):
        os.makedirs(os.path.join(folder, build, model))
        with open(samples[sample], "rb") as file:
            octets = file.read()
        for index in range(30):
            day += 1
            with open(os.path.join(folder, build, model, f"{index}.btsnoop"), "wb") as file:
                file.write(vary.shifted(octets, vary.BEGINNING + day * 1_000_000))


class Command(unittest.TestCase):
    program, samples = "bletrace", {}

    def test_a_slower_build_is_named_by_its_model(self):
        with tempfile.TemporaryDirectory() as folder:
            captures, store = os.path.join(folder, "captures"), os.path.join(folder, "store")
            captures_of_two_builds(captures, self.samples)
            load.load([captures], Store(store, rows.tables(self.program)), self.program)
            labels = os.path.join(folder, "labels.csv")
            with open(labels, "w") as file:
                file.write("prefix,build,model\n")
                for model in ("steady", "slowed"):
                    for build in ("old", "new"):
                        file.write(f"{captures}/{build}/{model}/,{build},{model}\n")

            def run(base, new):
                words = [f"{HERE}/compare.py", "--labels", labels, "--base", base, "--new", new]
                return subprocess.run(
                    [sys.executable, *words, store], capture_output=True, text=True
                )

            done = run("old", "new")
            self.assertEqual(done.returncode, 1, done.stderr)
            lines = done.stdout.splitlines()
            self.assertTrue(any(line.startswith("worse: slowed: transfers of") for line in lines))
            self.assertFalse(any("steady" in line for line in lines))
            self.assertEqual(run("new", "old").returncode, 0)
            self.assertIn("no capture has the build 'none'", run("old", "none").stderr)
