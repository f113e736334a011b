#!/usr/bin/env python3
"""Tests of this folder: check.py BLETRACE CAPTURE...; some captures are btsnoop files."""

import csv
import glob
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import duckdb
from ddsketch import DDSketch

import batch
import compare
import load
import plain
import rows
import sketch
import vary
from check_compare import Command, Comparisons  # unittest runs them
from compare import opened
from store import Store

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM, CAPTURES = "bletrace", []
COUNT = 100


def differing(store, paths):
    tables = rows.tables(PROGRAM)
    paths = [path for path, _, _ in rows.files_in(paths)]
    db = opened(store)
    return plain.differing(
        plain.of_store(db, tables), plain.of_files(db, PROGRAM, tables, paths)
    )


def load_slowly(paths, store, program):
    """A load that is easily met in its middle: a batch has ten files, and takes a while."""
    rows.batches.__defaults__ = (10, rows.BATCH_BYTES)
    put = Store.add

    def add(self, batch, outputs):
        time.sleep(0.05)
        return put(self, batch, outputs)

    Store.add = add
    load.load(paths, Store(store, rows.tables(program)), program)


class Fleet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.captures = os.path.join(cls.folder.name, "captures")
        vary.vary(CAPTURES, COUNT, cls.captures)
        with open(os.path.join(cls.captures, "0000", "bad.btsnoop"), "w") as file:
            file.write("this is no capture")
        with open(os.path.join(cls.captures, "0000", ".hidden"), "w") as file:
            file.write("this is not read")
        cls.store = os.path.join(cls.folder.name, "store")
        cls.counts = load.load([cls.captures], Store(cls.store, rows.tables(PROGRAM)), PROGRAM, 2)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_all_captures_are_loaded_and_bad_ones_noted(self):
        self.assertEqual(self.counts, (COUNT + 1, COUNT, 1))
        db = opened(self.store)
        self.assertEqual(db.execute("SELECT count(*) FROM captures").fetchone(), (COUNT,))
        (path,) = db.execute("SELECT path FROM errors").fetchone()
        self.assertTrue(path.endswith("bad.btsnoop"))
        self.assertEqual(differing(self.store, [self.captures]), [])

    def test_a_second_run_reads_nothing(self):
        again = load.load([self.captures], Store(self.store, rows.tables(PROGRAM)), PROGRAM)
        self.assertEqual(again, (0, 0, 0))

    def test_a_run_that_was_killed_goes_on_without_loss_or_doubles(self):
        for seed in range(3):
            with tempfile.TemporaryDirectory() as folder:
                store = os.path.join(folder, "store")
                words = [self.captures], store, PROGRAM
                worker = multiprocessing.Process(target=load_slowly, args=words)
                worker.start()
                markers = os.path.join(store, "_batches", "*.json")
                while len(glob.glob(markers)) < seed + 1 and worker.is_alive():
                    time.sleep(0.01)
                worker.kill()
                worker.join()
                self.assertEqual(worker.exitcode, -signal.SIGKILL)
                self.assertLess(len(glob.glob(markers)), 10)  # of 11
                load.load([self.captures], Store(store, rows.tables(PROGRAM)), PROGRAM)
                self.assertEqual(differing(store, [self.captures]), [])

    def test_copies_of_a_capture_count_once(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = (os.path.join(folder, name) for name in "ab")
            for copies in (first, second):
                vary.vary(CAPTURES, 4, copies)
            store = os.path.join(folder, "store")
            for copies in (first, second, first):
                load.load([copies], Store(store, rows.tables(PROGRAM)), PROGRAM)
            # The one or the other counts, by the names of their batches.
            self.assertIn([], [differing(store, [copies]) for copies in (first, second)])

    def test_a_program_that_dies_loses_no_other_file(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            with open(program, "w") as file:
                file.write(
                    "#!/bin/sh\n"
                    'for word; do case $word in *deadly*) kill -9 $$;; esac; done\n'
                    f"exec '{PROGRAM}' \"$@\"\n"
                )
            os.chmod(program, 0o755)
            paths = []
            for index in range(7):
                path = os.path.join(folder, f"{'deadly' if index == 3 else 'good'}{index}")
                with open(CAPTURES[0], "rb") as source, open(path, "wb") as file:
                    file.write(vary.shifted(source.read(), vary.BEGINNING + index))
                paths.append(path)
            lines = rows.Split(rows.outputs(program, paths)).lines
            met = [json.loads(line)["path"] for line in lines["captures"]]
            self.assertEqual(met, paths[:3] + paths[4:])
            self.assertEqual([json.loads(line)["path"] for line in lines["errors"]], [paths[3]])

    def test_a_program_that_takes_too_long_is_noted(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            with open(program, "w") as file:
                file.write("#!/bin/sh\nexec sleep 600\n")
            os.chmod(program, 0o755)
            lines = rows.Split(rows.outputs(program, ["a", "b"], seconds=0.5)).lines
            self.assertEqual(list(lines), ["errors"])
            for path, line in zip("ab", lines["errors"], strict=True):
                row = json.loads(line)
                self.assertEqual(row["path"], path)
                self.assertIn("took longer than", row["message"])

    def test_a_program_that_is_killed_once_loses_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program")
            with open(program, "w") as file:
                file.write(
                    "#!/bin/sh\n"
                    f"if [ $# -gt 5 ] && mkdir '{folder}/first' 2> /dev/null; then\n"
                    f"    '{PROGRAM}' \"$@\" | head -c 100000\n"
                    "    kill -9 $$\n"
                    "fi\n"
                    f"exec '{PROGRAM}' \"$@\"\n"
                )
            os.chmod(program, 0o755)
            store = os.path.join(folder, "store")
            load.load([self.captures], Store(store, rows.tables(PROGRAM)), program)
            self.assertTrue(os.path.isdir(os.path.join(folder, "first")))
            self.assertEqual(differing(store, [self.captures]), [])

    def test_two_attempts_at_a_batch_count_once_and_parts_without_a_marker_not(self):
        with tempfile.TemporaryDirectory() as folder:
            store = Store(os.path.join(folder, "store"), rows.tables(PROGRAM))
            store.begin()
            files = rows.files_in([self.captures])[:20]
            paths = [path for path, _, _ in files]
            for _ in range(2):
                store.add(files, rows.outputs(PROGRAM, paths))
            self.assertEqual(differing(store.path, paths), [])
            for marker in glob.glob(store.path + "/_batches/*.json"):
                os.remove(marker)
            left = glob.glob(store.path + "/captures/date=2*/*.parquet")
            self.assertEqual(len(left), 2)
            self.assertEqual(opened(store.path).execute("FROM captures").fetchall(), [])
            # What is a day old is removed; the other may be of a worker that still runs.
            os.utime(left[0], (time.time() - 90_000,) * 2)
            self.assertEqual(store.begin(), set())
            self.assertEqual(glob.glob(store.path + "/captures/date=2*/*.parquet"), left[1:])

    def test_a_batch_from_and_to_an_address_is_that_of_a_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            address, captures = f"file://{folder}/store", f"file://{self.captures}"
            store = Store(address, rows.tables(PROGRAM))
            self.assertEqual(store.begin(), set())
            files = batch.files_at([captures])
            self.assertEqual(batch.add(store, files, PROGRAM), (COUNT, 1))
            self.assertEqual(store.begin(), set(files))
            self.assertEqual(
                differing(os.path.join(folder, "store"), [self.captures]), ["captures", "errors"]
            )
            db = opened(os.path.join(folder, "store"))
            paths = db.execute("SELECT path FROM captures UNION ALL SELECT path FROM errors")
            self.assertEqual(
                sorted(path for (path,) in paths.fetchall()), sorted(path for path, _, _ in files)
            )
            self.assertEqual(len(store.files("captures")), 2)  # one has no rows

    def test_rows_are_under_the_day_of_their_capture(self):
        with tempfile.TemporaryDirectory() as folder:
            captures, store = os.path.join(folder, "captures"), os.path.join(folder, "store")
            os.mkdir(captures)
            for index in range(20):
                with open(CAPTURES[index], "rb") as source:
                    octets = vary.shifted(source.read(), vary.BEGINNING + index * 7 % 3 * vary.DAY)
                with open(os.path.join(captures, f"{index:02}"), "wb") as file:
                    file.write(octets)
            load.load([captures], Store(store, rows.tables(PROGRAM)), PROGRAM)
            self.assertEqual(differing(store, [captures]), [])
            db = opened(store)
            days = db.execute("SELECT DISTINCT date, start[1:10] FROM captures ORDER BY 1")
            self.assertEqual(days.fetchall(), [(f"2026-01-0{day}",) * 2 for day in (1, 2, 3)])
            wrong = db.execute(
                "SELECT count(*) FROM phases JOIN captures USING (capture) "
                "WHERE phases.date <> captures.date"
            )
            self.assertEqual(wrong.fetchone(), (0,))

    def test_the_first_command_of_the_readme_counts_findings(self):
        with open(os.path.join(HERE, "README.md")) as file:
            command = re.search(r'^ +duckdb -c "(.*)"$', file.read(), re.M)[1]
        paths = [path for path, _, _ in rows.files_in([self.captures])]
        output = b"".join(rows.outputs(PROGRAM, paths))
        expected = {}
        for line in rows.Split([output]).lines["findings"]:
            rule = json.loads(line)["rule"]
            expected[rule] = expected.get(rule, 0) + 1
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.ndjson")
            with open(path, "wb") as file:
                file.write(output)
            query = command.replace('\\"', '"').replace("rows.ndjson", path)
            self.assertEqual(dict(duckdb.connect().execute(query).fetchall()), expected)

    def test_views_agree_with_the_reports(self):
        db = opened(self.store)
        files = db.execute("SELECT path FROM captures ORDER BY path").fetchall()
        text = subprocess.run(
            [PROGRAM, "analyze", "--format", "json", *[path for (path,) in files]],
            check=True,
            capture_output=True,
        ).stdout
        report = json.loads(text)
        ends, severities, bulk, requests = {}, {}, 0, {}
        for capture in report["captures"]:
            for link in capture["connections"]:
                end = (link["disconnect"] or {}).get("name") or "not in the capture"
                ends[end] = ends.get(end, 0) + 1
                bulk += sum(run["bytes"] for run in link["runs"])
                peer = link["peer"]
                device = peer["name"] or peer["manufacturer"] or peer["address"] or "unknown"
                latency = link["att"]["transactions"]["latency_remote_us"]
                requests[device] = requests.get(device, 0) + latency["count"]
        for finding in report["findings"]:
            severities[finding["severity"]] = severities.get(finding["severity"], 0) + 1
        found = db.execute("SELECT ended, sum(connections)::INT FROM ends GROUP BY 1").fetchall()
        self.assertEqual(dict(found), ends)
        found = db.execute("SELECT severity, count(*) FROM findings GROUP BY 1").fetchall()
        self.assertEqual(dict(found), severities)
        found = db.execute("SELECT coalesce(sum(bytes), 0) FROM rates").fetchone()
        self.assertEqual(found[0], bulk)
        found = dict(db.execute("SELECT device, requests FROM latencies").fetchall())
        self.assertEqual(found, {device: count for device, count in requests.items() if count})
        self.devices_agree(db, report)
        self.models_agree(db, report)
        self.phones_agree(db, report)
        self.rates_and_days_agree(db, report)

    def devices_agree(self, db, report):
        devices, links, rules = {}, {}, {}
        for capture, each in enumerate(report["captures"]):
            for link in each["connections"]:
                peer = link["peer"]
                device = peer["name"] or peer["manufacturer"] or peer["address"] or "unknown"
                devices[capture, link["id"]] = device
                links[device] = links.get(device, 0) + 1
        held = {device: [0, 0] for device in links}
        for finding in report["findings"]:
            device = devices.get((finding["capture"], finding["connection"]))
            severity = finding["severity"]
            if device and severity != "info":
                held[device][severity == "warning"] += 1
                met = rules.setdefault(device, {})
                met[finding["rule"]] = met.get(finding["rule"], 0) + 1
        expected = {
            (device, links[device], *held[device], *most_of(rules.get(device))) for device in links
        }
        self.assertEqual(set(db.execute("FROM worst_devices").fetchall()), expected)

    def phones_agree(self, db, report):
        phones, sizes, met = [], {}, {}
        for capture in report["captures"]:
            own = {each["manufacturer"] or "unknown" for each in capture["controllers"]}
            phones.append(own)
            for phone in own:
                sizes[phone] = sizes.get(phone, 0) + 1
        for finding in report["findings"]:
            for phone in phones[finding["capture"]]:
                key = phone, finding["rule"], finding["severity"]
                met.setdefault(key, set()).add(finding["capture"])
        expected = {
            (*key, len(held), round(100 * len(held) / sizes[key[0]], 1))
            for key, held in met.items()
        }
        self.assertEqual(set(db.execute("FROM findings_by_phone").fetchall()), expected)

    def models_agree(self, db, report):
        first = f"{self.captures}/0000/"
        lines = [("prefix", "build", "model"), (first, "old", "a"), (f"{first}00001", "new", "a")]
        with tempfile.NamedTemporaryFile("w", suffix=".csv", newline="") as file:
            csv.writer(file).writerows(lines)
            file.flush()
            compare.label(db, file.name)
            found = db.execute("FROM findings_by_model").fetchall()
        builds = ["new" if c["path"].startswith(lines[2][0]) else "old" for c in report["captures"]]
        self.assertEqual((builds.count("old"), builds.count("new")), (90, 10))
        met = {}
        for finding in report["findings"]:
            key = "a", builds[finding["capture"]], finding["rule"], finding["severity"]
            met.setdefault(key, set()).add(finding["capture"])
        expected = {
            (*key, len(held), round(100 * len(held) / builds.count(key[1]), 1))
            for key, held in met.items()
        }
        self.assertEqual(set(found), expected)

    def rates_and_days_agree(self, db, report):
        rates, days = {}, {}
        wrong = {f["capture"] for f in report["findings"] if f["severity"] == "error"}
        for index, capture in enumerate(report["captures"]):
            day = days.setdefault((capture["start"] or "unknown")[:10], [0, 0, 0])
            day[0] += 1
            day[1] += capture["records"]
            day[2] += index in wrong
            for link in capture["connections"]:
                for run in link["runs"]:
                    before = [
                        each["interval_us"]
                        for each in link["parameters"]
                        if each["frame"] <= run["first_frame"]
                    ]
                    key = before[-1] if before else None, link["mtu"]["effective"], run["kind"]
                    rates.setdefault(key, []).append(run)
        expected = {
            (*key, len(runs), sum(run["bytes"] for run in runs)) for key, runs in rates.items()
        }
        found = db.execute("SELECT interval_us, mtu, kind, runs, bytes::BIGINT FROM rates")
        self.assertEqual(set(found.fetchall()), expected)
        found = db.execute("FROM days").fetchall()
        self.assertEqual({day: held for day, *held in found}, days)

    def test_sketches_of_the_rows_give_the_percentiles_of_the_report(self):
        db = opened(self.store)
        checked = 0
        for keys, counts, count, p50, p95 in db.execute(
            "SELECT gap_us_sketch_keys, gap_us_sketch_counts, gap_us_count, gap_us_p50, gap_us_p95 "
            "FROM notifications WHERE gap_us_count > 0"
        ).fetchall():
            merged = sketch.merge([(keys, counts)])
            self.assertEqual(sum(held for _, held in merged), count)
            for percent, exact in ((50, p50), (95, p95)):
                value = sketch.percentile(merged, percent)
                self.assertLessEqual(abs(value - exact), 0.01 * exact + 0.5)
            checked += 1
        self.assertGreater(checked, 0)


def most_of(rules):
    """The rule that was met most often; of equal ones, the last by name."""
    return [max(rules, key=lambda rule: (rules[rule], rule)) if rules else None]


class Sketches(unittest.TestCase):
    def test_merged_percentiles_are_within_one_percent_as_those_of_ddsketch(self):
        draw = random.Random(7)
        for shape in range(6):
            parts, values, other = [], [], DDSketch(relative_accuracy=0.01)
            for _ in range(5):
                part = [
                    int(draw.lognormvariate(3 + 2 * shape, 1.5)) if shape else draw.randrange(300)
                    for _ in range(draw.randrange(1, 4000))
                ]
                values += part
                own = DDSketch(relative_accuracy=0.01)
                for value in part:
                    own.add(value)
                other.merge(own)
                buckets = {}
                for value in part:
                    key = sketch.key_of(value)
                    buckets[key] = buckets.get(key, 0) + 1
                pairs = sorted(buckets.items())
                parts.append(([key for key, _ in pairs], [held for _, held in pairs]))
            merged = sketch.merge(parts)
            values.sort()
            for percent in (1, 50, 95, 99):
                exact = values[max(1, -(-len(values) * percent // 100)) - 1]
                ours = sketch.percentile(merged, percent)
                self.assertLessEqual(abs(ours - exact), 0.01 * exact + 0.5)
                theirs = other.get_quantile_value(percent / 100)
                self.assertLessEqual(abs(ours - theirs), 0.03 * exact + 1)

    def test_a_bucket_holds_its_middle(self):
        for key in range(0, 3000):
            self.assertEqual(sketch.key_of(int(sketch.middle(key))), key)


if __name__ == "__main__":
    PROGRAM, CAPTURES = os.path.abspath(sys.argv[1]), sys.argv[2:]
    Command.program = PROGRAM
    Command.samples = {os.path.basename(os.path.dirname(path)): path for path in CAPTURES}
    unittest.main(argv=sys.argv[:1], verbosity=1)
