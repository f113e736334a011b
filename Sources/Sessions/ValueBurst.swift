import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// Values that came right after one another on the fixed bearer of one connection: notifications or
/// write commands, each a whole PDU in a packet of its own.
///
/// Captures of transfers are full of them. Taken together, they go once through all the layers.
@frozen public struct ValueBurst: Sendable {
  public let connection: Int
  public let kind: AttributeValue.Kind
  public let direction: RecordDirection
  /// The bearer's ATT_MTU; 0 where it cannot be known.
  public let mtu: Int
  /// The attribute; nil where they are not all of one.
  public let handle: ATTHandle?
  /// How long each value is; nil where they are not all as long.
  public let octets: Int?

  /// Octets of a packet in front of the value: HCI ACL and L2CAP header, opcode, handle.
  @usableFromInline static let valueOffset = 11

  @inlinable @inline(__always)
  public static func handle(of record: CapturedRecord, in bytes: Span<UInt8>) -> ATTHandle {
    ATTHandle(bytes.u16le(record.bytes.start &+ 9))
  }

  /// The value of a record, of which the capture holds every octet.
  @inlinable @inline(__always)
  public static func value(of record: CapturedRecord) -> ByteRange {
    ByteRange(start: record.bytes.start &+ valueOffset, end: record.bytes.end)
  }

  /// Where the value of a record begins.
  @inlinable @inline(__always)
  public static func start(of record: CapturedRecord) -> Int {
    record.bytes.start &+ valueOffset
  }

  /// How long the value of a record is.
  @inlinable @inline(__always)
  public static func octets(of record: CapturedRecord) -> Int {
    record.bytes.count &- valueOffset
  }

  /// One of its records, as it would be told alone.
  @inlinable @inline(__always)
  public func value(of record: CapturedRecord, in bytes: Span<UInt8>) -> AttributeValue {
    AttributeValue(
      moment: Moment(frame: record.number, time: record.time), connection: connection,
      handle: Self.handle(of: record, in: bytes), kind: kind, direction: direction,
      value: Self.value(of: record), mtu: mtu)
  }
}

/// What kind of value a packet carries: direction, length, attribute and opcode, in one word. Where
/// two of them differ, their words do in the same places.
struct ValueForm {
  private(set) var word: UInt64

  fileprivate static let attribute: UInt64 = 0xFFFF << 16
  fileprivate static let length: UInt64 = 0xFFFF << 32

  /// - Parameters:
  ///   - count: octets of the packet, 0xFFFF at most.
  ///   - end: the octets of its headers from the seventh on, the last of which is zero.
  @inline(__always)
  fileprivate init(_ direction: RecordDirection, _ count: Int, end: UInt32) {
    word =
      UInt64(end) | UInt64(truncatingIfNeeded: count) << 32 | UInt64(direction.rawValue) << 48
  }

  var kind: AttributeValue.Kind {
    UInt8(truncatingIfNeeded: word >> 8) == ATTOpcode.writeCommand.rawValue
      ? .writeCommand : .notification
  }

  var direction: RecordDirection { word >> 48 == 0 ? .tx : .rx }

  /// How it differs from another; nil where the two do not go together.
  @inline(__always)
  func difference(from other: ValueForm) -> UInt64? {
    let difference = word ^ other.word
    return difference & ~(Self.attribute | Self.length) == 0 ? difference : nil
  }

  /// A burst of values that differ so from this one.
  @inline(__always)
  func burst(_ difference: UInt64, on connection: Int, mtu: Int) -> ValueBurst {
    ValueBurst(
      connection: connection, kind: kind, direction: direction, mtu: mtu,
      handle: difference & Self.attribute == 0
        ? ATTHandle(UInt16(truncatingIfNeeded: word >> 16)) : nil,
      octets: difference & Self.length == 0
        ? Int(word >> 32 & 0xFFFF) &- ValueBurst.valueOffset : nil)
  }
}

extension CapturedRecord {
  /// Controller, kind and direction in one word, as they lie beside each other.
  @inline(__always)
  fileprivate var origin: UInt32 {
    UInt32(controller) | UInt32(kind.rawValue) << 16 | UInt32(direction.rawValue) << 24
  }
}

/// What makes a record one of a burst.
private struct PlainHeader {
  /// The HCI ACL and L2CAP headers, and how long the packet is.
  private let octets: UInt64
  private let count: Int
  /// The last of them, the opcode, and the attribute's handle.
  private let end: UInt32
  let controller: UInt16
  let direction: RecordDirection

  /// Nil for anything else than a whole value in one packet, kept whole.
  @inline(__always)
  init?(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    let packet = record.bytes
    guard record.kind == .acl, packet.count >= ValueBurst.valueOffset, packet.count <= 0xFFFF,
      !packet.isCut
    else { return nil }
    octets = bytes.u64le(packet.start)
    count = packet.count
    // One comparison for both lengths and the channel.
    let length = UInt64(count)
    guard octets >> 16 == (length &- 4) | (length &- 8) << 16 | 0x0004 << 32 else { return nil }
    end = bytes.u32le(packet.start &+ 7)
    let opcode = UInt8(truncatingIfNeeded: end >> 8)
    // Two octets may be a subscription.
    guard
      opcode == ATTOpcode.handleValueNotification.rawValue
        || (opcode == ATTOpcode.writeCommand.rawValue
          && packet.count != ValueBurst.valueOffset + 2)
    else { return nil }
    controller = record.controller
    direction = record.direction
  }

