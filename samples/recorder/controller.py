"""A simulated LE controller: Bumble's virtual one, with the timing and the commands it lacks.

Added here: completions that take time, scan responses and duplicate filtering, Read RSSI, LE Set Data Length,
connection updates that wait for their instant, the local reason 0x16 for a disconnection asked for here.
"""
from __future__ import annotations

import asyncio
import random

from bumble import hci
from bumble.controller import AdvertisingSet, Controller, LegacyAdvertiser
from bumble.core import PhysicalTransport

from recorder.link_layer import SimConnection

UART_BPS = 3_000_000   # the wire between host and controller

FEATURES_4_0 = hci.LeFeatureMask.LE_ENCRYPTION
FEATURES_4_2 = (hci.LeFeatureMask.LE_ENCRYPTION
                | hci.LeFeatureMask.CONNECTION_PARAMETERS_REQUEST_PROCEDURE
                | hci.LeFeatureMask.EXTENDED_REJECT_INDICATION
                | hci.LeFeatureMask.PERIPHERAL_INITIATED_FEATURE_EXCHANGE
                | hci.LeFeatureMask.LE_PING
                | hci.LeFeatureMask.LE_DATA_PACKET_LENGTH_EXTENSION)


# What older controllers do not know, so that the host stack leaves it alone.
SINCE_4_2 = {hci.HCI_LE_READ_SUGGESTED_DEFAULT_DATA_LENGTH_COMMAND,
             hci.HCI_LE_WRITE_SUGGESTED_DEFAULT_DATA_LENGTH_COMMAND,
             hci.HCI_LE_SET_DATA_LENGTH_COMMAND,
             hci.HCI_LE_READ_MAXIMUM_DATA_LENGTH_COMMAND}
SINCE_5_0 = {hci.HCI_LE_READ_BUFFER_SIZE_V2_COMMAND,
             hci.HCI_LE_READ_TRANSMIT_POWER_COMMAND,
             hci.HCI_LE_READ_PHY_COMMAND,
             hci.HCI_LE_SET_PHY_COMMAND,
             hci.HCI_LE_SET_DEFAULT_PHY_COMMAND,
             hci.HCI_SET_EVENT_MASK_PAGE_2_COMMAND}
EXTENDED_ADVERTISING = {
    hci.HCI_LE_EXTENDED_CREATE_CONNECTION_COMMAND,
    hci.HCI_LE_SET_EXTENDED_SCAN_PARAMETERS_COMMAND,
    hci.HCI_LE_SET_EXTENDED_SCAN_ENABLE_COMMAND,
    hci.HCI_LE_SET_EXTENDED_ADVERTISING_PARAMETERS_COMMAND,
    hci.HCI_LE_SET_EXTENDED_ADVERTISING_DATA_COMMAND,
    hci.HCI_LE_SET_EXTENDED_SCAN_RESPONSE_DATA_COMMAND,
    hci.HCI_LE_SET_EXTENDED_ADVERTISING_ENABLE_COMMAND,
    hci.HCI_LE_SET_ADVERTISING_SET_RANDOM_ADDRESS_COMMAND,
}


