"""Virtual time and repeatable chance: the same story gives the same bytes, however fast the machine."""
from __future__ import annotations

import asyncio
import random
import selectors

import bumble.controller
import bumble.crypto
import bumble.device
import bumble.pairing
import bumble.utils
from bumble import hci


class _NeverBlocking(selectors.SelectSelector):
    """A selector that does not wait: it moves the loop's clock forward instead."""

    loop = None

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError('the story waits for something that cannot happen any more')
        if timeout > 0:
            self.loop.now += timeout
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock stands still while code runs and jumps to the next timer."""

    def __init__(self):
        self.now = 0.0
        selector = _NeverBlocking()
        selector.loop = self
        super().__init__(selector)

    def time(self):
        return self.now


class _Secrets:
    """Stands in for the module `secrets`."""

    def __init__(self, rng):
        self.rng = rng

    def token_bytes(self, count=32):
        return self.rng.randbytes(count)

    def randbelow(self, limit):
        return self.rng.randrange(limit)


def draw_everything_from(rng: random.Random):
    """Whatever is random in Bumble and can reach the wire (keys, nonces) comes from `rng`."""
    secrets = _Secrets(rng)
    for module in (bumble.crypto, bumble.pairing, bumble.device, hci, bumble.controller):
        module.secrets = secrets
    bumble.controller.random = rng   # LE Rand
    bumble.crypto.EccKey.generate = classmethod(
        lambda cls: cls.from_private_key_bytes(b'\x01' + rng.randbytes(31)))
    # Bumble keeps one queue for the whole process; the story before left it to a closed loop.
    queue = bumble.utils.AsyncRunner.default_queue
    queue.queue = None
    queue.task = None
    bumble.utils.AsyncRunner.running_tasks.clear()
