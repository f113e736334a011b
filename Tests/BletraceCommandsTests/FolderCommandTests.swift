import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Directories on the command line, with all that people have in them.
@Suite("Directories of captures")
struct FolderCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func capture(_ records: Int, after us: Int64 = 0) -> [UInt8] {
    var story = CaptureBuilder(time: 1_700_000_000_000_000 + us)
    for index in 0..<records { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
    return story.btsnoop()
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let inner = name.split(separator: "/").dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: folder[inner], withIntermediateDirectories: true)
    try folder.write(bytes, to: name)
  }

  private struct Found {
    var code: ExitCode
    var errors: String
    var names: [String]
    var records: [Int]
    var reported: [String]
  }

  private func analyze(_ words: String...) throws -> Found {
    let result = bletrace(["analyze", "--format", "json", folder.path] + words)
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let json = try #require(report as? [String: Any])
    let captures = try #require(json["captures"] as? [[String: Any]])
    return Found(
      code: result.code, errors: result.errors,
      names: captures.map { within($0["path"] as? String ?? "") },
      records: captures.map { $0["records"] as? Int ?? -1 },
      reported: (json["errors"] as? [String] ?? []).map(within))
  }

  private func within(_ path: String) -> String {
    path.hasPrefix(folder.path + "/") ? String(path.dropFirst(folder.path.count + 1)) : path
  }

  @Test("directories in it are entered, its own files first, in the order of names")
  func inner() throws {
    for name in ["b/2", "b/1", "z", "a/c/deep", "a/file", "B/x"] {
      try write(Self.capture(2), to: name)
    }
    let found = try analyze()
    #expect(found.code == .success && found.errors == "")
    #expect(found.names == ["z", "B/x", "a/file", "a/c/deep", "b/1", "b/2"])
    // A slash at the end changes nothing.
    #expect(bletrace("analyze", folder.path + "/").code == .success)
    let good = try folder.write(Self.capture(2), to: "good")
    #expect(bletrace("budget", "init", folder.path).errors.contains("no connection"))
    #expect(bletrace("diff", folder.path, good).errors.contains("nothing was compared"))
  }

  @Test("what is no capture is said, has a row, and is no failure")
  func others() throws {
    try write(Self.capture(3), to: "run/log.anything")
    try write(Array("words\n".utf8), to: "run/notes")
    try write([0xFE, 0, 1, 2, 0xFF, 0xFF, 0xFF, 0xFF, 9], to: "run/image")
    try write(Array("<html><body>".utf8), to: "page.html")
    try write([], to: "run/other/empty")
    try write(
      [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0, 0],
      to: "run/wlan")
    let found = try analyze()
    #expect(found.code == .success && found.names == ["run/log.anything"])
    let line =
      "5 files are no captures: page.html (XML or HTML), run/image (unknown format), "
      + "run/notes (text), run/wlan (not of Bluetooth), run/other/empty (empty)\n"
    #expect(found.errors == "bletrace: \(folder.path): \(line)")
    #expect(
      found.reported == [
        "page.html: is no capture: XML or HTML", "run/image: is no capture: unknown format",
        "run/notes: is no capture: text", "run/wlan: is no capture: not of Bluetooth",
        "run/other/empty: is no capture: empty",
      ])
    #expect(try analyze("-q").errors == "")
    let rows = bletrace("analyze", "--format", "ndjson", folder.path)
    #expect(rows.code == .success)
    #expect(rows.errors == "bletrace: 5 files are no captures; see the table errors\n")
    let lines = rows.output.split(separator: "\n")
    #expect(lines.count { $0.contains("\"table\":\"errors\"") } == 5)
    #expect(lines[0].contains("page.html\",\"message\":\"is no capture: XML or HTML\""))
    for format in ["csv", "text", "html", "junit"] {
      let table = format == "csv" ? ["--table", "captures"] : []
      let result = bletrace(["analyze", "--format", format, folder.path] + table)
      #expect(result.code == .success && result.errors == "bletrace: \(folder.path): \(line)")
    }
    let redacted = bletrace("analyze", "--redact", "--format", "json", folder.path)
    #expect(redacted.output.contains("\"directory: 5 files are no captures\""))
    #expect(!redacted.output.contains("notes"))
  }

  @Test("a directory without a capture says what is in it")
  func nothing() throws {
    try write(Array("words".utf8), to: "a")
    try write(Array("words".utf8), to: "b/c")
    try write(Array("{\"a\": 1}".utf8), to: "b/d.json")
    let found = try analyze()
    #expect(found.code == .trouble)
    #expect(
      found.errors.contains(
        "bletrace: \(folder.path): contains no capture (3 files: 2 text, 1 JSON)\n"))
    #expect(found.errors.contains("captures: a (text), b/c (text), b/d.json (JSON)\n"))
    let rows = bletrace("analyze", "--format", "ndjson", folder.path)
    #expect(rows.code == .trouble && rows.output.contains("contains no capture (3 files"))
  }

  @Test("archives in it stand for the captures in them")
  func archives() throws {
    var zip = ZipWriter()
    for (name, records) in [("log", 3), ("log.last", 5)] { zip.add(name, Self.capture(records)) }
    try write(zip.finished(), to: "phone/bugreport.zip")
    var none = ZipWriter()
    none.add("words.txt", Array("words".utf8))
    try write(none.finished(), to: "phone/source.zip")
    let found = try analyze()
    #expect(found.code == .success)
    #expect(found.names == ["phone/bugreport.zip/log.last", "phone/bugreport.zip/log"])
    #expect(found.errors.contains("phone/source.zip (archive without a capture)"))
    let diff = bletrace("diff", "--base", folder.path, "--new", folder.path)
    #expect(diff.errors.contains("nothing was compared"))
  }

  @Test("the parts of a log come one after the other, the oldest first")
  func parts() throws {
    // The ring has gone round once: its first file is the newest.
    let times: [(String, Int64)] = [
      ("hci.log", 2), ("hci.log.last", 1), ("hci.log.filtered", 1), ("r.pcap", 9), ("r.pcap1", 7),
      ("r.pcap2", 8), ("s.pcap10", 10), ("s.pcap9", 9), ("w_00001_20260101120000.pcapng", 1),
      ("w_00002_20260101120100.pcapng", 2), ("x.1", 2), ("x.2", 1),
    ]
    for (name, second) in times {
      try write(Self.capture(2, after: second * 1_000_000), to: name)
    }
    let found = try analyze()
    #expect(
      found.names == [
        "hci.log.last", "hci.log", "hci.log.filtered", "r.pcap1", "r.pcap2", "r.pcap", "s.pcap9",
        "s.pcap10", "w_00001_20260101120000.pcapng", "w_00002_20260101120100.pcapng", "x.1", "x.2",
      ])
    let lines = found.errors.split(separator: "\n")
    #expect(lines.count == 4 && lines[3] == "bletrace: 1 more log is in parts")
    #expect(
      lines[0] == "bletrace: \(folder["hci.log.last"]), \(folder["hci.log"]): 2 parts of one log; "
        + "'bletrace export' joins them")
    let words = lines[0].dropFirst(10).split(separator: ": ")[0].split(separator: ", ")
    let whole = folder["whole.btsnoop"]
    #expect(bletrace(["export", "-q", "-o", whole] + words.map(String.init)).code == .success)
    #expect(bletrace("decode", whole).output.split(separator: "\n").count == 4)
  }

  // MARK: Hostile

  @Test("no link leads in circles or out, and what it leads to is met once")
  func links() throws {
    try write(Self.capture(2), to: "runs/one")
    let outside = try TemporaryFolder()
    try outside.write(Self.capture(3), to: "secret")
    try folder.link("runs/circle", to: folder.path)
    try folder.link("runs/self", to: "self")
    try folder.link("runs/out", to: outside["secret"])
    try folder.link("away", to: outside.path)
    try folder.link("latest", to: "runs/one")
    try folder.link("dangling", to: "nowhere")
    // A directory of links to captures, as it always could be.
    try folder.link("mine", to: outside["secret"])
    let found = try analyze()
    #expect(found.code == .success && found.names == ["mine", "runs/one"])
    #expect(found.reported.allSatisfy { $0.hasSuffix(": is no capture: symbolic link") })
    #expect(found.reported.count == 6)
  }

  @Test("what is no file is not opened")
  func pipes() throws {
    try write(Self.capture(2), to: "in/log")
    #expect(unsafe mkfifo(folder["in/pipe"], 0o600) == 0)
    #expect(unsafe mkfifo(folder["pipe.btsnoop"], 0o600) == 0)
    let found = try analyze()
    #expect(found.code == .success && found.names == ["in/log"])
    #expect(found.errors.contains("pipe.btsnoop (not a file), in/pipe (not a file)"))
  }

  @Test("directories as deep as there can be have an end, and others are read")
  func deep() throws {
    try write(Self.capture(2), to: "log")
    try write(
      Self.capture(3), to: (0..<31).map { _ in "d" }.joined(separator: "/") + "/log")
    #expect(try analyze().records == [2, 3])
    try write(
      Self.capture(3), to: (0..<200).map { _ in "e" }.joined(separator: "/") + "/log")
    let found = try analyze()
    #expect(found.code == .trouble && found.records == [2, 3])
    #expect(found.errors.contains("is too deep in \(folder.path), and was not looked into"))
  }

  @Test("ten thousand files that are none")
  func many() throws {
    try write(Self.capture(2), to: "log")
    for number in 0..<10_000 { try write([1], to: "\(number / 1000)/\(number)") }
    let found = try analyze()
    #expect(found.code == .success && found.records == [2])
    #expect(found.errors.utf8.count < 520)
    #expect(found.errors.contains(": 10,000 files are no captures: 0/0 (unknown format), "))
    #expect(found.reported.count == 1001)
    #expect(found.reported.last == "9,000 more: 9,000 files are no captures")
  }

  @Test("names act on no terminal, and keep a line one", arguments: HostileName.all.indices)
  func hostile(index: Int) throws {
    let name = HostileName.all[index].octets.filter { $0 != 0 && $0 != UInt8(ascii: "/") }
    try write(Self.capture(2), to: "log")
    let path = folder.path(Array(name.prefix(200)))
    guard let made = try? POSIX.create(path.bytes, in: POSIX.currentDirectory, for: .owner) else {
      return
    }
    try POSIX.close(made)
    let result = bletrace("analyze", "--format", "json", folder.path)
    #expect(result.errors.split(separator: "\n").count <= 1)
    #expect(!result.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    #expect((try? JSONSerialization.jsonObject(with: Data(result.output.utf8))) != nil)
  }
}