  /// The place behind the records that are of the same burst, and how their values differ. A
  /// function of its own, which finds room for all in registers.
  ///
  /// - Parameter first: the place behind the header's own record.
  @inline(never)
  func follow(
    _ records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>
  ) -> (end: Int, difference: UInt64) {
    let furthest = bytes.count - ValueBurst.valueOffset
    let origin = records[first &- 1].origin
    var difference: UInt64 = 0
    var place = first
    while place < records.count {
      let packet = records[place].bytes
      if packet.count == count, packet.start <= furthest {
        // As long as this one, most are all the same up to the value.
        guard records[place].origin == origin, !packet.isCut,
          bytes.u64le(packet.start) == octets
        else { break }
        let another = bytes.u32le(packet.start &+ 7) ^ end
        guard another & 0xFF00 == 0 else { break }
        difference |= UInt64(another)
      } else {
        guard let other = PlainHeader(records[place], in: bytes), other.word == word,
          other.controller == controller, let another = other.form.difference(from: form)
        else { break }
        difference |= another
      }
      place &+= 1
    }
    return (place, difference)
  }

  var form: ValueForm { ValueForm(direction, count, end: end) }

  /// Handle and flags of the ACL packet.
  private var word: UInt16 { UInt16(truncatingIfNeeded: octets) }

  var handle: ConnectionHandle { ConnectionHandle(word) }

  /// Whether it is the beginning of a PDU, in a direction that is known.
  var isUsual: Bool {
    word >> 12 & 3 != HCIACLData.Boundary.continuing.rawValue && direction != .unknown
      && handle != SessionTracker.vendorLogHandle
  }
}

extension SessionTracker {
  /// Takes the values that follow each other from a place on.
  ///
  /// - Returns: how many records they are; 0 where there is none, or it needs a closer look.
  @inline(__always)
  mutating func receiveBurst(
    _ records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>, keepsBack: Bool,
    _ observer: any SessionObserver
  ) -> Int {
    guard !tellsPDUs, let header = PlainHeader(records[first], in: bytes), header.isUsual
    else { return 0 }
    let link = Int(controllers[controller(header.controller)].links[Int(header.handle.rawValue)])
    guard link >= 0 else { return 0 }
    let (end, difference) = header.follow(records, from: first &+ 1, in: bytes)
    let last = records[end &- 1]
    let moment = Moment(frame: last.number, time: last.time)
    let same = records.extracting(first..<end)
    let line = connections[link].waitingLine
    if keepsBack, waiting.append(first, end, header.form, difference, to: line, of: records) {
      now = moment
      if header.direction == .tx { observer.observe(sent: same, on: link) }
      return same.count
    }
    guard let mtu = connections[link].mtu(header.direction) else { return 0 }
    now = moment
    tellWaiting(of: link, records, in: bytes, observer)
    if keepsBack, header.direction == .tx { observer.observe(sent: same, on: link) }
    if keepsBack, !waiting.isFull {
      connections[link].waitingLine = waiting.begin(
        first, end, header.form, difference, on: link, mtu: mtu)
    } else {
      let burst = header.form.burst(difference, on: link, mtu: mtu)
      connections[link].count(burst, same.count, last: moment)
      observer.observe(burst, of: same, in: bytes)
    }
    return same.count
  }
}

extension ConnectionState {
  /// The ATT_MTU of the fixed bearer; nil where the beginning of another PDU still waits for its
  /// end. Mutating, as all of the connection would be copied otherwise.
  fileprivate mutating func mtu(_ direction: RecordDirection) -> Int? {
    reassembly[direction.index].fragments.isActive ? nil : bearers[0].mtu
  }

  /// Counts so many values in packets of their own.
  @inline(__always)
  mutating func count(_ burst: ValueBurst, _ count: Int, last moment: Moment) {
    // Those that were kept back may be older than completions that were not.
    if moment.frame > last.frame { last = moment }
    if burst.direction == .rx { lastReceived = moment }
    let side = burst.direction.index
    packets[side].packets &+= count
    packets[side].pdus &+= count
    sawLEChannel = true
    let opcode: ATTOpcode =
      burst.kind == .writeCommand ? .writeCommand : .handleValueNotification
    pdus.add(opcode, burst.direction, count)
  }
}

extension SessionObserver {
  package var takesValuesLate: Bool { false }

  /// One after the other.
  package func observe(sent records: Span<CapturedRecord>, on connection: Int) {
    for place in records.indices {
      let moment = Moment(frame: records[place].number, time: records[place].time)
      observe(.aclSent(connection: connection, moment))
    }
  }

  /// One after the other, for those who make no use of their coming together.
  package func observe(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>
  ) {
    for place in records.indices {
      let value = burst.value(of: records[place], in: bytes)
      if burst.direction == .tx {
        observe(.aclSent(connection: burst.connection, value.moment))
      }
      observe(value, in: bytes)
    }
  }
}
