import Bytes

/// The records of btsnooz, which is the log that Android keeps in memory while its log to a file is
/// switched off.
///
///     version 1   length u16                         delta u32   type u8   length - 1 octets
///     version 2   length u16   original length u16   delta u32   type u8   length - 1 octets
///
/// All numbers are little-endian, and both lengths count the type. The delta is the time since the
/// record before, in microseconds. It cannot hold more than 71 minutes: a pause that was longer
/// seems shorter by a multiple of that, and nothing shows it.
enum BtsnoozVersion: Int {
  case one = 1
  case two

  var recordHeader: Int { self == .one ? 7 : 9 }

  /// What a record's type means: the direction, and Android's own number of the packet.
  static func meaning(ofType type: UInt8) -> (RecordKind, RecordDirection) {
    switch type {
    case 0x10: (.event, .rx)
    case 0x11: (.acl, .rx)
    case 0x12: (.sco, .rx)
    case 0x17: (.iso, .rx)
    case 0x20: (.command, .tx)
    case 0x21: (.acl, .tx)
    case 0x22: (.sco, .tx)
    case 0x2D: (.iso, .tx)
    default: (.unrecognized, .unknown)
    }
  }
}

/// The header of a record.
struct BtsnoozHeader {
  /// Octets that were kept of the packet; -1 where the length leaves no room for the type.
  let kept: Int
  /// Octets that the packet had, which version 1 does not say.
  let original: Int?
  /// Since the record before.
  let microseconds: Int64
  let type: UInt8

  /// - Parameter bytes: begin with the record; `nil` where they end inside its header.
  init?(_ bytes: Span<UInt8>, _ version: BtsnoozVersion) {
    let count = version.recordHeader
    guard bytes.count >= count else { return nil }
    kept = Int(bytes.u16le(0)) - 1
    original = version == .one ? nil : Int(bytes.u16le(2)) - 1
    microseconds = Int64(bytes.u32le(count - 5))
    type = bytes[count - 1]
  }

  /// How long the packet was: what the record says, else what the packet's own header does.
  ///
  /// Some phones count the type twice, so that every packet seems to lack an octet. There the
  /// packet's own header is right.
  ///
  /// - Parameter own: the length by the packet's own header.
  func originalLength(own: Int?) -> Int {
    guard let original, original >= kept else { return max(own ?? 0, kept) }
    return original - 1 == own ? max(original - 1, kept) : original
  }
}

/// Walks such records, wherever they are.
struct BtsnoozWalker: RecordWalker {
  let version: BtsnoozVersion
  /// Of the record before; `nil` where the log does not say when it began.
  private var time: Int64?
  /// Of records that were packed in text: what is there to say at their end.
  private let packing: BtsnoozPacking?
  let timeOfDayIsKnown: Bool

  var format: CaptureFormat { .btsnooz }

  /// The packets are those of H4. The type does what the packet indicator does there.
  var linkTypeName: String { LinkType.hciH4.rawValue }

  /// - Parameter start: when the record before the first was made, where that is known.
  init(_ version: BtsnoozVersion, start: TraceTime? = nil, packing: BtsnoozPacking? = nil) {
    self.version = version
    self.packing = packing
    time = start?.microseconds
    timeOfDayIsKnown = start != nil
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    while records.count < CaptureLimits.batch {
      let rest = bytes.extracting(cursor.position..<cursor.end)
      guard let header = BtsnoozHeader(rest, version) else {
        guard cursor.isLast else { return .needs(version.recordHeader) }
        return ended() ?? .ended(cutShort: !rest.isEmpty)
      }
      guard header.kept >= 0 else {
        return .damaged(damage(at: cursor.offsetInFile(cursor.position)))
      }
      let count = version.recordHeader + header.kept
      let isWhole = count <= rest.count
      guard isWhole || cursor.isLast else { return .needs(count) }
      let packet = rest.extracting(version.recordHeader..<min(count, rest.count))
      append(packet, header, at: cursor.position + version.recordHeader, to: &records, &tally)
      cursor.position += version.recordHeader + packet.count
      if !isWhole { return ended(insideRecord: true) ?? .ended(cutShort: true) }
    }
    return .full
  }

  private mutating func append(
    _ packet: Span<UInt8>, _ header: BtsnoozHeader, at index: Int,
    to records: inout [CapturedRecord], _ tally: inout RecordTally
  ) {
    let (kind, direction) = BtsnoozVersion.meaning(ofType: header.type)
    let own = packetLength(kind, packet)
    let range = ByteRange(
      start: index, count: packet.count, originalCount: header.originalLength(own: own))
    let time = time.map { $0 &+ header.microseconds } ?? 0
    self.time = time
    tally.records += 1
    if range.isCut { tally.truncated += 1 }
    records.append(
      CapturedRecord(
        number: tally.records, time: TraceTime(microseconds: time), bytes: range, controller: 0,
        kind: kind, direction: direction, detail: header.type))
  }

  /// What the text in which the records are packed has to say when they are over.
  private func ended(insideRecord: Bool = false) -> WalkStop? {
    switch packing?.end {
    case .damaged(let damage): .damaged(damage)
    case .cut(let end):
      // All records that are there may be whole.
      insideRecord
        ? .ended(cutShort: true)
        : .damaged(
          CaptureDamage(offset: end, reason: "the text ends there, inside the log packed in it"))
    case .whole, nil: nil
    }
  }

  private func damage(at offset: Int) -> CaptureDamage {
    let reason = "record length 0 is below the minimum"
    guard let packing else { return CaptureDamage(offset: offset, reason: reason) }
    return CaptureDamage(
      offset: packing.offset, reason: "in the log that begins there, at byte \(offset), \(reason)")
  }
}

/// Where in a text a log was packed, and how well.
struct BtsnoozPacking {
  enum End {
    case whole
    /// The text ends inside it, at that offset.
    case cut(Int)
    case damaged(CaptureDamage)
  }

  /// Of the log in the text.
  let offset: Int
  let end: End
}

/// How long an HCI packet is according to its content, its header included; `nil` where the capture
/// does not hold that much of it.
func packetLength(_ kind: RecordKind, _ packet: Span<UInt8>) -> Int? {
  switch kind {
  case .command, .sco: packet.count >= 3 ? Int(packet[2]) + 3 : nil
  case .event: packet.count >= 2 ? Int(packet[1]) + 2 : nil
  case .acl: packet.count >= 4 ? Int(packet.u16le(2)) + 4 : nil
  case .iso: packet.count >= 4 ? Int(packet.u16le(2) & 0x3FFF) + 4 : nil
  default: nil
  }
}
