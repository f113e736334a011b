"""What a run simulates, and the runs that are scored."""

import random
from dataclasses import dataclass, field, replace

from .radio import LE_1M, LE_2M, LE_CODED, Fading


@dataclass
class Traffic:
    """Values that a side sends: mean microseconds between them, and their lengths."""

    every_us: float = 60_000
    octets: tuple[int, ...] = (20,)
    # At a time.
    burst: int = 1
    # Else all values are equal.
    counted: bool = True


@dataclass
class ConnectionSettings:
    interval: int = 24
    latency: int = 0
    timeout: int = 400
    algorithm: int = 2
    channels: tuple[int, ...] = tuple(range(37))
    events: int = 900
    phy: int = LE_1M
    most_pairs: int = 6
    central_ppm: float = 12.0
    peripheral_ppm: float = -8.0
    anchor_jitter_us: float = 2.0
    # Of the receivers: (central hears the peripheral, peripheral hears the central).
    loss_at_central: Fading = field(default_factory=Fading)
    loss_at_peripheral: Fading = field(default_factory=Fading)
    # A share of new PDUs that the receiver has no buffer for.
    no_buffer: float = 0.0
    # Of a packet of the peripheral, before the lengths are extended.
    peripheral_octets: int = 27
    notifications: Traffic | None = field(default_factory=Traffic)
    writes: Traffic | None = None
    # Event at which a procedure begins -> its name: interval, channels, length, phy, encrypt.
    procedures: dict[int, str] = field(default_factory=dict)
    new_interval: int = 12
    new_phy: int = LE_2M
    terminates: bool = True


@dataclass
class SnifferSettings:
    missed: Fading = field(default_factory=Fading)
    # In addition for one side: it is farther away.
    missed_of_peripheral: Fading = field(default_factory=Fading)
    jitter_us: float = 1.0
    ppm: float = 5.0
    link_type: int = 256
    # Whether the file names the direction of each packet.
    names_direction: bool = True
    # Seconds after which the capture begins.
    starts_at_s: float = 0.0
    # Of Nordic's header, with link type 272: version 2 says how much time passed since the packet
    # before, version 3 has a clock.
    version: int = 3
    # Records have the times at which packets arrived at a computer, so much later.
    arrival_us: tuple[float, float] = (0, 0)
    # The file was exported without packets that hold no data; the sniffer counted them.
    without_empty: bool = False


@dataclass
class Run:
    name: str
    group: str
    seed: int
    connections: list[ConnectionSettings]
    sniffer: SnifferSettings = field(default_factory=SnifferSettings)


LOSSES = {
    "clean": Fading(),
    "loss2": Fading(loss=0.02),
    "loss10": Fading(loss=0.10, crc_share=0.3),
    "loss25": Fading(loss=0.25, crc_share=0.5),
    "bursts": Fading(loss=0.01, good_us=800_000, bad_us=120_000, bad_loss=0.7, crc_share=0.4),
    "crc10": Fading(loss=0.10, crc_share=1.0),
    "channels": Fading(loss=0.01, channels=(3, 4, 5, 6, 20, 21), channel_loss=0.6, crc_share=0.3),
}


def shapes() -> dict[str, list[ConnectionSettings]]:
    """Connections that differ in everything but what is lost."""
    base = ConnectionSettings()
    many = Traffic(every_us=15_000, octets=(20, 60, 120), burst=3)
    return {
        "plain": [base],
        "csa1": [replace(base, algorithm=1, channels=tuple(range(0, 37, 2)))],
        "busy": [
            replace(base, interval=36, notifications=many, writes=Traffic(every_us=90_000)),
        ],
        "idle": [replace(base, notifications=Traffic(every_us=2_000_000))],
        "equal": [replace(base, notifications=Traffic(every_us=25_000, counted=False))],
        "latency": [
            replace(base, latency=4, events=1_500, notifications=Traffic(every_us=400_000)),
        ],
        "updates": [
            replace(
                base,
                algorithm=2,
                notifications=many,
                procedures={60: "length", 200: "interval", 420: "channels", 640: "phy"},
            )
        ],
        "updates1": [
            replace(
                base,
                algorithm=1,
                writes=Traffic(every_us=50_000),
                procedures={80: "interval", 300: "channels", 500: "length"},
                new_interval=40,
            )
        ],
        "coded": [
            replace(base, interval=60, events=600, procedures={50: "phy"}, new_phy=LE_CODED),
        ],
        "flow": [replace(base, no_buffer=0.05, notifications=many)],
        "three": [
            replace(base, events=500),
            replace(base, interval=36, algorithm=1, events=400, notifications=many),
            replace(base, interval=80, latency=2, events=300),
        ],
        "fast": [replace(base, interval=6, events=2_500, notifications=Traffic(every_us=9_000))],
    }


def with_loss(
    connections: list[ConnectionSettings], fading: Fading
) -> list[ConnectionSettings]:
    return [replace(c, loss_at_central=fading, loss_at_peripheral=fading) for c in connections]


