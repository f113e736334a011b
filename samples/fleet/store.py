"""A store of rows: Parquet files that are complete, or not there.

STORE/TABLE/date=YYYY-MM-DD/BATCH.parquet holds the rows of one batch; the date is that of the
capture's start. STORE/_batches/BATCH.json is written last: it says that the batch is complete, and
which files and captures were in it. STORE/_copies.json lists captures that a second batch holds,
too; views leave these out.
"""

import glob
import json
import os
import shutil
import tempfile

import duckdb

import rows

TYPES = {
    "integer": "BIGINT",
    "number": "DOUBLE",
    "boolean": "BOOLEAN",
    "string": "VARCHAR",
    "array": "BIGINT[]",
}


class Folder:
    """A folder on this machine."""

    def __init__(self, path):
        self.path = path

    def put(self, name, source):
        """Copies a file there, under its name only when it is whole."""
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        unfinished = f"{path}.{os.getpid()}"
        with open(unfinished, "wb") as output, open(source, "rb") as file:
            shutil.copyfileobj(file, output)
            output.flush()
            os.fsync(output.fileno())
        os.replace(unfinished, path)

    def names(self, pattern):
        found = glob.glob(os.path.join(glob.escape(self.path), pattern))
        return sorted(os.path.relpath(name, self.path) for name in found)

    def read(self, name):
        with open(os.path.join(self.path, name), "rb") as file:
            return file.read()

    def remove(self, name):
        os.remove(os.path.join(self.path, name))


class Bucket:
    """A folder in an object store, or what else pyarrow opens by its address (s3://, gs://, hdfs://)."""

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

        selector = fs.FileSelector(self.path, recursive=True, allow_not_found=True)
        found = [info.path[len(self.path) + 1 :] for info in self.fs.get_file_info(selector)]
        depth = pattern.count("/")
        return sorted(n for n in found if fnmatchcase(n, pattern) and n.count("/") == depth)

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
        """Removes what incomplete batches left, and answers which files are in complete ones."""
        folder = place(self.path)
        complete, done = set(), set()
        for batch in self._complete(folder):
            complete.add(batch["name"])
            done.update(tuple(file) for file in batch["files"])
        complete.add("empty")
        for name in folder.names("*/date=*/*"):
            if os.path.basename(name).removesuffix(".parquet") not in complete:
                folder.remove(name)
        self._put_empty(folder)
        return done

    def _put_empty(self, folder):
        """A file without rows for each table, so that views find all tables with all columns."""
        with tempfile.TemporaryDirectory() as working:
            for table in self.tables:
                open(os.path.join(working, table + ".ndjson"), "w").close()
            db = duckdb.connect()
            for table in self.tables:
                path = os.path.join(working, table + ".parquet")
                source = self._source(working, table)
                db.execute(f"COPY (FROM {source}) TO '{quoted(path)}' (FORMAT parquet)")
                folder.put(f"{table}/date=unknown/empty.parquet", path)
            db.close()

    def add(self, batch, lines):
        """Stores the rows of a batch. Done again, it replaces what it stored before."""
        name = rows.name_of(batch)
        folder = place(self.path)
        with tempfile.TemporaryDirectory() as working:
            files, captures, errors = self._write(working, lines)
            for table, date, path in self._convert(working, files):
                folder.put(f"{table}/{date}/{name}.parquet", path)
            marker = os.path.join(working, "batch.json")
            with open(marker, "w") as file:
                json.dump(
                    {"name": name, "files": batch, "captures": captures, "errors": errors}, file
                )
            folder.put(f"_batches/{name}.json", marker)
        return len(captures), errors

    def finish(self):
        """Notes which captures are in more than one batch; the first one by name counts."""
        folder = place(self.path)
        known, copies = set(), []
        for batch in self._complete(folder):
            for capture in batch["captures"]:
                if capture in known:
                    copies.append({"capture": capture, "batch": batch["name"]})
                known.add(capture)
        with tempfile.NamedTemporaryFile("w") as file:
            json.dump(copies, file)
            file.flush()
            folder.put("_copies.json", file.name)
        return len(known), len(copies)

    @staticmethod
    def _complete(folder):
        for name in folder.names("_batches/*.json"):
            yield json.loads(folder.read(name))

    @staticmethod
    def _write(working, lines):
        outputs, captures, errors = {}, [], 0
        for table, capture, _, line in rows.without_copies(lines, set()):
            if table not in outputs:
                outputs[table] = open(os.path.join(working, table + ".ndjson"), "w")
            outputs[table].write(line)
            if table == "captures":
                captures.append(capture)
            errors += table == "errors"
        for output in outputs.values():
            output.close()
        return list(outputs), captures, errors

    def _convert(self, working, tables):
        db = duckdb.connect()
        db.execute("SET threads = 1")
        dates = "SELECT NULL::VARCHAR AS capture, NULL::VARCHAR AS date LIMIT 0"
        if "captures" in tables:
            source = self._source(working, "captures")
            dates = f"SELECT capture, any_value(start[1:10]) AS date FROM {source} GROUP BY capture"
        db.execute(f"CREATE TABLE dates AS {dates}")
        for table in tables:
            target = os.path.join(working, "parquet", table)
            os.makedirs(target)
            db.execute(
                f"COPY (SELECT row.*, coalesce(dates.date, 'unknown') AS date "
                f"FROM {self._source(working, table)} AS row LEFT JOIN dates USING (capture)) "
                f"TO '{quoted(target)}' (FORMAT parquet, PARTITION_BY (date))"
            )
            for path in sorted(glob.glob(os.path.join(glob.escape(target), "date=*", "*.parquet"))):
                yield table, os.path.basename(os.path.dirname(path)), path
        db.close()

    def _source(self, working, table):
        columns = ", ".join(f"'{name}': '{TYPES[kind]}'" for name, kind in self.tables[table])
        path = quoted(os.path.join(working, table + ".ndjson"))
        return f"read_json('{path}', format = 'newline_delimited', columns = {{{columns}}})"


def quoted(text):
    return text.replace("'", "''")
