import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer

/// A PDU of L2CAP, whole, or an SDU that several K-frames made up: for those who show packets
/// rather than what they lead to. It is reported before it changes anything.
package struct LinkPDU: Sendable {
  package enum Kind: Hashable, Sendable {
    /// The payload of a B-frame, or of a frame of a channel whose mode is not known.
    case pdu
    /// A K-frame; the first of an SDU begins with the SDU's length.
    case kFrame(startsSDU: Bool)
    /// The SDU that ends with the K-frame reported just before.
    case sdu(spsm: UInt16)
  }

  package var connection: Int
  package var direction: RecordDirection
  /// The record that completed it.
  package var moment: Moment
  package var channel: L2CAPChannelID
  package var kind: Kind
  package var payload: ByteRange
  /// Whether it was put together from fragments or segments. The payload's range is then in bytes
  /// of their own; else it is in the record's.
  package var isReassembled: Bool
  /// Whether the payload is ATT's: on the fixed channel, on a channel of BR/EDR, or as an SDU of
  /// EATT.
  package var isATT: Bool
  /// The request that an ATT response answers, where it was seen.
  package var request: ATTRequestSeen?
}

/// An encrypted PDU of the link layer. It is reported before what it holds, and each time that it
/// was sent.
package struct EncryptedPDU: Sendable {
  package var connection: Int
  package var direction: RecordDirection
  package var isControl: Bool
  /// nil where it could not be decrypted.
  package var counter: UInt64?
  /// Of what it holds, which are all the octets with which it is reported; 0 where that is not
  /// known.
  package var octets: Int
  /// Whether it may be a part of a PDU of the Security Manager.
  package var mayHoldKey: Bool
}

/// A packet of a connection that a sniffer received with a correct CRC. It is reported before what
/// it holds, and before what it completes.
package struct AirData: Sendable {
  package var connection: Int
  package var direction: RecordDirection
  package var verdict: AirVerdict?
  package var kind: LLDataHeader.LLID
  package var isEmpty: Bool
  /// Whether it was not received before: what it holds is read only then.
  package var isFirst: Bool
}

/// What a request asked, for those who see its answer.
package struct ATTRequestSeen: Sendable {
  package var frame: Int
  package var opcode: ATTOpcode
  package var handle: ATTHandle?
  /// The type that Read By Type and Read By Group Type ask for.
  package var type: BluetoothUUID?
}

extension ConnectionState {
  @inline(never)
  func report(
    pdu: ByteRange, on channel: L2CAPChannelID,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) {
    let bearer = channel == .att ? 0 : basicBearer(channel, context.direction)
    var kind = LinkPDU.Kind.pdu
    if channel.isDynamic,
      let open = channels.first(where: {
        $0.isOpen && (context.direction == .tx ? $0.remote : $0.local) == channel
      })
    {
      kind = .kFrame(startsSDU: !open.segments[context.direction.index].isActive)
    }
    context.observer.observe(
      LinkPDU(
        connection: index, direction: context.direction, moment: context.moment, channel: channel,
        kind: kind, payload: pdu,
        isReassembled: context.isReassembled, isATT: bearer != nil,
        request: bearer.flatMap { request(of: pdu, bearer: $0, context.direction, in: bytes) }),
      in: bytes)
  }

  @inline(never)
  func report(
    sduOf position: Int, _ sdu: ByteRange, _ context: inout SessionContext<some SessionObserver>
  ) {
    let channel = channels[position]
    let bytes = channel.segments[context.direction.index].buffer.span
    let own = context.direction == .tx ? channel.remote : channel.local
    context.observer.observe(
      LinkPDU(
        connection: index, direction: context.direction, moment: context.moment,
        channel: own ?? L2CAPChannelID(0),
        kind: .sdu(spsm: channel.spsm), payload: sdu, isReassembled: true,
        isATT: channel.bearer != nil,
        request: channel.bearer.flatMap {
          request(of: sdu, bearer: $0, context.direction, in: bytes)
        }),
      in: bytes)
  }

  private func request(
    of pdu: ByteRange, bearer: Int, _ direction: RecordDirection, in bytes: Span<UInt8>
  ) -> ATTRequestSeen? {
    guard pdu.count > 0 else { return nil }
    var asked = ATTOpcode(bytes[pdu.start]).answeredRequest
    if ATTOpcode(bytes[pdu.start]) == .errorResponse, pdu.count > 1 {
      asked = ATTOpcode(bytes[pdu.start + 1])
    }
    guard let asked,
      let request = bearers[bearer].clients[direction.reversed.index].request,
      request.opcode == asked
    else { return nil }
    var seen = ATTRequestSeen(
      frame: request.moment.frame, opcode: asked, handle: request.handle)
    if case .type(let type) = request.subject { seen.type = type }
    return seen
  }
}

/// What an attribute is, as far as discovery has shown.
package enum KnownAttribute: Hashable, Sendable {
  case value(BluetoothUUID)
  /// A descriptor, and the characteristic that it belongs to.
  case descriptor(BluetoothUUID, of: BluetoothUUID?)
  /// The declaration of a service or a characteristic.
  case declaration(of: BluetoothUUID)

  /// The type that its value has; nil for declarations, whose values discovery reads.
  package var type: BluetoothUUID? {
    switch self {
    case .value(let type), .descriptor(let type, _): type
    case .declaration: nil
    }
  }
}

extension GATTDatabase {
  func known(_ handle: ATTHandle) -> KnownAttribute? {
    guard let type = valueType(handle) else {
      return declared(handle).map { .declaration(of: $0) }
    }
    guard let short = type.short16, short >> 8 == 0x29 else { return .value(type) }
    return .descriptor(type, of: owner(ofDescriptor: handle)?.uuid)
  }
}
