import BluetoothProtocol
import Bytes

/// L2CAP, in which all that comes of a link meets, whatever carried it.
///
/// A link is one connection from its beginning to its end; its identity is its index among
/// `sessions.connections`. The handle that HCI gives it is another's later.
extension SessionTracker {
  /// Takes one PDU of a link, without its header. `context` says when it came, and which way.
  @inline(__always)
  mutating func receive(
    _ pdu: ByteRange, on channel: L2CAPChannelID, of link: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    defer { if sessions.connections[link].hasNewTexts { sessions.notePeerTexts(of: link) } }
    try sessions.connections[link].receive(pdu: pdu, on: channel, &context, in: bytes)
  }
}

extension ConnectionState {
  /// One L2CAP PDU, without its header.
  @inline(__always)
  mutating func receive(
    pdu: ByteRange, on channel: L2CAPChannelID,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    if context.observer.takesPDUs { report(pdu: pdu, on: channel, &context, in: bytes) }
    if context.observer.keepsLog { log(pdu, on: channel, &context, in: bytes) }
    switch channel {
    case .att:
      sawLEChannel = true
      try receiveATT(pdu, bearer: 0, &context, in: bytes)
    case .signallingLE:
      sawLEChannel = true
      try receiveLESignalling(pdu, &context, in: bytes)
    case .smp:
      sawLEChannel = true
      try receiveSMP(pdu, &context, in: bytes)
    case .signallingBREDR:
      sawBREDRChannel = true
      receiveBREDRSignalling(pdu, &context, in: bytes)
    case .connectionless, .smpBREDR:
      sawBREDRChannel = true
    default:
      guard channel.isDynamic else { return }
      if channel.isOfBREDRAlone { sawBREDRChannel = true }
      if let bearer = basicBearer(channel, context.direction) {
        try receiveATT(pdu, bearer: bearer, &context, in: bytes)
      } else {
        try receiveCreditBased(pdu, on: channel, &context, in: bytes)
      }
    }
  }
}

extension ConnectionState {
  @inline(__always)
  private func log(
    _ pdu: ByteRange, on channel: L2CAPChannelID,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) {
    let isATT =
      channel == .att || (channel.isDynamic && basicBearer(channel, context.direction) != nil)
    context.observer.log(
      LoggedPDU(
        payload: pdu, channel: channel, isATT: isATT, connection: index, moment: context.moment,
        direction: context.direction),
      in: bytes)
  }
}
