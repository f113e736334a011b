"""What the measurements share: commands with their time and memory, the ways to load captures."""

import csv
import functools
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import duckdb

import compare
import plain
import rows
import spark_views
import vary

HERE = os.path.dirname(os.path.abspath(__file__))
CORES = os.cpu_count()
TICKS = os.sysconf("SC_CLK_TCK")
MODULES = ",".join(f"{HERE}/{name}.py" for name in ("batch", "rows", "parquet", "store"))


def processes():
    """All processes: {id: (id of the parent, command line, processor seconds)}.

    The seconds are its own and those of its children that have ended.
    """
    found = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stat, open(f"/proc/{name}/cmdline") as words:
                    facts = stat.read().rpartition(")")[2].split()
                    used = sum(map(int, facts[11:15])) / TICKS
                    found[int(name)] = (int(facts[1]), words.read().replace("\0", " "), used)
            except OSError:
                pass  # It has ended.
    return found


def below(root):
    """The processes that one started, and those that these started: as `processes`."""
    every, found, more = processes(), {}, [root]
    while more:
        parent = more.pop()
        for child, facts in every.items():
            if facts[0] == parent and child not in found:
                found[child] = facts
                more.append(child)
    return found


def memory_of(numbers):
    """Octets that processes hold in memory; what they share counts once."""
    total = 0
    for number in numbers:
        try:
            with open(f"/proc/{number}/smaps_rollup") as file:
                total += int(re.search(r"^Pss: +(\d+)", file.read(), re.M)[1]) << 10
        except (OSError, TypeError):
            pass
    return total


class Run:
    """A command that runs; `ended` waits for it.

    `memory` is the most that it and what it started held; `used`, the processor seconds of all;
    `used_before`, those up to the moment that Spark had started.
    """

    def __init__(self, command):
        environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, PYTHONPATH=HERE)
        environment["PATH"] = os.path.dirname(sys.executable) + ":" + environment["PATH"]
        self.memory, self.used, self.used_before, self.errors = 0, 0.0, 0.0, ""
        self.lines = []
        self.before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.error_file = tempfile.TemporaryFile("w+", errors="replace")
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.error_file,
            env=environment,
            start_new_session=True,
            text=True,
        )
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self):
        while self.process.returncode is None:
            self.memory = max(self.memory, memory_of([self.process.pid, *below(self.process.pid)]))
            self.used = max(self.used, self._used())
            time.sleep(0.5)

    def _used(self):
        """Not all processes are waited for by those that started them, so all are asked."""
        first = self.process.pid
        own = processes().get(first, (0, "", 0.0))[2]
        return own + sum(used for _, _, used in below(first).values())

    def ended(self, good=(0,)):
        """Seconds, and what was printed."""
        for line in self.process.stdout:
            if line.startswith("Spark has started"):
                self.used_before = self._used()
            self.lines.append(line)
        self.process.wait()
        seconds = time.monotonic() - self.start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - self.before.ru_utime - self.before.ru_stime
        self.used = max(self.used, used)
        self.error_file.seek(0)
        self.errors = self.error_file.read()
        if self.process.returncode not in good:
            sys.exit(f"{self.errors[-2000:]}\nstatus {self.process.returncode}")
        return seconds, "".join(self.lines)

    def kill(self):
        """All at once, as when a machine is lost."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


class Fleet:
    """Copies of captures in a folder, and the ways to load them."""

    def __init__(self, program, count, captures, folder):
        self.program, self.count, self.folder = program, count, folder
        self.source = os.path.join(folder, "captures")
        vary.vary(captures, count, self.source)
        self.octets = sum(size for _, size, _ in rows.files_in([self.source]))
        self.empty = os.path.join(folder, "empty")
        os.makedirs(self.empty, exist_ok=True)

    def store(self, name):
        return os.path.join(self.folder, name)

    def xargs(self):
        """The program alone, on as many files as a command line holds; rows are not kept."""
        line = f"find '{self.source}' -type f -print0 | sort -z | xargs -0"
        return ["sh", "-c", f"{line} '{self.program}' analyze --quiet --format ndjson > /dev/null"]

    def load(self, store):
        words = [f"-j{CORES}", "--bletrace", self.program, "-o", self.store(store), self.source]
        return [sys.executable, f"{HERE}/load.py", *words]

    def spark(self, store, source=None, master=f"local[{CORES}]"):
        words = ["--bletrace", self.program, "-o", self.store(store), source or self.source]
        return submit(master, f"{HERE}/job.py", *words)

    @functools.cached_property
    def labels(self):
        """A file of labels: folders have one of two builds, and one of two models."""
        path = os.path.join(self.folder, "labels.csv")
        with open(path, "w", newline="") as file:
            lines = csv.writer(file)
            lines.writerow(("prefix", "build", "model"))
            for index, name in enumerate(sorted(os.listdir(self.source))):
                build, model = f"build {index % 2}", f"model {index // 2 % 2}"
                lines.writerow((f"{self.source}/{name}/", build, model))
        return path

    @functools.cached_property
    def plain(self):
        paths = [path for path, _, _ in rows.files_in([self.source])]
        return plain.of_files(duckdb.connect(), self.program, rows.tables(self.program), paths)

    def differing(self, store):
        db = compare.opened(self.store(store))
        return plain.differing(plain.of_store(db, rows.tables(self.program)), self.plain)

    def check(self, store, what):
        """Prints that a store has just the rows of the plain loop, or ends the measurement."""
        found = self.differing(store)
        if found:
            sys.exit(f"{what}: rows were lost, doubled or changed in {', '.join(found)}")
        print(f"- {what}: the rows are those of the plain loop, in all tables", flush=True)


def submit(master, *words):
    program = os.path.join(os.path.dirname(sys.executable), "spark-submit")
    quiet = ["--conf", "spark.ui.enabled=false", "--conf", "spark.sql.shuffle.partitions=8"]
    return [program, "--master", master, *quiet, "--py-files", MODULES, *words]


def after_start(output):
    """What job.py prints: seconds from the moment that Spark had started."""
    return float(re.search(r"([\d.]+) s after Spark had started", output)[1])


def views_of(store, labels=None):
    """{view: (seconds, rows)} in DuckDB; a store is opened once."""
    start = time.monotonic()
    db = compare.opened(store)
    found = {"opening": (time.monotonic() - start, [])}
    if labels:
        compare.label(db, labels)
    for view in spark_views.VIEWS + (spark_views.LABELLED if labels else ()):
        start = time.monotonic()
        result = db.execute(f"SELECT * FROM {view}")
        names = [column[0] for column in result.description]
        held = [dict(zip(names, row)) for row in result.fetchall()]
        found[view] = (time.monotonic() - start, held)
    return found


def size_of(store):
    return sum(size for _, size, _ in rows.files_in([store]))
