/// Streams that carry no framing, or none that would say anything new.
struct StreamsWithoutFraming {
  private var numbers: SeededNumbers
  private let size: Int
  private let count: Int

  init(seed: Int) {
    numbers = SeededNumbers(seed &+ 1_000_000)
    size = [20, 20, 64, 100, 128, 182, 244].randomElement(using: &numbers) ?? 20
    count = Int.random(in: 20...300, using: &numbers)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &numbers)
  }

  // MARK: Random and text

  mutating func random() -> [[UInt8]] {
    switch number(0...2) {
    case 0: (0..<count).map { _ in numbers.octets(size) }
    case 1: (0..<count).map { _ in numbers.octets(number(1...size)) }
    // A few sizes, as of a few kinds of messages.
    default:
      (0..<count).map { _ in numbers.octets([7, 12, size].randomElement(using: &numbers) ?? 7) }
    }
  }

  private static let words = [
    "the", "value", "of", "sensor", "is", "now", "OK", "error", "at", "line", "battery", "low",
    "connected", "to", "device", "and", "temperature", "Bluetooth", "stream", "end", "begin",
  ]

  private mutating func sentence(_ words: Int) -> String {
    (0..<words).map { _ in Self.words.randomElement(using: &numbers) ?? "" }
      .joined(separator: " ")
  }

  mutating func text() -> [[UInt8]] {
    let lines: [String] = (0..<count).map { index in
      switch size % 7 {
      case 0: sentence(number(1...12)) + "\r\n"
      case 1: "{\"t\":\(number(0...99_999)),\"name\":\"\(sentence(2))\",\"n\":\(index)}"
      case 2: "\(index),\(number(0...999)).\(number(0...9)),\(number(0...99))\n"
      case 3: "[\(index)] " + sentence(number(2...8)) + "\n"
      case 4:
        "$GPGGA,\(120_000 + index),\(number(0...9999)).\(number(0...9999)),N*\(number(10...99))\r\n"
      case 5: String(index, radix: 16) + String(number(0...65535), radix: 16, uppercase: true)
      default: "AT+\(Self.words.randomElement(using: &numbers) ?? "")=\(number(0...500))\r\n"
      }
    }
    if number(0...2) == 0 { return lines.map { Array($0.utf8.prefix(size)) } }
    let cutsLines = number(0...1) == 0
    let pieces = cutsLines ? lines.map { Array($0.utf8) } : [lines.flatMap { Array($0.utf8) }]
    return pieces.flatMap { piece in
      stride(from: 0, to: piece.count, by: size).map {
        Array(piece[$0..<min($0 + size, piece.count)])
      }
    }
  }

  // MARK: Telemetry

  private static func u16(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  static let kinds = 14

  mutating func telemetry(_ kind: Int) -> [[UInt8]] {
    var (level, other) = (number(1000...3000), number(0...60_000))
    return (0..<count).map { index -> [UInt8] in
      level += number(-3...3)
      other += number(0...20)
      let u16 = Self.u16
      switch kind {
      case 0: return [0x55, 0x01, 0x02]
      case 1: return [UInt8](repeating: 0, count: size)
      // Heart Rate Measurement, with RR intervals.
      case 2:
        let intervals = (0..<number(0...2)).flatMap { _ in u16(number(700...1100)) }
        return [intervals.isEmpty ? 0x06 : 0x16, UInt8(60 + number(0...9))] + intervals
      // A temperature that rises by one each value.
      case 3: return u16(2000 + index)
      case 4: return [UInt8(truncatingIfNeeded: index)] + u16(level)
      // A counter before six axes with noise.
      case 5: return u16(index) + (0..<6).flatMap { _ in u16(number(-900...900)) }
      // A counter before ten samples of a 12-bit converter.
      case 6:
        return [UInt8(truncatingIfNeeded: index)]
          + (0..<9).flatMap { _ in u16(2048 + number(-300...300)) }
      // A time in milliseconds, a level, a constant.
      case 7: return u16(other) + u16(other >> 16) + u16(level) + [0, 0, 0x40]
      // Two kinds of values of two sizes, by their first octet.
      case 8:
        return number(0...1) == 0
          ? [1] + u16(level) + u16(other) : [2] + u16(other) + [UInt8](repeating: 0, count: 9)
      // Pages in turn.
      case 9: return [UInt8(index % 4), 4] + (0..<8).flatMap { _ in u16(level + (index & 1)) }
      // Battery, floats, mostly zeros.
      case 10: return [0, 0, UInt8(level & 0xF0), 0x40, 0, 0, 0, 0x3F, UInt8(100 - index % 3)]
      // A sum of two fields beside them.
      case 11:
        let (walked, ran) = (number(0...9), number(0...5))
        return [UInt8(walked), UInt8(ran), UInt8(walked + ran), 0]
      // An echo of a value.
      case 12: return [0xA0] + u16(level) + u16(level)
      // Cycling Power, with fields that come and go.
      default:
        let flags = [0x00, 0x20, 0x30].randomElement(using: &numbers) ?? 0
        return u16(flags) + u16(level / 10)
          + (flags & 0x10 != 0 ? u16(other) + u16(other >> 8) + u16(0) : [])
          + (flags & 0x20 != 0 ? u16(index) + u16(other) : [])
      }
    }
  }

}
