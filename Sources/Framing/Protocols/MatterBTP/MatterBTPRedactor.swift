import Bytes

/// Matter BTP: flags, numbers and lengths stay.
struct MatterBTPRedactor: FramedRedactor {
  /// Flags, management opcode, acknowledgement, sequence number, length.
  private static let longestHeader = 6
  /// Flags that no packet has.
  private static let reserved: UInt8 = 0x90

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let count = value.octets.count
    var header = count
    do throws(DecodeIssue) {
      switch try MatterBTPPacket(
        value.range, isFromServer: value.isFromServer, in: value.octets.span)
      {
      case .segment(let segment): header = min(segment.payload.start, count)
      // A reserved flag shows that it is no packet.
      case nil: return (0..<count).map { $0 == 0 ? .other : .payload }
      case .handshakeRequest: header = min(9, count)
      case .handshakeResponse: header = min(6, count)
      }
    } catch {
      header = min(Self.longestHeader, count)
    }
    return (0..<count).map { $0 < header ? .header : .payload }
  }

  func isOther(_ octet: UInt8) -> Bool { octet & Self.reserved != 0 }
}
