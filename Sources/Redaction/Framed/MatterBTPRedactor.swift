import Bytes
import Framing

/// Matter BTP: flags, numbers and lengths stay. A handshake has no payload.
struct MatterBTPRedactor: FramedRedactor {
  /// Flags, management opcode, acknowledgement, sequence number, length.
  private static let longestHeader = 6

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let count = value.octets.count
    var header = count
    do throws(DecodeIssue) {
      switch try MatterBTPPacket(
        value.range, isFromServer: value.isFromServer, in: value.octets.span)
      {
      case .segment(let segment): header = min(segment.payload.start, count)
      // The octets that show that it is no packet.
      case nil: header = min(2, count)
      case .handshakeRequest, .handshakeResponse: break
      }
    } catch {
      header = min(Self.longestHeader, count)
    }
    return (0..<count).map { $0 < header ? .header : .payload }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replacements: inout Replacements
  ) -> [DigestStep] { [] }
}
