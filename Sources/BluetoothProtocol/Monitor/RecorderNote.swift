import Bytes

/// What `bletrace live` has to say of its own recording.
///
/// It stands in the capture as a User Logging record of no controller, so that the capture, its
/// recording and a later analysis know the same. Other programs show the text.
///
///     octet   0               1                2..10          11..<end - 1   end - 1
///             priority (6)    ident length (9) "bletrace\0"   message        0
package enum RecorderNote: Hashable, Sendable {
  /// The computer's clock was set before the next record, by so many microseconds, not 0: forward
  /// where that is more than 0. The times of the capture go on as if it had not been set.
  case clockSet(microseconds: Int64)
  /// Records were lost behind the last one. How many, the record's count of losses says.
  case lostAtEnd

  private static let start: [UInt8] = [6, 9] + Array("bletrace\0".utf8)
  private static let lost = "records were lost here, before the end of the capture"
  private static let (forward, back) = ("clock set forward by ", "clock set back by ")
  private static let end = " s, left out of the times"
  /// No message is longer.
  private static let longest = 96

  private var message: String {
    switch self {
    case .lostAtEnd: return Self.lost
    case .clockSet(let microseconds):
      let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
      let digits = String(rest)
      let fraction = String(repeating: "0", count: 6 - digits.count) + digits
      return (microseconds > 0 ? Self.forward : Self.back) + "\(seconds).\(fraction)" + Self.end
    }
  }

  /// The payload of the record.
  package var octets: [UInt8] { Self.start + Array(message.utf8) + [0] }

  /// `nil` for any other User Logging record. What `octets` would not write so is none of ours.
  package init?(_ record: ByteRange, in bytes: Span<UInt8>) {
    guard record.count > Self.start.count, record.count <= Self.start.count + Self.longest else {
      return nil
    }
    for (index, octet) in Self.start.enumerated() where bytes[record.start + index] != octet {
      return nil
    }
    var octets: [UInt8] = []
    octets.append(record, of: bytes)
    let text = String(decoding: octets[Self.start.count...].dropLast(), as: UTF8.self)
    if text == Self.lost {
      self = .lostAtEnd
    } else {
      let isForward = text.hasPrefix(Self.forward)
      let words = text.dropFirst((isForward ? Self.forward : Self.back).count)
      // Without the point the number is in microseconds.
      let digits = words.prefix { $0 != " " }.filter { $0 != "." }
      guard let microseconds = Int64(digits), microseconds > 0 else { return nil }
      self = .clockSet(microseconds: isForward ? microseconds : -microseconds)
    }
    guard self.octets == octets else { return nil }
  }
}
