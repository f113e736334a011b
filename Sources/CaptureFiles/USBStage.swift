import Bytes

/// Takes HCI packets out of the records of USB captures.
///
/// A packet gets the number of the record that has its last octet, and that record's time: of what
/// the host sends, when that was submitted; of what it receives, when the transfer was completed.
/// The other half of a transfer is no record of its own.
struct USBStage {
  /// Devices that are watched, and controllers among them: more than a computer has. Each may hold
  /// packets that are not whole yet.
  private static let (mostDevices, mostControllers) = (256, 32)

  /// What the ranges of the records point into.
  var octets: [UInt8] = []
  /// Whether the reader's window holds `octets` at the moment, and `octets` what the window does.
  var isHandedOut = false
  private var records: [CapturedRecord] = []
  private var given = 0
  private var devices: [UInt64: USBController] = [:]
  private var controllers = 0
  /// Above those of all other records.
  private var nextIndex: UInt16 = 0
  /// Whole ones.
  private var transfers = 0
  private var others = 0

  /// Of a file with several captures, records that came from one of another kind.
  mutating func note(others count: Int) { others += count }

  /// A USB capture without a Bluetooth controller in it.
  var isForeign: Bool { transfers > 0 && controllers == 0 && others == 0 }

  /// Hands out what is ready, at most a batch; false where there is nothing.
  mutating func give(_ records: inout [CapturedRecord]) -> Bool {
    guard given < self.records.count else { return false }
    let end = min(given + CaptureLimits.batch, self.records.count)
    records.removeAll(keepingCapacity: true)
    records.append(contentsOf: self.records[given..<end])
    given = end
    return true
  }

  /// Takes in a batch of records as they are in the file.
  mutating func take(
    _ batch: [CapturedRecord], _ bytes: Span<UInt8>, _ tally: inout RecordTally
  ) {
    octets.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    given = 0
    for record in batch {
      guard let link = LinkType(ofSniffed: record), link.isUSB else {
        copy(record, bytes)
        continue
      }
      if record.bytes.isCut { tally.truncated -= 1 } else { transfers += 1 }
      let count = records.count
      take(record, link, bytes.extracting(record.bytes.start..<record.bytes.end))
      if records.count == count { tally.skipped += 1 }
      for packet in records[count...] where packet.bytes.isCut { tally.truncated += 1 }
    }
  }

  /// Of a pcapng file, a record of an interface that is not USB.
  private mutating func copy(_ record: CapturedRecord, _ bytes: Span<UInt8>) {
    others += 1
    if record.controller < .max { nextIndex = max(nextIndex, record.controller + 1) }
    var record = record
    let start = octets.count
    for index in record.bytes.start..<record.bytes.end { octets.append(bytes[index]) }
    record.bytes = ByteRange(
      start: start, count: record.bytes.count, originalCount: record.bytes.originalCount)
    records.append(record)
  }

  private mutating func take(_ record: CapturedRecord, _ link: LinkType, _ bytes: Span<UInt8>) {
    let order: ByteOrder = record.direction == .tx ? .little : .big
    guard
      let transfer = USBTransfer(link, bytes, original: record.bytes.originalCount, order)
    else { return }
    let device = devices[transfer.device]
    guard device != nil || devices.count < Self.mostDevices,
      device?.index != nil || controllers < Self.mostControllers
    else { return }
    var packets: [USBPacket] = []
    devices[transfer.device, default: USBController()].take(transfer, bytes) { packets.append($0) }
    if devices[transfer.device]?.index == .max {
      nextIndex = max(nextIndex, record.controller)
      devices[transfer.device]?.index = nextIndex
      if nextIndex < .max - 1 { nextIndex += 1 }
      controllers += 1
    }
    guard let controller = devices[transfer.device]?.index else { return }
    for packet in packets {
      let range = ByteRange(
        start: octets.count, count: packet.bytes.count, originalCount: packet.originalCount)
      octets += packet.bytes
      let isReceived = packet.kind == .event || packet.kind != .command && transfer.isIncoming
      records.append(
        CapturedRecord(
          number: record.number, time: record.time, bytes: range, controller: controller,
          kind: packet.kind, direction: isReceived ? .rx : .tx, detail: packet.kind.rawValue + 1))
    }
  }
}
