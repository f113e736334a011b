import PacketText

/// A field of Wireshark and the fields of the specification that say the same, in the packets of
/// some layers.
struct PacketPair: Sendable {
  /// How the values are written on both sides.
  enum Style: Sendable { case number, octets, text, address, shortUUID, longUUID, airUUID }

  var tshark: String
  var ours: Set<String>
  var layers: Set<PacketLayer>
  var style: Style
  /// Where names are used for several things: only packets whose names begin so.
  var titles: [String]

  init(
    _ tshark: String, _ ours: String..., in layers: Set<PacketLayer>, as style: Style = .number,
    only titles: [String] = []
  ) {
    self.titles = titles
    self.tshark = tshark
    self.ours = Set(ours)
    self.layers = layers
    self.style = style
  }

  func isFor(_ layer: PacketLayer, _ title: String) -> Bool {
    layers.contains(layer) && (titles.isEmpty || titles.contains(where: title.hasPrefix))
  }
}

/// Every pair that is compared, frame by frame, each value of each frame.
let packetPairs: [PacketPair] =
  commandPairs + eventPairs + advertisingPairs + linkPairs + otherPairs + airPairs

private let cmd: Set<PacketLayer> = [.command]
private let evt: Set<PacketLayer> = [.event]
private let data: Set<PacketLayer> = [.acl, .l2cap, .signalling, .att, .smp]

