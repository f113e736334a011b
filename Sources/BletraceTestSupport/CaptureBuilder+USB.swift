import CaptureFiles

/// How a story goes over USB.
package struct USBForm: Hashable, Sendable {
  package var linkType: UInt32
  package var order = ByteOrder.little
  /// Whether there are submissions of what comes in, and completions of what went out.
  package var hasOtherHalves = false
  /// What a transfer holds at most; the rest of a packet is in further ones.
  package var most = Int.max
  /// All packets by bulk transfers, behind a packet indicator.
  package var isSerialized = false
  /// Bus and address of the device of each controller.
  package var devices: [UInt16: (bus: UInt16, address: UInt8)] = [:]

  package init(_ linkType: UInt32, _ order: ByteOrder = .little) {
    self.linkType = linkType
    self.order = order
  }

  package static func == (a: USBForm, b: USBForm) -> Bool {
    a.linkType == b.linkType && a.order == b.order && a.hasOtherHalves == b.hasOtherHalves
      && a.most == b.most && a.isSerialized == b.isSerialized
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(linkType) }
}

extension CaptureBuilder {
  /// The records of USB that hold the HCI packets, in the framing of that link type. ISO data is
  /// left out where packets have no indicator, SCO data where macOS captures.
  package func usbRecords(_ form: USBForm) -> [(time: Int64, octets: [UInt8], original: Int)] {
    var records: [(Int64, [UInt8], Int)] = []
    for entry in entries {
      guard entry.isHCI, let kind = form.transfer(of: entry.kind) else { continue }
      let isIn = entry.direction == .rx
      var data = (form.isSerialized ? [entry.h4Indicator] : []) + entry.bytes
      let missing = entry.originalLength - entry.bytes.count
      repeat {
        let piece = Array(data.prefix(form.most))
        data.removeFirst(piece.count)
        let transfer = USBRecord(
          kind: kind, isIn: isIn, isCompletion: isIn, data: piece,
          missing: data.isEmpty ? missing : 0, device: form.devices[entry.controller] ?? (1, 5),
          time: entry.time)
        if isIn, form.hasOtherHalves { records.append(form.record(transfer.otherHalf)) }
        records.append(form.record(transfer))
        if !isIn, form.hasOtherHalves { records.append(form.record(transfer.otherHalf)) }
      } while !data.isEmpty
    }
    return records
  }

  package func usb(_ form: USBForm) -> [UInt8] {
    CaptureBuilder.usb(usbRecords(form), form)
  }

  package static func usb(
    _ records: [(time: Int64, octets: [UInt8], original: Int)], _ form: USBForm
  ) -> [UInt8] {
    let writer = PcapWriter(form.order, nanoseconds: false)
    var bytes = writer.header(linkType: form.linkType, snapLength: 0x4_0000)
    for record in records {
      writer.appendHeader(
        included: record.octets.count, original: record.original, time: record.time, to: &bytes)
      bytes += record.octets
    }
    return bytes
  }

  package func usbPcapng(_ form: USBForm) -> [UInt8] {
    var writer = PcapngWriter(form.order)
    writer.section()
    writer.interface(UInt16(form.linkType))
    for record in usbRecords(form) {
      writer.packet(
        record.octets, ticks: UInt64(record.time), originalLength: record.original)
    }
    return writer.bytes
  }
}

/// A half of a transfer.
package struct USBRecord {
  package enum Kind: UInt8 { case isochronous, interrupt, control, bulk }

  var kind: Kind
  var isIn: Bool
  var isCompletion: Bool
  var data: [UInt8]
  /// Octets after those that were not captured.
  var missing = 0
  var device: (bus: UInt16, address: UInt8) = (1, 5)
  var time: Int64
  /// Of a control transfer: what the host asks for.
  var setup: [UInt8]?
  var endpoint: UInt8?

  package init(
    kind: Kind, isIn: Bool, isCompletion: Bool, data: [UInt8], missing: Int = 0,
    device: (bus: UInt16, address: UInt8) = (1, 5), time: Int64, setup: [UInt8]? = nil,
    endpoint: UInt8? = nil
  ) {
    (self.kind, self.isIn, self.isCompletion, self.data) = (kind, isIn, isCompletion, data)
    (self.missing, self.device, self.time) = (missing, device, time)
    (self.setup, self.endpoint) = (setup, endpoint)
  }

  /// The half without data.
  var otherHalf: USBRecord {
    var other = self
    other.isCompletion.toggle()
    (other.data, other.missing) = ([], 0)
    return other
  }

  fileprivate var address: UInt8 {
    let number: UInt8 =
      switch kind {
      case .control: 0
      case .interrupt: 1
      case .bulk: 2
      case .isochronous: 3
      }
    return (endpoint ?? number) | (isIn ? 0x80 : 0)
  }

  /// A class request to the device, number 0: a command.
  fileprivate var request: [UInt8]? {
    guard kind == .control, !isCompletion else { return nil }
    let count = UInt8(truncatingIfNeeded: data.count + missing)
    return setup ?? [0x20, 0, 0, 0, 0, 0, count, UInt8((data.count + missing) >> 8)]
  }
}

