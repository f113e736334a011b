"""The air between the controllers: who hears an advertisement, how strongly, and who gets connected."""
from __future__ import annotations

import asyncio
import random

from bumble import hci
from bumble.controller import AdvertisingSet
from bumble.link import LocalLink

from recorder.link_layer import LLConn


class SimLink(LocalLink):
    def __init__(self, rng_seed):
        super().__init__()
        self.controllers = []            # ordered (Bumble uses a set: order = id hash)
        self.rng = random.Random(f'{rng_seed}/link')
        self.rng_loss = random.Random(f'{rng_seed}/loss')
        self.rng_rssi = random.Random(f'{rng_seed}/rssi')
        self.rssi_models = {}
        self.next_conn_id = 0
        self.max_pairs = 4
        self.per = 0.0
        self.one_radio = False           # a controller misses the events that fall into another connection's
        self.requests_to_lose = 0        # of the next requests to connect
        self.conns: list[LLConn] = []

    def add_controller(self, controller):
        self.controllers.append(controller)

    def remove_controller(self, controller):
        self.controllers.remove(controller)

    def rssi(self, tx, rx):
        f = self.rssi_models.get((tx, rx))
        t = asyncio.get_running_loop().time()
        v = f(t) if f else -55
        v = round(v + self.rng_rssi.gauss(0, 1.6)) if not getattr(f, 'exact', False) else round(v)
        return max(-127, min(20, v))

    def advertise(self, ctrl, address, data, scan_rsp, evt, advertiser):
        loop = asyncio.get_running_loop()
        for c in self.controllers:
            if c is ctrl:
                continue
            if self.rng.random() > c.adv_rx_prob:
                continue
            if c.le_scan_enable:
                loop.call_later(0.45e-3, self._report, ctrl.name, c, evt, address, data, None)
                if c.active_scan and evt == 0 and self.rng.random() < 0.95:
                    loop.call_later(0.85e-3 + 0.008e-3 * len(scan_rsp), self._report, ctrl.name, c,
                                    4, address, scan_rsp, None)
            pend = c.pending_le_connection
            if pend is not None and evt == 0 and advertiser.enabled \
                    and pend.peer_address == address \
                    and pend.peer_address.address_type == address.address_type:
                loop.call_later(0.6e-3, self.connect, c, ctrl, pend, address, advertiser)
                c.pending_le_connection = None
                break

    def _report(self, tx, c, evt, address, data, mark):
        c.report(evt, address, data, self.rssi(tx, c.name), mark)

    def add_beacon(self, name, address, data, interval, evt=3, scan_rsp=b''):
        """An advertiser without a host behind it. `evt`: 0 connectable, 3 not connectable."""
        address = hci.Address(address, hci.Address.RANDOM_DEVICE_ADDRESS)
        loop = asyncio.get_running_loop()
        rng = random.Random(f'beacon/{name}')

        def fire():
            for c in self.controllers:
                if c.le_scan_enable and rng.random() < 0.85:
                    loop.call_later(0.4e-3, self._report, name, c, evt, address, data,
                                    'synthetic_advertiser')
                    if evt == 0 and c.active_scan:
                        loop.call_later(0.9e-3, self._report, name, c, 4, address, scan_rsp,
                                        'synthetic_advertiser')
            loop.call_later(interval + rng.uniform(0, 0.010), fire)
        loop.call_later(rng.uniform(0, interval), fire)

    def connect(self, central, periph, cmd, periph_address, advertiser):
        t = asyncio.get_running_loop().time()
        if isinstance(cmd, hci.HCI_LE_Extended_Create_Connection_Command):
            iv, lat, to = (cmd.connection_interval_maxs[0], cmd.max_latencies[0],
                           cmd.supervision_timeouts[0])
        else:
            iv, lat, to = cmd.connection_interval_max, cmd.max_latency, cmd.supervision_timeout
        own = central.public_address if cmd.own_address_type == hci.OwnAddressType.PUBLIC \
            else central.random_address
        llc = LLConn(self, central, periph, iv, lat, to, t)
        if self.requests_to_lose:
            self.requests_to_lose -= 1
            central.ll_connected(llc, 'C', own, periph_address, 1.4e-3, iv, lat, to)
            llc.unheard()
            return
        self.conns.append(llc)
        advertiser.stop()
        central.ll_connected(llc, 'C', own, periph_address, 1.4e-3, iv, lat, to)
        periph.ll_connected(llc, 'P', periph_address, own, 0.5e-3, iv, lat, to)
        if isinstance(advertiser, AdvertisingSet):
            periph.later(0.8e-3, hci.HCI_LE_Advertising_Set_Terminated_Event(
                status=0, advertising_handle=advertiser.handle,
                connection_handle=llc.conn['P'].handle,
                num_completed_extended_advertising_events=0))

