import Bytes

/// What btmon prints of a packet, field by field in the order of the octets.
///
///     Handle:2 Role:1 * Handle:2 Count:2
///
/// Behind each name, with `_` for a blank and a bar between names of several versions, is how many
/// octets of a number it is, or a letter. Behind `*` fields come again until there are enough
/// octets. A name behind `^` may stand anywhere, also in the middle of a line. A blank name is the
/// next line, whatever it is.
struct BtmonLayout {
  enum Form: Equatable {
    case number(Int)
    case address
    /// Hexadecimal digits: of so many octets, or all there are.
    case digits(Int?)
    /// Those of one entry in a list, whose first octet says how long all of them are.
    case entry
    /// `0x01 0x02`, of so many octets.
    case list(Int)
    /// `0x0001-0xffff`
    case range
    case uuid
    /// A UUID, else digits.
    case value
    case phy
    /// An octet that counts, and as many of advertising data.
    case advertising
  }

  struct Field {
    var names: [[UInt8]] = []
    var isAnywhere = false
    var form = Form.number(1)
  }

  private(set) var fields: [Field] = []
  /// The first one that comes again.
  private(set) var loop: Int?

  init(_ text: String) {
    for part in text.utf8.split(separator: 0x20) {
      guard let colon = part.lastIndex(of: UInt8(ascii: ":")) else {
        loop = fields.count
        continue
      }
      var field = Field()
      var names = part[..<colon]
      if names.first == UInt8(ascii: "^") {
        field.isAnywhere = true
        names.removeFirst()
      }
      field.names = names.split(separator: UInt8(ascii: "|")).map { name in
        name.map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
      }
      field.form = Self.form(Array(part[part.index(after: colon)...]))
      fields.append(field)
    }
  }

  private static func form(_ text: [UInt8]) -> Form {
    let count = text.dropFirst().reduce(0) { $0 * 10 + Int($1 & 0xF) }
    switch text.first {
    case UInt8(ascii: "a"): return .address
    case UInt8(ascii: "x"): return .digits(count == 0 ? nil : count)
    case UInt8(ascii: "e"): return .entry
    case UInt8(ascii: "l"): return .list(count)
    case UInt8(ascii: "r"): return .range
    case UInt8(ascii: "u"): return .uuid
    case UInt8(ascii: "v"): return .value
    case UInt8(ascii: "p"): return .phy
    case UInt8(ascii: "d"): return .advertising
    default: return .number(Int((text.first ?? 1) & 0xF))
    }
  }
}

extension BtmonLayout {
  /// The layout of a command's parameters.
  static func command(_ opcode: Int) -> BtmonLayout? { commands[opcode] }

  /// The layout of an event's parameters, but for those of 0e and 0f.
  static func event(_ code: Int) -> BtmonLayout? { events[code] }

  /// The layout of an LE event's parameters after the subevent.
  static func subevent(_ code: Int) -> BtmonLayout? { subevents[code] }

  /// The layout of what a command returns after its status.
  static func returned(_ opcode: Int) -> BtmonLayout? { returns[opcode] }

  static func att(_ opcode: Int) -> BtmonLayout? { attribute[opcode] }

  static func smp(_ code: Int) -> BtmonLayout? { security[code] }

  static func signal(_ code: Int) -> BtmonLayout? { signals[code] }

  private static func table(_ rows: [Int: String]) -> [Int: BtmonLayout] {
    rows.mapValues { BtmonLayout($0) }
  }

  private static let update =
    "Min_connection_interval:2 Max_connection_interval:2 Connection_latency:2 "
    + "Supervision_timeout:2 Min_connection_length:2 Max_connection_length:2"
  private static let peer = "Address_type:1 Address:a"

