import BletraceTestSupport
import CaptureFiles
import Testing

@testable import BletraceCommands

/// `analyze --format csv`.
@Suite("Comma-separated values")
struct CSVCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static var story: CaptureBuilder {
    var story = CaptureBuilder()
    story.advertise([0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0x0F], -60)
    story.connect()
    story.exchangeMTU(185, 185)
    story.signal(-48)
    for index in 0..<3 { story.notify(0x2A, "v\(index)") }
    return story
  }

  /// Rows as RFC 4180 has them. Only texts with commas or quotes have quotes around them.
  private static func parsed(_ text: String) -> [[String]] {
    text.split(separator: "\r\n", omittingEmptySubsequences: true).map { line in
      var (cells, isQuoted) = ([""], false)
      for scalar in line.unicodeScalars {
        switch scalar {
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: cells.append("")
        default: cells[cells.count - 1].unicodeScalars.append(scalar)
        }
      }
      return cells
    }
  }

  private func rows(_ words: String...) -> [[String]] {
    Self.parsed(bletrace(["analyze", "--format", "csv"] + words).output)
  }

  private func column(_ name: String, of rows: [[String]]) throws -> [String] {
    let index = try #require(rows.first?.firstIndex(of: name))
    return rows.dropFirst().map { $0[index] }
  }

  @Test("values: one row each, in the order of the frames, with their octets")
  func values() throws {
    let path = try folder.write(Self.story.btsnoop(), to: "c")
    let rows = rows(path)
    #expect(try column("value", of: rows) == ["7630", "7631", "7632"])
    #expect(try column("handle", of: rows) == ["42", "42", "42"])
    #expect(try column("kind", of: rows) == ["notification", "notification", "notification"])
    let frames = try column("frame", of: rows).compactMap { Int($0) }
    #expect(frames == frames.sorted() && frames.count == 3)
    #expect(try column("time", of: rows).allSatisfy { $0.hasSuffix("Z") && $0.count == 27 })
  }

  @Test("rssi: of advertisers and of connections, negative numbers as they are")
  func rssi() throws {
    let path = try folder.write(Self.story.btsnoop(), to: "c")
    let rows = rows("--table", "rssi", path)
    #expect(try column("dbm", of: rows) == ["-60", "-48"])
    #expect(try column("source", of: rows) == ["advertising", "connection"])
    #expect(try column("connection", of: rows) == ["", "1"])
  }

  @Test("many values in a row are the same rows as those that come one by one")
  func bursts() throws {
    var story = CaptureBuilder()
    story.connect()
    story.exchangeMTU(185, 185)
    for index in 0..<5_000 { story.notify(UInt16(0x2A + index % 2), "x\(index)") }
    let rows = rows(try folder.write(story.btsnoop(), to: "c"))
    #expect(rows.count == 5_001)
    let expected = (0..<5_000).map { index in
      "x\(index)".utf8.map { String($0, radix: 16, uppercase: true) }.joined()
    }
    #expect(try column("value", of: rows) == expected)
  }

  @Test("every table has the columns that its first row names, in all rows")
  func widths() throws {
    let samples = ["bizcard-stall-peripheral/capture.pklg", "bizcard-central/capture.btsnoop"]
      .map { projectFolder + "/samples/" + $0 }
    for table in Option.table.definition.choices {
      let result = bletrace(["analyze", "--format", "csv", "--table", table] + samples)
      #expect(result.code == .success && result.errors == "")
      #expect(result.output.hasSuffix("\r\n"))
      let rows = Self.parsed(result.output)
      #expect(Set(rows.map(\.count)).count == 1, "\(table)")
    }
    let transfers = rows(["--table", "transfers"] + samples)
    #expect(try column("payload_bytes", of: transfers) == ["152", "152"])
  }

  private func rows(_ words: [String]) -> [[String]] {
    Self.parsed(bletrace(["analyze", "--format", "csv"] + words).output)
  }

  @Test("no name becomes a formula, a line or a cell", arguments: ["=1+2", "+1", "-1", "@A1"])
  func formulas(name: String) throws {
    let path = try folder.write(Self.story.btsnoop(), to: "c")
    let hostile = name + ",\"x\"\u{1B}[31m\r\n=2; =3;4"
    try folder.link(hostile, to: path)
    // A name of a file alone begins a cell where it has no folder before it.
    var story = Self.story
    story.advertise(
      [1, 2, 3, 4, 5, 0xC6], -50,
      data: [UInt8(hostile.utf8.count + 1), 0x09] + Array(hostile.utf8))
    let output = bletrace(
      "analyze", "--format", "csv", "--table", "advertisers",
      try folder.write(story.btsnoop(), to: "d")
    ).output
    #expect(output.contains("\"'\(name),\"\"x\"\"\\x1B[31m\\x0D\\x0A=2\\x3B =3;4\""))
    let links = bletrace("analyze", "--format", "csv", folder[hostile])
    #expect(links.output.split(separator: "\r\n").count == 4)
    #expect(!links.output.contains("\u{1B}"))
  }

  @Test("--table without csv, and a file that cannot be read")
  func troubles() throws {
    let path = try folder.write(Self.story.btsnoop(), to: "c")
    let wrong = bletrace("analyze", "--table", "rssi", path)
    #expect(wrong.code == .trouble)
    #expect(wrong.errors == "bletrace: '--table' is for --format csv only\n")
    let missing = bletrace("analyze", "--format", "csv", folder["missing"], path)
    #expect(missing.code == .trouble && missing.errors.contains("missing"))
    #expect(Self.parsed(missing.output).count == 4)
    let closed = bletrace(
      ["analyze", "--format", "csv", path], output: MemorySink(failure: .closedPipe))
    #expect(closed.code == .success)
  }

  @Test("captures of an archive come one after the other")
  func archive() throws {
    var zip = ZipWriter()
    for name in ["a", "b", "c"] { zip.add(name, Self.story.btsnoop()) }
    let path = try folder.write(zip.finished(), to: "z.zip")
    let files = try column("file", of: rows(path))
    #expect(files == files.sorted() && files.count == 9 && Set(files).count == 3)
  }
}
