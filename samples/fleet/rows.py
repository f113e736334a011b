"""What the loader and the Spark job share: batches of captures, and rows of bletrace."""

import hashlib
import json
import os
import subprocess

# A batch is one call of bletrace. These bounds keep its command line short, and its rows, which a
# worker holds in memory, few.
BATCH_FILES = 1000
BATCH_BYTES = 64 << 20


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
            columns.append((name, kind))
        found[table["title"]] = columns
    return found


def files_in(paths):
    """Files, and those in folders, by name: (path, size, time of the last change)."""
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
    """The same files, unchanged, always have the same name: so work done twice is known."""
    text = "\n".join(f"{path}\t{size}\t{time}" for path, size, time in batch)
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def outputs(bletrace, paths, seconds=None, again=True):
    """What bletrace prints for some files, in their order, as one or more octet strings of lines.

    If the program itself fails (it crashes, it takes too long), the files are halved until the
    one is found that does it. That one is tried a second time, as something else may have ended
    the program, and then becomes a row of the table errors.
    """
    if not paths:
        return
    limit = seconds
    if limit is None:
        limit = 60 + sum(os.path.getsize(path) for path in paths if os.path.exists(path)) / 1e6
    try:
        done = subprocess.run(
            [bletrace, "analyze", "--quiet", "--format", "ndjson", "--", *paths],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=limit,
        )
        if done.returncode in (0, 2):
            yield done.stdout
            return
        trouble = f"bletrace ended with status {done.returncode}"
    except subprocess.TimeoutExpired:
        trouble = f"bletrace took longer than {limit:.0f} s"
    if len(paths) > 1:
        middle = len(paths) // 2
        yield from outputs(bletrace, paths[:middle], seconds)
        yield from outputs(bletrace, paths[middle:], seconds)
    elif again:
        yield from outputs(bletrace, paths, seconds, again=False)
    else:
        path = printable(paths[0])
        row = {"table": "errors", "capture": None, "path": path, "message": f"{path}: {trouble}"}
        yield line_of(row)


def printable(path):
    """A path whose octets are not all UTF-8 has replacement characters in rows."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def line_of(row):
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class Split:
    """The rows of a batch by table: lists of lines, which stay as bletrace wrote them.

    The first keys of a line are its table and the hash of its capture; these are all that is read
    here. All rows of a capture follow the one in the table captures, so that a capture whose octets
    were met before in this batch can be left out.
    """

    _TABLE = len(b'{"table":"')
    _HASH = len(b'","capture":"')

    def __init__(self, outputs, changed=None):
        """`changed` is given the rows of captures and errors, and answers what to keep of them."""
        self.lines = {}
        self.captures = set()
        skips = False
        for output in outputs:
            for line in output.splitlines(keepends=True):
                end = line.index(b'"', self._TABLE)
                table = line[self._TABLE : end]
                if table == b"captures":
                    start = end + self._HASH
                    capture = line[start : start + 64].decode()
                    skips = capture in self.captures
                    self.captures.add(capture)
                    line = line_of(changed(json.loads(line))) if changed else line
                elif table == b"errors":
                    line = line_of(changed(json.loads(line))) if changed else line
                    self.lines.setdefault(table, []).append(line)
                    continue
                if not skips:
                    self.lines.setdefault(table, []).append(line)
        self.lines = {table.decode(): lines for table, lines in self.lines.items()}

    @property
    def errors(self):
        return len(self.lines.get("errors", ()))
