#!/usr/bin/env python3
"""Tests of the installed package: check.py SAMPLES. $BLETRACE names the program."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import pandas
import polars

import bletrace
from bletrace.columns import COLUMNS

SAMPLES = pathlib.Path()


def sample(name: str) -> pathlib.Path:
    return next((SAMPLES / name).glob("capture.*"))


class Analyzing(unittest.TestCase):
    def test_findings_are_those_of_the_report(self) -> None:
        path = sample("bizcard-stall-peripheral")
        rows = bletrace.analyze(path).findings
        findings = bletrace.report(path)["findings"]
        self.assertEqual([row["rule"] for row in rows], ["credit-stall"])
        self.assertEqual([row["message"] for row in rows], [item["message"] for item in findings])
        self.assertEqual([row["connections"] for row in rows], [[1]])
        self.assertEqual([row["connections"] for row in rows], [item["connections"] for item in findings])

    def test_every_sample_fits_its_types(self) -> None:
        captures = sorted(SAMPLES.glob("*/capture.*"))
        self.assertGreater(len(captures), 50)
        analysis = bletrace.analyze(*captures)
        self.assertEqual({row["path"] for row in analysis.captures}, {str(path) for path in captures})
        seen = set()
        for table, columns in COLUMNS.items():
            for row in getattr(analysis, table):
                self.assertEqual(list(row), list(columns), table)
                for column, kind in columns.items():
                    value = row[column]
                    if value is not None:
                        seen.add((table, column))
                        self.assertIs(type(float(value)) if kind is float else type(value), kind, column)
        self.assertGreater(len(seen), 300)

    def test_frames_hold_what_the_rows_hold(self) -> None:
        analysis = bletrace.analyze(*sorted(SAMPLES.glob("*/capture.*")))
        for table, columns in COLUMNS.items():
            rows = getattr(analysis, table)
            pandas_frame = analysis.pandas(table)  # type: ignore[arg-type]
            polars_frame = analysis.polars(table)  # type: ignore[arg-type]
            self.assertEqual(list(pandas_frame.columns), list(columns))
            self.assertEqual(polars_frame.columns, list(columns))
            self.assertEqual(polars_frame.to_dicts(), rows, table)
            for column, kind in columns.items():
                if kind is not list:
                    kept = [None if value is pandas.NA else value for value in pandas_frame[column]]
                    self.assertEqual(kept, [row[column] for row in rows], f"{table}.{column}")

    def test_empty_tables_have_columns_and_kinds(self) -> None:
        analysis = bletrace.analyze(sample("heart-rate-central"))
        self.assertEqual(analysis.errors, [])
        frame = analysis.polars("errors")
        self.assertEqual((frame.height, frame.schema["message"]), (0, polars.String))
        self.assertEqual(str(analysis.pandas("errors")["message"].dtype), "string")
        with self.assertRaisesRegex(KeyError, "no table frames; the tables are captures, "):
            analysis.table("frames")  # type: ignore[arg-type]

    def test_octets_markers_and_options(self) -> None:
        octets = sample("bizcard-central").read_bytes()
        self.assertEqual(bletrace.analyze(octets).transfers[0]["payload_bytes"], 152)
        near = sample("fault-marker-near-miss")
        self.assertIn("marker-near-miss", [row["rule"] for row in bletrace.analyze(near).findings])
        analysis = bletrace.analyze(near, markers=["hex:454f4d00"])
        self.assertNotIn("marker-near-miss", [row["rule"] for row in analysis.findings])
        self.assertTrue(all(row["complete"] for row in analysis.transfers))
        analysis = bletrace.analyze(near, options=["--no-rule=marker-near-miss"])
        self.assertNotIn("marker-near-miss", [row["rule"] for row in analysis.findings])
        with self.assertRaisesRegex(ValueError, "only one capture can be given as octets"):
            bletrace.analyze(octets, octets)
        with self.assertRaisesRegex(ValueError, "no capture is given"):
            bletrace.analyze()

    def test_names_are_never_options(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("-V", "-", "a\nb <i>&.btsnoop"):
                path = os.path.join(folder, name)
                pathlib.Path(path).write_bytes(sample("pair-good").read_bytes())
            home = os.getcwd()
            os.chdir(folder)
            try:
                self.assertEqual(bletrace.analyze("-V").captures[0]["path"], "-V")
                self.assertEqual(bletrace.analyze("-").captures[0]["path"], "./-")
                self.assertFalse(bletrace.diff("-V", "-").regression)
                self.assertEqual(len(bletrace.analyze("a\nb <i>&.btsnoop").captures), 1)
            finally:
                os.chdir(home)


class Failing(unittest.TestCase):
    def test_what_cannot_be_read(self) -> None:
        good = sample("pair-good")
        with self.assertRaisesRegex(bletrace.BletraceError, "/nonexistent: no such file") as caught:
            bletrace.analyze("/nonexistent", good)
        self.assertEqual(caught.exception.status, 2)
        analysis = bletrace.analyze("/nonexistent", good, keep_going=True)
        self.assertEqual([row["path"] for row in analysis.errors], ["/nonexistent"])
        self.assertEqual(len(analysis.captures), 1)

    def test_what_cannot_be_done(self) -> None:
        good = sample("pair-good")
        with self.assertRaisesRegex(bletrace.BletraceError, "--nonsense"):
            bletrace.analyze(good, options=["--nonsense"])
        with self.assertRaisesRegex(bletrace.BletraceError, "no such program"):
            bletrace.analyze(good, program="/nonexistent/bletrace")
        with self.assertRaisesRegex(bletrace.BletraceError, "no such file"):
            bletrace.diff(good, "/nonexistent")
        with self.assertRaisesRegex(bletrace.BletraceError, "no such file"):
            bletrace.report("/nonexistent")

    def test_a_program_that_dies(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bletrace"
            path.write_text('#!/bin/sh\necho \'{"table":"errors","capture":null}\'\nkill -9 $$\n')
            path.chmod(0o755)
            with self.assertRaisesRegex(bletrace.BletraceError, "ended with status -9"):
                list(bletrace.rows(sample("pair-good"), program=path))

    def test_a_caller_that_stops_early(self) -> None:
        rows = bletrace.rows(*[sample("pair-good")] * 2000)
        self.assertEqual(next(rows)["table"], "captures")
        rows.close()  # type: ignore[attr-defined]
        children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children")
        if children.exists():
            self.assertEqual(children.read_text(), "")


class Comparing(unittest.TestCase):
    def test_a_slower_run(self) -> None:
        found = bletrace.diff(sample("pair-good"), sample("pair-slower"))
        self.assertTrue(found.regression)
        self.assertIn("transfer.duration_us", [entry["measure"] for entry in found.worse])
        self.assertFalse(bletrace.diff([sample("pair-good")], [sample("pair-good")]).regression)

    def test_the_answer_is_the_program_s(self) -> None:
        paths = [str(sample("pair-good")), str(sample("pair-stall"))]
        text = subprocess.run(
            [bletrace.find_program(), "diff", "--format", "json", *paths], capture_output=True
        ).stdout
        self.assertEqual(bletrace.diff(*paths).details, json.loads(text))

    def test_octets_are_refused(self) -> None:
        with self.assertRaisesRegex(ValueError, "diff takes paths"):
            bletrace.diff(b"", sample("pair-good"))


if __name__ == "__main__":
    SAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