private let commandPairs: [PacketPair] = [
  .init("bthci_cmd.opcode", "Command_Opcode", in: cmd),
  .init("bthci_cmd.param_length", "Parameter_Total_Length", in: cmd),
  .init("bthci_cmd.connection_handle", "Connection_Handle", "Handle", in: cmd),
  .init(
    "bthci_cmd.bd_addr", "BD_ADDR", "Peer_Address", "Random_Address", "Peer_Identity_Address",
    "Address", in: cmd, as: .address),
  .init("bthci_cmd.reason", "Reason", in: cmd),
  .init(
    "bthci_cmd.le_scan_enable", "LE_Scan_Enable", "Enable", in: cmd,
    only: ["LE Set Scan Enable", "LE Set Extended Scan Enable"]),
  .init("bthci_cmd.le_filter_duplicates", "Filter_Duplicates", in: cmd),
  .init("bthci_cmd.le_scan_type", "LE_Scan_Type", "Scan_Type", in: cmd, only: ["LE Set"]),
  .init("bthci_cmd.le_scan_interval", "LE_Scan_Interval", "Scan_Interval", in: cmd),
  .init("bthci_cmd.le_scan_window", "LE_Scan_Window", "Scan_Window", in: cmd),
  .init("bthci_cmd.le_scan_filter_policy", "Scanning_Filter_Policy", in: cmd),
  .init("bthci_cmd.le_scan_phys", "Scanning_PHYs", in: cmd),
  .init("bthci_cmd.scan_duration", "Duration", in: cmd, only: ["LE Set Extended Scan Enable"]),
  .init("bthci_cmd.scan_period", "Period", in: cmd),
  .init("bthci_cmd.le_own_address_type", "Own_Address_Type", in: cmd),
  .init(
    "bthci_cmd.le_peer_address_type", "Peer_Address_Type", in: cmd,
    only: ["LE Create", "LE Extended Create"]),
  .init(
    "bthci_cmd.le_direct_address_type", "Peer_Address_Type", in: cmd,
    only: ["LE Set Advertising Parameters"]),
  .init("bthci_cmd.le_address_type", "Address_Type", in: cmd),
  .init("bthci_cmd.le_peer_identity_address_type", "Peer_Identity_Address_Type", in: cmd),
  .init(
    "bthci_cmd.le_con_interval_min", "Connection_Interval_Min", "Interval_Min", in: cmd),
  .init(
    "bthci_cmd.le_con_interval_max", "Connection_Interval_Max", "Interval_Max", in: cmd),
  .init("bthci_cmd.le_con_latency", "Max_Latency", in: cmd, only: ["LE"]),
  .init("bthci_cmd.le_supv_timeout", "Supervision_Timeout", "Timeout", in: cmd),
  .init("bthci_cmd.le_min_ce_length", "Min_CE_Length", in: cmd),
  .init("bthci_cmd.le_max_ce_length", "Max_CE_Length", in: cmd),
  .init("bthci_cmd.le_initiator_filter_policy", "Initiator_Filter_Policy", in: cmd),
  .init("bthci_cmd.le_init_phys", "Initiating_PHYs", in: cmd),
  .init("bthci_cmd.le_tx_octets", "TX_Octets", in: cmd),
  .init("bthci_cmd.le_tx_time", "TX_Time", in: cmd),
  .init("bthci_cmd.le_suggested_max_tx_octets", "Suggested_Max_TX_Octets", in: cmd),
  .init("bthci_cmd.le_suggested_max_tx_time", "Suggested_Max_TX_Time", in: cmd),
  .init("bthci_cmd.all_phys", "All_PHYs", in: cmd),
  .init("bthci_cmd.tx_phys", "TX_PHYs", in: cmd),
  .init("bthci_cmd.rx_phys", "RX_PHYs", in: cmd),
  .init("bthci_cmd.phy_options", "PHY_Options", in: cmd),
  .init(
    "bthci_cmd.le_advts_interval_min", "Advertising_Interval_Min",
    "Primary_Advertising_Interval_Min", in: cmd),
  .init(
    "bthci_cmd.le_advts_interval_max", "Advertising_Interval_Max",
    "Primary_Advertising_Interval_Max", in: cmd),
  .init("bthci_cmd.le_advts_type", "Advertising_Type", in: cmd),
  .init(
    "bthci_cmd.le_advts_enable", "Advertising_Enable", "Enable", in: cmd,
    only: ["LE Set Advertising Enable", "LE Set Extended Advertising Enable"]),
  .init("bthci_cmd.le_advts_filter_policy", "Advertising_Filter_Policy", in: cmd),
  .init("bthci_cmd.advertising_handle", "Advertising_Handle", in: cmd),
  .init("bthci_cmd.advertising_sid", "Advertising_SID", in: cmd),
  .init("bthci_cmd.primary_advertising_phy", "Primary_Advertising_PHY", in: cmd),
  .init("bthci_cmd.secondary_advertising_phy", "Secondary_Advertising_PHY", in: cmd),
  .init("bthci_cmd.secondary_advertising_max_skip", "Secondary_Advertising_Max_Skip", in: cmd),
  .init("bthci_cmd.adv_data_operation", "Operation", in: cmd),
  .init("bthci_cmd.adv_fragment_preference", "Fragment_Preference", in: cmd),
  .init(
    "bthci_cmd.le_data_length", "Advertising_Data_Length", "Scan_Response_Data_Length", in: cmd),
  .init("bthci_cmd.le_event_mask", "LE_Event_Mask", in: cmd),
  .init("bthci_cmd.le_address_resolution_enable", "Address_Resolution_Enable", in: cmd),
  .init("bthci_cmd.le_rpa_timeout", "RPA_Timeout", in: cmd),
  .init("bthci_cmd.le_privacy_mode", "Privacy_Mode", in: cmd),
  .init("bthci_cmd.le_encrypted_diversifier", "Encrypted_Diversifier", in: cmd),
  .init("bthci_cmd.le_supported_host", "LE_Supported_Host", in: cmd),
  .init("bthci_cmd.le_simultaneous_host", "Simultaneous_LE_Host", "Unused", in: cmd),
  .init("bthci_cmd.max_data_length_acl", "Host_ACL_Data_Packet_Length", in: cmd),
  .init("bthci_cmd.max_data_num_acl", "Host_Total_Num_ACL_Data_Packets", in: cmd),
  .init("bthci_cmd.page_number", "Page_Number", in: cmd),
  .init("bthci_cmd.simple_pairing_mode", "Simple_Pairing_Mode", in: cmd),
  .init(
    "bthci_cmd.secure_connection_host_support", "Secure_Connections_Host_Support", in: cmd),
]

