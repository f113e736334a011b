"""The outputs of the program that are compared, and how each is made."""

import hashlib
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

MADE, MAP = "MADE", "MAP"
"""In words: files that the program writes, or a folder; what is in them is part of the output."""

ANALYZE = {
    "text-80": ("--width", "80"),
    "text-120": ("--width", "120"),
    "full": ("--full", "--width", "100"),
    "timeline": ("--timeline", "--full", "--width", "80"),
    "corebluetooth": ("--timeline=corebluetooth", "--full", "--width", "120"),
    "wireshark": ("--wireshark", "--width", "80"),
    "json": ("--format", "json"),
    "html": ("--format", "html"),
    "ndjson": ("--format", "ndjson"),
    "csv-values": ("--format", "csv"),
    "csv-rssi": ("--format", "csv", "--table", "rssi"),
    "csv-transfers": ("--format", "csv", "--table", "transfers"),
    "perfetto": ("--format", "perfetto"),
    "markdown": ("--format", "markdown"),
    "junit": ("--format", "junit"),
    "github": ("--format", "github"),
    "sarif": ("--format", "sarif"),
}
DECODE = {
    "decode": (),
    "decode-fields": ("-v",),
    "decode-bytes": ("--bytes",),
    "decode-json": ("--format", "json"),
}
DIFF = {
    "diff-80": ("--width", "80"),
    "diff-120": ("--width", "120"),
    "diff-json": ("--format", "json"),
    "diff-html": ("--format", "html"),
    "diff-markdown": ("--format", "markdown"),
    "diff-junit": ("--format", "junit"),
    "diff-github": ("--format", "github"),
    "diff-sarif": ("--format", "sarif"),
}
ALIGN = {
    "align": ("--width", "80"),
    "align-json": ("--format", "json"),
    "align-html": ("--format", "html"),
}
PROGRAM = {
    "rules": ("rules",),
    "rules-json": ("rules", "--format", "json"),
    "schema": ("schema",),
    "schema-rows": ("schema", "--rows"),
    "man": ("man", MADE),
    **{f"completions-{shell}": ("completions", shell) for shell in ("bash", "zsh", "fish")},
}

GROUPS = {
    "text": ("text-80", "text-120"),
    "full": ("full", "wireshark", "timeline", "corebluetooth"),
    "json": ("json",),
    "html": ("html",),
    "rows": ("ndjson", "csv-values", "csv-rssi", "csv-transfers", "perfetto"),
    "checks": ("markdown", "junit", "github", "sarif"),
    "decode": tuple(DECODE),
    "export": ("redact", "findings", "budget"),
    "diff": tuple(DIFF),
    "align": tuple(ALIGN),
    "rules": ("rules", "rules-json", "rules-each"),
    "schema": ("schema", "schema-rows"),
    "help": ("help", "completions-bash", "completions-zsh", "completions-fish"),
    "man": ("man",),
}
"""What one hash is made of."""

GROUP = {form: group for group, forms in GROUPS.items() for form in forms}


APART = b"\n==>\n"
"""Between what is printed or written and what is said on standard error, and the status."""

