/// How the HCI packets of a capture are framed, whatever the container.
package enum LinkType: String, Hashable, Sendable, CaseIterable {
  /// No packet indicator; the container's flags give kind and direction.
  case hciH1 = "hci-h1"
  /// The H4 packet indicator comes first.
  case hciH4 = "hci-h4"
  /// A 32-bit big-endian word whose bit 0 is the direction comes before the H4 indicator.
  case hciH4WithDirection = "hci-h4-phdr"
  /// Records of the Linux kernel's monitor channel: several controllers, and notes.
  case linuxMonitor = "linux-monitor"
  /// Packets of the LE link layer, from the access address to the CRC.
  case leLL = "le-ll"
  /// The same behind a header of the RF channel, the signal and flags.
  case leLLWithHeader = "le-ll-phdr"
  /// The same behind the header of Nordic's sniffer.
  case nordicBLE = "nordic-ble"
  /// PPI, with the first of them in it.
  case ppiLELL = "ppi-le-ll"

  /// Whether a sniffer captured it over the air.
  package var isAir: Bool {
    switch self {
    case .leLL, .leLLWithHeader, .nordicBLE, .ppiLELL: true
    case .hciH1, .hciH4, .hciH4WithDirection, .linuxMonitor: false
    }
  }

  /// The link type of a packet that a sniffer received; nil for any other record.
  package init?(ofSniffed record: CapturedRecord) {
    guard record.kind == .air else { return nil }
    self.init(pcap: record.pcapLinkType)
  }

  /// The number in pcap and pcapng that a file gets in which packets are framed in this way.
  var written: UInt16 {
    switch self {
    case .hciH1, .hciH4, .hciH4WithDirection: 201
    case .linuxMonitor: 254
    case .leLL: 251
    case .leLLWithHeader: 256
    case .nordicBLE: 272
    case .ppiLELL: 192
    }
  }

  /// The link types of pcap and pcapng, as numbered by tcpdump.org.
  package init?(pcap number: Int) {
    switch number {
    case 187: self = .hciH4
    case 201: self = .hciH4WithDirection
    case 254: self = .linuxMonitor
    case 192: self = .ppiLELL
    case 251: self = .leLL
    case 256: self = .leLLWithHeader
    case 272: self = .nordicBLE
    default: return nil
    }
  }
}

/// A link type that is not read: its name and number, and what to do instead where that is known.
func linkTypeDescription(_ format: CaptureFormat, _ number: Int) -> String {
  if format == .btsnoop {
    guard let name = btsnoopDatalinkName(number) else {
      return
        "an unknown datalink (\(number)); bletrace reads H1 (1001), H4 (1002) and Linux monitor "
        + "(2001)"
    }
    return "\(name) (\(number)); bletrace reads H1 (1001), H4 (1002) and Linux monitor (2001)"
  }
  guard let name = pcapLinkTypeName(number) else {
    return "an unknown link type (\(number)); bletrace reads Bluetooth HCI H4 (187), H4 with "
      + "direction (201), Linux monitor (254), and sniffed LE packets (192, 251, 256, 272)"
  }
  let hint =
    switch number {
    case 255, 161:
      ": bletrace reads sniffed packets of Bluetooth LE only"
    case 189, 220, 249, 266:
      ": bletrace does not read HCI from USB captures; capture Bluetooth itself"
    default: ", not Bluetooth HCI"
    }
  return "\(name) (\(number))\(hint)"
}

private func btsnoopDatalinkName(_ number: Int) -> String? {
  switch number {
  case 0: "an invalid datalink"
  case 1003: "HCI over BCSP"
  case 1004: "HCI over three-wire UART (H5)"
  case 2002: "Linux simulator"
  default: nil
  }
}

private func pcapLinkTypeName(_ number: Int) -> String? {
  switch number {
  case 0: "BSD loopback"
  case 1: "Ethernet"
  case 101, 12, 228, 229: "raw IP"
  case 105: "802.11"
  case 113, 276: "Linux cooked capture"
  case 119: "802.11 with Prism header"
  case 127: "802.11 with radiotap header"
  case 147...162: "user link type \(number - 147)"
  case 189: "USB with Linux header"
  case 195, 215, 230, 283: "IEEE 802.15.4"
  case 220: "USB with padded Linux header"
  case 227: "SocketCAN"
  case 249: "USBPcap"
  case 253: "Linux netlink"
  case 255: "Bluetooth BR/EDR baseband"
  case 266: "USB on Darwin"
  default: nil
  }
}