private let eventPairs: [PacketPair] = [
  .init("bthci_evt.code", "Event_Code", in: evt),
  .init("bthci_evt.param_length", "Parameter_Total_Length", in: evt),
  .init("bthci_evt.le_meta_subevent", "Subevent_Code", in: evt),
  .init("bthci_evt.opcode", "Command_Opcode", in: evt),
  .init("bthci_evt.num_command_packets", "Num_HCI_Command_Packets", in: evt),
  .init("bthci_evt.status", "Status", in: evt),
  .init("bthci_evt.connection_handle", "Connection_Handle", "Handle", in: evt),
  .init("bthci_evt.reason", "Reason", in: evt),
  .init("bthci_evt.role", "Role", "New_Role", in: evt),
  .init("bthci_evt.num_handles", "Num_Handles", in: evt),
  .init("bthci_evt.num_compl_packets", "Num_Completed_Packets", in: evt),
  .init("bthci_evt.le_con_interval", "Connection_Interval", in: evt),
  .init("bthci_evt.le_con_latency", "Peripheral_Latency", "Max_Latency", in: evt),
  .init("bthci_evt.le_supv_timeout", "Supervision_Timeout", "Timeout", in: evt),
  .init("bthci_evt.le_min_interval", "Interval_Min", in: evt),
  .init("bthci_evt.le_max_interval", "Interval_Max", in: evt),
  .init("bthci_evt.le_master_clock_accuracy", "Central_Clock_Accuracy", in: evt),
  .init(
    "bthci_evt.le_peer_address_type", "Peer_Address_Type", "Address_Type", in: evt),
  .init(
    "bthci_evt.bd_addr", "BD_ADDR", "Address", "Peer_Address", in: evt, as: .address),
  .init(
    "bthci_evt.le_local_rpa", "Local_Resolvable_Private_Address", in: evt, as: .address),
  .init(
    "bthci_evt.le_peer_rpa", "Peer_Resolvable_Private_Address", in: evt, as: .address),
  .init("bthci_evt.max_tx_octets", "Max_TX_Octets", in: evt),
  .init("bthci_evt.max_tx_time", "Max_TX_Time", in: evt),
  .init("bthci_evt.max_rx_octets", "Max_RX_Octets", in: evt),
  .init("bthci_evt.max_rx_time", "Max_RX_Time", in: evt),
  .init("bthci_evt.le_tx_phy", "TX_PHY", in: evt),
  .init("bthci_evt.le_rx_phy", "RX_PHY", in: evt),
  .init("bthci_evt.channel_selection_algorithm", "Channel_Selection_Algorithm", in: evt),
  .init(
    "bthci_evt.encryption_enable", "Encryption_Enabled", in: evt, only: ["Encryption Change"]),
  .init(
    "bthci_evt.encryption_mode", "Encryption_Enabled", in: evt, only: ["Connection Complete"]),
  .init("bthci_evt.hci_vers_nr", "HCI_Version", "HCI_Subversion", in: evt),
  .init("bthci_evt.lmp_vers_nr", "LMP_Version", "Version", in: evt),
  .init("bthci_evt.comp_id", "Company_Identifier", in: evt),
  .init("bthci_evt.lmp_sub_vers_nr", "LMP_Subversion", "Subversion", in: evt),
  .init("bthci_evt.le_acl_data_pkt_len", "LE_ACL_Data_Packet_Length", in: evt),
  .init("bthci_evt.le_total_num_acl_data_pkts", "Total_Num_LE_ACL_Data_Packets", in: evt),
  .init("bthci_evt.max_data_length_acl", "ACL_Data_Packet_Length", in: evt),
  .init("bthci_evt.max_data_num_acl", "Total_Num_ACL_Data_Packets", in: evt),
  .init("bthci_evt.iso_data_pkt_len", "ISO_Data_Packet_Length", in: evt),
  .init("bthci_evt.total_num_iso_data_pkts", "Total_Num_ISO_Data_Packets", in: evt),
  .init(
    "bthci_evt.suggested_max_tx_octets", "Suggested_Max_TX_Octets", "Supported_Max_TX_Octets",
    in: evt),
  .init(
    "bthci_evt.suggested_max_tx_time", "Suggested_Max_TX_Time", "Supported_Max_TX_Time", in: evt),
  .init(
    "bthci_evt.local_supported_cmds", "Supported_Commands", in: evt, as: .octets),
  .init("bthci_evt.current_mode", "Current_Mode", in: evt),
  .init("bthci_evt.max_page_number", "Max_Page_Number", "Maximum_Page_Number", in: evt),
  .init("bthci_evt.resolving_list_size", "Resolving_List_Size", in: evt),
  .init("bthci_evt.le_white_list_size", "Filter_Accept_List_Size", in: evt),
  .init("bthci_evt.device_name", "Remote_Name", "Local_Name", in: evt, as: .text),
]

