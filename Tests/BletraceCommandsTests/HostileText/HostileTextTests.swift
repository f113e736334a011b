import BletraceTestSupport
import CaptureFiles
import Findings
import Foundation
import Rendering
import Testing
import Tracking

@testable import BletraceCommands
@testable import Report

/// Nothing that the air, a logger or a file's name can say leaves the program unescaped: each
/// hostile name, in each place that it can be written to, in each form of output.
@Suite("Hostile text")
struct HostileTextTests {
  private let folder: TemporaryFolder
  /// Broken by every capture here.
  private let budget: Argument

  init() throws {
    folder = try TemporaryFolder()
    budget = Argument(
      try folder.write(Array("mtu >= 500\ntransfer.duration_us <= 1 us\n".utf8), to: "limits"))
  }

  // MARK: - The tests

  @Test("of the air and of Linux's monitor", arguments: HostileName.all.indices)
  func monitor(index: Int) throws {
    let name = HostileName.all[index]
    let captures = HostileCaptures(name: name.octets)
    let file = Argument(try folder.write(captures.monitor(), to: "capture"))
    let slow = Argument(try folder.write(captures.monitor(isSlow: true), to: "slow"))
    let runs =
      HostileRun.ofReading(file, marker: name.octets) + HostileRun.ofCapture(file, budget: budget)
      + HostileRun.ofDiff(file, slow, budget: budget)
    for run in runs { try run.check(name) }
    try checkReports(file, slow, name)
    try checkExtraction(of: file, name)
    try checkScreen(of: file, name)
  }

  @Test("of PacketLogger's notes", arguments: HostileName.all.indices)
  func packetLogger(index: Int) throws {
    let name = HostileName.all[index]
    let file = Argument(
      try folder.write(HostileCaptures(name: name.octets).packetLogger(), to: "capture"))
    for run in HostileRun.ofNotes(file) { try run.check(name) }
  }

  @Test("of pcapng's comments", arguments: HostileName.all.indices)
  func pcapng(index: Int) throws {
    let name = HostileName.all[index]
    let file = Argument(
      try folder.write(HostileCaptures(name: name.octets).pcapng(), to: "capture"))
    for run in HostileRun.ofNotes(file) { try run.check(name) }
  }

  @Test("of the command line and of files", arguments: HostileName.all.indices)
  func files(index: Int) throws {
    let name = HostileName.all[index]
    let word = Argument(bytes: name.octets.filter { $0 != 0 })
    let file = Array(word.bytes.filter { $0 != UInt8(ascii: "/") }.prefix(200))
    // A folder of that name is there already.
    guard !file.isEmpty, file != Array(".".utf8), file != Array("..".utf8) else { return }
    let captures = HostileCaptures(name: HostileName.harmless.octets)
    let path = try write(captures.monitor(), file)
    let slow = try write(captures.monitor(isSlow: true), file + Array(" slow".utf8))
    let text = try write(Array("text\n".utf8) + name.octets, file + Array(" text".utf8))
    let missing = Argument(bytes: Array("\(folder.path)/missing ".utf8) + file)
    let runs =
      HostileRun.ofCapture(path, budget: budget) + HostileRun.ofDiff(path, slow, budget: budget)
    for run in runs { try run.check(name) }
    // It may be an option that there is.
    for run in HostileRun.ofFailures(word, missing: missing, notCapture: text)
    where name.octets != Array("--help".utf8) {
      try run.check(name)
    }
    try checkPath(name)
  }

  /// What the others are held against: a name that is not hostile is reported, and where.
  @Test("a harmless name is shown in every form")
  func harmless() throws {
    let name = HostileName.harmless
    let captures = HostileCaptures(name: name.octets)
    let file = Argument(try folder.write(captures.monitor(), to: "capture"))
    let slow = Argument(try folder.write(captures.monitor(isSlow: true), to: "slow"))
    var runs =
      HostileRun.ofReading(file, marker: name.octets) + HostileRun.ofCapture(file, budget: budget)
      + HostileRun.ofDiff(file, slow, budget: budget)
    let apple = Argument(try folder.write(captures.packetLogger(), to: "apple"))
    runs += HostileRun.ofNotes(apple)
    for run in runs {
      try run.check(name)
      let shown = String(decoding: try run.run().output, as: UTF8.self)
      #expect(shown.contains("Harmless"), "\(run.name)")
    }
    // Where decode shows it: in each kind of packet, and each kind of note.
    let packets = String(
      decoding: try HostileRun(["decode", "-v", file], .text()).run().output, as: UTF8.self)
    let notes = String(
      decoding: try HostileRun(["decode", "-v", apple], .text()).run().output, as: UTF8.self)
    let times = packets.components(separatedBy: "Harmless").count - 1
    #expect(times >= 25, "\(times)")
    #expect(notes.components(separatedBy: "Harmless").count - 1 >= times)
  }

