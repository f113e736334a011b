"""The command line: vm prepare, vm run."""

import argparse
import os
import sys
from pathlib import Path

from . import Trouble, guest, run


def cache_folder() -> Path:
    """Where packages and the built guest are kept, outside of the repository."""
    named = os.environ.get("BLETRACE_VM_CACHE")
    if named:
        return Path(named).absolute()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "bletrace-vm"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="vm", description=__doc__)
    parser.add_argument(
        "--cache",
        type=Path,
        default=cache_folder(),
        metavar="FOLDER",
        help="for packages and the guest (default: $BLETRACE_VM_CACHE, or bletrace-vm in the "
        "user's cache folder)",
    )
    commands = parser.add_subparsers(dest="command", required=True)

    prepare = commands.add_parser("prepare", help="fetch the packages and build the guest, if need be")
    prepare.add_argument("--anew", action="store_true", help="ask apt again, and build again")

    running = commands.add_parser("run", help="run a shell script in the machine, as root")
    running.add_argument("script", type=Path)
    running.add_argument(
        "--program",
        action="append",
        default=[],
        metavar="FILE",
        help="put a program into /usr/bin, and the shared libraries it needs; may be repeated",
    )
    running.add_argument(
        "--file",
        action="append",
        default=[],
        metavar="FILE[:PLACE]",
        help="put a file at a place, or into the folder in which the script runs; may be repeated",
    )
    running.add_argument(
        "--out", type=Path, metavar="FOLDER", help="where that what the script leaves in /out goes"
    )
    running.add_argument("--timeout", type=int, default=60, metavar="S", help="for the script")
    running.add_argument("--memory", type=int, default=512, metavar="MB")
    running.add_argument("--accelerator", choices=["auto", "kvm", "tcg"], default="auto")
    running.add_argument("--kernel-messages", action="store_true", help="on the console, too")
    return parser.parse_args()


def main() -> int:
    options = arguments()
    try:
        image = guest.prepare(options.cache, anew=getattr(options, "anew", False))
        if options.command == "prepare":
            return 0
        return run.run(image, options)
    except Trouble as trouble:
        print(f"vm: {trouble}", file=sys.stderr)
        return 125


if __name__ == "__main__":
    sys.exit(main())
