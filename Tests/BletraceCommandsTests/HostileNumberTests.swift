import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Numbers of a report by anyone, and times that no clock shows, in all commands that take them.
@Suite("Hostile numbers")
struct HostileNumberTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let forms = ["text", "json", "html", "markdown", "junit", "github", "sarif"]

  /// All whole numbers of a report, but for those that say which capture or connection is meant.
  private func report(_ sample: String, with number: String, in part: Int) throws -> [UInt8] {
    let json = try String(
      contentsOfFile: projectFolder + "/samples/\(sample)/report.json", encoding: .utf8)
    var count = 0
    return Array(
      json.replacing(#/("[a-z0-9_]+": )-?[0-9]+(?=[,\n }])/#) { match in
        count += 1
        return count % 8 == part || part < 0 ? match.1 + number : match.0
      }.utf8)
  }

  @Test(
    "a report with a number beyond the range is refused in one line",
    arguments: ["9007199254740992", "-9007199254740992", "\(Int.max)", "\(Int.min)"])
  func refused(number: String) throws {
    let path = try folder.write(try report("pair-stall", with: number, in: -1), to: "report.json")
    for words in [["diff", path, path], ["budget", "init", path]] {
      let result = bletrace(words)
      #expect(result.code == .trouble && result.output == "")
      #expect(result.errors.hasSuffix(" is not a number between -2^53 and 2^53\n"))
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(
    "a report with a number at the end of the range is compared in every form",
    arguments: ["9007199254740991", "-9007199254740991"], ["pair-stall", "fault-shared-radio"])
  func compared(number: String, sample: String) throws {
    let plain = projectFolder + "/samples/\(sample)/report.json"
    for (part, form) in (0..<8).map({ ($0, Self.forms[$0 % Self.forms.count]) }) {
      let path = try folder.write(
        try report(sample, with: number, in: part), to: "report-\(part).json")
      for words in [[plain, path], [path, plain], [path, path]] {
        let result = bletrace(["diff", "--format", form] + words)
        // A status has one octet, and a report without that connection nothing to compare.
        #expect(!result.output.isEmpty || result.errors.split(separator: "\n").count == 1)
      }
      let budget = bletrace("budget", "init", path)
      #expect(!budget.output.isEmpty || budget.errors.split(separator: "\n").count == 1)
    }
  }

  /// With times at the ends of what a container's own field holds.
  private static let containers: [(name: String, file: [UInt8])] = {
    func story(_ times: [Int64]) -> CaptureBuilder {
      var story = CaptureBuilder(time: times[0], step: 0)
      story.connect()
      story.subscribe(0x11)
      for time in times + [times[0]] {
        story.time = time
        story.att(.tx, [0x0A, 0x10, 0])
        story.att(.rx, [0x0B, 1, 2])
        for _ in 0..<4 { story.notify(0x10, [1, 2, 3]) }
        story.completed(1)
        story.signal(-70)
      }
      story.disconnect(reason: 8)
      return story
    }
    let (zero, seconds) = (Int64(0), Int64(UInt32.max) * 1_000_000 + 999_999)
    return [
      ("ends.btsnoop", story([zero, .max, .min, 5_000_000, .min, .max]).btsnoop()),
      ("ends.pcapng", story([zero, .max, 5_000_000, .max - 1]).pcapng()),
      ("ends.pcap", story([seconds, zero, seconds, 5]).pcap()),
      ("ends.pklg", story([seconds, zero, seconds, 5]).packetLogger()),
      ("ends.hcidump", story([seconds, zero, seconds, 5]).hcidump()),
    ]
  }()

  @Test("record times at the ends of their fields end no command", arguments: 0..<5)
  func endsOfTime(index: Int) throws {
    let (name, file) = Self.containers[index]
    let path = try folder.write(file, to: name)
    let commands = [
      ["analyze", "--full"], ["analyze", "--timeline"], ["analyze", "--format", "html"],
      ["analyze", "--format", "ndjson"], ["analyze", "--format", "perfetto"], ["decode", "-v"],
      ["budget", "init"], ["diff", path],
    ]
    for words in commands {
      let result = bletrace(words + [path])
      #expect(!result.output.isEmpty && result.errors == "", "\(words)")
    }
    #expect(bletrace("export", "-o", folder["copy.btsnoop"], path).code == .success)
    // What it reports can be read again.
    let report = bletrace("analyze", "--format", "json", path).output
    let read = try folder.write(Array(report.utf8), to: "report.json")
    #expect(bletrace("diff", read, path).code == .success)
  }
}
