import Testing

@testable import BletraceCommands

@Suite("analyze --expect")
struct ExpectCommandTests {
  private static let sample = sampleFolder + "/fault-doubled-chunk/capture.pcap"

  private static var sampleFolder: String {
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
      .joined(separator: "/") + "/samples"
  }

  /// The payload of a good sample, as a file.
  private func payload(_ folder: TemporaryFolder, _ story: String) throws -> String {
    let result = bletrace(
      "analyze", "-q", "--extract", folder["payloads"], Self.sampleFolder + "/" + story)
    #expect(result.code == .success, "\(result.errors)")
    return folder["payloads"] + "/capture1-connection1-transfer1.json"
  }

  /// Without the breaks of lines.
  private func oneLine(_ text: String) -> String {
    text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
  }

  @Test("an intact file is no failure, a damaged one is")
  func status() throws {
    let folder = try TemporaryFolder()
    let file = try payload(folder, "fault-small-chunks/capture.btsnoop")
    let capture = Self.sampleFolder + "/fault-small-chunks/capture.btsnoop"
    let good = bletrace("analyze", "--expect", file, capture)
    #expect(good.code == .success)
    #expect(oneLine(good.output).contains("arrived intact: transfer 1 of connection 1"))
    var octets = try folder.read("payloads/capture1-connection1-transfer1.json")
    octets[700] ^= 1
    let other = try folder.write(octets, to: "other")
    let bad = bletrace("analyze", "--expect", other, capture)
    #expect(bad.code == .checkFailed)
    #expect(oneLine(bad.output).contains("byte 700 is damaged: in #97"))
    for format in ["json", "junit", "github", "markdown", "sarif", "html"] {
      let result = bletrace("analyze", "--format", format, "--expect", other, capture)
      #expect(result.code == .checkFailed, "\(format)")
      let isNamed =
        format == "json"
        ? result.output.contains("\"first_difference_offset\": 700")
        : oneLine(result.output).contains("byte 700 is damaged")
      #expect(isNamed, "\(format): \(result.output)")
    }
    let json = bletrace(
      "analyze", "--format", "json", "--connection", "2", "--expect", other, capture)
    #expect(json.code == .trouble)
  }

  @Test("the sample with a doubled chunk names it")
  func doubled() throws {
    let folder = try TemporaryFolder()
    _ = try payload(folder, "fault-doubled-chunk/capture.pcap")
    var octets = try folder.read("payloads/capture1-connection1-transfer1.json")
    let resend = bletrace("analyze", "--format", "json", Self.sample).output
    #expect(resend.contains("\"resends\""))
    // The file as it was sent has the chunk once: the payload has it twice, 20 octets each.
    let place = try #require(
      (0..<(octets.count - 40)).first { octets[$0..<($0 + 20)] == octets[($0 + 20)..<($0 + 40)] })
    octets.removeSubrange(place..<(place + 20))
    try folder.write(octets, to: "sent")
    let result = bletrace("analyze", "--expect", folder["sent"], Self.sample)
    #expect(result.code == .checkFailed)
    #expect(result.output.contains(" repeated: "))
    #expect(!result.output.contains("missing"))
  }

  @Test("what cannot be compared is one line, and status 2")
  func trouble() throws {
    let folder = try TemporaryFolder()
    try folder.write([], to: "empty")
    for (file, words) in [
      (folder["empty"], "is empty"), (folder.path, "is a directory"),
      (folder["nothing"], "no such file"),
    ] {
      let result = bletrace("analyze", "--expect", file, Self.sample)
      #expect(result.code == .trouble)
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output.isEmpty)
    }
    for format in ["csv", "ndjson"] {
      let result = bletrace(
        "analyze", "--format", format, "--expect", Self.sample, Self.sample)
      #expect(result.code == .trouble)
    }
  }

  @Test("a name that is markup stays a name")
  func markup() throws {
    let folder = try TemporaryFolder()
    let name = "<b>&\u{1B}[31m`x`"
    try folder.write([1, 2, 3], to: name)
    let text = bletrace("analyze", "--expect", folder[name], Self.sample)
    #expect(text.code == .checkFailed)
    #expect(!text.output.contains("\u{1B}"))
    let html = bletrace("analyze", "--format", "html", "--expect", folder[name], Self.sample)
    #expect(!html.output.contains("<b>&"))
  }
}
