import Foundation
import Testing

/// What is made for people is read by people: a reworded sentence, title or label changes nothing
/// else. Code asks for kinds, keys and numbers.
@Suite("Text that was made for people")
struct PeoplesTextTests {
  private static let folders = [
    "Sources/Ceiling", "Sources/Findings", "Sources/Comparison", "Sources/Redaction",
    "Sources/Rendering", "Sources/Tracking/Building",
  ]

  private static let forbidden = [
    "hasPrefix(", "hasSuffix(", ".contains(\"", ".split(", ".replacing(", "starts(with:",
    "endsWith(", "firstRange(of:", ".range(of:",
  ]

  /// Files that look into text which is not made for people, and why.
  private static let exceptions = [
    "Sources/Comparison/Budgets/": "the lines of a budget, and the folders of a path",
    "Sources/Comparison/Comparison.swift": "the syntax of an address",
    "Sources/Comparison/Measures/ConnectionMeasures.swift": "the keys of ATT requests",
    "Sources/Comparison/RenamedFindings.swift": "the full stop of a sentence inside another",
    "Sources/Comparison/Rendering/JUnitXML.swift": "lines, each of which is escaped",
    "Sources/Findings/Rules/MarkerNearMissRule.swift": "the octets of a marker",
    "Sources/Redaction/": "octets of a capture, and not of a text",
    "Sources/Rendering/HTML/PageFrame.swift": "the folders of a path",
    "Sources/Rendering/Text/CaptureSection.swift": "date and time in the form of ISO 8601",
    "Sources/Rendering/Text/TimelineSection.swift": "ISO 8601; a colon is not written twice",
    "Sources/Rendering/Text/WiresharkCommand.swift": "a path that is not UTF-8",
  ]

  @Test("no code compares or cuts it")
  func isNotRead() {
    var used: Set<String> = []
    for folder in Self.folders {
      for (path, text) in HouseRulesTests.sources(under: folder) {
        for line in HouseRulesTests.code(text)
        where Self.forbidden.contains(where: { line.contains($0) }) {
          if let excepted = Self.exceptions.keys.first(where: path.hasPrefix) {
            used.insert(excepted)
          } else {
            Issue.record("\(path): \(line)")
          }
        }
      }
    }
    #expect(used == Set(Self.exceptions.keys))
  }

  /// Rules are known by their traits. The screen names one rule itself, that a bound was reached.
  @Test("no code outside of the rules names one")
  func rules() {
    let rules = HouseRulesTests.sources(under: "Sources/Findings/Rules")
    let names = rules.flatMap { _, text in
      HouseRulesTests.code(text).filter { $0.contains("static let name = \"") }.compactMap {
        $0.split(separator: "\"").dropFirst().first.map { "\"\($0)\"" }
      }
    }
    #expect(names.count >= 90)
    for folder in ["Comparison", "Rendering", "Tracking", "PacketText", "Alignment"] {
      for (path, text) in HouseRulesTests.sources(under: "Sources/" + folder)
      where !path.hasSuffix("/PrintedFindings.swift") {
        for line in HouseRulesTests.code(text) where !line.contains("visitor.field(") {
          for name in names where line.contains(name) && name.contains("-") {
            Issue.record("\(path): \(name)")
          }
        }
      }
    }
  }
}
