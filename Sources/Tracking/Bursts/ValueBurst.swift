import BluetoothProtocol
import Bytes
import CaptureFiles

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
  /// The same without the HCI ACL header.
  static let headersBeforeValue = 7

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

  /// One of its records, as it would be reported alone.
  @inlinable @inline(__always)
  public func value(of record: CapturedRecord, in bytes: Span<UInt8>) -> AttributeValue {
    AttributeValue(
      moment: Moment(frame: record.number, time: record.time), connection: connection,
      handle: Self.handle(of: record, in: bytes), kind: kind, direction: direction,
      value: Self.value(of: record), mtu: mtu)
  }
}

extension SessionTracker {
  /// Takes the values that follow each other from an index on.
  ///
  /// - Returns: how many records they are; 0 where there is none, or it needs a closer look.
  @inline(__always)
  mutating func receiveBurst(
    _ records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>
  ) -> Int {
    guard !context.observer.takesPDUs, let header = PlainHeader(records[first], in: bytes),
      header.isUsual
    else { return 0 }
    let link = Int(
      sessions.controllers[sessions.controller(header.controller)].links[
        Int(header.handle.rawValue)])
    guard link >= 0 else { return 0 }
    let (end, difference) = header.follow(records, from: first &+ 1, in: bytes)
    let last = records[end &- 1]
    let moment = Moment(frame: last.number, time: last.time)
    let same = records.extracting(first..<end)
    let keepsBack = context.observer.takesValuesLate
    let line = sessions.connections[link].waitingLine
    if keepsBack, waiting.append(first, end, header.form, difference, to: line, of: records) {
      now = moment
      log(same, header, of: link, in: bytes)
      if header.direction == .tx { context.observer.observe(sent: same, on: link) }
      return same.count
    }
    guard let mtu = sessions.connections[link].mtu(header.direction) else { return 0 }
    now = moment
    log(same, header, of: link, in: bytes)
    reportWaiting(of: link, records, in: bytes)
    if keepsBack, header.direction == .tx { context.observer.observe(sent: same, on: link) }
    if keepsBack, !waiting.isFull {
      sessions.connections[link].waitingLine = waiting.begin(
        first, end, header.form, difference, on: link, mtu: mtu)
    } else {
      let burst = header.form.burst(difference, on: link, mtu: mtu)
      sessions.connections[link].count(burst, same.count, last: moment)
      context.observer.observe(burst, of: same, in: bytes)
    }
    return same.count
  }

  @inline(__always)
  private mutating func log(
    _ records: Span<CapturedRecord>, _ header: PlainHeader, of link: Int, in bytes: Span<UInt8>
  ) {
    guard context.observer.keepsLog else { return }
    context.observer.log(values: records, header.direction, on: link, in: bytes)
    guard header.direction == .rx else { return }
    context.observer.log(reportOf: sessions.connections[link].controller, at: now.time)
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
    if burst.direction == .rx { lastReceived = moment } else { lastSent = moment }
    let side = burst.direction.index
    packets[side].packets &+= count
    packets[side].pdus &+= count
    sawLEChannel = true
    let opcode: ATTOpcode =
      burst.kind == .writeCommand ? .writeCommand : .handleValueNotification
    pdus.add(opcode, burst.direction, count)
  }
}