class SimController(Controller):
    """`generation` is the Bluetooth version it speaks: '4.0' (no data length extension), '4.2', or '5.0'
    (extended advertising commands). `acl_len` and `acl_num` are its LE buffers, as LE Read Buffer Size reports;
    `ll_octets` is the longest link-layer payload it knows, if not as long as a buffer."""

    def __init__(self, name, link, public_address, rng, generation='4.2', acl_len=251, acl_num=8,
                 handle_base=0x0040, handle_policy='reuse', company=0x000F, ll_octets=None):
        super().__init__(name, link=link, public_address=public_address)
        self.rng = rng
        self.ext = generation == '5.0'
        if generation == '4.0':
            acl_len = 27
        self.le_acl_data_packet_length = acl_len
        self.total_num_le_acl_data_packets = acl_num
        self.acl_data_packet_length = 1021
        self.total_num_acl_data_packets = 8
        self.supported_max_tx_octets = self.supported_max_rx_octets = ll_octets or max(27, acl_len)
        self.manufacturer_company_identifier = company
        self.lmp_subversion = 0x220E
        self.handle_base = handle_base
        self.handle_policy = handle_policy
        self.next_handle = handle_base
        self.active_scan = False
        self.seen = set()
        self._h2c_last = 0.0
        self._c2h_free = 0.0
        self._host_last = 0.0
        self.rng_host = random.Random(f'host/{name}/{handle_base}')
        self.nocp_hold: dict[int, list] = {}
        self.radio_until = 0.0   # while an event of some connection has it
        self.adv_rx_prob = 0.92
        known = set(Controller.supported_commands)
        if generation == '5.0':
            self.hci_version = self.lmp_version = hci.HCI_VERSION_BLUETOOTH_CORE_5_0
            self.supported_commands = known | EXTENDED_ADVERTISING
            self.le_features = FEATURES_4_2 | hci.LeFeatureMask.LE_EXTENDED_ADVERTISING \
                | hci.LeFeatureMask.LE_2M_PHY | hci.LeFeatureMask.CHANNEL_SELECTION_ALGORITHM_2
        elif generation == '4.2':
            self.hci_version = self.lmp_version = hci.HCI_VERSION_BLUETOOTH_CORE_4_2
            self.supported_commands = known - SINCE_5_0
            self.le_features = FEATURES_4_2
        elif generation == '4.0':
            self.hci_version = self.lmp_version = hci.HCI_VERSION_BLUETOOTH_CORE_4_0
            self.supported_commands = known - SINCE_4_2 - SINCE_5_0
            self.le_features = FEATURES_4_0
        else:
            raise ValueError(f'unknown generation {generation}')

    # ---- controller -> host transport
    def send_hci_packet(self, packet, mark=None):
        if not self.host:
            return
        loop = asyncio.get_running_loop()
        data = bytes(packet)
        t = max(loop.time(), self._c2h_free) + len(data) * 10 / UART_BPS + 30e-6
        self._c2h_free = t
        loop.call_at(t, self._to_host, data, mark)

    def _to_host(self, data, mark):
        loop = asyncio.get_running_loop()
        sn = self.host.snooper
        sn.mark = mark
        sn.record(data, 1)
        sn.mark = None
        # the host stack / app needs a moment before it reacts
        self._host_last = max(loop.time() + self.rng_host.uniform(90e-6, 420e-6),
                              self._host_last + 2e-6)
        loop.call_at(self._host_last, self.host.on_packet, data)

    def later(self, delay, packet, mark=None):
        asyncio.get_running_loop().call_later(delay, self.send_hci_packet, packet, mark)

    # ---- Number Of Completed Packets
    def completed_packets(self, handle, n, delay):
        asyncio.get_running_loop().call_later(max(delay, 0), self._completed, handle, n)

    def _completed(self, handle, n):
        if self.find_connection_by_handle(handle) is None:
            return
        if handle in self.nocp_hold:
            self.nocp_hold[handle][0] += n
            return
        self.send_hci_packet(hci.HCI_Number_Of_Completed_Packets_Event([handle], [n]))

    def hold_nocp(self, handle, duration):
        """FAULT: the controller withholds Number Of Completed Packets for `duration` s."""
        self.nocp_hold[handle] = [0]
        asyncio.get_running_loop().call_later(duration, self._release_nocp, handle)

    def _release_nocp(self, handle):
        n = self.nocp_hold.pop(handle)[0]
        if n and self.find_connection_by_handle(handle):
            self.send_hci_packet(hci.HCI_Number_Of_Completed_Packets_Event([handle], [n]),
                                 mark='nocp_held_back')

    # ---- handles
    def allocate_connection_handle(self):
        used = {c.handle for c in self.le_connections.values()}
        if self.handle_policy == 'increment':
            h = self.next_handle
            self.next_handle += 1
            return h
        h = self.handle_base
        while h in used:
            h += 1
        return h

    # ---- scanning
    def on_hci_le_set_extended_scan_parameters_command(self, command):
        self.active_scan = bool(command.scan_types[0])
        return super().on_hci_le_set_extended_scan_parameters_command(command)

    def on_hci_le_set_extended_scan_enable_command(self, command):
        self.seen.clear()
        return super().on_hci_le_set_extended_scan_enable_command(command)

    def on_hci_le_set_scan_parameters_command(self, command):
        self.active_scan = bool(command.le_scan_type)
        return super().on_hci_le_set_scan_parameters_command(command)

    def on_hci_le_set_scan_enable_command(self, command):
        self.seen.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def report(self, evt, address, data, rssi, mark=None):
        if not self.le_scan_enable:
            return
        key = (bytes(address), address.address_type, evt)
        if self.filter_duplicates:
            if key in self.seen:
                return
            self.seen.add(key)
        if self.ext:
            et = {0: 0x13, 3: 0x10, 4: 0x1B}[evt]
            R = hci.HCI_LE_Extended_Advertising_Report_Event
            rep = R.Report(event_type=et, address_type=address.address_type, address=address,
                           primary_phy=1, secondary_phy=0, advertising_sid=0xFF, tx_power=0x7F,
                           rssi=rssi, periodic_advertising_interval=0, direct_address_type=0,
                           direct_address=hci.Address.ANY, data=data)
        else:
            R = hci.HCI_LE_Advertising_Report_Event
            rep = R.Report(event_type=evt, address_type=address.address_type, address=address,
                           data=data, rssi=rssi)
        self.send_hci_packet(R([rep]), mark)

    # ---- connection set-up
    def ll_connected(self, llc, side, self_address, peer_address, delay, interval, latency,
                     timeout):
        handle = self.allocate_connection_handle()
        conn = SimConnection(
            controller=self, handle=handle,
            role=hci.Role.CENTRAL if side == 'C' else hci.Role.PERIPHERAL,
            self_address=self_address, peer_address=peer_address, link=self.link,
            transport=PhysicalTransport.LE,
            link_type=hci.HCI_Connection_Complete_Event.LinkType.ACL)
        conn.llc, conn.side = llc, side
        llc.conn[side] = conn
        self.le_connections[peer_address] = conn
        common = dict(status=0, connection_handle=handle, role=conn.role,
                      peer_address_type=peer_address.address_type, peer_address=peer_address,
                      connection_interval=interval, peripheral_latency=latency,
                      supervision_timeout=timeout,
                      central_clock_accuracy=0 if side == 'C' else 1)
        if self.ext:
            evt = hci.HCI_LE_Enhanced_Connection_Complete_Event(
                local_resolvable_private_address=hci.Address.ANY_RANDOM,
                peer_resolvable_private_address=hci.Address.ANY_RANDOM, **common)
        else:
            evt = hci.HCI_LE_Connection_Complete_Event(**common)
        self.later(delay, evt)

    def ll_disconnected(self, conn, reason, mark):
        if self.le_connections.get(conn.peer_address) is not conn:
            return
        del self.le_connections[conn.peer_address]
        self.nocp_hold.pop(conn.handle, None)
        self.send_hci_packet(hci.HCI_Disconnection_Complete_Event(
            status=0, connection_handle=conn.handle, reason=reason), mark)

    # ---- commands that Bumble's Controller lacks or over-simplifies
    def on_hci_disconnect_command(self, command):
        conn = self.find_le_connection_by_handle(command.connection_handle)
        if conn is None:
            self._send_hci_command_status(
                hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, command.op_code)
            return None
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        conn.llc.terminate(conn.side, command.reason)
        return None

    def on_hci_le_create_connection_cancel_command(self, _command):
        pend = self.pending_le_connection
        if pend is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        self.pending_le_connection = None
        self.later(0.6e-3, hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, connection_handle=0,
            role=0, peer_address_type=pend.peer_address_type, peer_address=pend.peer_address,
            connection_interval=0, peripheral_latency=0, supervision_timeout=0,
            central_clock_accuracy=0))
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def on_hci_read_rssi_command(self, command):
        conn = self.find_le_connection_by_handle(command.handle)
        if conn is None:
            return hci.HCI_Read_RSSI_ReturnParameters(
                status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
                handle=command.handle, rssi=127)
        peer = conn.llc.ctrl[conn.llc.other(conn.side)]
        return hci.HCI_Read_RSSI_ReturnParameters(
            status=0, handle=command.handle, rssi=self.link.rssi(peer.name, self.name))

    def on_hci_read_remote_version_information_command(self, command):
        conn = self.find_le_connection_by_handle(command.connection_handle)
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        llc, side = conn.llc, conn.side
        peer = llc.ctrl[llc.other(side)]

        def back(_t):
            self.send_hci_packet(hci.HCI_Read_Remote_Version_Information_Complete_Event(
                status=0, connection_handle=conn.handle, version=int(peer.lmp_version),
                manufacturer_name=peer.manufacturer_company_identifier,
                subversion=peer.lmp_subversion))
        llc.queue_ctrl(side, 6, lambda _t: llc.queue_ctrl(llc.other(side), 6, back))
        return None

    def on_hci_le_set_data_length_command(self, command):
        conn = self.find_le_connection_by_handle(command.connection_handle)
        llc, side = conn.llc, conn.side
        peer_side = llc.other(side)
        n = min(command.tx_octets, self.supported_max_tx_octets,
                llc.ctrl[peer_side].supported_max_rx_octets)

        def done():
            for s in ('C', 'P'):
                llc.tx_octets[s] = n
                tm = (n + 14) * 8
                llc.ctrl[s].send_hci_packet(hci.HCI_LE_Data_Length_Change_Event(
                    llc.conn[s].handle, n, tm, n, tm))
        llc.queue_ctrl(side, 9, lambda _t: llc.queue_ctrl(peer_side, 9, None, done))
        return hci.HCI_StatusAndConnectionHandleReturnParameters(
            status=0, connection_handle=command.connection_handle)

    def on_hci_le_set_phy_command(self, command):
        """The fastest PHY asked for, the same both ways: 1M or 2M."""
        conn = self.find_le_connection_by_handle(command.connection_handle)
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        llc = conn.llc
        fast = bool(command.tx_phys & 2) and all(c.ext for c in llc.ctrl.values())
        phy = hci.Phy.LE_2M if fast else hci.Phy.LE_1M

        def instant():
            if not llc.alive:
                return
            llc.octet_time = 4e-6 if fast else 8e-6
            for side in ('C', 'P'):
                llc.ctrl[side].send_hci_packet(hci.HCI_LE_PHY_Update_Complete_Event(
                    status=0, connection_handle=llc.conn[side].handle, tx_phy=phy, rx_phy=phy))

        loop = asyncio.get_running_loop()
        llc.queue_ctrl(conn.side, 3, lambda _t: loop.call_later(6 * llc.interval, instant))
        return None

    def on_hci_le_connection_update_command(self, command):
        conn = self.find_le_connection_by_handle(command.connection_handle)
        if conn is None:
            self._send_hci_command_status(
                hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, command.op_code)
            return None
        self._send_hci_command_status(hci.HCI_COMMAND_STATUS_PENDING, command.op_code)
        llc = conn.llc
        iv, lat, to = (command.connection_interval_max, command.max_latency,
                       command.supervision_timeout)
        loop = asyncio.get_running_loop()

        def instant():
            if not llc.alive:
                return
            llc.interval, llc.latency, llc.timeout = iv * 1.25e-3, lat, to * 10e-3
            llc.anchor0 = loop.time()
            llc.n_done = -1
            if llc.timer:
                llc.timer.cancel()
                llc.timer = None
            for s in ('C', 'P'):
                llc.ctrl[s].send_hci_packet(hci.HCI_LE_Connection_Update_Complete_Event(
                    status=0, connection_handle=llc.conn[s].handle, connection_interval=iv,
                    peripheral_latency=lat, supervision_timeout=to))
            llc.kick()

        llc.queue_ctrl(conn.side, 12, lambda _t: loop.call_later(6 * llc.interval, instant))
        return None


# ------------------------------------------------------------------ advertising
def _adv_delay(ctrl):
    return ctrl.rng.uniform(0, 0.010)


def _legacy_fired(self):
    if not self.enabled:
        return
    c = self.controller
    if self.advertising_type in (0, 3):
        c.link.advertise(c, self.address, bytes(self.advertising_data),
                         bytes(self.scan_response_data),
                         0 if self.advertising_type == 0 else 3, self)
    if self.enabled:
        self.timer_handle = asyncio.get_running_loop().call_later(
            self.advertising_interval_min * 0.625e-3 + _adv_delay(c), self._on_timer_fired)


def _ext_fired(self):
    if not self.enabled:
        return
    c = self.controller
    c.link.advertise(c, self.address, bytes(self.data), bytes(self.scan_response_data), 0, self)
    if self.enabled:
        self.timer_handle = asyncio.get_running_loop().call_later(
            self.parameters.primary_advertising_interval_min * 0.625e-3 + _adv_delay(c),
            self._on_extended_advertising_timer_fired)


LegacyAdvertiser._on_timer_fired = _legacy_fired
AdvertisingSet._on_extended_advertising_timer_fired = _ext_fired

