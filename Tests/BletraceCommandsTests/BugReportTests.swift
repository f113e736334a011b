import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// The log in an Android bug report, in each command that reads captures.
@Suite struct BugReportTests {
  private let folder: TemporaryFolder
  private let story: CaptureBuilder

  init() throws {
    folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x0024, value: 0x0025, uuid: octets(0x2A37))
    for chunk in ["first part", "second part", "EOM"] { story.notify(0x0025, chunk) }
    self.story = story
    try folder.write(story.btsnoop(), to: "log.btsnoop")
    try folder.write(story.btsnoozText(), to: "bugreport.txt")
    try folder.write(story.btsnoozBody(), to: "btsnooz_hci.log")
  }

  @Test func everyCommandReadsIt() throws {
    let log = folder["log.btsnoop"]
    let text = folder["bugreport.txt"]
    #expect(bletrace("decode", text).output == bletrace("decode", log).output)
    #expect(
      bletrace("decode", "--time", "absolute", text).output
        == bletrace("decode", "--time", "absolute", log).output)
    let same = bletrace("diff", log, text)
    #expect(same.code == .success && same.errors == "")
    #expect(same.output.contains("No regression"))
    #expect(bletrace("budget", "init", text).output == bletrace("budget", "init", log).output)
    let input = try #require(FileHandle(forReadingAtPath: text))
    let report = bletrace(
      ["analyze", "-", "--format", "json"], standardInput: input.fileDescriptor)
    #expect(report.code == .success)
    #expect(report.output.contains("\"format\": \"btsnooz\""))
    #expect(report.output.contains("\"start\": \"2023-11-14T22:13:20.000000Z\""))
  }

  /// Without a preamble nothing shows the time of day, and none is made up.
  @Test func timeOfDay() {
    let body = folder["btsnooz_hci.log"]
    let report = bletrace("analyze", "--format", "json", body).output
    #expect(report.contains("\"start\": null"))
    #expect(report.contains("\"format\": \"btsnooz\""))
    let text = bletrace("analyze", body).output
    #expect(text.contains("time of day unknown"))
    #expect(!(report + text).contains("1970"))

    let packets = bletrace("decode", "--format", "json", body)
    #expect(packets.output.hasPrefix("{\"frame\":1,\"time\":null,\"time_us\":0,"))
    #expect(packets.errors == "")
    let absolute = bletrace("decode", "--time", "absolute", body)
    #expect(absolute.output == bletrace("decode", body).output)
    #expect(
      absolute.errors.hasSuffix(": has no time of day; times count from the first record\n"))
    #expect(bletrace("decode", "--time", "absolute", "--quiet", body).errors == "")
  }

  @Test func whatIsNotThere() throws {
    let text = try folder.write(Array("Bluetooth Status\n  enabled: true\n".utf8), to: "status.txt")
    for command in ["analyze", "decode"] {
      let result = bletrace(command, text)
      #expect(result.code == .trouble)
      #expect(result.errors.contains("without a Bluetooth log in it (BTSNOOP_LOG_SUMMARY)"))
    }
  }
}
