/// An octet with which a sender escapes others, such as the marks at the start and the end:
/// messages that need it seem to have a wrong checksum.
public struct Escape: Hashable, Sendable {
  public enum Way: Hashable, Sendable {
    /// The octet stands for itself and the next ones, by what is added: FD 00 is FD, FD 01 is FE.
    case added
    /// Bits of the next octet are inverted: in PPP one, 7D 5E is 7E.
    case inverted(UInt8)
  }

  public var octet: UInt8
  public var way: Way

  private static let mostMessages = 64

  /// The octet that nearly all damaged messages have and the others have not, if most of them are
  /// right without it.
  public static func find(_ layout: FramingLayout, _ fits: [LayoutFit]) -> Escape? {
    guard layout.checksum != nil, let mark = layout.start.first ?? layout.end.last else {
      return nil
    }
    let damaged = fits.flatMap { fit in
      fit.messages.lazy.filter { $0.flaw == .checksum }.map { $0.octets }.prefix(mostMessages)
    }
    guard damaged.count >= 2 else { return nil }
    var counts = [Int](repeating: 0, count: 256)
    for message in damaged {
      for octet in Set(inner(message, layout)) { counts[Int(octet)] += 1 }
    }
    let often = counts.indices.filter { counts[$0] * 10 >= damaged.count * 8 }
    // The octet beside the mark is the usual one.
    for octet in often.sorted(by: { abs($0 - Int(mark)) < abs($1 - Int(mark)) }).prefix(8) {
      for way in [Way.added] + masks(UInt8(octet), damaged, layout).map({ .inverted($0) }) {
        let escape = Escape(octet: UInt8(octet), way: way)
        let right = damaged.count { escape.isRight($0, layout) }
        if right * 5 >= damaged.count * 4 { return escape }
      }
    }
    return nil
  }

  /// What makes an octet that has to be escaped of those that follow the one that escapes: the most
  /// frequent ones.
  private static func masks(
    _ octet: UInt8, _ damaged: [ArraySlice<UInt8>], _ layout: FramingLayout
  ) -> [UInt8] {
    var counts = [Int](repeating: 0, count: 256)
    let marks = Set([octet] + layout.start.prefix(1) + layout.end.suffix(1))
    for message in damaged {
      let inner = inner(message, layout)
      for (escape, next) in zip(inner, inner.dropFirst()) where escape == octet {
        for mark in marks { counts[Int(mark ^ next)] += 1 }
      }
    }
    let found = counts.indices.filter { counts[$0] > 0 && $0 > 0 }
    return found.sorted { (counts[$0], $1) > (counts[$1], $0) }.prefix(4).map { UInt8($0) }
  }

  private static func inner(_ message: ArraySlice<UInt8>, _ layout: FramingLayout)
    -> ArraySlice<UInt8>
  {
    message.dropFirst(layout.start.count).dropLast(layout.end.count)
  }

  /// Whether the checksum is right once the escapes are taken out.
  func isRight(_ message: ArraySlice<UInt8>, _ layout: FramingLayout) -> Bool {
    var plain = Array(message.prefix(layout.start.count))
    var isEscaped = false
    var found = false
    for next in Self.inner(message, layout) {
      if isEscaped {
        switch way {
        case .added: plain.append(octet &+ next)
        case .inverted(let mask): plain.append(next ^ mask)
        }
        isEscaped = false
      } else if next == octet {
        isEscaped = true
        found = true
      } else {
        plain.append(next)
      }
    }
    guard found, !isEscaped else { return false }
    plain += message.suffix(layout.end.count)
    return layout.checksumIsRight(in: plain) ?? false
  }
}
