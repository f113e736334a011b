import CaptureFiles
import Foundation
import Testing

@Suite struct FormatListTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

  /// The rows of the README's table of formats.
  private static func rows() throws -> [String] {
    let text = try String(contentsOf: readme, encoding: .utf8)
    let section = try #require(text.split(separator: "\n## Formats\n").last)
    return section.split(separator: "\n## ")[0].split(separator: "\n")
      .filter { $0.hasPrefix("|") }.map { $0.lowercased() }
  }

  @Test("the README has a row for each container", arguments: CaptureFormat.allCases)
  func containers(format: CaptureFormat) throws {
    #expect(
      try Self.rows().contains { row in
        // Not those of another one that is named after it.
        let words = row.split(separator: "|")[0].split { !$0.isLetter }
        return words.prefix(2).contains { $0 == format.name }
      })
  }

  @Test("and the numbers of the link types", arguments: LinkType.allCases)
  func linkTypes(link: LinkType) throws {
    let rows = try Self.rows()
    func contains(_ container: String, _ number: Int) -> Bool {
      rows.contains { $0.hasPrefix("| \(container)") && $0.contains("\(number)") }
    }
    if let number = link.datalink { #expect(contains("btsnoop ", number)) }
    if let number = link.pcapNumber { #expect(contains("pcap,", number)) }
  }
}
