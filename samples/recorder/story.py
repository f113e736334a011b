"""What a story module says about itself, and how it is played."""
from __future__ import annotations

import asyncio
import dataclasses
import datetime
import importlib
import logging
import pkgutil
import random

from recorder import stories
from recorder.clock import VirtualLoop, draw_everything_from
from recorder.containers import Container, Device
from recorder.node import Sim


@dataclasses.dataclass(frozen=True)
class Capture:
    """One side of a story: the records of `node`, as `samples/<folder>/capture.<extension>`.

    `clock_ms`: this device's clock is that much ahead. `begin`: given the records, the index of the first to keep,
    for a capture that was started late. `harm`: given the records, what a faulty logger made of them; see harm.py.
    `missing`: octets that the end of the file lacks.
    """
    folder: str
    node: str
    container: Container
    device: Device = Device()
    clock_ms: int = 0
    begin: object = None
    harm: object = None
    missing: int = 0

    @property
    def file(self):
        return f'{self.folder}/capture.{self.container.extension}'


def names():
    return sorted(module.name for module in pkgutil.iter_modules(stories.__path__))


def load(name):
    """A story module has START (its date and time, UTC), CAPTURES, and `async def play(sim)`."""
    return importlib.import_module(f'recorder.stories.{name}')


def play(name):
    """-> {file: (bytes, [(frame, mark)])}"""
    logging.disable(logging.WARNING)   # Bumble warns of what a story does on purpose
    module = load(name)
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    draw_everything_from(random.Random(f'1/{name}/secrets'))
    troubles = []
    loop.set_exception_handler(lambda _loop, context: troubles.append(context))
    sim = Sim(loop, name)
    try:
        loop.run_until_complete(module.play(sim))
        if troubles:
            raise RuntimeError(f'story {name}: {troubles[0]}')
    finally:
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        asyncio.set_event_loop(None)
        loop.close()
    start = datetime.datetime.fromisoformat(module.START).replace(tzinfo=datetime.timezone.utc)
    files = {}
    for capture in module.CAPTURES:
        records = sim.nodes[capture.node].rec.records
        if capture.begin:
            records = records[capture.begin(records):]
        if capture.harm:
            records = capture.harm(records)
        entries = capture.container.dress(records, capture.device)
        start_us = round(start.timestamp()) * 1_000_000 + capture.clock_ms * 1000
        marks = [(frame, entry.mark) for frame, entry in enumerate(entries, 1) if entry.mark]
        data = capture.container.write(entries, start_us)
        if capture.missing:
            data = data[:-capture.missing]
            marks.append((len(entries), 'cut_off'))
        files[capture.file] = (data, marks)
    return files
