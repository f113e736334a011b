/// One thing that happened on a link, in 24 octets: a packet that was sent or received, a
/// completion, a change of the link.
///
/// Rows are what a link is judged by: see `LinkLog`.
package struct LogRow: Sendable, BitwiseCopyable {
  /// Microseconds, as `TraceTime` has them.
  package var time: Int64
  package var frame: UInt32
  /// A hash of the value, of rows that carry one.
  package var hash: UInt32
  /// The first four octets of the value, the first in the lowest bits; of other rows what
  /// `LogKind` says.
  package var head: UInt32
  /// Its stream, and whether it is a packet of its own.
  private var place: UInt16
  /// How many octets the value has, or what `LogKind` says; at the end of 16 bits where it is more.
  package var length: UInt16

  private static let apart: UInt16 = 0x8000

  @inline(__always)
  package init(
    _ time: Int64, frame: Int, stream: Int, length: Int = 0, head: UInt32 = 0, hash: UInt32 = 0,
    isPacket: Bool = true
  ) {
    self.time = time
    self.frame = UInt32(clamping: frame)
    self.hash = hash
    self.head = head
    place = UInt16(truncatingIfNeeded: stream) | (isPacket ? 0 : Self.apart)
    self.length = UInt16(clamping: length)
  }

  /// The number of its stream: see `LinkLog.stream`.
  @inline(__always)
  package var stream: Int { Int(place & ~Self.apart) }

  /// Whether a packet ended with it. It is not where a channel's packets have rows beside it.
  @inline(__always)
  package var isPacket: Bool { place & Self.apart == 0 }
}

/// What a row is that is no PDU of ATT: the numbers of the first streams of each log.
package enum LogKind: Int, CaseIterable, Sendable {
  /// Packets were completed, as many as `length` says.
  case completion
  /// A packet that ends no PDU.
  case sentPart, receivedPart
  /// A PDU of another channel; `head` is its CID.
  case sentOther, receivedOther
  /// A signalling command of L2CAP; the lowest octet of `head` is its code, the next one its
  /// identifier, the others are the result in an answer.
  case sentSignal, receivedSignal
  /// A PDU of the Security Manager; `head` is its code.
  case sentPairing, receivedPairing
  /// The connection's parameters: `head` is the interval in microseconds, `length` the latency,
  /// `hash` the supervision timeout in microseconds.
  case parameters
  /// A BR/EDR link entered a mode: `length` as in Mode Change, `head` the interval in microseconds.
  case mode

  /// The number of the first stream of ATT.
  package static let count = 16
}

/// PDUs of one opcode, one direction and one attribute.
package struct LogStream: Hashable, Sendable {
  /// The opcode that the PDU begins with.
  package var opcode: UInt8
  package var isSent: Bool
  /// 0 for PDUs that name no attribute.
  package var handle: UInt16

  package init(opcode: UInt8, isSent: Bool, handle: UInt16) {
    self.opcode = opcode
    self.isSent = isSent
    self.handle = handle
  }

  init(key: UInt32) {
    self.init(
      opcode: UInt8(truncatingIfNeeded: key >> 24), isSent: key & 1 << 16 != 0,
      handle: UInt16(truncatingIfNeeded: key))
  }

  @inline(__always)
  static func key(_ opcode: UInt8, _ isSent: Bool, _ handle: UInt16) -> UInt32 {
    UInt32(opcode) << 24 | (isSent ? 1 << 16 : 0) | UInt32(handle)
  }
}
