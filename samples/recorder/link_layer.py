"""One simulated connection: connection events, link-layer fragments, acknowledgements, loss, supervision.

Bumble's own virtual link hands a packet over at once. Here it waits for the next connection event, goes out in
fragments of the link's data length, and counts as completed when the other side has acknowledged the last of them,
so Number Of Completed Packets and arrival times look as they do with a radio.
"""
from __future__ import annotations

import asyncio
import collections
import dataclasses
import math

import bumble.controller
from bumble import hci, ll


@dataclasses.dataclass
class TxItem:
    """Something that waits to be sent: one HCI packet of the host, or a link-layer control PDU."""

    kind: str                       # 'acl' or 'ctrl'
    frags: collections.deque        # of (llid_start: bool|None, bytes)
    ready: float
    on_delivered: object = None
    on_acked: object = None
    delivered: bool = False         # head fragment already received by the peer (awaiting ack)


class SimConnection(bumble.controller.Connection):
    """One controller's end of it."""

    llc = None
    side = None

    def on_hci_acl_data_packet(self, packet):
        self.llc.host_acl(self.side, packet)

    def send_ll_control_pdu(self, packet):
        self.llc.queue_bumble_ctrl(self.side, packet)


class LLConn:
    """A connection between two controllers: side C is the central, P the peripheral."""

    def __init__(self, link, central, periph, interval, latency, timeout, t_connect):
        self.link = link
        self.id = link.next_conn_id
        link.next_conn_id += 1
        self.ctrl = {'C': central, 'P': periph}
        self.conn: dict[str, SimConnection] = {}
        self.interval = interval * 1.25e-3
        self.latency = latency
        self.timeout = timeout * 10e-3
        rng = link.rng
        self.anchor0 = t_connect + 1.25e-3 + rng.uniform(0.1, 0.9) * min(self.interval, 0.030)
        self.n_done = -1
        self.q = {'C': collections.deque(), 'P': collections.deque()}
        self.tx_octets = {'C': 27, 'P': 27}
        self.encrypted = False
        self.octet_time = 8e-6   # on the 1M PHY
        self.max_pairs = link.max_pairs
        self.alive = True
        self.timer = None
        self.last_ok = t_connect
        self.per = link.per
        self.blackouts: list[tuple[float, float]] = []
        self.loop = asyncio.get_running_loop()

    def other(self, side):
        return 'P' if side == 'C' else 'C'

    # ---- queueing
    def host_acl(self, side, packet: hci.HCI_AclDataPacket):
        if not self.alive:
            return
        data = packet.data
        n = self.tx_octets[side]
        frags = collections.deque()
        for off in range(0, len(data), n):
            frags.append((packet.pb_flag != 1 and off == 0, data[off:off + n]))
        if not frags:
            frags.append((True, b''))
        self.q[side].append(TxItem('acl', frags, self.loop.time()))
        self.kick()

    def queue_ctrl(self, side, size, on_delivered=None, on_acked=None, front=False):
        item = TxItem('ctrl', collections.deque([(None, bytes(size))]), self.loop.time(),
                      on_delivered, on_acked)
        if front:
            self.q[side].clear()
        self.q[side].append(item)
        self.kick()

    def queue_bumble_ctrl(self, side, pdu):
        """LL control PDUs produced by Bumble's own controller code (ENC_REQ, FEATURE_REQ...)."""
        me, peer = self.conn[side], self.other(side)

        def delivered(t):
            if isinstance(pdu, ll.StartEncRsp):
                self.encrypted = True
            self.ctrl[peer].on_ll_control_pdu(me.self_address, pdu)
        self.queue_ctrl(side, 22, delivered)

    # ---- scheduling
    def kick(self):
        if not self.alive or self.timer is not None:
            return
        if not self.q['C'] and not self.q['P']:
            return
        now = self.loop.time()
        n = max(self.n_done + 1, math.ceil((now + 0.35e-3 - self.anchor0) / self.interval))
        n = max(n, 0)
        self.timer = self.loop.call_at(self.anchor0 + n * self.interval, self.run_event, n)

    def air(self, nbytes):
        mic = 4 if (self.encrypted and nbytes) else 0
        return (1 + 4 + 2 + nbytes + mic + 3) * self.octet_time

    def lost(self, t):
        for a, b in self.blackouts:
            if a <= t < b:
                return True
        return self.link.rng_loss.random() < self.per if self.per else False

    def _ready(self, side, t, skip=0):
        q = self.q[side]
        if len(q) > skip and q[skip].ready <= t - 0.3e-3:
            return q[skip]
        return None

    def _pop_frag(self, side, item, acks):
        item.frags.popleft()
        item.delivered = False
        if not item.frags:
            self.q[side].popleft()
            if item.kind == 'acl':
                acks[side] += 1
            if item.on_acked:
                item.on_acked()

    def _deliver(self, side, item, t):
        """head fragment of `side` was received by the other side at time t"""
        if item.delivered:
            return
        item.delivered = True
        start, data = item.frags[0]
        peer = self.other(side)
        if item.kind == 'acl':
            pb = 2 if start else 1
            pkt = hci.HCI_AclDataPacket(self.conn[peer].handle, pb, 0, len(data), data)
            self.loop.call_at(t + 0.12e-3, self._deliver_acl, peer, pkt)
        elif item.on_delivered:
            self.loop.call_at(t + 0.1e-3, item.on_delivered, t)

    def _deliver_acl(self, side, pkt):
        self.ctrl[side].send_hci_packet(pkt)

    def run_event(self, n):
        self.timer = None
        if not self.alive:
            return
        self.n_done = n
        t = self.loop.time()
        if self.link.one_radio and any(c.radio_until > t for c in self.ctrl.values()):
            self.kick()   # another connection's event has the radio: this one is missed
            return
        acks = {'C': 0, 'P': 0}
        listening = bool(self.q['P']) or self.latency == 0 or n % (self.latency + 1) == 0
        pairs = 0
        while listening:
            c_item = self._ready('C', t)
            c_len = len(c_item.frags[0][1]) if c_item else 0
            t += self.air(c_len)
            if self.lost(t):
                break
            # peripheral received the central's packet
            if c_item:
                self._deliver('C', c_item, t)
            # ... which also acknowledges the peripheral's last packet
            p_item = self.q['P'][0] if self.q['P'] else None
            if p_item is not None and p_item.delivered:
                self._pop_frag('P', p_item, acks)
            t += 150e-6
            p_item = self._ready('P', t)
            p_len = len(p_item.frags[0][1]) if p_item else 0
            t += self.air(p_len)
            if self.lost(t):
                break
            # central received the peripheral's packet (= ack of its own)
            self.last_ok = t
            if p_item:
                self._deliver('P', p_item, t)
            if c_item:
                self._pop_frag('C', c_item, acks)
            t += 150e-6
            pairs += 1
            if not self.alive:
                return
            more_c = self._ready('C', t) is not None
            nxt_p = None
            if p_item is not None:
                nxt_p = True if len(p_item.frags) > 1 else self._ready('P', t, 1)
            if not (more_c or nxt_p) or pairs >= self.max_pairs:
                break
        for ctrl in self.ctrl.values():
            ctrl.radio_until = max(ctrl.radio_until, t)
        for side in ('C', 'P'):
            if acks[side]:
                self.ctrl[side].completed_packets(self.conn[side].handle, acks[side],
                                                  t + 0.2e-3 - self.loop.time())
        self.kick()

    # ---- blackout / supervision
    def blackout(self, duration):
        """Nothing gets through for `duration` s from now on (float('inf') = out of range).
        If it exceeds the supervision timeout both controllers report reason 0x08."""
        now = self.loop.time()
        self.blackouts.append((now, now + duration))
        # an idle connection exchanges empty PDUs every interval
        n = math.floor((now - self.anchor0) / self.interval)
        last = max(self.last_ok, self.anchor0 + max(n, 0) * self.interval)
        if last > now:
            last -= self.interval
        if now + duration > last + self.timeout:
            self.loop.call_at(last + self.timeout, self._supervision)

    def unheard(self):
        """FAULT: the peripheral did not hear the request to connect. The central gives up after six events."""
        self.blackouts.append((0, float('inf')))

        def give_up():
            self.kill()
            self.ctrl['C'].ll_disconnected(self.conn['C'], 0x3E, 'connect_request_lost')
        self.loop.call_at(self.anchor0 + 6 * self.interval, give_up)

    def _supervision(self):
        if not self.alive:
            return
        self.kill()
        rng = self.link.rng
        for side in ('C', 'P'):
            self.loop.call_later(rng.uniform(0.0005, 0.004), self.ctrl[side].ll_disconnected,
                                 self.conn[side], 0x08, 'supervision_timeout')

    def kill(self):
        self.alive = False
        if self.timer:
            self.timer.cancel()
            self.timer = None

    def terminate(self, side, reason):
        peer = self.other(side)

        def delivered(t):
            if not self.alive:
                return
            self.kill()
            self.ctrl[peer].ll_disconnected(self.conn[peer], reason, None)
            self.loop.call_later(0.25e-3, self.ctrl[side].ll_disconnected, self.conn[side], 0x16,
                                 None)
        self.queue_ctrl(side, 2, delivered, front=True)


