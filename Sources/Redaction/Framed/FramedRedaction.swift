import BluetoothProtocol
import Bytes
import Framing
import Tracking

/// What an octet of a framed value is.
enum FramedOctet: Sendable {
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
package struct FramedOctets {
  package var octets: [UInt8]
  /// Octets that were on the air; the logger may have cut the value.
  var originalCount: Int
  var role: FramingRole
  var isFromServer: Bool

  package init(octets: [UInt8], originalCount: Int, role: FramingRole, isFromServer: Bool) {
    (self.octets, self.originalCount) = (octets, originalCount)
    (self.role, self.isFromServer) = (role, isFromServer)
  }

  var range: ByteRange { ByteRange(start: 0, end: octets.count, originalCount: originalCount) }
}

/// One protocol on one connection, as far as redaction has to follow it.
protocol FramedRedactor: Sendable {
  /// Says what each octet is.
  mutating func parts(of value: FramedOctets) -> [FramedOctet]
  /// Whether an octet shows that a value is no message.
  func isOther(_ octet: UInt8) -> Bool
  /// Takes what became of the value that it was asked about last, and may correct it.
  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replacements: inout Replacements
  ) -> [DigestStep]
}

extension FramedRedactor {
  func isOther(_ octet: UInt8) -> Bool { true }
}

/// What to do with octets, such as a digest, that stand in a value before those that say what
/// becomes of them.
package enum DigestStep: Sendable {
  /// Octets of the value that wait.
  case wait(id: Int, Range<Int>)
  case write(id: Int, original: [UInt8], image: [UInt8])
}

/// The framings of all connections.
package struct FramedRedaction: Sendable {
  private struct Key: Hashable {
    var connection: Int
    var framing: FramingProtocol
    var isServerPeer: Bool
  }

  private var redactors: [Key: any FramedRedactor] = [:]
  private var nextDigest = 0
  private static let most = 1024

  package init() {}

  /// Replaces the payload of a value.
  ///
  /// - Returns: what replaces it, and what follows for digests in it and before it.
  package mutating func replace(
    _ value: FramedOctets, _ framing: FramingProtocol, connection: Int, server: Side,
    _ replacements: inout Replacements
  ) -> (image: [UInt8], steps: [DigestStep]) {
    let key = Key(connection: connection, framing: framing, isServerPeer: server == .peer)
    if redactors.count >= Self.most, redactors[key] == nil { redactors = [:] }
    var redactor = redactors[key] ?? make(framing)
    let parts = redactor.parts(of: value)
    var image = replacements.value(value.octets, keeping: parts.map { $0 != .payload })
    var start = 0
    while start < parts.count {
      var end = start + 1
      while end < parts.count, parts[end] == parts[start] { end += 1 }
      let part = Array(value.octets[start..<end])
      switch parts[start] {
      case .header, .payload: break
      case .other:
        for index in start..<end {
          image[index] = replacements.octet(image[index], redactor.isOther)
        }
      case .small:
        for index in start..<end {
          image[index] = replacements.octet(image[index]) { [old = image[index]] in
            CBORScanner.isSmall($0) && $0 >> 5 == old >> 5
              && (old < 0xF4) == ($0 < 0xF4)
          }
        }
      case .varint:
        for index in start..<end {
          image[index] = replacements.octet(image[index]) { [old = image[index]] in
            $0 & 0x80 == old & 0x80
          }
        }
      case .text: image.replaceSubrange(start..<end, with: replacements.name(part))
      // What stays where the octets that it is made of are not all known.
      case .digest: image.replaceSubrange(start..<end, with: replacements.raw(part, .values))
      }
      start = end
    }
    let steps = redactor.finish(value, &image, &replacements)
    redactors[key] = redactor
    return (image, steps)
  }

  private mutating func make(_ framing: FramingProtocol) -> any FramedRedactor {
    switch framing {
    case .mcumgrSMP:
      nextDigest += 1 << 32
      return MCUmgrRedactor(firstDigest: nextDigest)
    case .nordicDFU: return NordicDFURedactor()
    case .nordicDFULegacy: return NordicLegacyDFURedactor()
    case .matterBTP: return MatterBTPRedactor()
    case .espOTA: return ESPOTARedactor()
    case .telinkOTA:
      nextDigest += 1 << 32
      return TelinkOTARedactor(firstDigest: nextDigest)
    case .tiOAD: return TIOADRedactor()
    case .geckoOTA: return GeckoOTARedactor()
    case .midi: return MIDIRedactor()
    }
  }
}