REPLACEMENT = re.compile(rb'"replacement": ?"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Output:
    """`words` are given to the program in `folder`, where the files are that they name."""

    of: str
    form: str
    words: tuple[str, ...] = ()
    folder: Path = Path(".")
    files: tuple[str, ...] = ()

    def key(self, digests: dict[Path, str]) -> str:
        """Changes with everything that the output depends on but the program."""
        parts = (self.form, *self.words, *(digests[self.folder / file] for file in self.files))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()


class Program:
    def __init__(self, path: Path):
        self.path = path.resolve()
        said = self._run(("--version",), Path("."))[0].split()
        version = re.escape(said[1]) if len(said) > 1 else rb"\Z"
        self._version = re.compile(rb"((?:bletrace|version)\W{1,6})" + version)

    def _run(self, words: tuple[str, ...], folder: Path) -> tuple[bytes, bytes, int]:
        done = subprocess.run(
            [self.path, *words], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL,
            env={"HOME": "/nonexistent", "TZ": "UTC", "LC_ALL": "C.UTF-8", "TERM": "dumb"},
        )
        return done.stdout, done.stderr, done.returncode

    def make(self, output: Output) -> bytes:
        """What is printed, on standard error too, what is written, and the status."""
        if output.form == "rules-each":
            listed = self._run(("rules", "--format", "json"), output.folder)[0]
            return self._each(("rules",), re.findall(rb'"(?:rule|name)": ?"([a-z0-9-]+)"', listed))
        if output.form == "help":
            listed = self._run(("help",), output.folder)[0]
            commands = re.findall(rb"^  ([a-z]+) ", listed.partition(b"Commands:")[2], re.M)
            return self._each(("help",), [b"", *dict.fromkeys(commands)])
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / ("out.pcapng" if output.form in ("findings", "redact") else "out")
            mapped = str(made) + ".map"
            words = tuple({MADE: str(made), MAP: mapped}.get(word, word) for word in output.words)
            text, errors, status = self._run(words, output.folder)
            if output.form == "redact":
                # What replaces an original is random; which originals there are is not.
                if Path(mapped).exists():
                    text = REPLACEMENT.sub(b"", Path(mapped).read_bytes())
            elif made.is_dir():
                for page in sorted(made.iterdir()):
                    text += b"==> " + page.name.encode() + b"\n" + page.read_bytes()
            elif made.exists():
                text += made.read_bytes()
        text += APART + errors.replace(folder.encode(), b"") + f"status {status}".encode()
        return self._version.sub(rb"\1VERSION", text)

    def _each(self, words: tuple[str, ...], names: list[bytes]) -> bytes:
        made = b""
        for name in names:
            more = (name.decode(),) if name else ()
            made += b"==> " + name + b"\n" + self._run((*words, *more), Path("."))[0]
        return self._version.sub(rb"\1VERSION", made)


def of_program() -> list[Output]:
    forms = {**PROGRAM, "rules-each": (), "help": ()}
    return [Output("program", form, words) for form, words in forms.items()]


def of_captures(name: str, folder: Path, captures: list[str]) -> list[Output]:
    outputs = []
    for capture in captures:
        of = f"{name}/{capture}"

        def add(form: str, *words: str) -> None:
            outputs.append(Output(of, form, (*words, capture), folder, (capture,)))

        for form, words in ANALYZE.items():
            add(form, "analyze", "--config", "none", *words)
        for form, words in DECODE.items():
            add(form, "decode", *words)
        add("budget", "budget", "init", "--config", "none")
        add("redact", "export", "--config", "none", "--redact", "--map", MAP, "-o", MADE)
        add("findings", "export", "--config", "none", "--findings", "-o", MADE)
    return outputs


def of_pairs(name: str, folder: Path, captures: list[str]) -> list[Output]:
    """Each capture beside the next, and samples that belong together."""
    outputs = []

    def add(form: str, files: tuple[str, ...], *words: str) -> None:
        of = f"{name}/" + " ".join(dict.fromkeys(files)) + (" x5" if len(files) == 10 else "")
        words = (words[0], "--config", "none", *words[1:])
        outputs.append(Output(of, form, words, folder, files))

    for pair in zip(captures, captures[1:]):
        for form in ("diff-80", "diff-json"):
            add(form, pair, "diff", "--match", "any", *DIFF[form], *pair)
    if name != "samples":
        return outputs
    stories = {capture.split("/")[0]: capture for capture in captures}
    good = stories["pair-good"]
    for story, capture in stories.items():
        base = good if story.startswith("pair-") and capture != good else None
        if story.endswith("-central"):
            # framing-smp-central beside framing-smp-cut-central
            base = stories.get(story.removesuffix("-central").rpartition("-")[0] + "-central")
        if base:
            for form, words in DIFF.items():
                add(form, (base, capture), "diff", *words, base, capture)
        device = stories.get(story.removesuffix("-central") + "-peripheral")
        if story.endswith("-central") and device:
            for form, words in ALIGN.items():
                add(form, (capture, device), "align", *words, capture, device)
    # So many on each side that the tests of chance decide.
    base, new = (good,) * 5, (stories["pair-slower"],) * 5
    for form, words in DIFF.items():
        add(form, (*base, *new), "diff", *words, "--base", *base, "--new", *new)
    return outputs
