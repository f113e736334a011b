import BletraceTestSupport
import Testing

@testable import BletraceCommands

/// `--merge-air`: what several sniffers heard of one session, as one capture.
@Suite struct MergeAirCommandTests {
  private let folder: TemporaryFolder
  private let left: String
  private let right: String

  init() throws {
    folder = try TemporaryFolder()
    left = try folder.write(Self.sniffed(missing: 3).pcap(256), to: "left.pcap")
    right = try folder.write(Self.sniffed(missing: 5, ahead: 2_500_000).pcap(256), to: "right.pcap")
  }

  /// Notifications with numbers, of which each so-many-th is missing.
  private static func sniffed(missing part: Int, ahead: Int64 = 0) -> CaptureBuilder {
    var air = AirStory()
    air.advInd()
    air.connect()
    for number in 0..<60 {
      air.event(
        [1], [2, 5, 0, 4, 0, 0x1B, 0x15, 0, UInt8(number), 7],
        heard: (.good, number % part == 1 ? .nothing : .good))
    }
    for index in air.story.entries.indices { air.story.entries[index].time += ahead }
    return air.story
  }

  @Test func analyzed() {
    let text = bletrace("analyze", left, right, "--merge-air", "--width", "160").output
    #expect(text.contains("left.pcap + "))
    // Both miss those that are 1 above a multiple of 15: 58 of 60 values are left.
    #expect(text.contains("right.pcap: 110 packets, 16 of them heard by no other sniffer"))
    #expect(text.contains("its clock was 2.5 s ahead"))
    #expect(text.contains("56 notifications") || text.contains("56"))
    let json = bletrace("analyze", left, right, "--merge-air", "--format", "json").output
    #expect(json.contains("\"offset_us\": 2500000") || json.contains("\"offset_us\":2500000"))
    for format in ["html", "markdown", "junit", "sarif", "perfetto"] {
      let result = bletrace("analyze", left, right, "--merge-air", "--format", format, "-q")
      #expect(result.code == .success && !result.output.isEmpty && result.errors.isEmpty)
    }
    let redacted = bletrace("analyze", left, right, "--merge-air", "--redact", "-q").output
    #expect(redacted.contains("capture1") && !redacted.contains("left.pcap"))
  }

  @Test func exported() throws {
    for name in ["merged.pcapng", "merged.pcap"] {
      let merged = folder[name]
      let result = bletrace("export", left, right, "--merge-air", "-o", merged)
      #expect(result.code == .success && result.errors.contains("heard by no other sniffer"))
      let found = bletrace("analyze", merged, "--format", "json").output
      let same = bletrace("analyze", left, right, "--merge-air", "--format", "json").output
      for frame in ["\"first_frame\"", "\"last_frame\"", "\"count\""] {
        let lines = { (text: String) in
          text.split(separator: "\n").filter { $0.contains(frame) }
        }
        #expect(lines(found) == lines(same))
      }
    }
  }

  @Test func refused() throws {
    func check(_ arguments: [String], _ words: String) {
      let result = bletrace(arguments)
      #expect(result.code == .trouble && result.errors.contains(words), "\(result.errors)")
    }
    check(["analyze", left, "--merge-air"], "two captures or more")
    var host = CaptureBuilder()
    host.connect()
    let other = try folder.write(host.btsnoop(), to: "host.btsnoop")
    check(["analyze", left, other, "--merge-air"], "has no packets of a sniffer")
    var story = AirStory()
    story.address = 0x7133_5521
    for number in 0..<20 as Range<UInt8> { story.event([1], [2, 1, 0, 4, 0, number]) }
    let none = try folder.write(story.story.pcap(256), to: "none.pcap")
    check(["analyze", left, none, "--merge-air"], "clocks cannot be compared")
    check(["analyze", left, right, "--merge-air", "--format", "ndjson"], "not for --format ndjson")
    check(
      ["export", left, right, "--merge-air", "-o", folder["x.btsnoop"]], "write pcapng or pcap")
    check(
      ["export", left, right, "--merge-air", "--connection", "1", "-o", folder["x.pcap"]],
      "a second export")
    check(["analyze", left, folder["gone.pcap"], "--merge-air"], "gone.pcap")
  }
}