def runs() -> list[Run]:
    made = []

    def add(group, name, connections, sniffer):
        made.append(Run(name, group, 1_000 + len(made), connections, sniffer))

    kinds = shapes()
    five = SnifferSettings(missed=Fading(loss=0.05))
    bursts = SnifferSettings(
        missed=Fading(loss=0.01, good_us=1_000_000, bad_us=60_000, bad_loss=0.75)
    )
    wrong_crc = SnifferSettings(missed=Fading(loss=0.05, crc_share=1.0))
    losses = list(LOSSES)
    for number, (name, connections) in enumerate(kinds.items()):
        for loss in (losses[1 + number % 6], losses[1 + (number + 3) % 6]):
            lossy = with_loss(connections, LOSSES[loss])
            add("nothing missed", f"{name} {loss}", lossy, SnifferSettings())
            add("5 % missed", f"{name} {loss}", lossy, five)
        add("5 % missed in bursts", f"{name} loss10",
            with_loss(connections, LOSSES["loss10"]), bursts)
        add("5 % wrong CRC at the sniffer", f"{name} loss2",
            with_loss(connections, LOSSES["loss2"]), wrong_crc)
    for name, loss in (("plain", "clean"), ("busy", "clean"), ("latency", "clean")):
        add("5 % missed", f"{name} {loss}", with_loss(kinds[name], LOSSES[loss]), five)
    for name, loss in (("plain", "loss10"), ("busy", "loss2"), ("fast", "bursts")):
        lossy = with_loss(kinds[name], LOSSES[loss])
        add("begins later, nothing missed", f"{name} {loss}", lossy,
            SnifferSettings(starts_at_s=2.5))
        add("begins later, 5 % missed", f"{name} {loss}", lossy, replace(five, starts_at_s=2.5))
        add("no direction, nothing missed", f"{name} {loss}", lossy,
            SnifferSettings(link_type=251))
        add("no direction, 5 % missed", f"{name} {loss}", lossy, replace(five, link_type=251))
        add("5 % missed, clock of a host", f"{name} {loss}", lossy,
            replace(five, jitter_us=25, ppm=60))
        add("peripheral far away", f"{name} {loss}", lossy,
            replace(five, missed_of_peripheral=Fading(loss=0.2)))
        add("20 % missed", f"{name} {loss}", lossy, SnifferSettings(missed=Fading(loss=0.2)))
    return made + host_runs() + [random_run(seed) for seed in range(24)]


def host_runs() -> list[Run]:
    """What computers, filters, short fragments and encryption do to a capture."""
    made = []
    late = SnifferSettings(link_type=272, version=2, arrival_us=(1_000, 3_000))
    five = Fading(loss=0.05)

    def add(group, name, connections, sniffer):
        made.append(Run(name, group, 3_000 + len(made), connections, sniffer))

    for number, (name, connections) in enumerate(shapes().items()):
        loss = list(LOSSES)[number % 4]
        lossy = with_loss(connections, LOSSES[loss])
        short = [replace(c, peripheral_octets=24) for c in lossy]
        secret = [
            replace(c, procedures={**c.procedures, 150: "encrypt"}) for c in with_loss(
                connections, LOSSES["loss2"])
        ]
        name = f"{name} {loss}"
        add("arrival times, nothing missed", name, lossy, late)
        add("arrival times, 5 % missed", name, lossy, replace(late, missed=five))
        add("arrival times of version 3, 5 % missed", name, lossy,
            replace(late, version=3, missed=five))
        add("without empty packets", name, lossy,
            SnifferSettings(link_type=272, without_empty=True))
        add("cut at 24 octets", name, short, SnifferSettings())
        add("cut at 24 octets, 5 % missed", name, short, SnifferSettings(missed=five))
        add("cut at 24 octets, begins later", name, short,
            SnifferSettings(starts_at_s=2.5, missed=five))
        add("encrypted in the middle", name, secret, SnifferSettings())
        add("encrypted in the middle, 5 % missed", name, secret, SnifferSettings(missed=five))
        add("encrypted, arrival times, 5 % missed", name, secret, replace(late, missed=five))
    return made


def random_run(seed: int) -> Run:
    """Any mix, with 5 % missed."""
    chance = random.Random(seed)
    connections = []
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        connection = replace(
            chance.choice(list(shapes().values()))[0],
            interval=chance.choice((6, 8, 12, 24, 39, 40, 80)),
            algorithm=chance.choice((1, 2)),
            channels=tuple(sorted(chance.sample(range(37), chance.randint(12, 37)))),
            central_ppm=chance.uniform(-40, 40),
            peripheral_ppm=chance.uniform(-40, 40),
            anchor_jitter_us=chance.uniform(0.5, 8),
            no_buffer=chance.choice((0, 0, 0.02)),
            most_pairs=chance.randint(1, 12),
            loss_at_central=chance.choice(list(LOSSES.values())),
            loss_at_peripheral=chance.choice(list(LOSSES.values())),
        )
        connections.append(replace(connection, events=min(connection.events, 700)))
    missed = Fading(
        loss=0.03, good_us=900_000, bad_us=30_000, bad_loss=0.7,
        crc_share=chance.choice((0, 0, 0.3)),
    )
    sniffer = SnifferSettings(
        missed=missed,
        jitter_us=chance.choice((0, 1, 5)),
        ppm=chance.uniform(-30, 30),
        starts_at_s=chance.choice((0, 0, 0, 3)),
    )
    return Run(f"mix {seed}", "any mix, 5 % missed", seed, connections, sniffer)
