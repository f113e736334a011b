import Bytes

/// What an octet of a framed value is.
public enum FramedOctet: Sendable {
  /// Of a header, a length, an offset, an opcode: the protocol needs it.
  case header
  case payload
  /// Begins no message: another octet that begins none replaces it.
  case other
  /// A head of CBOR with a value in it: one of the same type replaces it.
  case small
  /// Of a number of a protocol buffer: its highest bit says whether more follows.
  case varint
  /// Of a text: letters replace it, so that it stays UTF-8.
  case text
  /// Of the SHA-256 of what is sent: the one of what is sent in its place replaces it.
  case digest
}

/// A value of a characteristic that a framing uses.
public struct FramedOctets {
  public var octets: [UInt8]
  /// Octets that were on the air; the logger may have cut the value.
  public var originalCount: Int
  public var role: FramingRole
  public var isFromServer: Bool

  public init(octets: [UInt8], originalCount: Int, role: FramingRole, isFromServer: Bool) {
    (self.octets, self.originalCount) = (octets, originalCount)
    (self.role, self.isFromServer) = (role, isFromServer)
  }

  public var range: ByteRange {
    ByteRange(start: 0, end: octets.count, originalCount: originalCount)
  }
}

/// One protocol on one connection, as far as redaction has to follow it.
public protocol FramedRedactor: Sendable {
  /// Says what each octet is.
  mutating func parts(of value: FramedOctets) -> [FramedOctet]
  /// Whether an octet shows that a value is no message.
  func isOther(_ octet: UInt8) -> Bool
  /// Takes what became of the value that it was asked about last, and may correct it.
  ///
  /// - Parameter replaced: octets in place of others of which nothing is known.
  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep]
}

extension FramedRedactor {
  public func isOther(_ octet: UInt8) -> Bool { true }

  public mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] { [] }
}

/// What to do with octets, such as a digest, that stand in a value before those that say what
/// becomes of them.
public enum DigestStep: Sendable {
  /// Octets of the value that wait.
  case wait(id: Int, Range<Int>)
  case write(id: Int, original: [UInt8], image: [UInt8])
}
