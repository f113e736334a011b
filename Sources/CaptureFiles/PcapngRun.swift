import Bytes

/// Packets of one interface that are like most: whole enhanced packets without options. They follow
/// each other by the thousand, and are read without asking for each what its block and its
/// interface are.
struct PcapngRun {
  private let order: ByteOrder
  private let index: UInt32
  private let link: LinkType
  private let clock: PcapngClock
  private let controller: UInt16

  /// Octets before the packet, and the second length after it.
  private static let header = 28
  private static let trailer = 4

  /// - Parameter bytes: what is left of the window. Nothing where it starts with something else.
  init?(_ bytes: Span<UInt8>, _ order: ByteOrder, _ interfaces: PcapngInterfaces) {
    guard bytes.count >= Self.header + Self.trailer else { return nil }
    index = bytes.u32(8, order)
    guard let interface = interfaces[Int(index)], let link = interface.link else { return nil }
    self.order = order
    self.link = link
    clock = interface.clock
    controller = interface.controller
    guard wholeBlock(bytes) != nil else { return nil }
  }

  /// The length of the block that `bytes` start with, if it is of the run.
  @inline(__always)
  private func wholeBlock(_ bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= Self.header + Self.trailer,
      bytes.u32(0, order) == PcapngBlock.enhancedPacket.rawValue, bytes.u32(8, order) == index
    else { return nil }
    let captured = Int(bytes.u32(20, order))
    guard captured <= CaptureLimits.recordLength else { return nil }
    let length = Self.header &+ ((captured &+ 3) & ~3) &+ Self.trailer
    guard bytes.u32(4, order) == UInt32(length), length <= bytes.count,
      bytes.u32(length &- Self.trailer, order) == UInt32(length)
    else { return nil }
    return length
  }

  /// - Parameters:
  ///   - bytes: a block of the run.
  ///   - start: where its packet starts in the window.
  @inline(__always)
  private func record(_ bytes: Span<UInt8>, start: Int, number: Int) -> CapturedRecord {
    let ticks = UInt64(bytes.u32(12, order)) << 32 | UInt64(bytes.u32(16, order))
    let captured = Int(bytes.u32(20, order))
    let original = max(captured, Int(bytes.u32(24, order)))
    var record = CapturedRecord(
      number: number, time: clock.time(ticks: ticks),
      bytes: ByteRange(start: start, count: captured, originalCount: original),
      controller: controller, kind: .unrecognized, direction: .unknown, detail: 0)
    record.takeFraming(link, bytes.extracting(Self.header..<Self.header &+ captured), order)
    return record
  }

  /// Appends the packets of the run, until another block comes or the batch is full.
  func append(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, to records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) {
    let end = cursor.end
    records.append(addingCapacity: CaptureLimits.batch - records.count) { taken in
      var room = consume taken
      var at = cursor.position
      var rest = bytes.extracting(at..<end)
      let first = tally.records &+ 1
      while room.count < room.capacity, let length = wholeBlock(rest) {
        let record = record(
          rest.extracting(0..<length), start: at &+ Self.header, number: first &+ room.count)
        if record.bytes.isCut { tally.truncated &+= 1 }
        room.append(record)
        rest = rest.extracting(length..<rest.count)
        at &+= length
      }
      cursor.position = at
      tally.records += room.count
      taken = room
    }
  }
}
