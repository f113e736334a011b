import Testing

@testable import Framing

@Suite struct CBORScannerTests {
  /// One letter an octet: structure, small, number, key, bytes, text, opaque.
  private func shape(_ octets: [UInt8]) -> String {
    var scanner = CBORScanner()
    return octets.map {
      switch scanner.add($0) {
      case .structure: "."
      case .small: "s"
      case .number: "n"
      case .key: "k"
      case .bytes: "b"
      case .text: "t"
      case .opaque: "?"
      }
    }.joined()
  }

  @Test func mapsOfAnUpload() {
    // {"off": 200, "data": h'010203'}
    let map: [UInt8] = [0xA2, 0x63] + Array("off".utf8) + [0x18, 200, 0x64] + Array("data".utf8)
    #expect(shape(map + [0x43, 1, 2, 3]) == "..kkk.n.kkkk.bbb")
    var scanner = CBORScanner()
    for octet in map + [0x43, 1, 2, 3] { _ = scanner.add(octet) }
    #expect(scanner.numbers[Array("off".utf8)] == 200)
  }

  @Test func whatIsBehindTheEndIsOpaque() {
    #expect(shape([0xA1, 0x61, 0x61, 0x02, 0x00]) == "..ks?")
    #expect(shape([0x02, 0x02]) == "s?")
    #expect(shape([0x1C, 0x00]) == "??")
    #expect(shape([0xFF, 0x00]) == ".?")
  }

  @Test func nestedAndIndefinite() {
    // {"a": ["x", {"b": "y"}], "c": (_ h'01', h'02')}
    #expect(
      shape([
        0xA2, 0x61, 0x61, 0x82, 0x61, 0x78, 0xA1, 0x61, 0x62, 0x61, 0x79, 0x61, 0x63, 0x5F, 0x41,
        1, 0x41, 2, 0xFF, 0,
      ]) == "..k..t..k.t.k..b.b.?")
    // {_ "a": 1, h'02': "t"}, whose second key is no text.
    #expect(shape([0xBF, 0x61, 0x61, 1, 0x41, 2, 0x61, 0x74, 0xFF]) == "..ks.b.t.")
  }

  @Test func deepNestingAndHugeCounts() {
    #expect(shape([UInt8](repeating: 0x81, count: 40)).hasSuffix("????"))
    #expect(shape([0x5B] + [UInt8](repeating: 0xFF, count: 8) + [1, 2]) == ".........bb")
    #expect(shape([0xBB] + [UInt8](repeating: 0xFF, count: 8) + [0x61, 0x61]) == "..........k")
  }

  @Test func numbersAndSimpleValues() {
    // [1.5, true, null, simple(255), 1(1000), -5], whose tag says that a number is a time.
    let array: [UInt8] = [0x86, 0xF9, 0x3E, 0, 0xF5, 0xF6, 0xF8, 255, 0xC1, 0x19, 3, 0xE8, 0x24]
    #expect(shape(array) == "..nns..n..nns")
  }

  @Test func thePathLeadsToAnItem() {
    var scanner = CBORScanner()
    // {"err": {"rc": 3}, 7: 1}
    let map: [UInt8] =
      [0xA2, 0x63] + Array("err".utf8) + [0xA1, 0x62] + Array("rc".utf8) + [3, 7, 1]
    var paths: [[String]] = []
    for octet in map where scanner.add(octet) == .small {
      paths.append(scanner.path.map { String(decoding: $0, as: UTF8.self) })
    }
    #expect(paths == [["err", "rc"], [""], [""]])
  }
}
