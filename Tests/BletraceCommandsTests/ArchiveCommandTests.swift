import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing
import Tracking

@testable import BletraceCommands

/// Captures in archives, as the commands take them.
@Suite("Captures in archives")
struct ArchiveCommandTests {
  private let folder: TemporaryFolder
  private static let log = "FS/data/misc/bluetooth/logs/btsnoop_hci.log"
  private static let text = Array("Battery\n  level: 71\n".utf8)

  init() throws { folder = try TemporaryFolder() }

  /// A capture with so many records.
  private static func capture(_ records: Int) -> [UInt8] {
    var story = CaptureBuilder()
    for index in 0..<records { story.event(0xFF, [0x77, UInt8(truncatingIfNeeded: index)]) }
    return story.btsnoop()
  }

  private static func zip(_ files: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var writer = ZipWriter()
    for file in files { writer.add(file.name, file.contents) }
    return writer.finished()
  }

  private static func tar(_ files: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var writer = TarWriter()
    for file in files { writer.add(file.name, file.contents) }
    return writer.finished()
  }

  private static let report: [(name: String, contents: [UInt8])] = [
    ("version.txt", Array("2.0".utf8)), (log, capture(3)), ("\(log).last", capture(5)),
    ("bugreport.txt", text),
  ]

  private static let single: [(name: String, contents: [UInt8])] = [
    ("version.txt", Array("2.0".utf8)), (log, capture(3)), ("bugreport.txt", text),
  ]