  private static let commands = table([
    0x0401: "Access_code:3 Length:1 Num_responses:1",
    0x0405: "Address:a Packet_type:2 Page_scan_repetition_mode:1 Page_scan_mode:1 "
      + "Clock_offset:2 Role_switch:1",
    0x0406: "Handle:2 Reason:1", 0x0408: "Address:a", 0x0409: "Address:a Role:1",
    0x040B: "Address:a Link_key:x16", 0x040C: "Address:a", 0x040F: "Handle:2 Packet_type:2",
    0x0411: "Handle:2", 0x0413: "Handle:2 Encryption:1", 0x0415: "Handle:2",
    0x0419: "Address:a Page_scan_repetition_mode:1 Page_scan_mode:1 Clock_offset:2",
    0x041A: "Address:a", 0x041B: "Handle:2", 0x041C: "Handle:2 Page:1", 0x041D: "Handle:2",
    0x041F: "Handle:2",
    0x0428: "Handle:2 Transmit_bandwidth:4 Receive_bandwidth:4 Max_latency:2 Setting:2 "
      + "Retransmission_effort:1 Packet_type:2",
    0x0801: "Handle:2 Hold_max_interval:2 Hold_min_interval:2",
    0x0803: "Handle:2 Sniff_max_interval:2 Sniff_min_interval:2 Sniff_attempt:2 Sniff_timeout:2",
    0x0804: "Handle:2", 0x0807: "Handle:2", 0x080B: "Address:a Role:1", 0x1405: "Handle:2",
    0x0C01: "Mask:8", 0x0C63: "Mask:8", 0x2001: "Mask:8",
    0x0C1A: "Scan_enable:1", 0x0C31: "Flow_control:1",
    0x0C33: "ACL_MTU:2 SCO_MTU:1 ^ACL_max_packet:2 ^SCO_max_packet:2",
    0x0C35: "Num_handles:1 * Handle:2 Count:2", 0x0C7B: "Handle:2", 0x0C7C: "Handle:2 Timeout:2",
    0x2005: "Address:a",
    0x2006: "Min_advertising_interval:2 Max_advertising_interval:2 Type:1 Own_address_type:1 "
      + "Direct_address_type:1 Direct_address:a Channel_map:1 Filter_policy:1",
    0x2008: "Length:d", 0x2009: "Length:d", 0x200A: "Advertising:1",
    0x200B: "Type:1 Interval:2 Window:2 Own_address_type:1 Filter_policy:1",
    0x200C: "Scanning:1 Filter_duplicates:1",
    0x200D: "Scan_interval:2 Scan_window:2 Filter_policy:1 Peer_address_type:1 Peer_address:a "
      + "Own_address_type:1 " + update,
    0x2011: peer, 0x2012: peer, 0x2013: "Handle:2 " + update, 0x2015: "Handle:2",
    0x2016: "Handle:2",
    0x2019: "Handle:2 Random_number:8 Encrypted_diversifier:2 Long_term_key:x16",
    0x201A: "Handle:2 Long_term_key:x16", 0x201B: "Handle:2", 0x2020: "Handle:2 " + update,
    0x2021: "Handle:2 Reason:1", 0x2022: "Handle:2 TX_octets:2 TX_time:2",
    0x2024: "TX_octets:2 TX_time:2",
    0x2027: peer + " Peer_identity_resolving_key:x16 Local_identity_resolving_key:x16",
    0x2028: peer, 0x202D: "Address_resolution:1", 0x202E: "Timeout:2", 0x2030: "Handle:2",
    0x2031: "All_PHYs_preference:1 TX_PHYs_preference:1 RX_PHYs_preference:1",
    0x2032: "Handle:2 All_PHYs_preference:1 TX_PHYs_preference:1 RX_PHYs_preference:1 "
      + "PHY_options_preference:2",
    0x2035: "Advertising_handle:1 Advertising_random_address:a",
    0x2036: "Handle:1 Properties:2 Min_advertising_interval:3 Max_advertising_interval:3 "
      + "Channel_map:1 Own_address_type:1 Peer_address_type:1 Peer_address:a Filter_policy:1 "
      + "TX_power:1 Primary_PHY:p Secondary_max_skip:1 Secondary_PHY:p SID:1 "
      + "Scan_request_notifications:1",
    0x2037: "Handle:1 Operation:1 Fragment_preference:1 Data_length:d",
    0x2038: "Handle:1 Operation:1 Fragment_preference:1 Data_length:d",
    0x2039: "Extended_advertising:1 Number_of_sets:1 * Handle:1 Duration:2 Max_ext_adv_events:1",
    0x203C: "Handle:1",
    0x2041: "Own_address_type:1 Filter_policy:1 PHYs:1 * Type:1 Interval:2 Window:2",
    0x2042: "Extended_scan:1 Filter_duplicates:1 Duration:2 Period:2",
    0x2043: "Filter_policy:1 Own_address_type:1 Peer_address_type:1 Peer_address:a "
      + "Initiating_PHYs:1 * Scan_interval:2 Scan_window:2 " + update,
    0x2064: "Number_of_CIS:1 * CIS_Handle:2 ACL_Handle:2", 0x2068: "Handle:1",
    0x206B: "BIG_Handle:1", 0x206C: "BIG_Handle:1", 0x206D: "Connection_Handle:2",
    0x204E: "Peer_Identity_address_type:1 Peer_Identity_address:a Privacy_Mode:1",
  ])

