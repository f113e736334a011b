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

  /// One of its records, as it would be told alone.
  @inlinable @inline(__always)
  public func value(of record: CapturedRecord, in bytes: Span<UInt8>) -> AttributeValue {
    AttributeValue(
      moment: Moment(frame: record.number, time: record.time), connection: connection,
      handle: Self.handle(of: record, in: bytes), kind: kind, direction: direction,
      value: Self.value(of: record), mtu: mtu)
  }
}

/// What makes a record one of a burst.
private struct PlainHeader {
  /// The HCI ACL and L2CAP headers, and how long the packet is.
  private let octets: UInt64
  private let count: Int
  let opcode: UInt8
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
    opcode = bytes[packet.start &+ 8]
    // Two octets may be a subscription.
    guard
      opcode == ATTOpcode.handleValueNotification.rawValue
        || (opcode == ATTOpcode.writeCommand.rawValue
          && packet.count != ValueBurst.valueOffset + 2)
    else { return nil }
    controller = record.controller
    direction = record.direction
  }

  /// Whether the record after it is of the same burst.
  @inline(__always)
  func goesOn(with record: CapturedRecord, in bytes: Span<UInt8>) -> Bool {
    let packet = record.bytes
    guard packet.count == count else {
      guard let other = PlainHeader(record, in: bytes) else { return false }
      return other.word == word && other.opcode == opcode && other.controller == controller
        && other.direction == direction
    }
    // As long as this one, most are all the same up to the attribute's handle.
    return record.kind == .acl && !packet.isCut && record.controller == controller
      && record.direction == direction && bytes.u64le(packet.start) == octets
      && bytes[packet.start &+ 8] == opcode
  }

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
    var end = first &+ 1
    while end < records.count, header.goesOn(with: records[end], in: bytes) { end &+= 1 }
    let last = records[end &- 1]
    let moment = Moment(frame: last.number, time: last.time)
    guard
      let mtu = connections[link].receive(
        end &- first, ATTOpcode(header.opcode), header.direction, last: moment)
    else { return 0 }
    now = moment
    let burst = ValueBurst(
      connection: link,
      kind: header.opcode == ATTOpcode.writeCommand.rawValue ? .writeCommand : .notification,
      direction: header.direction, mtu: mtu)
    if keepsBack, header.direction == .rx {
      keepBack(burst, first, end, of: records, in: bytes, observer)
    } else {
      tellWaiting(of: link, records, in: bytes, observer)
      observer.observe(burst, of: records.extracting(first..<end), in: bytes)
    }
    return end &- first
  }
}

extension ConnectionState {
  /// Counts so many values in packets of their own; returns the ATT_MTU, or nil where the beginning
  /// of another PDU still waits for its end.
  mutating func receive(
    _ count: Int, _ opcode: ATTOpcode, _ direction: RecordDirection, last moment: Moment
  ) -> Int? {
    let side = direction.index
    guard !reassembly[side].fragments.isActive else { return nil }
    last = moment
    if direction == .rx { lastReceived = moment }
    packets[side].packets &+= count
    packets[side].pdus &+= count
    sawLEChannel = true
    pdus.add(opcode, direction, count)
    return bearers[0].mtu
  }
}

extension SessionObserver {
  package var takesValuesLate: Bool { false }

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
