"""What the loader and the Spark job share: batches of captures, and the rows that bletrace makes."""

import hashlib
import json
import os
import subprocess
import tempfile

# A batch is one call of bletrace. These bounds keep its command line and its output small.
BATCH_FILES = 200
BATCH_BYTES = 256 << 20

_KINDS = {"integer", "number", "boolean", "string", "array"}


def tables(bletrace):
    """The columns of each table, as bletrace states them: {table: [(column, kind), ...]}."""
    text = subprocess.run([bletrace, "schema", "--rows"], check=True, capture_output=True).stdout
    found = {}
    for table in json.loads(text)["oneOf"]:
        columns = []
        for name, value in table["properties"].items():
            kind = value.get("type", "string")  # words and constants are texts
            if isinstance(kind, list):
                kind = kind[0]
            if kind not in _KINDS:
                raise ValueError(f"{table['title']}.{name} is of the unknown type {kind}")
            columns.append((name, kind))
        found[table["title"]] = columns
    return found


def files_in(paths):
    """The files of directories and their folders, by name: (path, size, time of the last change)."""
    found = []
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        for folder, folders, names in os.walk(path):
            folders.sort()
            found += [os.path.join(folder, name) for name in sorted(names) if name[0] != "."]
    facts = []
    for path in found:
        status = os.stat(path)
        facts.append((path, status.st_size, status.st_mtime_ns))
    return facts


def batches(files, most_files=BATCH_FILES, most_bytes=BATCH_BYTES):
    """Groups files in their order; a file that is larger than the bound is a batch of its own."""
    batch, size = [], 0
    for file in files:
        if batch and (len(batch) == most_files or size + file[1] > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file[1]
    if batch:
        yield batch


def name_of(batch):
    """The same files, unchanged, always have the same name, so that work that is done again replaces itself."""
    text = "\n".join(f"{path}\t{size}\t{time}" for path, size, time in batch)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def rows(bletrace, paths, seconds=None):
    """The lines that bletrace prints for some files, in their order.

    Where the program itself fails (it crashes, it takes too long), the files are halved until the
    one is found that does it. That one becomes a row of the table errors.
    """
    if not paths:
        return
    if seconds is None:
        seconds = 60 + sum(os.path.getsize(path) for path in paths if os.path.exists(path)) / 1e6
    with tempfile.TemporaryFile() as output:
        try:
            command = [bletrace, "analyze", "--quiet", "--format", "ndjson", "--", *paths]
            code = subprocess.run(
                command, stdout=output, stderr=subprocess.DEVNULL, timeout=seconds
            ).returncode
            trouble = None if code in (0, 2) else f"bletrace ended with status {code}"
        except subprocess.TimeoutExpired:
            trouble = f"bletrace took longer than {seconds:.0f} s"
        if trouble is None:
            output.seek(0)
            for line in output:
                yield line.decode("utf-8")
            return
    if len(paths) > 1:
        middle = len(paths) // 2
        yield from rows(bletrace, paths[:middle])
        yield from rows(bletrace, paths[middle:])
        return
    row = {"table": "errors", "capture": None, "path": paths[0], "message": f"{paths[0]}: {trouble}"}
    yield json.dumps(row, separators=(",", ":")) + "\n"


def parsed(lines):
    """Each line with its table and the hash of its capture, which its first keys hold."""
    for line in lines:
        row = json.loads(line)
        yield row["table"], row["capture"], row, line


def without_copies(lines, known):
    """Leaves out captures whose octets were met before, and notes those that are new in `known`.

    All rows of a capture follow the one in the table captures.
    """
    skipped = False
    for table, capture, row, line in parsed(lines):
        if table == "captures":
            skipped = capture in known
            known.add(capture)
        if skipped and capture is not None:
            continue
        yield table, capture, row, line
