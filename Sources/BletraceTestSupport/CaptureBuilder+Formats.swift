import CaptureFiles

/// A story as a file: in one container, framing and octet order.
package struct StoryFile: Sendable {
  package let format: CaptureFormat
  /// Such as `btsnoop 1002`.
  package let name: String
  /// Octets before the first record; of pcapng, before the block of the first packet.
  package let header: Int
  package let keeps: Parts
  private let make: @Sendable () -> [UInt8]

  /// What of a story is in the file.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// Each HCI packet, with its time.
    package static let packets = Parts(rawValue: 1)
    package static let directions = Parts(rawValue: 2)
    /// How long a packet was that the logger cut.
    package static let lengths = Parts(rawValue: 4)
    package static let all: Parts = [.packets, .directions, .lengths]
  }

  fileprivate init(
    _ format: CaptureFormat, _ variant: String = "", header: Int = 0, keeps: Parts = .all,
    _ make: @escaping @Sendable () -> [UInt8]
  ) {
    self.format = format
    name = variant.isEmpty ? format.name : "\(format.name) \(variant)"
    self.header = header
    self.keeps = keeps
    self.make = make
  }

  /// Made each time that it is asked for.
  package var bytes: [UInt8] { make() }
}

extension CaptureBuilder {
  /// In all formats.
  package var files: [StoryFile] { CaptureFormat.allCases.flatMap { files($0) } }

  /// In each framing and octet order of a format.
  package func files(_ format: CaptureFormat) -> [StoryFile] {
    let orders = [(ByteOrder.little, "little-endian"), (.big, "big-endian")]
    let links: [UInt32] = [187, 201, 254]
    switch format {
    case .btsnoop:
      return [1001, 1002, 2001].map { link in
        StoryFile(
          format, "\(link)", header: 16, keeps: link == 1001 ? [.directions, .lengths] : .all
        ) { btsnoop(datalink: link) }
      }
    case .pcap:
      return links.flatMap { link in
        orders.map { order, name in
          StoryFile(
            format, "\(link), \(name)", header: 24,
            keeps: link == 187 ? [.packets, .lengths] : .all
          ) { pcap(link, order: order, nanoseconds: order == .big) }
        }
      } + usbFiles
    case .pcapng:
      return links.flatMap { link in
        orders.map { order, name in
          StoryFile(format, "\(link), \(name)", header: 48) {
            pcapng(UInt16(link), order: order)
          }
        }
      }
    case .packetlogger:
      return orders.map { order, name in
        StoryFile(format, name, keeps: [.packets, .directions]) { packetLogger(order: order) }
      }
    case .hcidump:
      return [StoryFile(format, keeps: [.packets, .directions]) { hcidump(unused: 0x5A) }]
    case .zephyr:
      return [StoryFile(format, keeps: .directions) { zephyr() }]
    case .espressif:
      return [StoryFile(format, keeps: .directions) { espressif() }]
    case .btsnooz:
      return [1, 2].map { version in
        StoryFile(format, "version \(version)") { btsnoozText(version: version) }
      }
    case .text:
      return TextForm.allCases.map { form in
        StoryFile(format, form.rawValue, keeps: .directions) { text(form) }
      }
    case .btmon:
      return [StoryFile(format, keeps: .directions) { btmonText() }]
    }
  }

  private var usbFiles: [StoryFile] {
    let forms = [USBForm(189), USBForm(220, .big), USBForm(249), USBForm(266)]
    return forms.map { form in
      StoryFile(.pcap, "\(form.linkType)", header: 24, keeps: [.directions, .lengths]) {
        usb(form)
      }
    }
  }

  /// Datalink 1001 holds no SCO and no ISO; 1001 and 1002 hold no notes.
  package func btsnoop(datalink: UInt32 = 1002, version: UInt32 = 1) -> [UInt8] {
    var bytes = BtsnoopWriter.header(datalink: datalink, version: version)
    for entry in entries {
      guard let flags = entry.btsnoopFlags(datalink) else { continue }
      let prefix = datalink == 1002 ? [entry.h4Indicator] : []
      BtsnoopWriter.appendHeader(
        included: prefix.count + entry.bytes.count,
        original: prefix.count + entry.originalLength, flags: flags, drops: entry.drops,
        time: entry.time, to: &bytes)
      bytes += prefix + entry.bytes
    }
    return bytes
  }

  /// Link types 187, 201 and 254, and those of sniffers.
  package func pcap(
    _ linkType: UInt32 = 201, order: ByteOrder = .little, nanoseconds: Bool = false
  ) -> [UInt8] {
    let writer = PcapWriter(order, nanoseconds: nanoseconds)
    var bytes = writer.header(linkType: linkType, snapLength: 0xFFFF)
    for entry in entries {
      guard let prefix = entry.pcapPrefix(linkType) else { continue }
      writer.appendHeader(
        included: prefix.count + entry.bytes.count,
        original: prefix.count + entry.originalLength, time: entry.time, to: &bytes)
      bytes += prefix + entry.bytes
    }
    return bytes
  }