private let advertisingPairs: [PacketPair] = [
  .init("bthci_evt.le_num_reports", "Num_Reports", in: evt),
  .init(
    "bthci_evt.le_advts_event_type", "Event_Type", in: evt,
    only: ["LE Advertising Report", "LE Directed"]),
  .init(
    "bthci_evt.le_ext_advts_event_type", "Event_Type", in: evt,
    only: ["LE Extended Advertising Report"]),
  .init("bthci_evt.rssi", "RSSI", in: evt),
  .init("bthci_evt.data_length", "Data_Length", in: evt),
  .init("bthci_evt.primary_phy", "Primary_PHY", in: evt),
  .init("bthci_evt.secondary_phy", "Secondary_PHY", in: evt),
  .init("bthci_evt.advertising_sid", "Advertising_SID", in: evt),
  .init("bthci_evt.tx_power", "TX_Power", in: evt, only: ["LE Extended Advertising Report"]),
  .init(
    "bthci_cmd.adv_duration", "Duration", in: cmd, only: ["LE Set Extended Advertising Enable"]),
  .init("bthci_evt.periodic_advertising_interval", "Periodic_Advertising_Interval", in: evt),
  .init("bthci_evt.le_direct_address_type", "Direct_Address_Type", in: evt),
  .init("bthci_evt.direct_bd_addr", "Direct_Address", in: evt, as: .address),
  .init("btcommon.eir_ad.entry.type", "AD Type", in: [.command, .event]),
  .init("btcommon.eir_ad.entry.length", "Length", in: [.command, .event]),
  .init(
    "btcommon.eir_ad.entry.device_name", "Complete Local Name", "Shortened Local Name",
    in: [.command, .event], as: .text),
  .init("btcommon.eir_ad.entry.company_id", "Company Identifier", in: [.command, .event]),
  .init(
    "btcommon.eir_ad.entry.uuid_16", "UUID", in: [.command, .event], as: .shortUUID),
  .init(
    "btcommon.eir_ad.entry.custom_uuid_128", "UUID", in: [.command, .event], as: .longUUID),
  .init("btcommon.eir_ad.entry.power_level", "Tx Power Level", in: [.command, .event]),
]

