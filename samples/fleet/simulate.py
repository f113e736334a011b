"""A simulated fleet whose truth is known, to test compare.sql: which models got worse, and where.

Its tables have the columns that the comparison reads. Each capture of a model has a finding of a
rule with a probability, and a few transfers, whose rates are alike within a capture.
"""

import csv
import os
import random

BUILDS = ("old", "new")


class Fleet:
    def __init__(self, seed, models=25, rules=16, captures=60, changed=0.08, effect=1.0):
        draw = random.Random(seed)
        self.truth, self.captures, self.findings, self.transfers = set(), [], [], []
        self.labels = []
        for number in range(models):
            model = f"model {number:02}"
            before = [draw.choice((0.02, 0.05, 0.1, 0.3)) for _ in range(rules)]
            after = list(before)
            for rule in range(rules):
                if draw.random() < changed:
                    after[rule] = min(0.95, before[rule] + 0.45 * effect)
                    self.truth.add((model, f"rule-{rule}"))
            speed = after_speed = draw.uniform(7, 11)
            if draw.random() < changed:
                after_speed -= 0.35 * effect
                self.truth.add((model, "transfers of FFF1, rx"))
            for build, shares, middle in ((0, before, speed), (1, after, after_speed)):
                folder = f"{BUILDS[build]}/{number:02}/"
                self.labels.append((folder, BUILDS[build], model))
                for index in range(captures):
                    self._capture(draw, f"{folder}{index}", shares, middle)

    def _capture(self, draw, name, shares, middle):
        self.captures.append((name, name))
        for rule, share in enumerate(shares):
            if draw.random() < share:
                self.findings.append((name, f"rule-{rule}", draw.choice(("warning", "error"))))
        own = draw.gauss(middle, 0.3)
        for _ in range(draw.randrange(1, 6)):
            self.transfers.append((name, "FFF1", "rx", 2.718 ** draw.gauss(own, 0.05)))

    def fill(self, db, folder):
        """Makes the tables in a database, and the file of labels, whose path is answered."""
        for table, columns, held in (
            ("captures", "capture, path", self.captures),
            ("findings", "capture, rule, severity", self.findings),
            ("transfers", "capture, uuid, direction, throughput_bytes_per_s", self.transfers),
        ):
            path = os.path.join(folder, table + ".csv")
            with open(path, "w", newline="") as file:
                csv.writer(file).writerows([columns.split(", "), *held])
            db.execute(f"CREATE OR REPLACE TABLE {table} AS FROM read_csv('{path}', header = true)")
        db.execute("CREATE OR REPLACE TABLE runs AS FROM transfers LIMIT 0")
        path = os.path.join(folder, "labels.csv")
        with open(path, "w", newline="") as file:
            csv.writer(file).writerows([("prefix", "build", "model"), *self.labels])
        return path
