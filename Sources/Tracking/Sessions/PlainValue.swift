import BluetoothProtocol
import Bytes
import CaptureFiles

/// A notification or a Write Command that is whole in one packet, kept whole: what most packets of
/// most captures are.
struct PlainValue {
  /// Octets of a packet in front of the value: HCI ACL and L2CAP header, opcode, handle.
  private static let offset = 11
  /// Those of them in the data of the packet.
  static let headersInData = 7

  let link: ConnectionHandle
  let opcode: ATTOpcode
  let attribute: ATTHandle

  /// Nil for anything else, and where it needs a closer look.
  @inline(__always)
  init?(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    let packet = record.bytes
    guard record.kind == .acl, packet.count >= Self.offset, packet.count <= 0xFFFF, !packet.isCut,
      record.direction != .unknown
    else { return nil }
    let headers = bytes.u64le(packet.start)
    // One comparison for both lengths and the channel.
    let length = UInt64(packet.count)
    guard headers >> 16 == (length &- 4) | (length &- 8) << 16 | 0x0004 << 32 else { return nil }
    opcode = ATTOpcode(bytes[packet.start &+ 8])
    // Two octets may be a subscription.
    guard
      opcode == .handleValueNotification
        || (opcode == .writeCommand && packet.count != Self.offset + 2)
    else { return nil }
    let word = UInt16(truncatingIfNeeded: headers)
    link = ConnectionHandle(word)
    guard HCIACLData.Boundary(word) != .continuing, !link.isVendorLog else { return nil }
    attribute = ATTHandle(bytes.u16le(packet.start &+ 9))
  }

  var kind: AttributeValue.Kind { opcode == .writeCommand ? .writeCommand : .notification }

  /// The PDU of ATT in its packet, and the value in it.
  static func pdu(of packet: ByteRange) -> ByteRange {
    ByteRange(start: packet.start &+ 8, end: packet.end)
  }
  static func value(of packet: ByteRange) -> ByteRange {
    ByteRange(start: packet.start &+ offset, end: packet.end)
  }
}

extension SessionTracker {
  /// Takes a value that is whole in its packet, without a look at each layer. What it reports is
  /// what `process` would report.
  ///
  /// - Returns: whether it did.
  @inline(__always)
  mutating func receivePlainValue(_ record: CapturedRecord, in bytes: Span<UInt8>) -> Bool {
    guard !context.observer.takesPDUs, let plain = PlainValue(record, in: bytes) else {
      return false
    }
    let controller = sessions.controller(record.controller)
    let link = Int(sessions.controllers[controller].links[Int(plain.link.rawValue)])
    guard link >= 0, let mtu = sessions.connections[link].mtu(record.direction) else {
      return false
    }
    now = Moment(frame: record.number, time: record.time)
    let value = PlainValue.value(of: record.bytes)
    if record.direction == .rx {
      context.observer.log(dataOf: controller, at: now)
    } else {
      context.observer.observe(sent: value.count, on: link, at: now)
    }
    if context.observer.keepsLog {
      context.observer.log(
        LoggedPDU(
          payload: PlainValue.pdu(of: record.bytes), channel: .att, isATT: true, connection: link,
          moment: now, direction: record.direction), in: bytes)
    }
    sessions.connections[link].count(plain, record.direction, at: now)
    context.observer.observe(
      AttributeValue(
        moment: now, connection: link, handle: plain.attribute, kind: plain.kind,
        direction: record.direction, value: value, mtu: mtu), in: bytes)
    return true
  }
}

extension ConnectionState {
  /// The ATT_MTU of the fixed bearer; nil where the beginning of another PDU still waits for its
  /// end. Mutating, as all of the connection would be copied otherwise.
  fileprivate mutating func mtu(_ direction: RecordDirection) -> Int? {
    reassembly[direction.index].fragments.isActive ? nil : bearers[0].mtu
  }

  @inline(__always)
  fileprivate mutating func count(
    _ plain: PlainValue, _ direction: RecordDirection, at moment: Moment
  ) {
    last = moment
    if direction == .rx { lastReceived = moment } else { lastSent = moment }
    packets[direction.index].packets &+= 1
    packets[direction.index].pdus &+= 1
    sawLEChannel = true
    pdus.add(plain.opcode, direction, 1)
  }
}