private let linkPairs: [PacketPair] = [
  .init("bthci_acl.chandle", "Connection_Handle", in: data),
  .init("bthci_acl.pb_flag", "Packet_Boundary_Flag", in: data),
  .init("bthci_acl.length", "Data_Total_Length", in: data),
  .init("btl2cap.length", "PDU Length", in: data),
  .init("btl2cap.cid", "Channel ID", "CID", in: data),
  .init("btl2cap.le_sdu_length", "L2CAP SDU Length", in: data),
  .init("btl2cap.cmd_code", "Code", in: [.signalling]),
  .init("btl2cap.cmd_ident", "Identifier", in: [.signalling]),
  .init("btl2cap.cmd_length", "Data Length", in: [.signalling]),
  .init("btl2cap.min_interval", "Interval Min", in: [.signalling]),
  .init("btl2cap.max_interval", "Interval Max", in: [.signalling]),
  .init("btl2cap.slave_latency", "Latency", in: [.signalling]),
  .init("btl2cap.timeout_multiplier", "Timeout", in: [.signalling]),
  .init("btl2cap.scid", "Source CID", in: [.signalling]),
  .init("btl2cap.dcid", "Destination CID", in: [.signalling]),
  .init("btl2cap.credits", "Credits", in: [.signalling]),
  .init("btl2cap.initial_credits", "Initial Credits", in: [.signalling]),
  .init("btl2cap.mps", "MPS", in: [.signalling]),
  .init("btl2cap.le_psm", "SPSM", in: [.signalling]),
  .init("btl2cap.info_type", "Info Type", in: [.signalling]),

  .init("btatt.opcode", "Attribute Opcode", in: [.att]),
  .init(
    "btatt.handle", "Attribute Handle", "Attribute Handle In Error", in: [.att],
    only: [
      "Handle Value Notification", "Handle Value Indication", "Write Request", "Write Command",
      "Read Request", "Read Blob Request", "Prepare Write", "Error Response",
      "Find Information Response", "Find By Type Value Response",
    ]),
  .init(
    "btatt.value", "Attribute Value", "Part Attribute Value", in: [.att], as: .octets,
    only: [
      "Handle Value Notification", "Handle Value Indication", "Write Request", "Write Command",
      "Prepare Write", "Read Response", "Read Blob Response",
    ]),
  .init(
    "btatt.uuid16", "Attribute Type", in: [.att], as: .shortUUID,
    only: ["Find By Type Value Request", "Read By Type Request", "Read By Group Type Request"]),
  .init(
    "btatt.uuid128", "Attribute Type", in: [.att], as: .airUUID,
    only: ["Read By Type Request", "Find Information Response"]),
  .init("btatt.starting_handle", "Starting Handle", in: [.att]),
  .init("btatt.ending_handle", "Ending Handle", in: [.att]),
  .init("btatt.group_end_handle", "End Group Handle", in: [.att]),
  .init("btatt.client_rx_mtu", "Client Rx MTU", in: [.att]),
  .init("btatt.server_rx_mtu", "Server Rx MTU", in: [.att]),
  .init("btatt.error_code", "Error Code", in: [.att]),
  .init("btatt.req_opcode_in_error", "Request Opcode In Error", in: [.att]),
  .init("btatt.offset", "Value Offset", in: [.att]),
  .init("btatt.uuid_format", "Format", in: [.att]),
  .init("btatt.length", "Length", in: [.att]),

  .init("btsmp.opcode", "Code", in: [.smp]),
  .init("btsmp.io_capability", "IO Capability", in: [.smp]),
  .init("btsmp.oob_data_flags", "OOB data flag", in: [.smp]),
  .init("btsmp.authreq", "AuthReq", in: [.smp]),
  .init("btsmp.bonding_flags", "Bonding_Flags", in: [.smp]),
  .init("btsmp.mitm_flag", "MITM", in: [.smp]),
  .init("btsmp.sc_flag", "SC", in: [.smp]),
  .init("btsmp.keypress_flag", "Keypress", in: [.smp]),
  .init("btsmp.max_enc_key_size", "Maximum Encryption Key Size", in: [.smp]),
  .init("btsmp.initiator_key_distribution", "Initiator Key Distribution", in: [.smp]),
  .init("btsmp.responder_key_distribution", "Responder Key Distribution", in: [.smp]),
  .init("btsmp.reason", "Reason", in: [.smp]),
  .init("btsmp.address_type", "AddrType", in: [.smp]),
  .init("btsmp.bd_addr", "BD_ADDR", in: [.smp], as: .address),
  .init("btsmp.cfm_value", "Confirm Value", in: [.smp], as: .octets),
  .init("btsmp.random_value", "Random Value", in: [.smp], as: .octets),
  .init("btsmp.public_key_x", "Public Key X", in: [.smp], as: .octets),
  .init("btsmp.public_key_y", "Public Key Y", in: [.smp], as: .octets),
  .init("btsmp.dhkey_check", "DHKey Check", in: [.smp], as: .octets),
  .init("btsmp.id_resolving_key", "Identity Resolving Key", in: [.smp], as: .octets),
  .init("btsmp.signature_key", "Signature Key", in: [.smp], as: .octets),
]

private let otherPairs: [PacketPair] = [
  .init("hci_mon.bd_addr", "Address", in: [.monitor], as: .address),
  .init("hci_mon.bus", "Bus", in: [.monitor]),
  .init("hci_mon.manufacturer", "Manufacturer", in: [.monitor]),
  .init("hci_mon.system_note", "Note", in: [.monitor], as: .text),
  .init("packetlogger.info", "Note", in: [.note], as: .text),
]
