"""What a faulty logger makes of a good recording: each takes the records, and returns those of the capture.

The session itself is as healthy as it was. Each record that was changed or put in bears a mark.
"""
from __future__ import annotations

import dataclasses
import random
import struct

from recorder.containers import ACL, EVENT
from recorder.node import Record

NOTIFICATION = 0x1B


def is_notification(record):
    return record.data[0] == ACL and len(record.data) > 9 and record.data[9] == NOTIFICATION


def notifications(records):
    """The indices of the notifications."""
    return [i for i, record in enumerate(records) if is_notification(record)]


def losing(first, count):
    """Records are lost, from the `first`-th notification on; the counter of those after them says so."""
    def harm(records):
        begin = notifications(records)[first - 1]
        after = [dataclasses.replace(record, drops=count) for record in records[begin + count:]]
        after[0].mark = 'records_lost_before'
        return records[:begin] + after
    return harm


def android_filtered(records):
    """Android's filtered log: of a received data packet, unless it goes on with another, 14 octets are kept."""
    def keep(record):
        starts = record.data[0] == ACL and record.data[2] & 0x30 == 0x20
        return dataclasses.replace(record, kept=14, mark='cut_by_logger') if starts and len(record.data) > 14 else record
    return [keep(record) for record in records]


def one_way(records):
    """Only what came from the controller."""
    return [record for record in records if record.received]


def clock_back(milliseconds, index):
    """From the record at `index(records)` on, the clock is that much behind."""
    def harm(records):
        at = index(records)
        late = [dataclasses.replace(record, time_us=record.time_us - milliseconds * 1000) for record in records[at:]]
        late[0].mark = 'clock_set_back'
        return records[:at] + late
    return harm


def vendor_log(count, seed):
    """`count` packets of the controller's log, as Qualcomm's send it: ACL on handle 0x0EDC. The octets are random."""
    def harm(records):
        rng = random.Random(seed)
        out = list(records)
        for _ in range(count):
            at = rng.randrange(1, len(out))
            body = rng.randbytes(rng.randrange(24, 96))
            data = struct.pack('<BHH', ACL, 0x0EDC | 0x2000, len(body)) + body
            time = (out[at - 1].time_us + out[at].time_us) // 2
            out.insert(at, Record(time, True, data, 'vendor_log'))
        return out
    return harm


def shortened(every):
    """Of each `every`-th Command Complete event the last octet is missing, though its length counts it."""
    def harm(records):
        out, seen = [], 0
        for record in records:
            if record.data[0] == EVENT and record.data[1] == 0x0E:
                seen += 1
                if seen % every == 0:
                    record = dataclasses.replace(record, data=record.data[:-1], mark='octet_missing')
            out.append(record)
        return out
    return harm
