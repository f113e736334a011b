import BletraceTestSupport
import Bytes
import Rendering
import Report
import Testing

@testable import BletraceCommands

/// `analyze --merge-log` and `--time`.
@Suite("Logs beside the timeline")
struct MergedLogTests {
  private static let second: Int64 = 1_000_000
  /// 2024-01-15T10:23:45Z
  private static let base: Int64 = 1_705_314_225 * 1_000_000

  private static let loggerTimes: [(line: String, stamp: LogStamp)] = [
    ("2024-01-15 10:23:45.125  1234  1250 D BluetoothGatt: x", LogStamp.local(base + 125_000)),
    ("2024-01-15 11:23:45.125 +0100  1234 D x", .exact(base + 125_000)),
    ("2024-01-15 11:23:45.125456+0100 0x1f Default 0x0 99 0 app: x", .exact(base + 125_456)),
    ("2024-01-15T10:23:45+0000 host app[1]: x", .exact(base)),
    ("2024-01-15T12:23:45.000001+02:00 host app[1]: x", .exact(base + 1)),
    ("2024-01-15T10:23:45.125Z INFO x", .exact(base + 125_000)),
    ("2024-01-15T10:23:45,125 x", .local(base + 125_000)),
    (
      "01-15 10:23:45.125  1234  1250 D x",
      .yearless(month: 1, day: 15, 37_425 * second + 125_000)
    ),
    ("Jan  5 10:23:45 host app[1]: x", .yearless(month: 1, day: 5, 37_425 * second)),
    ("Jan 15 10:23:45.000125 host x", .yearless(month: 1, day: 15, 37_425 * second + 125)),
    ("D\t10:23:45.125\tgatt.connect()", .timeOfDay(37_425 * second + 125_000)),
    ("1705314225.125  1234  1250 D x", .exact(base + 125_000)),
    (
      #"{"MESSAGE":"x","__REALTIME_TIMESTAMP" : "1705314225125000"}"#,
      .exact(base + 125_000)
    ),
  ]

  @Test("times of the loggers", arguments: loggerTimes)
  func stamps(line: String, expected: LogStamp) {
    #expect(LogStamp(Array(line.utf8)) == expected)
  }

  @Test(
    "what is no time",
    arguments: [
      "", "    at com.example.Foo(Foo.java:12)", "2024-02-30 10:23:45.125 x", "13-01 10:00:00.0 x",
      "12-01 24:00:00.0 x", "Jan 32 10:00:00 x", "10:23 x", "99999999999999999999.5", "{",
      "--------",
      "2024-01-15 10:2", "0x17 1700000000", "nRF Connect, 2024-01-15",
    ])
  func noStamps(line: String) {
    #expect(LogStamp(Array(line.utf8)) == nil)
    for count in 0...line.utf8.count { _ = LogStamp(Array(line.utf8.prefix(count))) }
  }

  private func capture(_ start: String, _ seconds: Int) -> ReportV1.Capture {
    ReportV1.Capture {
      $0.path = "c"
      $0.start = start
      $0.durationUs = seconds * 1_000_000
    }
  }

  private func merged(
    _ lines: [String], offset: Int64 = 0, start: String = "2024-01-15T10:23:45.000000Z"
  ) -> MergedLog {
    var merge = LogMerge([capture(start, 10)], path: "log", offset: offset)
    for line in lines { merge.add(Array(line.utf8)) }
    merge.finish()
    return merge.logs[0]
  }

  @Test("lines without a time stay with the line before; those outside are counted")
  func attachment() {
    let log = merged([
      "stray", "01-15 10:23:44.000 before", "its rest", "01-15 10:23:46.500 second",
      "\tat Foo", "01-15 10:23:46.000 first", "01-15 10:24:00.000 after", "rest of after",
    ])
    #expect(log.lines.map(\.timeUs) == [1_000_000, 1_500_000])
    #expect(log.lines[1].texts == ["01-15 10:23:46.500 second", " at Foo"])
    #expect(log.before == 1 && log.after == 1)
    #expect(log.assumesZone && log.assumesDate)
  }

