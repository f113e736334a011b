import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Who may read what is written: it holds what the captures do.
@Suite struct OutputModeTests {
  private let folder: TemporaryFolder
  private let capture: String
  /// The mode of a file that the umask of this process decides about.
  private let usual: Int

  init() throws {
    folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.connect(0x0040, peer: [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66])
    for value in 0..<20 as Range<UInt8> { story.notify(0x25, [value, 1, 2, 3]) }
    capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    #expect(FileManager.default.createFile(atPath: folder["usual"], contents: nil))
    usual = try #require(
      try FileManager.default.attributesOfItem(atPath: folder["usual"])[.posixPermissions] as? Int)
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
  }

  private func set(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder[name])
  }

  /// - Returns: the mode of what the command writes by `-o`, and of what replaces a file.
  private func modes(_ words: [String], replacing old: Int) throws -> [Int?] {
    let out = "out." + (words[0] == "export" ? "pcapng" : "report")
    var modes: [Int?] = []
    for _ in 0..<2 {
      let result = bletrace(words + ["-o", folder[out]])
      #expect(result.code != .trouble, "\(words): \(result.errors)")
      modes.append(try mode(out))
      try set(old, of: out)
    }
    try FileManager.default.removeItem(atPath: folder[out])
    return modes
  }

  @Test(arguments: [
    "analyze", "analyze --format json", "analyze --format html", "analyze --format ndjson",
    "analyze --format csv", "analyze --format perfetto", "decode", "export", "diff",
    "diff --format html", "diff --format json",
  ])
  func reportsAreTheirOwners(_ words: String) throws {
    var words = words.split(separator: " ").map { String($0) } + [capture]
    if words[0] == "diff" { words.append(capture) }
    #expect(try modes(words, replacing: 0o644) == [0o600, 0o600])
  }

  /// What holds no original, or findings only, for a program that may be another user's.
  @Test(arguments: [
    "analyze --format junit", "analyze --format sarif", "diff --format github",
    "analyze --redact --format html", "export --redact",
  ])
  func othersHaveTheUsualMode(_ words: String) throws {
    var words = words.split(separator: " ").map { String($0) } + [capture]
    if words[0] == "diff" { words.append(capture) }
    #expect(try modes(words, replacing: 0o640) == [usual, 0o640])
  }
}
