"""A store of rows: Parquet files that are complete, or not there.

STORE/TABLE/date=YYYY-MM-DD/PART.parquet holds the rows of one batch; the date is that of the
capture's start. A part is an attempt at a batch: BATCH-ATTEMPT. STORE/_batches/PART.json is written
last: it says that the part is complete, and which files were in it. Files without it do not count.
A capture may be in more than one batch; views leave all but the first out.

An object store has no renaming. None is needed: an object is there when it was written whole, and
what makes the objects of a part count is one object, its marker.
"""

import glob
import json
import os
import secrets
import shutil
import tempfile
import time
from itertools import takewhile

import parquet
import rows

# The part of the files that have no rows.
EMPTY = "empty"
# What no marker names is removed after so many seconds. A worker whose job is gone may still write.
ABANDONED = 86400


class Folder:
    """A folder on this machine."""

    def __init__(self, path):
        self.path = path

    def put(self, name, source):
        """Copies a file there, under its name only when it is whole."""
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        unfinished = f"{path}.{secrets.token_hex(4)}"
        with open(unfinished, "wb") as output, open(source, "rb") as file:
            shutil.copyfileobj(file, output)
            output.flush()
            os.fsync(output.fileno())
        os.replace(unfinished, path)

    def names(self, pattern):
        found = glob.glob(os.path.join(glob.escape(self.path), pattern))
        return sorted(os.path.relpath(name, self.path) for name in found)

    def changed(self, name):
        return os.stat(os.path.join(self.path, name)).st_mtime

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def remove(self, name):
        os.remove(os.path.join(self.path, name))


class Bucket:
    """A folder in an object store, or what else pyarrow opens (s3://, gs://, hdfs://)."""

    def __init__(self, address):
        from pyarrow import fs

        self.fs, self.path = fs.FileSystem.from_uri(address)

    def put(self, name, source):
        path = f"{self.path}/{name}"
        self.fs.create_dir(os.path.dirname(path))
        # An object is there when its stream is closed, and not before.
        with self.fs.open_output_stream(path) as output, open(source, "rb") as file:
            shutil.copyfileobj(file, output)

    def names(self, pattern):
        from fnmatch import fnmatchcase
        from pyarrow import fs

        # Only the folder is listed that the pattern names.
        folder = "/".join([self.path, *takewhile(lambda word: "*" not in word, pattern.split("/"))])
        selector = fs.FileSelector(folder, recursive=True, allow_not_found=True)
        found = [info.path[len(self.path) + 1 :] for info in self.fs.get_file_info(selector)]
        depth = pattern.count("/")
        return sorted(n for n in found if fnmatchcase(n, pattern) and n.count("/") == depth)

    def changed(self, name):
        # A store that does not say when is never cleared.
        (info,) = self.fs.get_file_info([f"{self.path}/{name}"])
        return time.time() if info.mtime is None else info.mtime.timestamp()

    def read(self, name):
        with self.fs.open_input_stream(f"{self.path}/{name}") as stream:
            return stream.read()

    def remove(self, name):
        self.fs.delete_file(f"{self.path}/{name}")


def place(path):
    return Bucket(path) if "://" in path else Folder(path)


class Store:
    def __init__(self, path, tables):
        self.path = path
        self.tables = tables

    def begin(self):
        """Answers which files are in complete batches, and removes what was abandoned."""
        folder = place(self.path)
        complete, done = {EMPTY}, set()
        for part, marker in self._marked(folder):
            complete.add(part)
            done.update(tuple(file) for file in json.loads(folder.read(marker))["files"])
        present = set()
        for name in folder.names("*/date=*/*"):
            part = os.path.basename(name).removesuffix(".parquet")
            if part == EMPTY:
                present.add(name.split("/")[0])
            elif part not in complete and time.time() - folder.changed(name) > ABANDONED:
                folder.remove(name)
        # A file without rows for each table, so that views find all tables with all columns.
        with tempfile.TemporaryDirectory() as working:
            for table, columns in self.tables.items():
                if table not in present:
                    path = os.path.join(working, table)
                    parquet.empty(columns, path)
                    folder.put(f"{table}/date={parquet.UNKNOWN}/{EMPTY}.parquet", path)
        return done

    def add(self, batch, outputs, changed=None):
        """Stores what bletrace printed for a batch.

        The files of each attempt have names of their own, so that a second one, perhaps while the
        first still runs, replaces nothing. Of several that end, readers take the first by name.
        """
        part = f"{rows.name_of(batch)}-{secrets.token_hex(4)}"
        folder = place(self.path)
        split = rows.Split(outputs, changed)
        with tempfile.TemporaryDirectory() as working:
            for table, date, path in parquet.written(split.lines, self.tables, working):
                folder.put(f"{table}/date={date}/{part}.parquet", path)
            marker = os.path.join(working, "batch.json")
            with open(marker, "w") as file:
                json.dump({"files": batch}, file)
            folder.put(f"_batches/{part}.json", marker)
        return len(split.captures), split.errors

    def files(self, table):
        """The Parquet files of a table, those of complete parts only."""
        folder = place(self.path)
        parts = {EMPTY, *(part for part, _ in self._marked(folder))}
        return [
            f"{self.path}/{name}"
            for name in folder.names(f"{table}/date=*/*.parquet")
            if os.path.basename(name).removesuffix(".parquet") in parts
        ]

    def tables_there(self):
        names = place(self.path).names(f"*/date={parquet.UNKNOWN}/{EMPTY}.parquet")
        return [name.split("/")[0] for name in names]

    @staticmethod
    def _marked(folder):
        """The attempt that counts of each complete batch, and the name of its marker."""
        found = {}
        for name in folder.names("_batches/*.json"):
            part = os.path.basename(name).removesuffix(".json")
            found.setdefault(part.split("-")[0], (part, name))
        return list(found.values())
