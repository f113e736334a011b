"""What programs say of the packets of a capture, and how much of it is true."""

import json
import re
import subprocess
from dataclasses import dataclass, field, fields

from .sniffer import Truth

VERDICT = re.compile(r'^\{"frame":(\d+),.*?,"verdict":"(\w+)"')


@dataclass
class Score:
    """Counts of packets of connections."""

    sent: int = 0
    missed: int = 0
    # Captured, with a wrong CRC.
    wrong_crc: int = 0
    heard: int = 0
    certain: int = 0
    wrong: int = 0
    uncertain: int = 0
    # Heard with a correct CRC, and without any verdict.
    silent: int = 0
    # What the report says was missed, and of that what it says the frames prove.
    said_missed: int = 0
    said_certain: int = 0
    # Proven, says the report, beyond what was missed.
    overstated: int = 0
    # Connections that the report says are encrypted, and are not; and the other way round.
    falsely_encrypted: int = 0
    unseen_encryption: int = 0
    # Of tshark: packets whose mark, or whose lack of one, is wrong.
    tshark_wrong: int = 0
    tshark_marks: int = 0
    tshark_false: int = 0

    def __iadd__(self, other: "Score") -> "Score":
        for each in fields(self):
            value = getattr(self, each.name) + getattr(other, each.name)
            setattr(self, each.name, value)
        return self


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def verdicts(bletrace: str, capture: str) -> dict[int, str]:
    """By the numbers of the frames."""
    found = {}
    for line in run(bletrace, "decode", "--format", "json", capture).splitlines():
        if match := VERDICT.match(line):
            found[int(match[1])] = match[2]
    return found


@dataclass
class Said:
    """What the report says of the connections, by access address: of each side what was missed, and
    of that what is certain; and which connections are encrypted."""

    missed: dict[tuple[int, str], tuple[int, int]] = field(default_factory=dict)
    encrypted: set[int] = field(default_factory=set)


def said(bletrace: str, capture: str) -> Said:
    report = json.loads(run(bletrace, "analyze", "--format", "json", capture))
    found = Said()
    for connection in report["captures"][0]["connections"]:
        air = connection["air"]
        address = int(air["access_address"], 16)
        if air["encrypted"]:
            found.encrypted.add(address)
        for side in ("central", "peripheral"):
            missed = air[side]["missed"], air[side]["missed_certain"]
            found.missed[address, side[0]] = missed
    return found


def marks(capture: str) -> set[int]:
    """Frames that tshark takes for retransmissions."""
    lines = run("tshark", "-r", capture, "-Y", "btle.retransmit", "-T", "fields", "-e",
                "frame.number")
    return {int(line) for line in lines.split()}


def score(
    truth: list[Truth], addresses: list[int], secret: list[bool], verdicts: dict[int, str],
    report: Said, marked: set[int] | None,
) -> tuple[Score, list[tuple[int, str, Truth]]]:
    """The counts, and the verdicts that are wrong.

    Before the first packet and after the last one of a side that were captured, nothing can show
    what was missed.
    """
    result, wrong = Score(), []
    for address, is_secret in zip(addresses, secret):
        result.falsely_encrypted += address in report.encrypted and not is_secret
        result.unseen_encryption += is_secret and address not in report.encrypted
    for connection in {packet.connection for packet in truth}:
        for direction in ("c", "p"):
            own = [
                packet for packet in truth
                if packet.connection == connection and packet.direction == direction
            ]
            heard = [i for i, packet in enumerate(own) if packet.frame and packet.crc_ok]
            if not heard:
                continue
            between = own[heard[0] : heard[-1] + 1]
            unheard = sum(packet.frame is None for packet in between)
            likely, certain = report.missed.get((addresses[connection], direction), (0, 0))
            result.missed += unheard
            result.said_missed += likely
            result.said_certain += certain
            result.overstated += max(0, certain - sum(packet.frame is None for packet in own))
    result.sent = len(truth)
    for packet in truth:
        if packet.frame is None:
            continue
        if not packet.crc_ok:
            result.wrong_crc += 1
            continue
        result.heard += 1
        was = "retransmitted" if packet.attempt > 1 else "new"
        verdict = verdicts.get(packet.frame)
        if verdict is None:
            result.silent += 1
        elif verdict == "uncertain":
            result.uncertain += 1
        else:
            result.certain += 1
            if verdict != was:
                result.wrong += 1
                wrong.append((packet.frame, verdict, packet))
        if marked is not None:
            is_marked = packet.frame in marked
            result.tshark_marks += is_marked
            result.tshark_false += is_marked and was == "new"
            result.tshark_wrong += is_marked != (was == "retransmitted")
    return result, wrong