  private static let events = table([
    0x01: "Status:1",
    0x03: "Status:1 Handle:2 Address:a Link_type:1 Encryption:1",
    0x04: "Address:a Class:3 Link_type:1",
    0x05: "Status:1 Handle:2 Reason:1", 0x06: "Status:1 Handle:2",
    0x07: "Status:1 Address:a", 0x08: "Status:1 Handle:2 Encryption:1", 0x09: "Status:1 Handle:2",
    0x0B: "Status:1 Handle:2 Features:l8",
    0x0C: "Status:1 Handle:2 LMP_version:1 ^Manufacturer:2 ^-_Subversion:2",
    0x0D: "Status:1 Handle:2", 0x10: "Code:1",
    0x12: "Status:1 Address:a Role:1", 0x13: "Num_handles:1 * Handle:2 Count:2",
    0x14: "Status:1 Handle:2 Mode:1 Interval:2", 0x17: "Address:a",
    0x18: "Address:a Link_key:x16 Key_type:1", 0x1A: "Link_type:1", 0x1B: "Handle:2 Max_slots:1",
    0x1C: "Status:1 Handle:2 Clock_offset:2", 0x1D: "Status:1 Handle:2 Packet_type:2",
    0x21: "Status:1 Handle:2", 0x23: "Status:1 Handle:2",
    0x2C: "Status:1 Handle:2 Address:a Link_type:1 Transmission_interval:1 "
      + "Retransmission_window:1 RX_packet_length:2 TX_packet_length:2 Air_mode:1",
    0x30: "Status:1 Handle:2", 0x31: "Address:a",
    0x32: "Address:a IO_capability:1 OOB_data:1 Authentication:1", 0x33: "Address:a Passkey:4",
    0x36: "Status:1 Address:a", 0x38: "Handle:2 Timeout:2", 0x3D: "Address:a Features:l8",
    0x57: "Handle:2",
  ])

  private static let connection =
    "Connection_interval:2 Connection_latency:2 Supervision_timeout:2"
  private static let clock = " Central_clock_accuracy|Master_clock_accuracy:1"

  private static let subevents = table([
    0x01: "Status:1 Handle:2 Role:1 Peer_address_type:1 Peer_address:a " + connection + clock,
    0x02: "Num_reports:1 * Event_type:1 " + peer + " Data_length:d RSSI:1",
    0x03: "Status:1 Handle:2 " + connection, 0x04: "Status:1 Handle:2 Features:l8",
    0x05: "Handle:2 Random_number:8 Encrypted_diversifier:2",
    0x06: "Handle:2 Min_connection_interval:2 Max_connection_interval:2 Connection_latency:2 "
      + "Supervision_timeout:2",
    0x07: "Handle:2 Max_TX_octets:2 Max_TX_time:2 Max_RX_octets:2 Max_RX_time:2",
    0x09: "Status:1 Diffie-Hellman_key:x32",
    0x0A: "Status:1 Handle:2 Role:1 Peer_address_type:1 Peer_address:a "
      + "Local_resolvable_private_address:a Peer_resolvable_private_address:a " + connection
      + clock,
    0x0B: "Num_reports:1 * Event_type:1 " + peer
      + " Direct_address_type:1 Direct_address:a RSSI:1",
    0x0C: "Status:1 Handle:2 TX_PHY:p RX_PHY:p",
    0x0D: "Num_reports:1 * Event_type:2 " + peer + " Primary_PHY:p Secondary_PHY:p SID:1 "
      + "TX_power:1 RSSI:1 Periodic_advertising_interval|Periodic_advertising_invteral:2 "
      + "Direct_address_type:1 Direct_address:a Data_length:d",
    0x0E: "Status:1 Sync_handle:2",
    0x12: "Status:1 Handle:1 Connection_handle:2 "
      + "Number_of_completed_extended_advertising_events:1",
    0x13: "Handle:1 Scanner_address_type:1 Scanner_address:a", 0x14: "Handle:2 Algorithm:1",
    0x19: "Status:1 Connection_Handle:2", 0x1B: "Status:1 Handle:1",
    0x1D: "Status:1 BIG_Handle:1", 0x1F: "Status:1 Connection_Handle:2 SCA:1",
    0x1A: "ACL_Handle:2 CIS_Handle:2 CIG_ID:1 CIS_ID:1",
  ])

