/// Says of each octet of a CBOR item what it is, as the octets come: an item may arrive in several
/// values. RFC 8949, section 3; `CBORReader` reads items that are complete.
public struct CBORScanner: Sendable {
  public enum Octet: Hashable, Sendable {
    /// A head that says what follows and how long it is, or a stop.
    case structure
    /// A head that holds a value: an integer below 24, or a simple value.
    case small
    /// Of a number, a simple value or a tag, behind its head.
    case number
    /// Of a text that is the key of a map.
    case key
    case bytes
    case text
    /// No CBOR, or behind its end.
    case opaque
  }

  private struct Level: Sendable {
    enum Kind: Sendable { case array, map, chunks }
    var kind: Kind
    /// Elements or pairs that are still to come; -1 until a stop.
    var left: Int
    var isKey: Bool
    /// The key of the value that is under way, the beginning of it; empty if it is no text.
    var key: [UInt8] = []
  }

  private var levels: [Level] = []
  private var major: UInt8 = 0
  /// Octets of an argument that are still to come.
  private var needed = 0
  private var argument: UInt64 = 0
  /// Octets of a string that are still to come, and what they are.
  private var left: UInt64 = 0
  private var content = Octet.structure
  private var isOpaque = false
  /// The keys that lead to the item that began last, from the outermost map; an array, and a key
  /// that is no text, has an empty one.
  public private(set) var path: [[UInt8]] = []
  /// Octets of the argument of the last head that has one behind it.
  public private(set) var width = 0
  /// The numbers in the outermost map, by their keys: those that are small enough.
  public private(set) var numbers: [[UInt8]: Int] = [:]

  private static let (longestKey, mostNumbers) = (8, 16)

  public init() {}

  /// Whether what comes now is in the outermost map itself.
  public var isOutermost: Bool { levels.count == 1 }

  /// The keys that are known now: while a key comes, as much of it as came.
  public var keys: [[UInt8]] { levels.map(\.key) }

  /// Octets of a key that are still to come.
  public var missingOfKey: Int { content == .key ? Int(clamping: left) : 0 }

  /// Octets are missing: nothing is known of what follows.
  public mutating func lose() { isOpaque = true }

  public mutating func add(_ octet: UInt8) -> Octet {
    if isOpaque { return .opaque }
    if left > 0 {
      left -= 1
      let found = content
      if found == .key, let last = levels.indices.last, levels[last].key.count < Self.longestKey {
        levels[last].key.append(octet)
      }
      if left == 0 { endItem() }
      return found
    }
    if needed > 0 {
      argument = argument << 8 | UInt64(octet)
      needed -= 1
      // What counts octets or elements is structure.
      let found = (2...5).contains(major) ? Octet.structure : .number
      if needed == 0 { endHead() }
      return found
    }
    return begin(octet)
  }

  private mutating func begin(_ octet: UInt8) -> Octet {
    major = octet >> 5
    path = keys
    width = 0
    let information = octet & 0x1F
    switch information {
    case 0..<24:
      argument = UInt64(information)
      let isSmall = Self.isSmall(octet)
      endHead()
      return isSmall ? .small : .structure
    case 24...27:
      argument = 0
      needed = 1 << Int(information - 24)
      width = needed
    case 31: beginIndefinite()
    default:
      isOpaque = true
      return .opaque
    }
    return .structure
  }

  /// Whether a head is an integer below 24, or a simple value other than null and undefined.
  public static func isSmall(_ head: UInt8) -> Bool {
    head < 0x40 ? head & 0x1F < 24 : (0xE0...0xF5).contains(head)
  }

  private mutating func endHead() {
    switch major {
    case 0, 1:
      if isOutermost, levels[0].kind == .map, !levels[0].isKey, numbers.count < Self.mostNumbers,
        major == 0, let number = Int(stated: argument)
      {
        numbers[levels[0].key] = number
      }
      endItem()
    case 2, 3:
      let isKey = levels.last.map { $0.kind == .map && $0.isKey } ?? false
      content = isKey && major == 3 ? .key : (major == 3 ? .text : .bytes)
      left = argument
      if left == 0 { endItem() }
    case 4: push(.array, Int(clamping: argument))
    case 5: push(.map, Int(clamping: argument))
    // A tag says more of the item that follows.
    case 6: break
    default: endItem()
    }
  }

  private mutating func beginIndefinite() {
    switch major {
    case 2, 3: push(.chunks, -1)
    case 4: push(.array, -1)
    case 5: push(.map, -1)
    case 7:
      guard levels.last?.left == -1 else {
        isOpaque = true
        return
      }
      levels.removeLast()
      endItem()
    default: isOpaque = true
    }
  }

  private mutating func push(_ kind: Level.Kind, _ count: Int) {
    guard levels.count < CBORReader.mostNested else {
      isOpaque = true
      return
    }
    if count == 0 { return endItem() }
    levels.append(Level(kind: kind, left: count, isKey: kind == .map))
  }

  private mutating func endItem() {
    while let last = levels.indices.last {
      if levels[last].kind == .chunks { return }
      if levels[last].isKey {
        levels[last].isKey = false
        return
      }
      levels[last].isKey = levels[last].kind == .map
      levels[last].key = []
      guard levels[last].left > 0 else { return }
      levels[last].left -= 1
      guard levels[last].left == 0 else { return }
      levels.removeLast()
    }
    isOpaque = true
  }
}