  /// One section, one interface. For link type 187 the direction goes into the options.
  package func pcapng(_ linkType: UInt16 = 201, order: ByteOrder = .little) -> [UInt8] {
    var writer = PcapngWriter(order)
    writer.section()
    writer.interface(linkType)
    for entry in entries {
      guard let prefix = entry.pcapPrefix(UInt32(linkType)) else { continue }
      var options: [PcapngWriter.Option] = []
      if linkType == 187 { options.append(writer.direction(entry.direction)) }
      if entry.drops != 0 { options.append(writer.dropCount(UInt64(entry.drops))) }
      writer.packet(
        prefix + entry.bytes, ticks: UInt64(entry.time),
        originalLength: prefix.count + entry.originalLength, options)
    }
    return writer.bytes
  }

  /// Packets that were cut cannot be expressed; they seem to be short.
  package func packetLogger(order: ByteOrder = .little) -> [UInt8] {
    var bytes: [UInt8] = []
    for entry in entries {
      guard let type = entry.packetLoggerType else { continue }
      PacketLoggerWriter.append(
        type: type, entry.bytes, time: entry.time, order: order, to: &bytes)
    }
    return bytes
  }

  /// hcidump's own format. Packets that were cut seem to be short.
  package func hcidump(unused: UInt8 = 0) -> [UInt8] {
    var writer = ByteWriter(.little)
    for entry in entries where entry.isHCI {
      writer.put(UInt16(entry.bytes.count + 1))
      writer.put([entry.direction == .rx ? 1 : 0, unused])
      writer.put(UInt32(entry.time / 1_000_000))
      writer.put(UInt32(entry.time % 1_000_000))
      writer.put([entry.h4Indicator] + entry.bytes)
    }
    return writer.bytes
  }

  /// Zephyr's monitor stream; the board started so many units of 100 us before the first record.
  /// Packets that were cut are left out. What the drop counter grows by is reported as drops of ACL
  /// data.
  package func zephyr(ticks start: UInt32 = 12_345) -> [UInt8] {
    var writer = ByteWriter(.little)
    let first = entries.first?.time ?? 0
    var drops: UInt32 = 0
    for entry in entries where entry.originalLength == entry.bytes.count {
      guard let opcode = entry.monitorOpcode else { continue }
      var extensions = ByteWriter(.little)
      extensions.put([8])
      extensions.put(start &+ UInt32(truncatingIfNeeded: (entry.time - first) / 100))
      if entry.drops > drops { extensions.put([3, UInt8(min(entry.drops - drops, 255))]) }
      drops = entry.drops
      writer.put(UInt16(4 + extensions.bytes.count + entry.bytes.count))
      writer.put(UInt16(opcode))
      writer.put([0, UInt8(extensions.bytes.count)])
      writer.put(extensions.bytes + entry.bytes)
    }
    return writer.bytes
  }
}

extension CaptureBuilder.Entry {
  /// The packet indicator; the container's code for what is no HCI packet.
  var h4Indicator: UInt8 {
    switch kind {
    case .command, .acl, .sco, .event, .iso: kind.rawValue + 1
    default: detail
    }
  }

  var isHCI: Bool { kind.rawValue <= RecordKind.iso.rawValue }

  func btsnoopFlags(_ datalink: UInt32) -> UInt32? {
    let received: UInt32 = direction == .rx ? 1 : 0
    let isMessage = kind == .command || kind == .event
    switch datalink {
    case 2001: return monitorOpcode.map { UInt32(controller) << 16 | UInt32($0) }
    case 1001: return isMessage || kind == .acl ? (isMessage ? 2 : 0) | received : nil
    default: return isHCI || kind == .unrecognized ? (isMessage ? 2 : 0) | received : nil
    }
  }

  func pcapPrefix(_ linkType: UInt32) -> [UInt8]? {
    // Of what a sniffer hears the link type is part of the record.
    if kind == .air { return LinkType(ofSniffed: detail)?.written == Int(linkType) ? [] : nil }
    switch linkType {
    case 254:
      return monitorOpcode.map { [UInt8(controller >> 8), UInt8(controller & 0xFF), 0, $0] }
    case 201:
      let word: [UInt8] =
        switch direction {
        case .tx: [0, 0, 0, 0]
        case .rx: [0, 0, 0, 1]
        case .unknown: [0xFF, 0xFF, 0xFF, 0xFF]
        }
      return isHCI || kind == .unrecognized ? word + [h4Indicator] : nil
    default:
      return isHCI || kind == .unrecognized ? [h4Indicator] : nil
    }
  }

  var monitorOpcode: UInt8? {
    kind == .unrecognized ? detail : kind.monitorOpcode(knownDirection)
  }

  var packetLoggerType: UInt8? {
    kind == .loggerNote || kind == .unrecognized ? detail : kind.packetLoggerType(knownDirection)
  }

  var btsnoozType: UInt8? {
    kind == .unrecognized ? detail : kind.btsnoozType(knownDirection)
  }

  /// For containers that have no word for what is not known.
  private var knownDirection: RecordDirection { direction == .unknown ? .tx : direction }
}
