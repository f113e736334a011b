import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite("Numbers of a report")
struct ReportNumberTests {
  private static let most = Int.mostReported

  @Test("what enters ends at the bounds, and nothing else changes")
  func entering() {
    for number in [0, 1, -1, Self.most - 1, Self.most, -Self.most] {
      #expect(Int(reported: number) == number && Int(reported: Double(number)) == number)
    }
    #expect(Int(reported: Int64.max) == Self.most && Int(reported: Int64.min) == -Self.most)
    #expect(
      Int(reported: Self.most + 1) == Self.most && Int(reported: -Self.most - 1) == -Self.most)
    #expect(Int(reported: Double.infinity) == Self.most && Int(reported: -1e300) == -Self.most)
    #expect(Int(reported: Double.nan) == 0 && Int(reported: 2.9) == 2 && Int(reported: -2.9) == -2)
    #expect(Int(reported: Double(Self.most) * Double(Self.most)) == Self.most)
  }

  @Test("a list of any length and any numbers has a total")
  func totals() {
    #expect([3, -1, 40].total == 42 && [Int]().total == 0)
    #expect([Int](repeating: Self.most, count: 3000).total == Self.most)
    #expect([Int.max, .max, -1].total == Self.most - 1 && [Int.min, .min].total == -Self.most)
  }

  /// A report in which every key has a value, and where its whole numbers are.
  private static let numbers = WholeNumbers(
    JSONRenderer.render(Sample.everything, layout: .compact))

  /// Whether it may have a fraction or not. Every sixth key: each takes one reading.
  @Test("a number beyond them is refused, whichever key it has")
  func refused() {
    #expect(Self.numbers.keys.count > 300)
    for index in stride(from: 0, to: Self.numbers.keys.count, by: 6) {
      let key = Self.numbers.keys[index]
      let json = Self.numbers.replacing([key], with: index % 12 == 0 ? .max : .min)
      let isRefused = (try? JSONReportReader.read(json)) == nil
      #expect(isRefused, "\(key)")
    }
  }

  @Test("the largest and the least are read and shown, whichever keys have them", arguments: 0..<24)
  func extremes(part: Int) throws {
    // Neighbours in the report, as what is calculated with each other often is.
    let keys = Self.numbers.keys
    let size = (keys.count + 23) / 24
    let group = Array(keys.dropFirst(part * size).prefix(size))
    for number in [Self.most, -Self.most] {
      let json = Self.numbers.replacing(group, with: number)
      guard let report = try? JSONReportReader.read(json) else {
        // A status has one octet.
        #expect(throws: ReportReadingError.self) { try JSONReportReader.read(json) }
        continue
      }
      #expect(!TextRenderer.render(report, options: TextOptions(), extent: .full).isEmpty)
      #expect(!TextRenderer.render(report, options: TextOptions(), extent: .brief).isEmpty)
      #expect(JSONRenderer.render(report, layout: .compact) == json)
    }
  }
}

/// The whole numbers in JSON that are values of keys, alone or in a list.
struct WholeNumbers {
  /// Each key once, in the order in which they come.
  private(set) var keys: [String] = []
  private var pieces: [(text: [UInt8], key: String?)] = []

  init(_ json: [UInt8]) {
    var (at, start) = (0, 0)
    var key = ""
    while at < json.count {
      let begin = at
      if json[at] == UInt8(ascii: "\"") {
        at += 1
        while json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at += 1
        if at < json.count, json[at] == UInt8(ascii: ":") {
          key = String(decoding: json[begin + 1..<at - 1], as: UTF8.self)
        }
      } else if json[at] == UInt8(ascii: "-") || Self.isDigit(json[at]) {
        while at < json.count, !Array(",]}".utf8).contains(json[at]) { at += 1 }
        guard json[begin..<at].dropFirst().allSatisfy(Self.isDigit) else { continue }
        pieces += [(Array(json[start..<begin]), nil), (Array(json[begin..<at]), key)]
        start = at
        if !keys.contains(key) { keys.append(key) }
      } else {
        at += 1
      }
    }
    pieces.append((Array(json[start...]), nil))
  }

  private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

  func replacing(_ keys: [String], with number: Int) -> [UInt8] {
    let other = Array("\(number)".utf8)
    return pieces.flatMap { $0.key.map(keys.contains) == true ? other : $0.text }
  }
}
