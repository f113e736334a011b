"""What a worker does with a batch of files, and how large a batch is. It needs no Spark."""

import importlib
import os
import subprocess
import tempfile

import rows

# A core gets at least so many batches, so that all end at about the same time ...
SHARES = 4
# ... of so many files at least, as a batch starts a process, and writes a file for each table.
LEAST_FILES = 200


def size_for(files, cores):
    """How many files a batch has at most."""
    share = -(-files // (SHARES * cores))
    return min(rows.BATCH_FILES, max(LEAST_FILES, share))


def version(bletrace):
    """Fails on a worker that lacks the program, or pyarrow, which the module `store` imports."""
    importlib.import_module("store")
    done = subprocess.run([bletrace, "--version"], check=True, capture_output=True)
    return done.stdout.decode().strip()


def files_at(paths):
    """As rows.files_in, of addresses too."""
    found = []
    for path in paths:
        if "://" not in path:
            found += rows.files_in([os.path.abspath(path)])
            continue
        from pyarrow import fs

        system, root = fs.FileSystem.from_uri(path)
        scheme = path.split("://")[0]
        for info in system.get_file_info(fs.FileSelector(root, recursive=True)):
            if info.is_file and info.base_name[0] != ".":
                found.append((f"{scheme}://{info.path}", info.size, info.mtime_ns or 0))
    return sorted(found)


def add(store, files, bletrace):
    """Runs bletrace on a batch; what is not on this machine is copied to it first."""
    paths = [path for path, _, _ in files]
    if not any("://" in path for path in paths):
        return store.add(files, rows.outputs(bletrace, paths))
    with tempfile.TemporaryDirectory() as folder:
        names, systems = {}, {}
        for index, path in enumerate(paths):
            copy = os.path.join(folder, f"{index:08}")
            names[copy] = path
            with open(copy, "wb") as output:
                output.write(content(path, systems))
        outputs = rows.outputs(bletrace, list(names))
        return store.add(files, outputs, lambda row: renamed(row, names, len(folder) + 9))


def content(path, systems):
    """The octets of a file; `systems` has the file systems that are open, by bucket."""
    if "://" not in path:
        with open(path, "rb") as file:
            return file.read()
    from pyarrow import fs

    bucket = tuple(path.split("/")[:3])
    if bucket not in systems:
        systems[bucket], _ = fs.FileSystem.from_uri(os.path.dirname(path))
    with systems[bucket].open_input_stream(path.split("://", 1)[1]) as stream:
        return stream.read()


def renamed(row, names, length):
    """A row that names a copy, with the name of what was copied; copies' names have one length."""
    for key in ("path", "message"):
        text = row.get(key) or ""
        if text[:length] in names:
            row[key] = rows.printable(names[text[:length]]) + text[length:]
    return row
