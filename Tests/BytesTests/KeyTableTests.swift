import Testing

@testable import Bytes

@Suite("Keys and their places")
struct KeyTableTests {
  @Test("each key has the place in which it came, and others have none")
  func places() {
    var table = KeyTable()
    #expect(table.place(of: 0) == nil)
    // Neighbours, multiples that share their lowest bits, and both ends.
    let keys = (0..<500).map { UInt32($0) } + (1..<500).map { UInt32($0) << 20 } + [.max]
    for (place, key) in keys.enumerated() {
      #expect(table.place(of: key) == nil)
      table.append(key)
      #expect(table.place(of: key) == place && table.count == place + 1)
    }
    #expect(keys.enumerated().allSatisfy { table.place(of: $1) == $0 })
    #expect(table.place(of: 500) == nil && table.place(of: 501 << 20) == nil)
    #expect(table.keys == keys)
  }
}