  /// The same words with standard input from a file, through a pipe.
  private func piped(_ words: [String], _ bytes: [UInt8]) throws -> RunResult {
    let pipe = Pipe()
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      try? writing.write(contentsOf: Data(bytes))
      try? writing.close()
    }
    return bletrace(words, standardInput: pipe.fileHandleForReading.fileDescriptor)
  }

  private func captures(_ result: RunResult) throws -> [(path: String, records: Int)] {
    guard !result.output.isEmpty else { return [] }
    let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let captures = try #require((report as? [String: Any])?["captures"] as? [[String: Any]])
    return try captures.map {
      (try #require($0["path"] as? String), try #require($0["records"] as? Int))
    }
  }

  private func analyze(_ words: String...) -> RunResult {
    bletrace(["analyze", "--format", "json"] + words)
  }

  // MARK: Analyze

  @Test("all captures of an archive are reported, of a file as of a pipe", arguments: 0..<3)
  func several(way: Int) throws {
    let bytes =
      [Self.zip(Self.report), Self.tar(Self.report), gzipped(Self.tar(Self.report))][way]
    let path = try folder.write(bytes, to: "archive")
    let small = try folder.write(Self.capture(7), to: "small")
    let result = analyze(small, path, small)
    #expect(result.code == .success)
    let found = try captures(result)
    // The older part comes first; but what is packed as a whole is read as it comes.
    let logs = way == 2 ? [Self.log, Self.log + ".last"] : [Self.log + ".last", Self.log]
    let named = logs.map { "\(path)/\($0)" }
    #expect(found.map(\.path) == [small] + named + [small])
    #expect(found.map(\.records) == (way == 2 ? [7, 3, 5, 7] : [7, 5, 3, 7]))
    let parts = ": 2 parts of one log; 'bletrace export' joins them\n"
    #expect(result.errors == "bletrace: \(named.joined(separator: ", "))\(parts)")
    #expect(bletrace("analyze", "-q", path).errors == "")
    let fromPipe = try piped(["analyze", "--format", "json", "-q", small, "-"], bytes)
    #expect(fromPipe.code == .success && fromPipe.errors == "")
    let piped = try captures(fromPipe)
    #expect(piped.map(\.path) == [small, "-/\(Self.log)", "-/\(Self.log).last"])
    #expect(piped.map(\.records) == [7, 3, 5])
  }

  @Test("a report on a file in an archive is that on the file itself")
  func same() throws {
    let sample = try #require(
      FileManager.default.contents(
        atPath: projectFolder + "/samples/bizcard-central/capture.btsnoop"))
    let plain = try folder.write(Array(sample), to: "plain")
    let expected = analyze(plain).output
    let archives = [
      ("a.zip", Self.zip([("x", Array(sample))]), "a.zip/x"),
      ("a.tar", Self.tar([("x", Array(sample))]), "a.tar/x"),
      ("a.tgz", gzipped(Self.tar([("x", Array(sample))])), "a.tgz/x"),
      ("a.gz", gzipped(Array(sample)), "a.gz"),
    ]
    for (name, bytes, shown) in archives {
      let path = try folder.write(bytes, to: name)
      let renamed = expected.replacingOccurrences(
        of: "\"\(plain)\"", with: "\"\(folder[shown])\"")
      #expect(analyze(path).output == renamed)
      #expect(analyze(folder[shown]).output == renamed)
      let decoded = bletrace("decode", path)
      #expect(decoded.code == .success && decoded.errors == "")
      #expect(decoded.output == bletrace("decode", plain).output)
      #expect(bletrace("diff", plain, path).output.contains("No regression"))
    }
  }

  @Test("Wireshark's command is for a file of its own, not for a packed one or one in an archive")
  func wireshark() throws {
    let sample = [UInt8](
      try Data(
        contentsOf: URL(
          filePath: projectFolder + "/samples/fault-notification-gap/capture.btsnoop")))
    for (bytes, name) in [
      (gzipped(sample), "a.btsnoop.gz"), (Self.zip([("a.btsnoop", sample)]), "a.zip"),
      (Self.tar([("a.btsnoop", sample)]), "a.tar"),
    ] {
      let text = bletrace("analyze", "--wireshark", try folder.write(bytes, to: name)).output
      #expect(!text.contains("wireshark -r"), "\(name)")
      #expect(text.contains("Wireshark cannot open this file itself"), "\(name)")
    }
    let plain = bletrace("analyze", "--wireshark", try folder.write(sample, to: "a.btsnoop"))
    #expect(plain.output.contains("wireshark -r"))
  }

  @Test("a gzip file is the capture in it, on standard input too")
  func gzip() throws {
    let bytes = gzipped(Self.capture(4))
    let path = try folder.write(bytes, to: "walk.btsnoop.gz")
    #expect(try captures(analyze(path)).map(\.path) == [path])
    for command in ["analyze", "decode"] {
      let result = try piped([command, "-"], bytes)
      #expect(result.code == .success && result.errors == "")
      #expect(!result.output.isEmpty)
    }
    #expect(bletrace("decode", path).output.split(separator: "\n").count == 4)
  }

  @Test("payloads are numbered as the captures are")
  func extract() throws {
    let sample = try #require(
      FileManager.default.contents(
        atPath: projectFolder + "/samples/bizcard-central/capture.btsnoop"))
    let files = [("a", Array(sample)), ("../../b\u{1B}", Array(sample))]
    let zip = try folder.write(Self.zip(files), to: "a.zip")
    let packed = try folder.write(gzipped(Self.tar(files)), to: "b.tgz")
    let plain = try folder.write(Array(sample), to: "plain")
    let out = folder["out"]
    let result = bletrace("analyze", "--extract", out, zip, packed, plain)
    #expect(result.code == .success)
    #expect(result.errors.hasSuffix("5 payloads (760 bytes) written to \(out)\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names == (1...5).map { "capture\($0)-connection1-transfer1.json" })
    #expect(try folder.names == ["a.zip", "b.tgz", "out", "plain"])
  }

  // MARK: One of several

  @Test("what takes one capture takes the only one, and asks which where there are more")
  func which() throws {
    for bytes in [Self.zip(Self.report), gzipped(Self.tar(Self.report))] {
      let path = try folder.write(bytes, to: "archive")
      for words in [["decode"], ["diff", path], ["budget", "init"]] {
        let result = bletrace(words + [path])
        #expect(result.code == .trouble)
        #expect(
          result.errors == "bletrace: \(path): contains 2 captures; name one of them: "
            + "\(path)/\(Self.log), \(path)/\(Self.log).last\n")
      }
      #expect(
        bletrace("decode", "\(path)/\(Self.log).last").output.split(separator: "\n").count == 5)
      #expect(try captures(analyze("\(path)/\(Self.log)")).map(\.records) == [3])
    }
    let many = Self.zip((0..<100).map { ("log\($0)", Self.capture(1)) })
    let path = try folder.write(many, to: "many.zip")
    let errors = bletrace("decode", path).errors
    #expect(errors.contains("contains 100 captures"))
    #expect(errors.hasSuffix("\(path)/log7, ...\n"))
  }

  @Test("a name that leads nowhere says so")
  func names() throws {
    let path = try folder.write(Self.zip(Self.single), to: "one.zip")
    let plain = try folder.write(Self.capture(1), to: "plain")
    let cases = [
      ("\(path)/none", "\(path)/none: no such file in the archive"),
      ("\(path)/version.txt", "\(path)/version.txt: \(CaptureFileError.foreign(.text).message)"),
      ("\(plain)/x", "\(plain): is not an archive"),
      ("\(folder["nix"])/x", "\(folder["nix"])/x: no such file or directory"),
    ]
    for (word, message) in cases {
      for command in ["analyze", "decode"] {
        let result = bletrace(command, word)
        #expect(result.code == .trouble)
        #expect(result.errors == "bletrace: \(message)\n")
      }
    }
    let pipe = try piped(["decode", "-"], Self.zip(Self.single))
    #expect(pipe.code == .trouble)
    #expect(
      pipe.errors == "bletrace: standard input: is a zip archive, which only analyze can read from "
        + "a pipe; name the file itself\n")
  }

  @Test("the archive is not written over")
  func output() throws {
    let bytes = Self.zip(Self.single)
    let path = try folder.write(bytes, to: "one.zip")
    for words in [
      ["analyze", path], ["analyze", "\(path)/\(Self.log)"], ["decode", path + "/x"],
    ] {
      let result = bletrace(words + ["-o", path])
      #expect(result.code == .trouble)
      #expect(result.errors.contains("is one of the captures, and will not be overwritten"))
    }
    #expect(try folder.read("one.zip") == bytes)
  }

  @Test("the log in a bug report's text is read where the archive holds no other")
  func logInText() throws {
    var story = CaptureBuilder()
    for index in 0..<4 as Range<UInt8> { story.event(0xFF, [0x77, index]) }
    let text = Self.text + story.btsnoozText()
    let path = try folder.write(
      Self.zip([("version.txt", Array("2.0".utf8)), ("main.txt", text)]), to: "old.zip")
    let result = analyze(path)
    #expect(result.code == .success)
    #expect(try captures(result).map(\.path) == ["\(path)/main.txt"])
    #expect(try captures(result).map(\.records) == [4])
    #expect(result.output.contains("btsnooz"))

    let newer = try folder.write(
      Self.zip([("main.txt", text), (Self.log, Self.capture(3))]), to: "new.zip")
    #expect(try captures(analyze(newer)).map(\.records) == [3])
  }

  @Test("a folder to compare may hold archives of one capture each, and others beside")
  func folders() throws {
    let sample = try #require(
      FileManager.default.contents(
        atPath: projectFolder + "/samples/bizcard-central/capture.btsnoop"))
    try FileManager.default.createDirectory(
      atPath: folder["runs"], withIntermediateDirectories: false)
    try folder.write(Self.zip([("x", Array(sample))]), to: "runs/a.zip")
    try folder.write(gzipped(Array(sample)), to: "runs/b.gz")
    try folder.write(Self.zip([("x", Self.text)]), to: "runs/c.zip")
    let plain = try folder.write(Array(sample), to: "plain")
    let result = bletrace("diff", "--base", plain, "--new", folder["runs"])
    #expect(result.code == .success)
    // A long path goes on in the next line.
    let output = result.output.filter { !$0.isWhitespace }
    #expect(output.contains("\(folder["runs"])/a.zip"))
    #expect(output.contains("\(folder["runs"])/b.gz"))
    #expect(!output.contains("c.zip"))
  }

  // MARK: What is wrong

  @Test("an archive without a capture says how much was looked at")
  func none() throws {
    let files = [("a.txt", Self.text), ("b", [1, 2, 3]), ("empty.pklg", [])]
    for bytes in [Self.zip(files), Self.tar(files), gzipped(Self.tar(files))] {
      let path = try folder.write(bytes, to: "archive")
      for words in [["analyze"], ["decode"], ["diff", path]] {
        let result = bletrace(words + [path])
        #expect(result.code == .trouble && result.output == "")
        #expect(
          result.errors == "bletrace: \(path): contains no capture (3 files were searched)\n")
      }
    }
    let inner = try folder.write(Self.zip([("inner.zip", Self.zip(files))]), to: "outer")
    #expect(analyze(inner).errors.contains("contains no capture (3 files were searched)") == true)
  }

  @Test("a damaged file is an error, and the others are analyzed", arguments: 0..<4)
  func damaged(way: Int) throws {
    var writer = ZipWriter()
    writer.add("first", Self.capture(2))
    var file = ZipWriter.File("second", Self.capture(4))
    switch way {
    case 0: file.crc = 1
    case 1: file.isEncrypted = true
    case 2: file.method = 14
    default: file.offset = 1 << 20
    }
    writer.add(file)
    writer.add("third", Self.capture(6))
    let path = try folder.write(writer.finished(), to: "a.zip")
    let result = analyze(path)
    #expect(result.code == .trouble)
    let expected = [
      "\(path)/second: cannot unpack: its checksum is wrong: the file is damaged",
      "\(path): 1 file in it is encrypted; unpack it with its password first",
      "\(path): 1 file in it is packed with a method that is not supported; unpack it first",
      "\(path)/second: cannot unpack: the archive ends before the end of this file",
    ]
    #expect(result.errors == "bletrace: \(expected[way])\n")
    // What was unpacked before the checksum was seen to be wrong is kept.
    #expect(try captures(result).map(\.records) == (way == 0 ? [2, 4, 6] : [2, 6]))
  }

  @Test("an archive that was cut is reported as far as it goes")
  func cut() throws {
    for bytes in [Self.zip(Self.report), Self.tar(Self.report), gzipped(Self.tar(Self.report))] {
      let start = try #require(bytes.firstRange(of: Array("btsnoop_hci.log.last".utf8))).upperBound
      // Inside the second capture, whose header tar puts a block before it.
      let end = bytes[start...].firstRange(of: Array("btsnoop\0".utf8))?.upperBound ?? start
      let path = try folder.write(Array(bytes[..<(end + 60)]), to: "archive")
      for result in [
        analyze(path),
        try piped(["analyze", "--format", "json", "-"], Array(bytes[..<(end + 60)])),
      ] {
        #expect(result.code == .trouble)
        #expect(result.errors.contains(": cannot unpack: "))
        // The older part, which was cut, may come first.
        let found = try captures(result).map(\.records).sorted()
        #expect(found.count == 2 && (1...3).contains(found[0]) && found[1] == 3)
      }
    }
  }

  @Test("a capture of something else in an archive is no fault of it")
  func otherLink() throws {
    var network = PcapngWriter()
    network.section()
    let ethernet: [UInt8] =
      [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
      + [0, 0, 4, 0, 1, 0, 0, 0]
    let both = [("wlan.pcap", ethernet), ("log", Self.capture(2))]
    let path = try folder.write(Self.zip(both), to: "a.zip")
    let result = analyze(path)
    #expect(result.code == .success && result.errors == "")
    #expect(try captures(result).map(\.records) == [2])
    let alone = try folder.write(Self.zip([both[0]]), to: "b.zip")
    #expect(
      analyze(alone).errors.hasPrefix("bletrace: \(alone)/wlan.pcap: this pcap file contains"))
  }

  // MARK: Names

  @Test("names of files act on no terminal", arguments: HostileName.all.indices)
  func hostile(index: Int) throws {
    let name = HostileName.all[index]
    let octets = Array(name.octets.prefix(60_000))
    for ending in [[], Array(".pklg".utf8)] {
      var writer = ZipWriter()
      writer.add(ZipWriter.File(octets + ending, Self.capture(2)))
      var broken = ZipWriter.File(octets + [0x41] + ending, Self.capture(2))
      broken.crc = 1
      writer.add(broken)
      let path = try folder.write(writer.finished(), to: "a.zip")
      let argument = Argument(path)
      try HostileRun(["analyze", argument], .text(), codes: [.trouble]).check(name)
      let words: [Argument] = ["analyze", "--format", "json", argument]
      try HostileRun(words, .json, codes: [.trouble]).check(name)
      try HostileRun(["decode", argument], .text(), codes: [.trouble]).check(name)
    }
  }

  @Test("a name is shown in part where it is long")
  func longNames() throws {
    var writer = ZipWriter()
    writer.add(ZipWriter.File([UInt8](repeating: 0x61, count: 65_535), Self.capture(2)))
    let path = try folder.write(writer.finished(), to: "a.zip")
    let result = analyze(path)
    #expect(result.code == .success)
    let shown = try #require(try captures(result).first?.path)
    #expect(shown.utf8.count == path.utf8.count + 1 + 1024 + 3)
    #expect(shown.contains("a\u{2026}a"))
  }
}