  // MARK: - What is checked

  /// Reports in JSON are read again, with all that is in them.
  private func checkReports(
    _ file: Argument, _ slow: Argument, _ name: HostileName
  ) throws {
    let reports = try [file, slow].map { capture in
      let report = Argument(capture.text + ".json")
      try HostileRun(["analyze", "--format", "json", "-o", report, capture], .written).check(name)
      return report
    }
    for run in HostileRun.ofDiff(reports[0], reports[1], budget: budget) { try run.check(name) }
    // The budget that is made of a capture can be read, and the capture keeps it.
    let made = Argument(folder["made"])
    try HostileRun(["budget", "init", "-o", made, file], .written).check(name)
    try HostileRun(["analyze", "--budget", made, file], .text()).check(name)
  }

  /// Names of files are made of our own words and of numbers.
  private func checkExtraction(of file: Argument, _ name: HostileName) throws {
    let before = try folder.names
    let target = folder["payloads"]
    try HostileRun(
      ["analyze", "--extract", Argument(target), "--transfer", "FFF4", file], .text()
    ).check(name)
    let files = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(files.count >= 4, "\(name)")
    for file in files {
      let isOurs = file.wholeMatch(
        of: /capture1-connection1-(transfer|run)[0-9]+(-incomplete)?\.[a-z]{2,5}/)
      #expect(isOurs != nil, "\(name)")
    }
    #expect(try folder.names == (before + ["payloads"]).sorted(), "\(name)")
  }

  private func report(
    on file: Argument, path: String
  ) throws -> ReportV1 {
    var reader = try CaptureReader(FileDescriptorSource(path: file.text))
    let capture = try analyze(
      &reader, path: path, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    return ReportV1(captures: [capture], findings: RuleCatalog.findings(in: [capture]))
  }

  /// A file in the folder that one is in: its name begins the line.
  private func checkPath(_ name: HostileName) throws {
    let file = Argument(
      try folder.write(HostileCaptures(name: name.octets).monitor(), to: "capture"))
    let report = try report(on: file, path: String(decoding: name.octets, as: UTF8.self))
    let text = OutputForm.text().problem(in: TextRenderer.render(report))
    let json = OutputForm.json.problem(in: JSONRenderer.render(report))
    for problem in [text, json].compactMap(\.self) {
      Issue.record("\(name), as a path: the output \(problem)")
    }
  }

  private func checkScreen(of file: Argument, _ name: HostileName) throws {
    let report = try report(on: file, path: file.text)
    var status = LiveStatus()
    status.source = String(decoding: name.octets, as: UTF8.self)
    status.note = status.source
    status.recording = LiveStatus.Recording(path: status.source, bytes: 5000)
    for (columns, rows, color) in [(80, 24, false), (160, 60, true), (40, 12, false)] {
      var state = ScreenState()
      state.pickedConnection = columns == 80 ? 1 : nil
      let lines = LiveScreen.lines(
        report: report, status: status, state: state, columns: columns, rows: rows, color: color,
        unicode: columns != 40)
      #expect(!lines.isEmpty)
      for line in lines {
        let problem =
          line.contains("\n")
          ? "is broken in two" : OutputForm.screen(color: color).problem(in: Array(line.utf8))
        if let problem {
          Issue.record("\(name), a line of the screen \(problem): \(line.debugDescription)")
        }
      }
    }
  }

  private func write(_ bytes: [UInt8], _ name: [UInt8]) throws -> Argument {
    let path = folder.path(name)
    let file = try POSIX.create(path.bytes, in: POSIX.currentDirectory, for: .owner)
    try POSIX.writeAll(bytes[...], to: file)
    try POSIX.close(file)
    return path
  }
}