  @Test("the year is the nearest one, also over New Year; and a day that ends")
  func dates() {
    let eve = merged(
      ["12-31 23:59:59.500 a", "01-01 00:00:00.500 b"], start: "2023-12-31T23:59:59.000000Z")
    #expect(eve.lines.map(\.timeUs) == [500_000, 1_500_000])
    let nrf = merged(
      ["nRF Connect, 2023-12-31", "V\t23:59:59.500\ta", "D\t00:00:00.500\tb"],
      start: "2023-12-31T23:59:59.000000Z")
    #expect(nrf.lines.map(\.timeUs) == [500_000, 1_500_000] && !nrf.assumesDate)
  }

  @Test("an offset shifts what has no zone")
  func offset() {
    let lines = ["2024-01-15 12:23:46.000 x"]
    #expect(merged(lines).lines.isEmpty)
    #expect(merged(lines, offset: -7_200 * Self.second).lines.map(\.timeUs) == [1_000_000])
    #expect(logShift("-2h") == -7_200 * Self.second && logShift("-05:30") == -19_800 * Self.second)
    #expect(logShift("+90s") == 90 * Self.second && logShift("-250ms") == -250_000)
    #expect(logShift("2x") == nil && logShift("") == nil && logShift("-") == nil)
  }

  @Test("hostile logs: long lines, many lines without a time, escapes")
  func hostile() throws {
    var lines = ["01-15 10:23:46.000 " + String(repeating: "é", count: 50_000)]
    lines += (0..<10_000).map { "no time \($0)" }
    let log = merged(lines)
    #expect(log.lines[0].texts[0].utf8.count <= LogMerge.longestLine + 3)
    #expect(log.lines[0].texts.count == LogMerge.mostFollowing + 1)
    let folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.connect()
    story.wait(by: 2_000_000)
    story.notify(0x2A, "x")
    let path = try folder.write(story.btsnoop(), to: "c")
    let start = try #require(
      bletrace("analyze", "--format", "csv", path).output.split(separator: "\r\n").last?
        .split(separator: ",")[4])
    let log2 = try folder.write(
      Array("\(start) \u{1B}[31m##[error]evil\u{202E}\r\n\u{1B}]0;title".utf8), to: "log")
    let result = bletrace("analyze", "--merge-log", log2, path)
    #expect(result.code == .success && result.errors == "")
    #expect(result.output.contains("\\x1B[31m"))
    #expect(result.output.contains("\\x1B]0;title"))
    #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{202E}"))
    #expect(!result.output.contains("##["))
    let absolute = bletrace("analyze", "--timeline", "--time", "absolute", path).output
    #expect(absolute.contains("Timeline, in UTC"))
    #expect(absolute.contains(start.drop { $0 != "T" }.dropFirst().dropLast()))
  }

  @Test("what cannot be merged is said")
  func troubles() throws {
    let folder = try TemporaryFolder()
    var story = CaptureBuilder()
    story.connect()
    let path = try folder.write(story.btsnoop(), to: "c")
    let plain = try folder.write(Array("no times\n".utf8), to: "plain")
    let none = bletrace("analyze", "--merge-log", plain, path)
    #expect(none.code == .trouble && none.errors.contains("no line begins with a time"))
    let late = try folder.write(Array("2030-01-01 00:00:00.000 x\n".utf8), to: "late")
    let outside = bletrace("analyze", "--merge-log", late, path)
    #expect(outside.code == .success && outside.errors.contains("--log-offset"))
    #expect(bletrace("analyze", "--merge-log", folder["none"], path).code == .trouble)
    #expect(bletrace("analyze", "--format", "json", "--merge-log", late, path).code == .trouble)
    #expect(bletrace("analyze", "--log-offset", "1h", path).code == .trouble)
  }
}