  private static let returns = table([
    0x0C7B: "Handle:2 Timeout:2", 0x0C7C: "Handle:2",
    0x1001: "HCI_version:1 ^-_Revision:2 LMP_version:1 ^Manufacturer:2 ^-_Subversion:2",
    0x1003: "Features:l8",
    0x1005: "ACL_MTU:2 SCO_MTU:1 ^ACL_max_packet:2 ^SCO_max_packet:2", 0x1009: "Address:a",
    0x1405: "Handle:2 RSSI:1", 0x2002: "Data_packet_length:2 Num_data_packets:1",
    0x2003: "Features:l8", 0x2007: "TX_power:1", 0x200F: "Size:1",
    0x2015: "Handle:2 Channel_map:x5", 0x2017: "Encrypted_data:x16", 0x2018: "Random_number:8",
    0x201A: "Handle:2", 0x201B: "Handle:2",
    0x2020: "Handle:2", 0x2021: "Handle:2", 0x2022: "Handle:2", 0x2023: "TX_octets:2 TX_time:2",
    0x202A: "Size:1", 0x202F: "Max_TX_octets:2 Max_TX_time:2 Max_RX_octets:2 Max_RX_time:2",
    0x2030: "Handle:2 TX_PHY:p RX_PHY:p", 0x2036: "TX_power_(selected):1",
    0x203A: "Max_length:2", 0x203B: "Num_supported_adv_sets:1",
    0x2060: "ACL_MTU:2 ACL_max_packet:1 ISO_MTU:2 ISO_max_packet:1",
  ])

  private static let attribute = table([
    0x01: ":1 Handle:2 Error:1", 0x02: "Client_RX_MTU:2", 0x03: "Server_RX_MTU:2",
    0x04: "Handle_range:r", 0x05: "Format:1 * Handle:2 UUID:u",
    0x06: "Handle_range:r Attribute_type:2 UUID|Value:v", 0x07: "* Handle_range:r",
    0x08: "Handle_range:r Attribute_type:u", 0x09: "Attribute_data_length:1 * Handle:2 Value:e",
    0x0A: "Handle:2", 0x0B: "Value:x", 0x0C: "Handle:2 Offset:2", 0x0D: "Value:x",
    0x0E: "* Handle:2", 0x0F: "Value:x", 0x10: "Handle_range:r Attribute_group_type:u",
    0x11: "Attribute_data_length:1 * Handle_range:r UUID:u", 0x12: "Handle:2 Data:x",
    0x16: "Handle:2 Offset:2 Data:x", 0x17: "Handle:2 Offset:2 Data:x", 0x18: "Flags:1",
    0x1B: "Handle:2 Data:x", 0x1D: "Handle:2 Data:x", 0x52: "Handle:2 Data:x",
  ])

  private static let pairing =
    "IO_capability:1 OOB_data:1 Authentication_requirement:1 Max_encryption_key_size:1 "
    + "Initiator_key_distribution:1 Responder_key_distribution:1"

  private static let security = table([
    0x01: pairing, 0x02: pairing, 0x03: "Confirm_value|Confim_value:x16",
    0x04: "Random_value:x16", 0x05: "Reason:1", 0x06: "Long_term_key:x16", 0x07: "EDIV:2 Rand:8",
    0x08: "Identity_resolving_key:x16", 0x0A: "Signature_key:x16",
    0x0B: "Authentication_requirement:1", 0x0C: "X:x32 Y:x32",
    0x0D: "E:x16", 0x0E: "Type:1",
  ])

  private static let signals = table([
    0x06: "Destination_CID:2 Source_CID:2", 0x07: "Destination_CID:2 Source_CID:2",
    0x12: "Min_interval:2 Max_interval:2 Peripheral_latency|Slave_latency:2 "
      + "Timeout_multiplier:2",
    0x13: "Result:2", 0x14: "PSM:2 Source_CID:2 MTU:2 MPS:2 Credits:2",
    0x15: "Destination_CID:2 MTU:2 MPS:2 Credits:2 Result:2", 0x16: "Source_CID:2 Credits:2",
  ])
}
