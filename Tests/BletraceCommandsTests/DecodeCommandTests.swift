import BletraceTestSupport
import BluetoothProtocol
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct DecodeCommandTests {
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x0024, value: 0x0025, uuid: octets(0x2A37))
    for chunk in ["first part", "second part", "EOM"] { story.notify(0x0025, chunk) }
    story.connect(0x0041, peer: [1, 2, 3, 4, 5, 6])
    story.notify(0x0025, [6, 72], 0x0041)
    capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
  }

  /// Numbers of the frames that are shown.
  private func frames(_ words: String...) -> [Int] {
    let result = bletrace(["decode", capture] + words)
    #expect(result.code == .success)
    let nothing = "bletrace: \(capture): no packet matches the selection\n"
    #expect(result.errors == (result.output.isEmpty ? nothing : ""))
    return result.output.split(separator: "\n").compactMap {
      Int($0.prefix(7).drop { $0 == " " })
    }
  }

  @Test func oneLineARecord() {
    #expect(frames() == Array(1...8))
    let result = bletrace("decode", capture)
    #expect(
      result.output.contains("Handle Value Notification: 0x0025 Heart Rate Measurement, 66 69"))
  }

  @Test func framesAsTheReportWritesThem() {
    #expect(frames("--frames", "#4-#5,#7") == [4, 5, 7])
    #expect(frames("--frames", "#4–#5", "--frames", "1") == [1, 4, 5])
    #expect(frames("--frames", "#4 → #5") == [4, 5])
    #expect(frames("--frames", "100") == [])
  }

  @Test func selection() {
    #expect(frames("--connection", "2") == [7, 8])
    #expect(frames("--handle", "0x0041") == [7, 8])
    #expect(frames("--device", "06:05:04:03:02:01") == [7, 8])
    #expect(frames("--layer", "event") == [1, 7])
    // The word of a line.
    #expect(frames("--layer", "evt") == [1, 7])
    #expect(frames("--from", "3ms", "--to", "0.004s") == [4, 5])
    #expect(frames("--transfer", "1") == [4, 5, 6])
  }

  @Test func anEmptySelectionSaysSo() {
    let none = bletrace("decode", "--frames", "100", capture)
    #expect(none.code == .success && none.output == "")
    #expect(none.errors == "bletrace: \(capture): no packet matches the selection\n")
    #expect(bletrace("decode", "-q", "--frames", "100", capture).errors == "")
    #expect(bletrace("decode", "--frames", "1", capture).errors == "")
  }

  @Test func everyFieldAndEveryOctet() {
    let fields = bletrace("decode", "-v", "--frames", "1", capture).output
    #expect(fields.contains("\n      Connection_Interval: 30 ms (24)\n"))
    let octets = bletrace("decode", "--bytes", "--frames", "1", capture).output
    #expect(octets.contains("\n    000E  18 00  "))
    #expect(octets.contains("  Connection_Interval: 30 ms (24)\n"))
  }

  @Test func json() throws {
    let text = bletrace("decode", "--format", "json", capture).output
    for line in text.split(separator: "\n") {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
    let result = bletrace("decode", "--format", "json", "-v", capture)
    #expect(result.code == .trouble)
    #expect(
      result.errors
        == "bletrace: '--verbose' is for text only; the JSON always has every field\n")
  }

  @Test func toAFile() throws {
    let plain = bletrace("decode", capture).output
    let result = bletrace("decode", "-o", folder["packets.txt"], capture)
    #expect(result.code == .success && result.output == "")
    #expect(String(decoding: try folder.read("packets.txt"), as: UTF8.self) == plain)
    let over = bletrace("decode", "-o", capture, capture)
    #expect(over.errors.contains("is one of the captures, and will not be overwritten"))
  }

  @Test func aClosedPipeIsNoError() {
    let sink = MemorySink(failure: .closedPipe)
    #expect(bletrace(["decode", capture], output: sink).code == .success)
    let full = bletrace(["decode", capture], output: MemorySink(failure: .system(.diskFull)))
    #expect(full.code == .trouble)
    #expect(full.errors.hasPrefix("bletrace: standard output: "))
  }

  @Test(arguments: [
    (["--frames", "x"], "'x' is not a selection of frames"),
    (["--frames", "5-3"], "'5-3' is not a selection of frames"),
    (["--frames", "0"], "'0' is not a selection of frames"),
    (["--frames", "1,,2"], "'1,,2' is not a selection of frames"),
    (["--connection", "0"], "'0' is not a value for '--connection'; it is a number from 1 to"),
    (["--handle", "4096"], "'4096' is not a value for '--handle'; it is a number from 0 to 4095"),
    (["--device", "1:2"], "'1:2' is not an address"),
    (["--layer", "at"], "'at' is not a value for"),
    (["--from", "x"], "'x' is not a time for '--from'"),
    (["--from", "2"], "'2' is not a time for '--from'; write its unit"),
    (["--from", "2s", "--to", "1s"], "'--from' is later than '--to'"),
    (["--transfer", "2A37"], "'2A37' is not a value for '--transfer'"),
    (["--transfer", "9"], "no transfer 9 was found"),
  ])
  func whatCannotBe(_ words: [String], _ complaint: String) {
    let result = bletrace(["decode", capture] + words)
    #expect(result.code == .trouble)
    #expect(result.output == "")
    #expect(result.errors.contains(complaint), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func aFileThatEndsEarlyIsShownAsFarAsItGoes() throws {
    let bytes = try folder.read("capture.btsnoop")
    let cut = try folder.write(Array(bytes.dropLast(3)), to: "cut.btsnoop")
    let result = bletrace("decode", cut)
    #expect(result.code == .success)
    #expect(result.output.split(separator: "\n").count == 9)
    #expect(result.output.hasSuffix("\n      -  the capture ends in the middle of a record\n"))
    #expect(result.errors == "bletrace: \(cut): ends in the middle of a record\n")
    #expect(bletrace("decode", folder.path).code == .trouble)
  }

  @Test(arguments: [[], ["-v"], ["--bytes"], ["--format", "json"], ["--layer", "att", "--quiet"]])
  func aDamagedFileIsShownAsFarAsItGoesAndSaidToBeDamaged(_ words: [String]) throws {
    let bytes = try folder.read("capture.btsnoop")
    let damage = [UInt8](repeating: 0xFF, count: 40)
    let damaged = try folder.write(bytes + damage, to: "damaged.btsnoop")
    let result = bletrace(["decode", damaged] + words)
    #expect(result.code == .success)
    let reason =
      "unreadable at offset \(bytes.count): record length 4294967295 is over 1048576"
    #expect(result.errors == "bletrace: \(damaged): \(reason)\n")
    let last = try #require(result.output.split(separator: "\n").last)
    #expect(
      last
        == (words.contains("json")
          ? #"{"note":"damaged","offset":\#(bytes.count),"text":"\#(reason)"}"#
          : "      -  \(reason)"))
    // The file that -o names holds it as well, and analyze reports the same and ends the same way.
    let written = bletrace(["decode", damaged, "-o", folder["packets"]] + words)
    #expect(written.code == .success)
    #expect(String(decoding: try folder.read("packets"), as: UTF8.self) == result.output)
    let report = bletrace("analyze", damaged)
    #expect(report.code == .success)
    #expect(report.output.contains("[capture-cut"))
  }

  @Test func numbersOfFrames() {
    #expect(frameRanges("#209 → #210") == [209...210])
    #expect(frameRanges("1,3-4,#7–#9,10..12") == [1...1, 3...4, 7...9, 10...12])
    // As a finding writes them, with common or no-break spaces.
    #expect(frameRanges("#54 #55") == [54...54, 55...55])
    #expect(frameRanges(" #54\u{A0}#55, 60 - 62  70") == [54...54, 55...55, 60...62, 70...70])
    for text in [
      "", "-", "1-", "-1", "1-2-3", "a", "1;2", "1,,2", ", ", " ",
      "1 -", "99999999999999999999",
    ] {
      #expect(frameRanges(text) == nil, "\(text)")
    }
    #expect(merged([5...9, 1...2, 3...3, 8...12, 20...20]) == [1...3, 5...12, 20...20])
  }
}
