import SystemLibraries

/// The digests of the payloads of all transfers that are kept. Payloads wait here for one another:
/// many are hashed together in less time than one by one.
struct PayloadDigests {
  private var texts: [String] = []
  private var waiting: [[UInt8]] = []
  private var numbers: [Int] = []
  private var octets = 0
  private let hash = ManySHA256()

  /// So many wait at most, or so many octets before the last of them.
  static let mostWaiting = 32
  private static let mostOctets = 1 << 20

  var isFull: Bool { waiting.count == Self.mostWaiting || octets >= Self.mostOctets }

  /// Once it does not wait any more.
  subscript(_ number: Int) -> String { texts[number] }

  /// Takes the octets, and leaves none.
  mutating func add(_ payload: inout [UInt8]) -> Int {
    numbers.append(texts.count)
    octets += payload.count
    waiting.append([])
    swap(&waiting[waiting.count - 1], &payload)
    return add("")
  }

  /// One that is known.
  mutating func add(_ text: String) -> Int {
    texts.append(text)
    return texts.count - 1
  }

  /// Hashes what waits, and gives it back for its room.
  mutating func settle() -> [[UInt8]] {
    for (number, text) in zip(numbers, hash.digests(of: waiting).texts) { texts[number] = text }
    numbers.removeAll(keepingCapacity: true)
    octets = 0
    defer { waiting = [] }
    return waiting
  }
}
