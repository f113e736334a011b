import PacketText

private let advertising: Set<PacketLayer> = [.advertising]
private let data: Set<PacketLayer> = [.ll, .l2cap, .signalling, .att, .smp]
private let control: Set<PacketLayer> = [.ll]
private let connect = ["CONNECT_IND", "AUX_CONNECT_REQ"]

/// Sniffed packets.
let airPairs: [PacketPair] = [
  .init("btle.access_address", "Access Address", in: advertising.union(data)),
  .init("btle.advertising_header.pdu_type", "PDU Type", in: advertising),
  .init("btle.advertising_header.randomized_tx", "TxAdd", in: advertising, only: ["ADV_IND"]),
  .init(
    "btle.advertising_header.randomized_rx", "RxAdd", in: advertising, only: ["SCAN_REQ"] + connect),
  .init(
    "btle.advertising_header.ch_sel", "ChSel", in: advertising, only: ["ADV_IND", "CONNECT_IND"]),
  .init("btle.advertising_header.length", "Payload Length", in: advertising),
  .init("btle.advertising_address", "AdvA", in: advertising, as: .address),
  .init("btle.scanning_address", "ScanA", in: advertising, as: .address),
  .init("btle.initiator_address", "InitA", in: advertising, as: .address),
  .init("btle.target_address", "TargetA", in: advertising, as: .address),
  .init("btle.link_layer_data.access_address", "AA", in: advertising, only: connect),
  .init("btle.link_layer_data.window_size", "WinSize", in: advertising, only: connect),
  .init("btle.link_layer_data.window_offset", "WinOffset", in: advertising, only: connect),
  .init("btle.link_layer_data.interval", "Interval", in: advertising, only: connect),
  .init("btle.link_layer_data.latency", "Latency", in: advertising, only: connect),
  .init("btle.link_layer_data.timeout", "Timeout", in: advertising, only: connect),
  .init("btle.link_layer_data.hop", "Hop", in: advertising, only: connect),
  .init("btle.data_header.llid", "LLID", in: data),
  .init("btle.data_header.next_expected_sequence_number", "NESN", in: data),
  .init("btle.data_header.sequence_number", "SN", in: data),
  .init("btle.data_header.more_data", "MD", in: data),
  .init("btle.data_header.length", "Payload Length", in: data),
  .init("btle.control_opcode", "Opcode", in: control),
  .init("btle.control.error_code", "ErrorCode", in: control),
  .init("btle.control.window_size", "WinSize", in: control),
  .init("btle.control.window_offset", "WinOffset", in: control),
  .init("btle.control.interval", "Interval", in: control),
  .init("btle.control.latency", "Latency", in: control),
  .init("btle.control.timeout", "Timeout", in: control),
  .init("btle.control.instant", "Instant", in: control),
  .init("btle.control.interval.min", "Interval_Min", in: control),
  .init("btle.control.interval.max", "Interval_Max", in: control),
  .init("btle.control.company_id", "Company_Identifier", in: control),
  .init("btle.control.version_number", "Version", in: control),
  .init("btle.control.subversion_number", "Subversion", in: control),
  .init("btle.control.feature_set", "FeatureSet", in: control),
  .init("btle.control.max_rx_octets", "MaxRxOctets", in: control),
  .init("btle.control.max_rx_time", "MaxRxTime", in: control),
  .init("btle.control.max_tx_octets", "MaxTxOctets", in: control),
  .init("btle.control.max_tx_time", "MaxTxTime", in: control),
  .init("btle.control.tx_phys", "TX_PHYS", in: control),
  .init("btle.control.rx_phys", "RX_PHYS", in: control),
  .init("btle.control.m_to_s_phy", "PHY_C_To_P", in: control),
  .init("btle.control.s_to_m_phy", "PHY_P_To_C", in: control),
]
