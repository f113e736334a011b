import Bytes

/// The containers that are read.
package enum CaptureFormat: String, Hashable, Sendable, CaseIterable {
  case btsnoop, pcap, pcapng, packetlogger, hcidump, zephyr, espressif, btsnooz, text, btmon

  package var name: String { rawValue }

  /// As the help describes it; nil where another one's text has it.
  package var helpText: String? {
    switch self {
    case .btsnoop: "btsnoop (Android's HCI log, btmon -w)"
    case .pcap: "pcap and pcapng (HCI, also over USB; sniffed LE)"
    case .pcapng: nil
    case .packetlogger: "Apple's PacketLogger"
    case .hcidump: "hcidump's format"
    case .zephyr: "Zephyr's monitor over a serial line"
    case .espressif: "ESP-IDF's BLE log, as ble_log_console saves it"
    case .btsnooz: "btsnooz, the log that Android keeps in memory while its log to a file is off"
    case .text:
      "text in which ESP-IDF, BTstack, ArduinoBLE, NimBLE, hcidump -R or tshark -x prints packets"
    case .btmon: "what btmon prints, as far as it states the octets of packets"
    }
  }

  /// As the help calls it among those that are read while they are made; nil where it is not one.
  package var streamText: String? {
    switch self {
    case .btsnoop, .pcap, .pcapng: name
    case .packetlogger: "PacketLogger"
    case .hcidump: "hcidump's own format"
    case .zephyr: "Zephyr's monitor"
    case .espressif: "ESP-IDF's BLE log"
    case .btsnooz: nil
    case .text: "a log as text"
    case .btmon: "what btmon prints"
    }
  }
}

// MARK: - Detection

extension CaptureFormat {
  /// The format whose magic number the first octets are.
  init?(magicOf bytes: Span<UInt8>, _ available: Int) {
    guard available >= 4 else { return nil }
    let magic = bytes.u32be(0)
    if startsWith(bytes, available, BtsnoopFormat.magic) {
      self = .btsnoop
    } else if PcapLayout.variant(magic: magic) != nil {
      self = .pcap
    } else if magic == PcapngBlock.section.rawValue,
      available < 12 || [0x1A2B_3C4D, 0x4D3C_2B1A].contains(bytes.u32be(8))
    {
      self = .pcapng
    } else {
      return nil
    }
  }

  /// Octets that must be there before the records can be read.
  var leastLength: Int {
    // The first block of pcapng is walked like the others.
    self == .pcapng ? 16 : headerLength
  }

  /// Octets before the first record.
  var headerLength: Int {
    switch self {
    case .btsnoop: BtsnoopFormat.fileHeader
    case .pcap: PcapLayout.fileHeader
    case .pcapng, .packetlogger, .btsnooz, .hcidump, .zephyr, .espressif, .text, .btmon: 0
    }
  }

  /// - Precondition: the format has a magic number, and `bytes` hold a whole header.
  func walker(_ bytes: Span<UInt8>) throws(CaptureFileError) -> any RecordWalker {
    switch self {
    case .btsnoop: return BtsnoozGuard(try BtsnoopFormat.walker(header: bytes))
    case .pcap: return try PcapLayout(header: bytes)
    case .pcapng: return try PcapngWalker(header: bytes)
    case .packetlogger, .btsnooz, .hcidump, .zephyr, .espressif, .text, .btmon:
      preconditionFailure("\(name) has no magic number")
    }
  }
}

/// Whether the first octets are `magic`; a file that ends inside it counts if it agrees so far.
private func startsWith(_ bytes: Span<UInt8>, _ available: Int, _ magic: [UInt8]) -> Bool {
  for index in 0..<min(magic.count, available) where bytes[index] != magic[index] {
    return false
  }
  return true
}
