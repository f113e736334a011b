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
  /// Transfers of USB, HCI among them, behind the header of Linux's usbmon: 48 octets.
  case usbLinux = "usb-linux"
  /// The same with a header of 64 octets.
  case usbLinuxMapped = "usb-linux-mmapped"
  /// The same behind the header of USBPcap, on Windows.
  case usbPcap = "usbpcap"
  /// The same behind the header of macOS.
  case usbDarwin = "usb-darwin"

  /// Whether a sniffer captured it over the air.
  package var isAir: Bool {
    switch self {
    case .leLL, .leLLWithHeader, .nordicBLE, .ppiLELL: true
    default: false
    }
  }

  /// Whether a record is a transfer of USB, of any device.
  package var isUSB: Bool {
    switch self {
    case .usbLinux, .usbLinuxMapped, .usbPcap, .usbDarwin: true
    default: false
    }
  }

  /// Its number in pcap and pcapng, as assigned by tcpdump.org; nil where it has none.
  @inline(__always)
  package var pcapNumber: Int? {
    switch self {
    case .hciH1: nil
    case .hciH4: 187
    case .hciH4WithDirection: 201
    case .linuxMonitor: 254
    case .leLL: 251
    case .leLLWithHeader: 256
    case .nordicBLE: 272
    case .ppiLELL: 192
    case .usbLinux: 189
    case .usbLinuxMapped: 220
    case .usbPcap: 249
    case .usbDarwin: 266
    }
  }

  /// Its number in btsnoop, which calls it a datalink; nil where it has none.
  package var datalink: Int? {
    switch self {
    case .hciH1: 1001
    case .hciH4: 1002
    case .linuxMonitor: 2001
    default: nil
    }
  }

  package init?(pcap number: Int) {
    guard let link = Self.all.first(where: { $0.pcapNumber == number }) else { return nil }
    self = link
  }

  init?(datalink number: Int) {
    guard let link = Self.all.first(where: { $0.datalink == number }) else { return nil }
    self = link
  }

  /// Made once.
  private static let all = allCases

  /// The number that a pcap or pcapng file gets in which packets are framed in this way: of HCI
  /// packets, that of the link type that also says their direction.
  package var written: Int {
    switch self {
    case .hciH1, .hciH4, .usbLinux, .usbLinuxMapped, .usbPcap, .usbDarwin:
      Self.hciH4WithDirection.written
    default: pcapNumber ?? 0
    }
  }

  /// As messages call it.
  fileprivate var text: String {
    switch self {
    case .hciH1: "H1"
    case .hciH4: "H4"
    case .hciH4WithDirection: "H4 with direction"
    case .linuxMonitor: "Linux monitor"
    case .leLL, .leLLWithHeader, .nordicBLE, .ppiLELL: "sniffed LE packets"
    case .usbLinux, .usbLinuxMapped, .usbPcap, .usbDarwin: "HCI over USB"
    }
  }
}

/// Of what a sniffer received, `CapturedRecord.detail` is the link type: its number in pcap, less
/// 128. The same of a transfer of USB, until HCI is taken out of it.
extension LinkType {
  /// - Precondition: it is a sniffer's, or USB.
  @inline(__always)
  package var detail: UInt8 {
    guard let pcapNumber else { preconditionFailure("no link type of a sniffer") }
    return UInt8(pcapNumber - 128)
  }

  package init?(ofSniffed detail: UInt8) {
    self.init(pcap: Int(detail) + 128)
  }

  /// The link type of a packet that a sniffer received; nil for any other record.
  package init?(ofSniffed record: CapturedRecord) {
    guard record.kind == .air else { return nil }
    self.init(ofSniffed: record.detail)
  }
}

/// A link type that is not read: its name and number, and what to do instead where that is known.
func linkTypeDescription(_ format: CaptureFormat, _ number: Int) -> String {
  if format == .btsnoop { return datalinkDescription(number) }
  guard let name = pcapLinkTypeName(number) else {
    let hosts = LinkType.allCases.filter { !$0.isAir && !$0.isUSB }.compactMap { link in
      link.pcapNumber.map { "\(link.text) (\($0))" }
    }
    return "an unknown link type (\(number)); bletrace reads Bluetooth HCI "
      + hosts.joined(separator: ", ") + ", \(texts(\.isUSB)), and \(texts(\.isAir))"
  }
  let hint =
    switch number {
    case 255:
      ", what a sniffer heard of Bluetooth Classic: bletrace reads sniffed packets of Bluetooth LE "
        + "only; of Classic, capture HCI on one of the two devices"
    case 157: privateUse + "(nordic_ble: older sniffers of Nordic's wrote this number)"
    case 147...162: privateUse + "(bluetooth-le-ll-rf, bluetooth-le-ll or nordic_ble)"
    case 186:
      ": bletrace reads HCI over USB as Linux, USBPcap and macOS capture it"
    default: ", not Bluetooth HCI"
    }
  return "\(name) (\(number))\(hint)"
}

/// What the numbers for private use mean is known to their writers alone.
private let privateUse =
  ", which means what its writer wanted; if that is sniffed Bluetooth LE, give the file the number "
  + "of its kind: 'editcap -T KIND FILE OUT' "

/// A capture of PPI without packets that are read.
func ppiDescription(_ number: Int) -> String {
  let name =
    pcapLinkTypeName(number) ?? LinkType(pcap: number)?.text ?? "a link type that is not known"
  return "PPI (192) with \(name) (\(number)) in it; bletrace reads Bluetooth LE (251) in PPI only"
}

/// Of BCSP and the three-wire UART only the numbers were published: Symbian's logger, from which
/// the format comes, writes whatever its driver hands over.
private func datalinkDescription(_ number: Int) -> String {
  let wire =
    ", of whose records no layout was published; record above the serial line, as with "
    + "'btmon -w', or let the tool write H4 (1002)"
  switch number {
  case 1003: return "HCI over BCSP (1003)" + wire
  case 1004: return "HCI over three-wire UART (H5) (1004)" + wire
  default:
    let hosts = LinkType.allCases.compactMap { link in
      link.datalink.map { "\(link.text) (\($0))" }
    }
    let known = hosts + ["packets of BlueZ's simulator (\(BtsnoopSimulator.datalink))"]
    return (number == 0 ? "an invalid datalink" : "an unknown datalink") + " (\(number)); bletrace "
      + "reads " + known.dropLast().joined(separator: ", ") + " and " + (known.last ?? "")
  }
}

/// Link types that are called the same, with all their numbers.
private func texts(_ isMeant: (LinkType) -> Bool) -> String {
  let links = LinkType.allCases.filter(isMeant)
  let numbers = links.compactMap(\.pcapNumber).sorted().map(String.init)
  return "\(links[0].text) (\(numbers.joined(separator: ", ")))"
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
  case 186: "USB of FreeBSD"
  case 195, 215, 230, 283: "IEEE 802.15.4"
  case 227: "SocketCAN"
  case 253: "Linux netlink"
  case 255: "Bluetooth BR/EDR baseband"
  default: nil
  }
}
