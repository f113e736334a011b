import Framing
import Report
import SystemLibraries

extension MessageTrace {
  /// The trace without an original octet of what messages say: starts, ends, lengths and counters
  /// are kept, and checksums are those of the new contents.
  ///
  /// Octets that are equal in all messages of a kind stay equal, and messages that are equal stay
  /// equal. No octet keeps its value.
  ///
  /// - Parameters:
  ///   - salt: with another one, the replacements are others.
  ///   - isCompared: whether octets at one place of all messages of a characteristic are replaced
  ///     alike: those of two captures are then equal where the originals are.
  package func redacted(salt: [UInt8], isCompared: Bool = false) -> MessageTrace {
    var redacted = self
    let pieces = MessagePieces(layout)
    var replacement = OctetReplacement(salt)
    let patterns = Dictionary(
      messages.kinds.map { ($0.id, KindPattern($0)) }, uniquingKeysWith: { first, _ in first })
    for index in traced.indices {
      let message = traced[index]
      redacted.traced[index].octets = replacement.replace(
        message.octets, pieces, on: way(of: message),
        isCompared
          ? .all : message.kind.flatMap { patterns[$0] }.map { .constants(of: $0) } ?? .none,
        isDamaged: message.isDamaged)
    }
    for index in messages.kinds.indices {
      let kind = messages.kinds[index]
      let first = redacted.traced.first { $0.kind == kind.id && !$0.isDamaged }?.octets
      let whole =
        first
        ?? replacement.replace(
          kind.exampleOctets, pieces, on: kind.direction.rawValue, .none, isDamaged: true)
      redacted.messages.kinds[index].example = hexText(whole.prefix(Self.mostExample))
      // Its words may say what the octets are.
      redacted.messages.kinds[index].fields = kind.fields.map { field in
        var field = field
        field.text = "\(field.kind.rawValue)"
        return field
      }
    }
    redacted.messages.evidence = [:]
    redacted.names = []
    return redacted
  }

  /// What carries a message, the same in each capture of the device.
  private func way(of message: TracedMessage) -> String {
    guard messages.streams.indices.contains(message.stream) else { return "" }
    let stream = messages.streams[message.stream]
    return "\(stream.kind.rawValue) \(stream.uuid ?? hexNumber(stream.valueHandle))"
  }
}

/// Replaces octets by others that depend on a salt.
private struct OctetReplacement {
  /// Which octets are replaced alike wherever they stand at one place.
  enum Alike {
    case none, all
    case constants(of: KindPattern)

    func holds(_ offset: Int) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .constants(let pattern):
        pattern.octets.indices.contains(offset) && pattern.octets[offset] != nil
      }
    }
  }

  private struct Place: Hashable {
    var way: String
    var offset: Int
  }

  private let salt: [UInt8]
  /// What each octet becomes at a place.
  private var tables: [Place: [UInt8]] = [:]

  init(_ salt: [UInt8]) { self.salt = salt }

  mutating func replace(
    _ octets: [UInt8], _ pieces: MessagePieces, on way: String, _ alike: Alike, isDamaged: Bool
  ) -> [UInt8] {
    var result = octets
    var stream = KeyedOctets(salt, octets)
    for offset in octets.indices {
      // In a message that does not fit nothing says which octets are its checksum.
      if isDamaged
        ? pieces.isStart(offset, octets[offset])
        : pieces.isFraming(offset, of: octets.count)
      {
        continue
      }
      result[offset] =
        alike.holds(offset)
        ? table(Place(way: way, offset: offset))[Int(octets[offset])]
        // Never the same: what is drawn is how far the new one is from it.
        : octets[offset] &+ 1 &+ stream.octet(offset) % 255
    }
    return isDamaged ? result : pieces.sealed(result)
  }

  /// A permutation in one cycle (Sattolo's): no two octets become one, and none stays.
  private mutating func table(_ place: Place) -> [UInt8] {
    if let known = tables[place] { return known }
    var stream = KeyedOctets(salt, Array("\(place.way) \(place.offset)".utf8))
    var table = (0...255).map { UInt8($0) }
    for last in stride(from: 255, to: 0, by: -1) {
      let drawn = Int(stream.octet(2 * last)) << 8 | Int(stream.octet(2 * last + 1))
      table.swapAt(last, drawn % last)
    }
    tables[place] = table
    return table
  }
}

/// Octets without end that follow from a salt and from a message.
private struct KeyedOctets {
  private let salt: [UInt8]
  private let message: [UInt8]
  private var block: [UInt8] = []
  private var number = -1

  init(_ salt: [UInt8], _ message: [UInt8]) {
    self.salt = salt
    var code = HMACSHA256(key: salt)
    self.message = code.code(of: message)
  }

  mutating func octet(_ offset: Int) -> UInt8 {
    let index = offset / HMACSHA256.octets
    if index != number {
      var code = HMACSHA256(key: salt)
      block = code.code(of: message + Array("\(index)".utf8))
      number = index
    }
    return block[offset % HMACSHA256.octets]
  }
}
