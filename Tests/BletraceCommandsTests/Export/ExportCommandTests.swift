import BletraceTestSupport
import BluetoothProtocol
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct ExportCommandTests {
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.command(0x1009)
    story.commandComplete(0x1009, [0, 1, 2, 3, 4, 5, 6])
    story.advertise([1, 2, 3, 4, 5, 6], -50, data: [5, 9, 78, 97, 109, 101])
    story.connect()
    story.exchangeMTU(100, 100)
    story.discover(declaration: 0x0024, value: 0x0025, uuid: octets(0x2A37))
    for chunk in ["first part", "second part", "EOM"] { story.notify(0x0025, chunk) }
    story.connect(0x0041, peer: [1, 2, 3, 4, 5, 6])
    story.notify(0x0025, [6, 72], 0x0041)
    capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
  }

  /// What `decode` shows of a capture, without numbers and times.
  private func lines(_ file: String) -> [String] {
    bletrace("decode", file).output.split(separator: "\n").map { String($0.dropFirst(22)) }
  }

  private func export(_ words: String..., to name: String = "part.btsnoop") -> RunResult {
    bletrace(["export", "-o", folder[name]] + words)
  }

  @Test func eachFormatHoldsTheSamePackets() {
    for name in ["out.btsnoop", "out.log", "out.pcap", "out.pcapng", "out.pklg"] {
      let result = export(capture, to: name)
      #expect(result.code == .success && result.errors == "")
      #expect(lines(folder[name]) == lines(capture))
    }
    let named = bletrace("export", capture, "--format", "pcapng", "-o", folder["any"])
    #expect(named.code == .success)
    #expect(lines(folder["any"]) == lines(capture))
  }

  @Test func theOutputIsForItsOwner() throws {
    try folder.write([], to: "part.btsnoop")
    #expect(export(capture).code == .success)
    let mode = try FileManager.default.attributesOfItem(atPath: folder["part.btsnoop"])
    #expect(mode[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names == ["capture.btsnoop", "part.btsnoop"])
  }

  @Test func theInputIsNeverWrittenOver() throws {
    let before = try folder.read("capture.btsnoop")
    try folder.link("soft.btsnoop", to: capture)
    try FileManager.default.linkItem(atPath: capture, toPath: folder["hard.btsnoop"])
    for name in ["capture.btsnoop", "soft.btsnoop", "hard.btsnoop"] {
      let result = export(capture, to: name)
      #expect(result.code == .trouble)
      #expect(result.errors.contains("is one of the captures, and will not be overwritten"))
    }
    #expect(try folder.read("capture.btsnoop") == before)
  }

  @Test func whatCannotBeDoneLeavesNoFile() throws {
    try folder.write(Array("text".utf8), to: "notes.txt")
    #expect(export(folder["notes.txt"]).code == .trouble)
    #expect(export(capture, "--frames", "1000").errors.contains("no packet matches the selection"))
    #expect(export(capture, to: "out.doc").errors.contains("does not say which format"))
    #expect(bletrace("export", capture).errors.contains("needs a file to write"))
    #expect(export("-", capture).errors.contains("cannot be joined"))
    #expect(export("-", "--frames", "1").errors.contains("only once"))
    #expect(try folder.names == ["capture.btsnoop", "notes.txt"])
  }

  @Test func aConnectionComesWithItsBeginning() throws {
    let result = export(capture, "--connection", "2")
    #expect(result.code == .success)
    // The facts about the controller, the advertising, the connection.
    #expect(
      result.errors.contains("2 of 13 records selected, and 3 that explain them"),
      "\(result.errors)")
    #expect(lines(folder["part.btsnoop"]).count == 5)
    #expect(bletrace("analyze", folder["part.btsnoop"]).output.contains("\"Name\""))
  }

  @Test func framesComeWithWhatExplainsThem() throws {
    #expect(export(capture, "--frames", "11").code == .success)
    let text = bletrace("decode", folder["part.btsnoop"]).output
    for part in ["Exchange MTU Response", "LE Connection Complete", "Heart Rate Measurement, 45"] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    #expect(!text.contains("first part") && !text.contains("66 69 72 73"))
  }

  @Test func theRecordersNotesComeAlongWhereTheSelectionSpansThem() throws {
    var story = CaptureBuilder()
    func set(by seconds: Int64) {
      story.add(
        .userLogging, .unknown, RecorderNote.clockSet(microseconds: seconds * 1_000_000).octets,
        controller: .max)
    }
    set(by: 7)
    story.connect()
    story.notify(0x0025, "before")
    set(by: 86_400)
    story.notify(0x0025, "after")
    set(by: 9)
    let file = try folder.write(story.btsnoop(datalink: 2001), to: "clock.btsnoop")
    let part = folder["part.btsnoop"]
    for selection in [["--connection", "1"], ["--frames", "5"], ["--frames", "2-5"]] {
      #expect(bletrace(["export", "-o", part, file] + selection).code == .success)
      let report = bletrace("analyze", "--format", "json", part).output
      #expect(report.contains("\"step_us\": 86400000000"), "\(selection)")
      #expect(!report.contains("\"step_us\": 7000000"), "\(selection)")
      #expect(!report.contains("\"step_us\": 9000000"), "\(selection)")
    }
    #expect(bletrace("export", "-o", part, file, "--frames", "3").code == .success)
    #expect(!bletrace("analyze", "--format", "json", part).output.contains("\"step_us\""))
  }

  @Test func aSelectedFragmentBringsTheOthers() throws {
    var story = CaptureBuilder()
    story.connect()
    let pdu: [UInt8] = [0x1B, 0x25, 0] + [UInt8](repeating: 7, count: 40)
    let whole: [UInt8] = [43, 0, 4, 0] + pdu
    story.add(.acl, .rx, [0x40, 0x20, 20, 0] + whole[..<20])
    story.add(.acl, .rx, [0x40, 0x10, 27, 0] + whole[20...])
    story.notify(0x0025, "other")
    let file = try folder.write(story.btsnoop(), to: "fragments.btsnoop")
    for frame in ["2", "3"] {
      #expect(export(file, "--frames", frame).code == .success)
      #expect(lines(folder["part.btsnoop"]) == Array(lines(file)[..<3]))
    }
  }

  @Test func partsAreJoinedInTheirOrder() throws {
    var first = CaptureBuilder(time: 1_700_000_000_000_000)
    first.connect()
    first.notify(0x0025, "one")
    var second = CaptureBuilder(time: 1_700_000_100_000_000)
    second.notify(0x0025, "two")
    let (new, old) = (
      try folder.write(second.btsnoop(), to: "a.log"),
      try folder.write(first.pcap(), to: "a.log.last")
    )
    #expect(export(new, old).code == .success)
    #expect(lines(folder["part.btsnoop"]) == lines(old) + lines(new))
    #expect(export(new, old, "--connection", "1", "--frames", "3").code == .success)
    #expect(lines(folder["part.btsnoop"]) == [lines(old)[0], lines(new)[0]])
  }

  @Test func aDirectionIsInferredWhereTheFormatNeedsOne() throws {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x0024, value: 0x0025, uuid: octets(0x2A37))
    story.notify(0x0025, "one")
    let file = try folder.write(story.pcap(187), to: "h4.pcap")
    #expect(export(file).code == .success)
    #expect(lines(folder["part.btsnoop"]) == lines(file))
  }

  @Test(arguments: ["pcap", "pcapng", "btsnoop"])
  func samplesKeepTheirReport(_ suffix: String) throws {
    let stories = [
      "bizcard-central", "bluez-live", "coc-central", "fault-capture-drops", "picture-central",
      "fault-clock-step",
    ]
    for story in stories where !(suffix == "pcap" && story == "fault-capture-drops") {
      let samples = projectFolder + "/samples/" + story
      let name = try #require(
        try FileManager.default.contentsOfDirectory(atPath: samples).first {
          $0.hasPrefix("capture.")
        })
      let sample = samples + "/" + name
      #expect(export(sample, to: "out." + suffix).code == .success)
      // All but the line with the name of the file and the format.
      func report(_ file: String) -> [Substring] {
        bletrace("analyze", "--timeline", "--full", file).output.split(separator: "\n").drop {
          !$0.hasPrefix("Connection")
        }.filter { !$0.contains(file) }
      }
      #expect(!report(sample).isEmpty)
      #expect(report(folder["out." + suffix]) == report(sample), "\(story)")
    }
  }
}
