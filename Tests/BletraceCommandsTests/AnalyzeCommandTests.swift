import BletraceTestSupport
import Foundation
import Report
import Testing

@testable import BletraceCommands

@Suite struct AnalyzeCommandTests {
  // MARK: Captures

  @Test func aCaptureIsReported() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    let text = bletrace("analyze", path)
    #expect(text.code == .success)
    #expect(text.errors == "")
    #expect(text.output.contains("small.log"))
    let json = bletrace("analyze", "--format=json", path)
    #expect(json.code == .success)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(report["schema"] as? String == "bletrace-report/1")
    #expect(report["bletrace"] as? String == Version.number)
    let captures = try #require(report["captures"] as? [[String: Any]])
    #expect(captures.map { $0["records"] as? Int } == [1])
    #expect(captures.map { $0["path"] as? String } == [path])
  }

  @Test func standardInputIsReadAsAHyphen() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    let result = bletrace(
      ["analyze", "--format", "json", "-"], standardInput: input.fileDescriptor)
    #expect(result.code == .success)
    #expect(result.output.contains("\"path\": \"-\""))
  }

  @Test func aTerminalIsNoCapture() {
    var terminals = TerminalFacts()
    terminals.inputIsTerminal = true
    let result = bletrace(["analyze", "-"], terminals: terminals)
    #expect(
      result.errors
        == "bletrace: standard input is a terminal; name a capture file, or pipe one in\n")
    #expect(result.code == .trouble)
  }

  @Test func moreCapturesThanOneCallReadsAreRefused() {
    let result = bletrace(["analyze"] + Array(repeating: "a.log", count: 10_001))
    #expect(result.code == .trouble)
    #expect(result.errors.contains("there are more than 10,000 captures"))
  }

  @Test func manyCapturesShareTheMemoryOfOne() throws {
    var story = CaptureBuilder()
    for device in 0..<8000 {
      story.advertise([UInt8(device & 0xFF), UInt8(device >> 8), 3, 4, 5, 0xC6], -50)
    }
    let folder = try TemporaryFolder()
    let crowd = try folder.write(story.btsnoop(), to: "crowd.log")
    let small = try folder.write(smallCapture, to: "small.log")
    let bounds = { (words: [String]) throws -> [[String]] in
      let result = bletrace(["analyze", "--format=json"] + words)
      #expect(result.code == .success)
      let report = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let captures = try #require((report as? [String: Any])?["captures"] as? [[String: Any]])
      return captures.map { $0["bounds_reached"] as? [String] ?? ["?"] }
    }
    #expect(try bounds([crowd]) == [[]])
    #expect(try bounds([crowd, small]) == [[], []])
    // 30 files: each may use 8 MB.
    let many = try bounds(Array(repeating: small, count: 28) + [crowd, small])
    #expect(many[28] == ["memory", "advertisers"])
    #expect(many.count == 30 && many[..<28].allSatisfy(\.isEmpty) && many[29].isEmpty)
  }

  @Test func severalAtATimeKeepTheirOrder() throws {
    let folder = try TemporaryFolder()
    // Of every third there is nothing to read, so that some end sooner than others.
    let paths = try (0..<24).map { index in
      try folder.write(index % 3 == 0 ? [] : smallCapture, to: "capture-\(index)")
    }
    let result = bletrace(["analyze", "--format=json"] + paths)
    #expect(result.code == .trouble)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let captures = try #require(report["captures"] as? [[String: Any]])
    let good = paths.enumerated().filter { $0.offset % 3 != 0 }.map(\.element)
    #expect(captures.map { $0["path"] as? String } == good)
    let complaints = result.errors.split(separator: "\n")
    #expect(complaints.count == 8)
    for (index, line) in complaints.enumerated() {
      #expect(line.hasPrefix("bletrace: \(paths[index * 3]): "))
    }
  }

  @Test func oneUnreadableFileAmongSeveralLeavesTheOthers() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write(smallCapture, to: "good")
    let bad = try folder.write(Array("{}".utf8), to: "bad")
    let empty = try TemporaryFolder()
    let result = bletrace("analyze", "--format=json", good, folder["none"], bad, empty.path, good)
    #expect(result.code == .trouble)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "bletrace: \(empty.path): contains no capture")
    #expect(lines[1] == "bletrace: \(folder["none"]): no such file or directory")
    #expect(lines[2].hasPrefix("bletrace: \(bad): "))
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect((report["captures"] as? [Any])?.count == 2)
  }

  @Test(arguments: ["text", "json"])
  func nothingCouldBeRead(format: String) throws {
    let result = bletrace("analyze", "--format", format, "/nonexistent")
    if format == "json" {
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect(report["errors"] as? [String] == ["/nonexistent: no such file or directory"])
      #expect((report["captures"] as? [Any])?.isEmpty == true)
    } else {
      #expect(result.output == "")
    }
    #expect(result.errors == "bletrace: /nonexistent: no such file or directory\n")
    #expect(result.code == .trouble)
  }

  // MARK: Output

  @Test func anOutputFileIsWholeAndNothingIsLeftBeside() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    try folder.write(Array("old".utf8), to: "report")
    let result = bletrace("analyze", "--format=json", "-o", folder["report"], path)
    #expect(result.code == .success)
    #expect(result.output == "")
    #expect(
      try folder.read("report") == Array(bletrace("analyze", "--format=json", path).output.utf8))
    #expect(try folder.names == ["report", "small.log"])
  }

  @Test func anOutputFileHasTheErrorWhereTheRunFails() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("old".utf8), to: "report")
    #expect(bletrace("analyze", "-o", folder["report"], folder["none"]).code == .trouble)
    let error =
      "bletrace analyze: could not be done\n  \(folder["none"]): no such file or directory\n"
    #expect(try folder.read("report") == Array(error.utf8))
    #expect(try folder.names == ["report"])
  }

  @Test func aFailedWriteLeavesTheOldFileAndNoOther() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("old".utf8), to: "report")
    let target = try OutputTarget(Argument(folder["report"]))
    #expect(throws: CommandFailure.self) {
      try target.write { (sink) throws(WriteFailure) in
        try sink.write("new")
        throw .system(.diskFull)
      }
    }
    #expect(try folder.read("report") == Array("old".utf8))
    #expect(try folder.names == ["report"])
  }

  @Test func anOutputFileKeepsItsPermissionsAndLinks() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    try folder.write([], to: "real")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder["real"])
    try folder.link("link", to: "real")
    #expect(bletrace("analyze", "-o", folder["link"], path).code == .success)
    #expect(try POSIX.status(Array(folder["real"].utf8)).permissions == 0o600)
    #expect(try !folder.read("real").isEmpty)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder["link"]) == "real")
  }

  @Test func aCaptureIsNotWrittenOver() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    try folder.link("link", to: "small.log")
    for output in [path, folder["link"]] {
      let result = bletrace("analyze", path, "-o", output)
      #expect(
        result.errors
          == "bletrace: \(output): is one of the captures, and will not be overwritten\n")
      #expect(result.code == .trouble)
    }
    #expect(try folder.read("small.log") == smallCapture)
  }

  @Test func anOutputThatCannotBeIsNoticedFirst() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    #expect(
      bletrace("analyze", path, "-o", folder["no/report"]).errors
        == "bletrace: \(folder["no/report"]): no such directory: \(folder["no"])\n")
    #expect(
      bletrace("analyze", path, "-o", folder.path).errors
        == "bletrace: \(folder.path): is a directory; name a file in it\n")
    #expect(
      bletrace("analyze", path, "-o", folder["new/"]).errors
        == "bletrace: \(folder["new/"]): no such directory\n")
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func aFullDiskIsOneLine() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(smallCapture, to: "small.log")
    let result = bletrace("analyze", path, "-o", "/dev/full")
    #expect(result.errors == "bletrace: /dev/full: no space left on the disk\n")
    #expect(result.code == .trouble)
    let full = bletrace(["analyze", path], output: MemorySink(failure: .system(.diskFull)))
    #expect(full.errors == "bletrace: standard output: no space left on the disk\n")
    #expect(full.code == .trouble)
  }

  @Test func aReaderThatWentAwayIsNoError() throws {
    let result = bletrace(["--help"], output: MemorySink(failure: .closedPipe))
    #expect(result.errors == "")
    #expect(result.code == .success)
    POSIX.letWritesFail()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let sink = DescriptorSink(pipe.fileHandleForWriting.fileDescriptor)
    #expect(throws: WriteFailure.closedPipe) { try sink.write("x") }
  }

  // MARK: Looks

  private func settings(
    _ words: [String], terminal: Bool = true, columns: Int? = nil,
    environment: [EnvironmentVariable: String] = [:]
  ) throws -> AnalyzeSettings {
    guard case .run(let parsed) = try parse(["analyze", "f"] + words.map { Argument($0) }) else {
      throw CommandFailure("not a run")
    }
    var terminals = TerminalFacts()
    terminals.outputIsTerminal = terminal
    terminals.columns = columns
    return try AnalyzeSettings(
      parsed,
      Invocation(
        arguments: [], standardInput: -1, output: MemorySink(), errors: MemorySink(),
        environment: environment, terminals: terminals))
  }

  @Test func colourIsForTerminals() throws {
    #expect(try settings([]).text.color)
    #expect(try settings([], environment: [.noColor: ""]).text.color)
    #expect(try !settings([], environment: [.noColor: "1"]).text.color)
    #expect(try !settings([], environment: [.term: "dumb"]).text.color)
    #expect(try !settings([], terminal: false).text.color)
    #expect(try !settings(["-o", "x"]).text.color)
    #expect(try settings(["-o", "-"]).text.color)
    #expect(try !settings(["--color=never"]).text.color)
    #expect(
      try settings(["--color=always"], terminal: false, environment: [.noColor: "1"]).text.color)
  }

  @Test func widthIsThatOfTheTerminalWithinReason() throws {
    #expect(try settings([]).text.width == 80)
    #expect(try settings([], columns: 100).text.width == 100)
    #expect(try settings([], columns: 20).text.width == 60)
    #expect(try settings([], columns: 400).text.width == 160)
    #expect(try settings([], environment: [.columns: "90"]).text.width == 90)
    #expect(try settings([], environment: [.columns: "x"]).text.width == 80)
    #expect(try settings([], terminal: false, columns: 100).text.width == 80)
    #expect(try settings(["-o", "x"], columns: 100).text.width == 80)
    #expect(try settings(["--width=120"], terminal: false, columns: 100).text.width == 120)
  }

  @Test func aTerminalGetsUnicodeWhereItsLocaleSaysSo() throws {
    #expect(try !settings([]).text.unicode)
    #expect(try settings([], environment: [.language: "de_DE.UTF-8"]).text.unicode)
    #expect(try settings([], environment: [.localeAll: "", .language: "C.utf8"]).text.unicode)
    #expect(
      try !settings([], environment: [.localeAll: "C", .language: "de_DE.UTF-8"]).text.unicode)
    #expect(try settings([], terminal: false, environment: [.localeAll: "C"]).text.unicode)
  }

  @Test func markersAreAddedToThoseKnown() throws {
    let names = try settings(["--marker", "DONE", "--marker=hex:0102"]).analysis.markers
    #expect(names.count == 5)
  }

  @Test func layoutsOfFramingsAreGivenByCharacteristic() throws {
    let given = try settings([
      "--framing", "FFF1=length:u16le,crc:16", "--framing=FFF2=none", "--framing=FFF3=each-value",
      "--framing=FFF3=none",
    ]).analysis
    #expect(given.findsMessages && given.framingLayouts.count == 1)
    #expect(given.framingLayouts.values.first?.spec == "length:u16le,crc:16/modbus")
    #expect(given.unframedUUIDs.count == 2)
    #expect(try settings(["--framing", "learn"]).analysis.findsMessages)
    #expect(try !settings(["--framing=learn", "--framing=none"]).analysis.findsMessages)
  }

  @Test func characteristicsWithoutUUIDsAreNamedByTheirHandles() throws {
    let analysis = try settings([
      "--framing", "0x0018=length:u16le", "--framing=0x19=none", "--transfer", "0x0018",
    ]).analysis
    #expect(analysis.handleLayouts[0x18]?.spec == "length:u16le")
    #expect(analysis.unframedHandles == [0x19] && analysis.transferHandles == [0x18])
    #expect(throws: CommandFailure.self) { try settings(["--transfer", "0x00180"]) }
    #expect(throws: CommandFailure.self) { try settings(["--transfer", "0x0"]) }
  }

  @Test func theTimelineIsToldInWords() throws {
    #expect(try settings([]).analysis.timeline == nil)
    #expect(try settings(["--timeline"]).analysis.timeline == .packets)
    #expect(try settings(["--timeline=corebluetooth"]).analysis.timeline == .coreBluetooth)
  }

  @Test func theWindowOfSignalStrengthIsTwoNumbers() throws {
    #expect(try settings([]).analysis.rssiGate == nil)
    #expect(try settings(["--rssi-gate", "-32..-15"]).analysis.rssiGate == -32...(-15))
    #expect(try settings(["--rssi-gate=-127..20"]).analysis.rssiGate == -127...20)
    for wrong in ["-15..-32", "-32", "-32..", "..-15", "-200..0", "-20..21", "-3..-2..-1", "a..b"] {
      #expect(throws: CommandFailure.self, "\(wrong)") { try settings(["--rssi-gate", wrong]) }
    }
  }

  // MARK: Progress

  @Test func progressIsForLongRunsOnATerminal() throws {
    let errors = MemorySink()
    var terminals = TerminalFacts()
    func line(_ size: Int?, quiet: Bool = false, term: String = "xterm") -> ProgressLine? {
      ProgressLine(
        for: "cap\u{1B}ture", size: size,
        invocation: Invocation(
          arguments: [], standardInput: -1, output: MemorySink(), errors: errors,
          environment: [.term: term], terminals: terminals), isQuiet: quiet)
    }
    let large = 200 << 20
    #expect(line(large) == nil)
    terminals.errorIsTerminal = true
    #expect(line(1000) == nil)
    #expect(line(large, quiet: true) == nil)
    #expect(line(large, term: "dumb") == nil)
    #expect(line(nil) != nil)
    let progress = try #require(line(large))
    progress.update(bytesRead: 50 << 20, records: 1_234_567)
    #expect(errors.text == "\rcap\\x1Bture: 25 % of 209 MB, 1,234,567 records\u{1B}[K")
    progress.update(bytesRead: 51 << 20, records: 1_234_568)
    progress.erase()
    progress.erase()
    #expect(errors.text == "\rcap\\x1Bture: 25 % of 209 MB, 1,234,567 records\u{1B}[K\r\u{1B}[K")
  }

  @Test(arguments: [
    (0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (99_999, "99.9 kB"), (100_000, "100 kB"),
    (999_999, "999 kB"), (1_000_000, "1.0 MB"), (10_000_000_000, "10.0 GB"),
    (Int.max, "9.2 EB"),
  ])
  func byteCounts(bytes: Int, text: String) {
    #expect(byteCount(bytes) == text)
  }
}
