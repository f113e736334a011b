import Bytes

/// How programs for small boards, and others, print HCI packets as text. Each form was seen in the
/// place that is named.
enum TextLogDialect: Hashable {
  /// `e6 C:35 0c 05 01 01 00 01 00`: a count, the kind, and the packet, before which there may be
  /// the time in eight octets, in microseconds; advertising reports have no kind, and no 3e.
  /// Espressif, esp-idf, tools/bt: README.md and bt_hci_to_btsnoop.py.
  case espIDF
  /// `[00:00:01.562] CMD => 03 0C 00`. bluekitchen/btstack, issue 59.
  case btstack
  /// `HCI COMMAND TX -> 01030C00`. arduino-libraries/ArduinoBLE, issue 206.
  case arduinoBLE
  /// `ble_hs_hci_acl_tx(): 0x00 0x00 ...`; commands and ACL data alone, as it prints no events.
  /// h2zero/NimBLE-Arduino, issue 250.
  case nimBLE
  /// `> 04 0E 04 01 03 0C 00`, with a time before it and further lines after it: `hcidump -R`.
  /// real-world-systems.com/docs/hcidump.1.html.
  case hcidump
  /// `0000  04 0e 04 01 03 0c 00`: `tshark -x`, and what text2pcap reads.
  case hexDump
  /// What btmon prints of packets; see `BtmonParser`. bluez/bluez, issues 634, 638, 876, 1125,
  /// 1138 and others.
  case btmon

  /// Whether a single packet shows that it is this one.
  var isMarked: Bool { self != .hcidump && self != .hexDump }

  /// A word that stands before a packet.
  struct Tag {
    let dialect: TextLogDialect
    let text: [UInt8]
    /// `unrecognized` where a packet indicator comes first.
    let kind: RecordKind
    let direction: RecordDirection

    init(
      _ dialect: TextLogDialect, _ text: String, _ kind: RecordKind, _ direction: RecordDirection
    ) {
      (self.dialect, self.text, self.kind, self.direction) = (
        dialect, Array(text.utf8), kind, direction
      )
    }
  }

  static let tags = [
    Tag(.btstack, "CMD => ", .command, .tx), Tag(.btstack, "EVT <= ", .event, .rx),
    Tag(.btstack, "ACL => ", .acl, .tx), Tag(.btstack, "ACL <= ", .acl, .rx),
    Tag(.btstack, "SCO => ", .sco, .tx), Tag(.btstack, "SCO <= ", .sco, .rx),
    Tag(.btstack, "ISO => ", .iso, .tx), Tag(.btstack, "ISO <= ", .iso, .rx),
    Tag(.arduinoBLE, "HCI COMMAND TX -> ", .unrecognized, .tx),
    Tag(.arduinoBLE, "HCI ACLDATA TX -> ", .unrecognized, .tx),
    Tag(.arduinoBLE, "HCI ACLDATA RX <- ", .unrecognized, .rx),
    Tag(.arduinoBLE, "HCI EVENT RX <- ", .unrecognized, .rx),
    Tag(.nimBLE, "ble_hs_hci_acl_tx(): ", .acl, .tx),
  ]

  /// Those of ESP-IDF, which have a count before them.
  static let countedTags = [
    Tag(.espIDF, "C:", .command, .tx), Tag(.espIDF, "E:", .event, .rx),
    Tag(.espIDF, "H:", .acl, .tx), Tag(.espIDF, "D:", .acl, .rx),
    // As of a version between.
    Tag(.espIDF, "CMD:", .command, .tx), Tag(.espIDF, "EVT:", .event, .rx),
    Tag(.espIDF, "HAL:", .acl, .tx), Tag(.espIDF, "CAL:", .acl, .rx),
  ]
}

/// A packet that stood in a text.
struct TextLogPacket {
  var dialect: TextLogDialect
  var kind: RecordKind
  var direction: RecordDirection
  /// Without packet indicator.
  var octets: [UInt8]
  /// How long it was by its own length.
  var originalCount: Int
  var stamp: TextLogStamp?
  var controller: UInt16 = 0

  init(_ header: BtmonHeader, _ octets: [UInt8]) {
    (dialect, kind, direction, self.octets) = (.btmon, header.kind, header.direction, octets)
    originalCount = header.headerLength + header.length
    (stamp, controller) = (header.stamp, header.controller)
  }

  /// Fails where the octets are no packet of that kind; where they are fewer than it had, the
  /// logger kept no more.
  init?(
    _ dialect: TextLogDialect, _ kind: RecordKind, _ direction: RecordDirection,
    _ octets: [UInt8], _ stamp: TextLogStamp?
  ) {
    var (kind, octets) = (kind, octets)
    if kind == .unrecognized {
      guard let indicator = octets.first else { return nil }
      kind = h4Kind(indicator)
      octets.removeFirst()
    }
    guard let length = packetLength(kind, octets.span), length >= octets.count else { return nil }
    (self.dialect, self.kind, self.octets, originalCount) = (dialect, kind, octets, length)
    self.direction = kind == .command ? .tx : kind == .event ? .rx : direction
    self.stamp = stamp
  }

  var isWhole: Bool { originalCount == octets.count }

  /// Whether it begins as packets of that kind do.
  ///
  /// - Precondition: it is whole.
  var isLikely: Bool {
    let packet = octets.span
    switch kind {
    case .command:
      let opcode = packet.u16le(0)
      return opcode & 0x03FF != 0 && ((1...8).contains(opcode >> 10) || opcode >> 10 == 0x3F)
    case .event:
      return packet[0] == 0x3E
        ? packet.count > 2 && (1...0x3F).contains(packet[2])
        : (1...0x5F).contains(packet[0]) || packet[0] == 0xFF
    case .acl:
      let flags = packet.u16le(0) >> 12
      guard packet.u16le(0) & 0x0FFF <= 0x0EFF, flags & 0b1100 != 0b1100 else { return false }
      // The first piece is no longer than what it is a piece of.
      return flags & 1 == 1 || octets.count < 8 || Int(packet.u16le(4)) >= octets.count - 8
    default: return packet.u16le(0) & 0x0FFF <= 0x0EFF
    }
  }
}
