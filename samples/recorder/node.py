"""A device (host, controller, the wire between them), what its capture holds, and the world it lives in."""
from __future__ import annotations

import asyncio
import dataclasses
import random

from bumble import hci, snoop
from bumble.device import Device, DeviceConfiguration
from bumble.host import Host

from recorder.air import SimLink
from recorder.controller import UART_BPS, SimController


@dataclasses.dataclass
class Record:
    time_us: int               # of virtual time
    received: bool             # controller -> host
    data: bytes                # the H4 packet with its type byte
    mark: str | None = None    # says why, where the simulation forced it


class Recorder(snoop.Snooper):
    """What a capture on this device holds, with the virtual clock's time."""

    def __init__(self, loop):
        self.loop = loop
        self.records: list[Record] = []
        self.mark = None

    def snoop(self, hci_packet, direction):
        # Bumble's host calls this when it handles a packet. What comes from the controller is recorded
        # earlier, on arrival: see SimController._to_host.
        if direction == snoop.Snooper.Direction.HOST_TO_CONTROLLER:
            self.record(hci_packet, direction)

    def record(self, hci_packet, direction):
        time_us = round(self.loop.time() * 1e6)
        if self.records and time_us <= self.records[-1].time_us:
            time_us = self.records[-1].time_us + 2
        received = direction == snoop.Snooper.Direction.CONTROLLER_TO_HOST
        self.records.append(Record(time_us, received, bytes(hci_packet), self.mark))


class HostToController:
    """The wire from host to controller: the time the bits take, and the firmware's."""

    def __init__(self, controller):
        self.controller = controller
        self.free_at = 0.0

    def on_packet(self, data: bytes):
        loop = asyncio.get_running_loop()
        controller = self.controller
        time = max(loop.time(), self.free_at) + len(data) * 10 / UART_BPS
        self.free_at = time
        if data[0] == hci.HCI_COMMAND_PACKET:
            time += controller.rng.uniform(180e-6, 520e-6)
        else:
            time += 25e-6
        time = max(time, controller._h2c_last + 1e-6)
        controller._h2c_last = time
        loop.call_at(time, controller.on_packet, data)


class Node:
    """A device. `options` go to SimController: generation, acl_len, acl_num, ll_octets, handle_base, handle_policy,
    company."""

    def __init__(self, sim, name, random_address, public_address='00:00:00:00:00:00', **options):
        self.sim = sim
        self.name = name
        self.random_address = hci.Address(random_address, hci.Address.RANDOM_DEVICE_ADDRESS)
        public = hci.Address(public_address, hci.Address.PUBLIC_DEVICE_ADDRESS)
        self.ctrl = SimController(name, sim.link, public, random.Random(f'{sim.seed}/{name}'),
                                  **options)
        self.host = Host()
        self.host.set_packet_sink(HostToController(self.ctrl))
        self.ctrl.set_packet_sink(self.host)
        self.rec = Recorder(sim.loop)
        self.host.snooper = self.rec
        config = DeviceConfiguration(name=name, address=self.random_address)
        config.advertising_data = b''
        config.irk = random.Random(f'{sim.seed}/irk/{name}').randbytes(16)
        self.device = Device(config=config, host=self.host)


class Sim:
    """The world of one story."""

    def __init__(self, loop, name):
        self.loop = loop
        self.seed = f'1/{name}'
        self.link = SimLink(self.seed)
        self.rng = random.Random(f'{self.seed}/app')
        self.nodes: dict[str, Node] = {}

    def node(self, name, *args, **options):
        self.nodes[name] = Node(self, name, *args, **options)
        return self.nodes[name]

    def rssi(self, sender, receiver, *points, exact=False):
        """How strongly `receiver` hears `sender`: (seconds, dBm) points, joined by lines. Unless `exact`, each
        report scatters around it."""
        def level(time):
            if time <= points[0][0]:
                return points[0][1]
            for (t0, v0), (t1, v1) in zip(points, points[1:]):
                if time <= t1:
                    return v1 if t1 == t0 else v0 + (v1 - v0) * (time - t0) / (t1 - t0)
            return points[-1][1]
        level.exact = exact
        self.link.rssi_models[(sender, receiver)] = level
