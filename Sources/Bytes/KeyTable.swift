/// Keys of 32 bits in the order in which they came, and their places in it: what each packet is
/// looked up by. Public, as only then it is inlined elsewhere.
public struct KeyTable: Sendable {
  public private(set) var keys: [UInt32] = []
  /// The places, from 1 on, each where its key's hash wants it, or behind that; 0 where there is
  /// room.
  @usableFromInline var slots: [UInt16] = []
  @usableFromInline var shift: UInt32 = 32

  /// Places have 16 bits.
  public static let most = Int(UInt16.max)

  public init() {}

  public var count: Int { keys.count }

  /// Where a key stands among them; nil where it is new.
  @inlinable @inline(__always)
  public func place(of key: UInt32) -> Int? {
    if slots.isEmpty { return nil }
    var slot = Int((key &* 0x9E37_79B1) &>> shift)
    while true {
      let place = Int(slots[slot])
      if place == 0 { return nil }
      if keys[place &- 1] == key { return place &- 1 }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
  }

  /// Adds a key that is not there.
  ///
  /// - Precondition: there are fewer than `most`.
  public mutating func append(_ key: UInt32) {
    precondition(keys.count < Self.most)
    keys.append(key)
    guard keys.count * 2 > slots.count else { return put(keys.count) }
    let count = max(8, slots.count * 2)
    slots = [UInt16](repeating: 0, count: count)
    shift = UInt32(32 - count.trailingZeroBitCount)
    for place in 1...keys.count { put(place) }
  }

  private mutating func put(_ place: Int) {
    var slot = Int((keys[place - 1] &* 0x9E37_79B1) &>> shift)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt16(place)
  }
}