extension USBForm {
  fileprivate func transfer(of kind: RecordKind) -> USBRecord.Kind? {
    if isSerialized { return .bulk }
    return switch kind {
    case .command: .control
    case .event: .interrupt
    case .acl: .bulk
    case .sco: linkType == 266 ? nil : .isochronous
    default: nil
    }
  }

  package func record(_ half: USBRecord) -> (time: Int64, octets: [UInt8], original: Int) {
    var writer: ByteWriter
    switch linkType {
    case 189, 220: writer = linux(half)
    case 249: writer = usbPcap(half)
    default: writer = darwin(half)
    }
    writer.put(half.data)
    return (half.time, writer.bytes, writer.bytes.count + half.missing)
  }

  private func linux(_ half: USBRecord) -> ByteWriter {
    var writer = ByteWriter(order)
    let isISO = half.kind == .isochronous
    let descriptors: UInt32 = isISO && !half.data.isEmpty ? 1 : 0
    writer.put(0x1234 as UInt64)
    writer.put([half.isCompletion ? 0x43 : 0x53, half.kind.rawValue, half.address])
    writer.put([half.device.address])
    writer.put(half.device.bus)
    writer.put([half.request == nil ? 0x2D : 0])
    writer.put([half.data.isEmpty ? (half.isIn ? 0x3C : 0x3E) : 0])
    writer.put(half.time / 1_000_000)
    writer.put(Int32(truncatingIfNeeded: half.time % 1_000_000))
    writer.put(Int32(half.isCompletion ? 0 : -115))
    writer.put(UInt32(half.data.count + half.missing))
    writer.put(UInt32(half.data.count) + descriptors * 16)
    if isISO {
      writer.put(0 as UInt32)
      writer.put(descriptors)
    } else {
      writer.put(half.request ?? [0, 0, 0, 0, 0, 0, 0, 0])
    }
    if linkType == 220 {
      for word in [1, 0, 0, descriptors] { writer.put(word) }
    }
    if descriptors > 0 {
      for word in [0, 0, UInt32(half.data.count), 0] { writer.put(word) }
    }
    return writer
  }

  private func usbPcap(_ half: USBRecord) -> ByteWriter {
    var writer = ByteWriter(.little)
    let request = half.request ?? []
    let isISO = half.kind == .isochronous
    let header = 27 + (half.kind == .control ? 1 : isISO ? 24 : 0)
    writer.put(UInt16(header))
    writer.put(0x1234 as UInt64)
    writer.put(0 as UInt32)
    // URB_FUNCTION_CONTROL_TRANSFER, URB_FUNCTION_BULK_OR_INTERRUPT_TRANSFER or of ISO data.
    writer.put(UInt16(half.kind == .control ? 8 : isISO ? 10 : 9))
    writer.put([half.isCompletion ? 1 : 0])
    writer.put(half.device.bus)
    writer.put(UInt16(half.device.address))
    writer.put([half.address, half.kind.rawValue])
    writer.put(UInt32(request.count + half.data.count + half.missing))
    if half.kind == .control { writer.put([half.isCompletion ? 3 : 0]) }
    if isISO {
      for word in [0, 1, 0, 0, UInt32(half.data.count), 0] { writer.put(word) }
    }
    writer.put(request)
    return writer
  }

  private func darwin(_ half: USBRecord) -> ByteWriter {
    var writer = ByteWriter(.little)
    writer.put(0x0100 as UInt16)
    writer.put([32, half.isCompletion ? 1 : 0])
    writer.put(UInt32(half.data.count + half.missing))
    writer.put(0 as UInt32)
    writer.put(0 as UInt32)
    writer.put(0x1234 as UInt64)
    writer.put(UInt32(half.device.bus) << 24)
    writer.put([2, half.device.address, half.address])
    writer.put([half.kind == .control ? 0 : half.kind == .bulk ? 2 : 3])
    writer.put(half.request ?? [])
    return writer
  }
}
