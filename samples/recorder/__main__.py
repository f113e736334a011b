"""samples/record: see there."""
from __future__ import annotations

import argparse
import multiprocessing
import pathlib
import sys

from recorder import story

SAMPLES = pathlib.Path(__file__).resolve().parent.parent
FORCED = SAMPLES / 'forced-records.tsv'
FORCED_HEADER = '# What the simulation put in, frame by frame. Made by samples/record.\n# capture\twhy\tframes\n'


def ranges(frames):
    """[1, 2, 3, 7] -> '1-3,7'"""
    spans = []
    for frame in frames:
        if spans and frame == spans[-1][1] + 1:
            spans[-1][1] = frame
        else:
            spans.append([frame, frame])
    return ','.join(str(a) if a == b else f'{a}-{b}' for a, b in spans)


def forced_rows(file, marks):
    reasons = sorted({mark for _, mark in marks})
    return [f'{file}\t{reason}\t{ranges([f for f, m in marks if m == reason])}\n' for reason in reasons]


def selected(wanted):
    """Story names for the given names of stories or sample folders; all for none."""
    if not wanted:
        return story.names()
    chosen = []
    for name in wanted:
        fits = [s for s in story.names()
                if name in (s, s.replace('_', '-')) or name in {c.folder for c in story.load(s).CAPTURES}]
        if not fits:
            sys.exit(f'samples/record: there is no story or sample "{name}"')
        chosen += fits
    return sorted(set(chosen))


def main():
    parser = argparse.ArgumentParser(prog='samples/record', description='Records the sample captures anew.')
    parser.add_argument('--check', action='store_true',
                        help='write nothing; fail if a recording gives other bytes than its file has')
    parser.add_argument('name', nargs='*', help='a story or a sample folder; all if none is given')
    arguments = parser.parse_args()

    rows = {}
    if FORCED.exists():
        for line in FORCED.read_text().splitlines(keepends=True):
            if not line.startswith('#'):
                rows.setdefault(line.split('\t')[0], []).append(line)
    differing = []
    # A process for each story: Bumble has state of its own, and no story may depend on the one before it.
    # Each is a copy of one that has Bumble loaded, which takes longer than most stories.
    processes = multiprocessing.get_context('forkserver')
    processes.set_forkserver_preload(['recorder.story'])
    with processes.Pool(2, maxtasksperchild=1) as pool:
        names = selected(arguments.name)
        for name, files in zip(names, pool.imap(story.play, names, chunksize=1)):
            for file, (data, marks) in files.items():
                path = SAMPLES / file
                rows[file] = forced_rows(file, marks)
                if arguments.check:
                    if not path.exists() or path.read_bytes() != data:
                        differing.append(file)
                else:
                    path.parent.mkdir(exist_ok=True)
                    path.write_bytes(data)
                    print(f'{len(data):8d}  {file}')
    if not arguments.name:
        known = {c.file for s in story.names() for c in story.load(s).CAPTURES}
        rows = {file: lines for file, lines in rows.items() if file in known}
    table = FORCED_HEADER + ''.join(line for file in sorted(rows) for line in rows[file])
    if arguments.check:
        if not FORCED.exists() or FORCED.read_text() != table:
            differing.append(FORCED.name)
        for file in differing:
            print(f'samples/{file} differs from its recording', file=sys.stderr)
        sys.exit(1 if differing else 0)
    FORCED.write_text(table)


if __name__ == '__main__':
    main()
