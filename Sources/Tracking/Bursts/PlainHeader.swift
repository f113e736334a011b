import BluetoothProtocol
import CaptureFiles

/// What kind of value a packet carries: direction, length, attribute and opcode, in one word. Where
/// two of them differ, their words do in the same places.
struct ValueForm {
  private(set) var word: UInt64

  private static let attribute: UInt64 = 0xFFFF << 16
  private static let length: UInt64 = 0xFFFF << 32

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
struct PlainHeader {
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

  /// The index after the records that are of the same burst, and how their values differ. A
  /// function of its own, which finds room for all in registers.
  ///
  /// - Parameter first: the index after the header's own record.
  @inline(never)
  func follow(
    _ records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>
  ) -> (end: Int, difference: UInt64) {
    let furthest = bytes.count - ValueBurst.valueOffset
    let origin = records[first &- 1].origin
    var difference: UInt64 = 0
    var index = first
    while index < records.count {
      let packet = records[index].bytes
      if packet.count == count, packet.start <= furthest {
        // As long as this one, most are all the same up to the value.
        guard records[index].origin == origin, !packet.isCut,
          bytes.u64le(packet.start) == octets
        else { break }
        let another = bytes.u32le(packet.start &+ 7) ^ end
        guard another & 0xFF00 == 0 else { break }
        difference |= UInt64(another)
      } else {
        guard let other = PlainHeader(records[index], in: bytes), other.word == word,
          other.controller == controller, let another = other.form.difference(from: form)
        else { break }
        difference |= another
      }
      index &+= 1
    }
    return (index, difference)
  }

  var form: ValueForm { ValueForm(direction, count, end: end) }

  /// Handle and flags of the ACL packet.
  private var word: UInt16 { UInt16(truncatingIfNeeded: octets) }

  var handle: ConnectionHandle { ConnectionHandle(word) }

  /// Whether it is the beginning of a PDU, in a direction that is known.
  var isUsual: Bool {
    HCIACLData.Boundary(word) != .continuing && direction != .unknown
      && handle != .vendorLog
  }
}
