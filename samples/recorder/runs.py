"""Good runs of one story, for the tests of chance: nothing is wrong in any, and no two take the same time.

    PYTHONPATH=samples .build/samples-venv/bin/python -m recorder.runs BLETRACE > Tests/ComparisonTests/recorded-runs.tsv

The logger's story is played again and again, each time from another seed. What differs from run to run is what
differs in life: how many packets the air loses, how busy the logger is, how long its store takes for a chunk, and now
and then a pause of 30 to 150 ms, as where flash is erased. BLETRACE, the program, measures each; a run is a line.
"""
from __future__ import annotations

import asyncio
import json
import logging
import multiprocessing
import pathlib
import random
import subprocess
import sys
import tempfile

from recorder import logbook
from recorder.clock import VirtualLoop, draw_everything_from
from recorder.containers import BTSNOOP_H4, Device
from recorder.node import Sim

# The part of the packets that is lost, the mean of the store's time, and the part of the chunks that has to wait.
LINKS = {
    'calm': ((0.0, 0.005), 0.004, 0.0),
    'usual': ((0.005, 0.03), 0.006, 0.01),
    'busy': ((0.02, 0.10), 0.006, 0.02),
}
RUNS = 80
PHASES = ['explore', 'mtu', 'subscribe', 'interact']
GAPS = ['p50', 'p95', 'p99', 'max']


def record(link, number):
    """-> the capture of one run"""
    logging.disable(logging.WARNING)
    tag = f'runs/{link}/{number}'
    chance = random.Random(tag)
    loss, store, erasing = LINKS[link]
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    draw_everything_from(random.Random(tag))
    sim = Sim(loop, tag)
    sim.link.per = chance.uniform(*loss)
    load = chance.gauss(1, 0.05)

    def pause():
        return chance.expovariate(1 / (store * load)) + \
            (chance.uniform(0.03, 0.15) if chance.random() < erasing else 0)

    loop.run_until_complete(logbook.play(sim, logbook.Change(readings=(330, 600), pause=pause)))
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    return BTSNOOP_H4.write(BTSNOOP_H4.dress(sim.nodes['central'].rec.records, Device()), 1_646_644_320_000_000)


def measure(report):
    connection = report['captures'][0]['connections'][0]
    row = [sum(p['duration_us'] for p in connection['phases'] if p['name'] == name) for name in PHASES]
    row += [connection['att']['transactions']['latency_us'][key] for key in ('p50', 'p95', 'max')]
    row.append(sum(f['rule'] == 'notification-gap' for f in report['findings']))
    for transfer in connection['transfers']:
        row.append(transfer['duration_us'])
        row += [transfer['gap_us'][key] for key in GAPS]
        row.append(len(transfer['gaps']))
    return row


def run(job):
    program, link, number = job
    with tempfile.TemporaryDirectory() as folder:
        capture = pathlib.Path(folder) / 'run.btsnoop'
        capture.write_bytes(record(link, number))
        report = json.loads(subprocess.run(
            [program, 'analyze', '--format', 'json', capture], check=True, capture_output=True).stdout)
    return [link] + measure(report)


def main():
    names = PHASES + ['latency_' + key for key in ('p50', 'p95', 'max')] + ['notification-gap']
    for number in (1, 2):
        names += [f'transfer{number}_{key}' for key in ['duration'] + ['gap_' + key for key in GAPS] + ['gaps']]
    print('# Made by samples/recorder/runs.py. Times in microseconds.')
    print('\t'.join(['link'] + names))
    with multiprocessing.get_context('spawn').Pool(2, maxtasksperchild=1) as pool:
        for row in pool.imap(run, [(sys.argv[1], link, number) for link in LINKS for number in range(RUNS)]):
            print('\t'.join(map(str, row)))


if __name__ == '__main__':
    main()
