import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct RedactCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
  }

  /// The rule, severity, connection and frames of each finding.
  private func findings(_ file: String) throws -> [String] {
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(bletrace("analyze", "--format", "json", file).output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    // A marker in the data is replaced, as it ends no message.
    return findings.filter { $0["rule"] as? String != "marker-in-data" }.map { one in
      // A resend is proven by a payload that is intact, which a redacted one is not.
      let severity = one["rule"] as? String == "resend" ? "" : "\(one["severity"] ?? "")"
      return "\(one["rule"] ?? "") \(severity) \(one["connection"] ?? "") \(one["frames"] ?? "")"
    }
  }

  /// Every capture in the folder of samples.
  private static let samples: [String] = {
    let folder = projectFolder + "/samples/"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.contains("/capture.") }.sorted().map { folder + $0 }
  }()

  @Test func noSampleIsLeftOut() throws {
    let folder = projectFolder + "/samples/"
    let stories = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      FileManager.default.fileExists(atPath: folder + $0 + "/report.json")
    }
    let found = Self.samples.compactMap { $0.dropFirst(folder.count).split(separator: "/").first }
    #expect(!stories.isEmpty && Set(found.map { String($0) }) == Set(stories))
  }

  /// The record that a file ends in is written as one that was cut.
  private func endsInRecord(_ sample: String) throws -> Bool {
    try findings(sample).contains { $0.hasPrefix("capture-cut ") }
  }

  @Test(arguments: samples) func findingsStay(sample: String) throws {
    let out = folder["out." + suffix(sample)]
    let result = bletrace("export", "--redact", sample, "-o", out)
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.errors.contains("none was found"), "\(result.errors)")
    guard try !endsInRecord(sample) else { return }
    #expect(try findings(out) == findings(sample))
  }

  /// What `diff` may say of a redacted capture: what its payloads are.
  @Test(arguments: samples) func diffIsSilent(sample: String) throws {
    let out = folder["out." + suffix(sample)]
    guard try !endsInRecord(sample) else { return }
    #expect(bletrace("export", "-q", "--redact", sample, "-o", out).code == .success)
    let result = bletrace("diff", "--format", "json", sample, out)
    if result.errors.contains("neither side has a connection") { return }
    #expect(result.code == .success, "\(result.output) \(result.errors)")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let changes = try #require(report["entries"] as? [[String: Any]])
    for change in changes where change["verdict"] as? String != "same" {
      let measure = change["measure"] as? String ?? ""
      #expect(
        ["transfer.payload_type", "transfer.payload_intact"].contains(measure), "\(measure)")
    }
  }

  private func suffix(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  /// A pcapng file whose only packet is ADV_IND, with the header that link type 256 has.
  private static let sniffed: [UInt8] =
    hex("0A0D0D0A 1C000000 4D3C2B1A 0100 0000 FFFFFFFFFFFFFFFF 1C000000")
    + hex("01000000 14000000 0001 0000 00000000 14000000")
    + hex("06000000 3C000000 00000000 00000000 00000000 1B000000 1B000000")
    + hex("00 C4 80 00 D6BE898E 1300 D6BE898E 4006 D87C419F02E6 AABBCC 00 3C000000")

  @Test func packetsOfASnifferAreRedacted() throws {
    let capture = try folder.write(Self.sniffed, to: "air.pcapng")
    let out = folder["out.pcapng"]
    let result = bletrace("export", "--redact", capture, "-o", out)
    #expect(result.code == .success && result.errors.contains("replaced 1 address in 1 place"))
    for file in [capture, out] {
      let report = bletrace("analyze", "--format", "json", file)
      #expect(report.output.contains("\"link_type\": \"le-ll-phdr\""), "\(report.output)")
      #expect(bletrace("decode", file).output.contains("E6:02:9F:41:7C:D8") == (file == capture))
    }
    let analyzed = bletrace("analyze", "--redact", "--format", "json", capture)
    #expect(analyzed.code == .success && !analyzed.output.contains("E6:02:9F:41:7C:D8"))
  }

  @Test(arguments: ["text", "json", "html"]) func aReportIsRedacted(format: String) throws {
    var story = CaptureBuilder()
    let (peer, name): ([UInt8], String) = ([0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66], "Anna's watch")
    story.advertise(peer, -50, data: [UInt8(name.utf8.count + 1), 9] + Array(name.utf8))
    story.connect(0x0040, peer: peer)
    story.notify(0x25, name)
    // The name of the file, and of its folder, is private as well.
    let capture = try folder.write(story.btsnoop(), to: "Annas-watch.btsnoop")
    let originals = ["66:0D:F3:0A:7B:1C", "Anna"]
    let open = bletrace("analyze", "--format", format, capture)
    let redacted = bletrace("analyze", "--redact", "--format", format, capture)
    #expect(redacted.code == .success, "\(redacted.errors)")
    for original in originals {
      #expect(open.output.contains(original))
      #expect(!redacted.output.contains(original))
    }
  }

  /// Originals that are in the output by chance: what is read there are numbers of the format, or
  /// what replaced something else.
  @Test func dataThatIsOnlyMadeUpIsNotLeft() throws {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66])
    // A subscription stays; the header of the next record begins with zeros.
    story.att(.tx, [0x12, 0x26, 0, 1, 0])
    for value in [[0x12, 0x26, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0x26, 0x12]] as [[UInt8]] {
      story.notify(0x30, value)
    }
    // The headers of ACL, L2CAP and ATT, from the second octet on.
    story.notify(0x30, [0x09, 0, 0x05, 0, 0x04, 0, 0x12, 0x26])
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let result = bletrace("export", "--redact", capture, "-o", folder["out.btsnoop"])
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.errors.contains("none was found"))
  }

  /// A marker of 1 or 2 octets is in too many values to stay, and none stays because of a file.
  @Test func markersOfFilesDoNotStay() throws {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66])
    for value in ["my secret text", "then STOP", "STOP"] { story.notify(0x25, value) }
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let lines = (UInt8.min...UInt8.max).map { "marker = hex:" + String($0 | 1, radix: 16) }
    let tree = try folder.write(
      Array(
        (lines.filter { $0.utf8.count == 15 } + ["marker = STOP", ""]).joined(separator: "\n").utf8),
      to: ".bletrace")
    func run(_ words: String...) -> RunResult {
      let (output, errors) = (MemorySink(), MemorySink())
      var invocation = Invocation(
        arguments: words.map { Argument($0) }, standardInput: -1, output: output, errors: errors)
      invocation.configurationFiles = [Argument(tree)]
      let code = BletraceCommands.run(invocation)
      return RunResult(code: code, output: output.text, errors: errors.text)
    }
    let out = folder["out.btsnoop"]
    let result = run("export", "--redact", capture, "-o", out)
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.errors.contains("marker do not count with --redact"), "\(result.errors)")
    #expect(!result.errors.contains("kept"), "\(result.errors)")
    let octets = try folder.read("out.btsnoop")
    for text in ["secr", "text", "STOP"] { #expect(!octets.contains(Array(text.utf8)), "\(text)") }
    let report = run("analyze", "--redact", "--format", "json", capture)
    #expect(report.code == .success && report.errors.contains("do not count with --redact"))
    // Without --redact they do, and nothing is said.
    let plain = run("export", capture, "-o", folder["plain.btsnoop"])
    #expect(plain.code == .success && plain.errors.isEmpty, "\(plain.errors)")
    let named = run("export", "--redact", "--marker", "STOP", capture, "-o", out)
    #expect(named.code == .success, "\(named.errors)")
    #expect(
      named.errors.contains("kept STOP where 2 messages end (--marker)"), "\(named.errors)")
    #expect(try folder.read("out.btsnoop").contains(Array("STOP".utf8)))
    for words in [["export", "-o", folder["short.pcap"]], ["analyze"]] {
      let short = bletrace(words + ["--redact", "--marker", "hex:4F4B", capture])
      #expect(short.code == .trouble)
      #expect(short.errors.contains("'--marker hex:4F4B' is too short to stay"), "\(short.errors)")
    }
    #expect(try !folder.names.contains("short.pcap"))
  }

  /// What a kept kind holds of another is replaced: real devices advertise their own address.
  @Test(arguments: ["values", "advertising"]) func keptKindsHoldNoAddress(kind: String) throws {
    var story = CaptureBuilder()
    let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66]
    story.notify(0x25, [9, 9] + peer + [8])
    story.advertise(peer, -50, data: [7, 0xFF] + peer)
    story.connect(0x0040, peer: peer)
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let result = bletrace(
      "export", "--redact", "--keep", kind, capture, "-o", folder["out.btsnoop"])
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.errors.contains("none was found"), "\(result.errors)")
  }

  @Test func theMapIsForItsOwner() throws {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66])
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let result = bletrace(
      "export", "--redact", capture, "-o", folder["out.btsnoop"], "--map", folder["map"])
    #expect(result.code == .success)
    #expect(result.errors.contains("replaced 1 address in 1 place"), "\(result.errors)")
    #expect(try mode("map") == 0o600)
    let map = String(decoding: try folder.read("map"), as: UTF8.self)
    #expect(map.hasPrefix("{\"kind\": \"addresses\", \"original\": \"66:0D:F3:0A:7B:1C\""))
    #expect(!bletrace("decode", folder["out.btsnoop"]).output.contains("66:0D:F3:0A:7B:1C"))
  }

  @Test func whatCannotBeDone() throws {
    let capture = try folder.write(CaptureBuilder().btsnoop(), to: "capture.btsnoop")
    let out = folder["out.pcap"]
    for (words, message) in [
      (["--redact", "-o", "-", "--format", "pcap"], "-o must name a file"),
      (["--map", folder["map"], "-o", out], "belongs to '--redact'"),
      (["--redact", "--keep", "keys", "-o", out], "is not a value for '--keep'"),
      (["--redact", "--map", out, "-o", out], "name the same file"),
    ] {
      let result = bletrace(["export", capture] + words)
      #expect(result.code == .trouble)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }
}
