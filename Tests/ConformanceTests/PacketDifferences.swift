/// Values of one frame and field on which the two programs differ.
struct PacketDifference: CustomStringConvertible {
  var file: String
  var frame: Int
  /// What bletrace calls the packet.
  var title: String
  /// Whether its PDU came in several packets.
  var isReassembled: Bool
  /// Whether its CRC is wrong, and it is shorter than its fields.
  var isDamaged: Bool
  var field: String
  var tshark: [String]
  var bletrace: [String]

  var description: String {
    "\(file) frame \(frame), \(title): \(field): tshark \(tshark), bletrace \(bletrace)"
  }

  /// What is known of differences. A difference that is none of these fails the test.
  enum Reason: String {
    /// tshark shows the basic header of a fragmented PDU with its last fragment. bletrace shows it
    /// where it stands, in the first. Core Vol 3, Part A, 7.2.1.
    case headerOfFragments
    /// tshark takes a controller vendor's log on handle 0xEDC, or a continuing fragment whose start
    /// is not in the capture, for a PDU with a header. Core Vol 4, Part E, 5.4.2.
    case noStart
    /// The record of the Linux monitor begins with the type and goes on with the bus; tshark reads
    /// them the other way round. Linux, include/net/bluetooth/hci_mon.h, hci_mon_new_index.
    case busBehindType
    /// tshark 4.0 does not know Android's quality report. Android Open Source Project, HCI
    /// requirements, "Bluetooth quality report".
    case qualityReport
    /// tshark takes Manufacturer Specific data of one octet for the end of the packet. Core Vol 4,
    /// Part E, 7.7.65.2, and Vol 3, Part C, 11: both lengths are right.
    case shortManufacturerData
    /// tshark shows the parts of a value whose type it knows, in place of its octets.
    case knownType
    /// tshark adds the UUID of the service that a handle belongs to, which is not in the packet.
    case uuidOfService
    /// The capture cut the last entry of the list; bletrace says so and shows its octets, tshark
    /// shows the part that is there.
    case cutEntry
    /// tshark drops a packet of a sniffed connection as a repetition, or shows the octets of the
    /// one before, because its SN is that of the last packet heard, be it with a wrong CRC. The
    /// octets differ, or the receiver has acknowledged another packet between: it is a new one.
    /// Core Vol 6, Part B, 4.5.9.
    case newTakenForRepeat
    /// tshark reads fields of a packet whose CRC is wrong beyond the length that it states.
    case beyondDamagedLength
    /// tshark 4.0 does not know ADV_DECISION_IND, which came with Core 6.0. Vol 6, Part B, 2.3.1.
    case newerType
    /// The instant of an update of no PHY means nothing, and tshark leaves it out. Core Vol 6,
    /// Part B, 2.4.2.22.
    case reservedInstant
    /// bletrace finds the key in the legacy pairing, whose temporary key is 0, and decrypts; tshark
    /// needs it.
    case decrypted
  }

  /// Frames that are encrypted.
  private static let encrypted: [String: ClosedRange<Int>] = ["whad_ble_pairing.pcap": 1287...1589]

  /// Frames at which tshark's idea of repetitions is wrong. Each was read with those before it.
  private static let falseRepeats: [String: Set<Int>] = [
    "sensors_config1_1.pcap": [7305],
    "sensors_config2_2.pcap": [8339, 10624, 11027, 16974, 18979],
    "sensors_config3_5.pcap": [9681],
    "sensors_config4_1.pcap": [4212],
    "sensors_config5_2.pcap": [
      404, 1601, 2727, 2900, 3209, 3410, 3621, 3723, 3751, 4187, 4450, 4617, 6089, 6413, 7005, 7216,
      7338, 8535, 8626, 9708, 10531, 12406, 12550,
    ],
  ]

  var reason: Reason? {
    if Self.encrypted[file]?.contains(frame) == true { return .decrypted }
    switch field {
    case "btl2cap.length", "btl2cap.cid":
      if title == "HCI ACL Data" { return tshark.isEmpty ? .headerOfFragments : .noStart }
      return isReassembled && bletrace.isEmpty ? .headerOfFragments : nil
    case "hci_mon.bus": return .busBehindType
    case "btatt.uuid128" where title == "Find Information Response" && bletrace.isEmpty:
      return .uuidOfService
    case "btatt.handle"
    where file.hasPrefix("fault-capture-truncated") && title == "Find Information Response":
      return .cutEntry
    case "btatt.opcode", "btatt.handle", "btatt.value":
      if isReassembled, Self.falseRepeats[file]?.contains(frame) == true {
        return .newTakenForRepeat
      }
      return field == "btatt.value" && tshark.isEmpty ? .knownType : nil
    case "btle.control.instant" where title == "LL_PHY_UPDATE_IND" && tshark.isEmpty:
      return .reservedInstant
    case "btle.advertising_address", "btle.scanning_address", "btle.target_address":
      if title == "ADV_DECISION_IND", tshark.isEmpty { return .newerType }
      return isDamaged && bletrace.isEmpty ? .beyondDamagedLength : nil
    default: break
    }
    if title == "Android Bluetooth Quality Report", tshark.isEmpty { return .qualityReport }
    if file == "btsnoop-h4/decoder_sample.btsnoop", [21, 34, 36].contains(frame),
      bletrace.starts(with: tshark)
    {
      return .shortManufacturerData
    }
    return nil
  }
}
