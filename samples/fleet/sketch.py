"""Merges the sketches of rows, and reads percentiles from them.

A sketch is two lists: the keys of buckets, ascending, and how many values are in each. `bletrace
schema --rows` states which values share a bucket.
"""

from collections import Counter


def merge(sketches):
    """Adds up sketches, each a pair of keys and counts; absent ones count as empty."""
    total = Counter()
    for keys, counts in sketches:
        for key, count in zip(keys or [], counts or []):
            total[key] += count
    return sorted(total.items())


def middle(key):
    """The value in the middle of a bucket, which is within 0.8 % of each value in it."""
    if key < 128:
        return float(key)
    octave, part = divmod(key - 128, 64)
    return (64 + part + 0.5) * 2.0 ** (octave + 1)


def key_of(value):
    """The key of the bucket of a value that is an integer and not negative."""
    if value < 128:
        return value
    halved = value.bit_length() - 7
    return halved * 64 + (value >> halved)


def percentile(merged, percent):
    """By nearest rank; None of an empty sketch."""
    count = sum(count for _, count in merged)
    rank = max(1, -(-count * percent // 100))
    for key, held in merged:
        rank -= held
        if rank <= 0:
            return middle(key)
    return None
