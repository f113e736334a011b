import BletraceTestSupport
import Bytes
import CaptureFiles
import Findings
import Foundation
import Framing
import Testing

@testable import bletrace_fuzz

/// What the fuzzer stands on, without the fuzzer: a promise that a stage finds broken ends the test
/// run.
@Suite("Stages of the fuzzer")
struct StageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path(percentEncoded: false)

  /// As the script `fuzz` gives them to the program.
  static let seeds: [Seeds.Seed] = {
    var paths = FileManager.default.subpaths(atPath: root + "samples") ?? []
    paths = paths.filter { $0.contains("/capture.") }.map { root + "samples/" + $0 }
    for folder in ["BluetoothProtocolTests", "TrackingTests/Sessions", "CaptureFilesTests"] {
      let tests = FileManager.default.subpaths(atPath: root + "Tests/" + folder) ?? []
      paths += tests.filter { $0.hasSuffix(".swift") || $0.hasSuffix("-vectors.txt") }
        .map { root + "Tests/" + folder + "/" + $0 }
    }
    return paths.sorted().flatMap { path in
      FileManager.default.contents(atPath: path).map { Seeds.of(Array($0), named: path) } ?? []
    }
  }()

  /// So many inputs each has to begin with; fewer, and a source of them has gone.
  private static let least = [
    "archives": 300, "containers": 300, "hci": 150, "l2cap": 300, "att": 300, "smp": 3,
    "advertising": 50, "values": 140, "story": 120, "report": 250, "decode": 300, "live": 120,
    "diff": 30, "growth": 12, "framing": 11, "air": 6, "protocols": 9,
    "numbers": 9, "outputs": 17,
  ]

  @Test("each has inputs to begin with, and takes them", arguments: FuzzStages.all.map { $0.name })
  func seeds(name: String) throws {
    let stage = try #require(FuzzStages.named(name))
    let seeds = Self.seeds.filter { $0.stage == name }
    #expect(seeds.count >= Self.least[name] ?? .max)
    for seed in seeds {
      #expect(seed.octets.count <= stage.longest)
      stage.run(seed.octets)
    }
  }

  @Test("the vectors of the tests are among the inputs")
  func vectors() throws {
    func holds(_ stage: String, _ octets: String) -> Bool {
      let wanted = hex(octets)
      return Self.seeds.contains {
        $0.stage == stage && $0.octets.firstRange(of: wanted) != nil
      }
    }
    // Inquiry; its return parameters; Command Reject; the heart rate belt of the appearance; a
    // section of pcapng; a Read By Type Request of the sessions' tests.
    #expect(holds("hci", "01 04 05 32 0F 16 43 01"))
    #expect(holds("hci", "0E 04 01 02 04 00"))
    #expect(holds("l2cap", "01 07 06 00 02 00 40 00 41 00"))
    #expect(holds("values", "01 00 41 03"))
    #expect(holds("containers", "0A 0D 0D 0A 1C 00 00 00 4D 3C 2B 1A"))
    #expect(holds("att", "0A 13 00"))
    #expect(!holds("att", "DE AD BE EF DE AD BE EF"))
  }

  @Test("frames beside those of another interface are there, all numbered as the file has them")
  func otherInterface() throws {
    var file = PcapngWriter()
    file.section()
    file.interface(1)
    file.interface(201)
    for index in 0..<5 {
      file.packet(hex("DE AD BE EF"), interface: 0, ticks: UInt64(index))
    }
    file.packet(
      hex("00 00 00 01 02 40 20 0C 00 08 00 04 00 1B 2A 00 01 02 03 04 05"), interface: 1, ticks: 9)
    let capture = try #require(ReportStage.capture(of: file.bytes))
    #expect(capture.records == 1 && capture.skippedRecords == 5)
    #expect(RuleCatalog.findings(in: [capture]).map(\.frames) == [[6]])
    ReportStage.run(file.bytes)
  }

  @Test("choices at random reach the end of both stages", arguments: ["numbers", "outputs"])
  func chance(name: String) throws {
    let stage = try #require(FuzzStages.named(name))
    for number in 1...(name == "numbers" ? 2000 : 150) {
      stage.run(FuzzCommands.chance(1, number, stage))
    }
  }

  @Test("frames whose numbers are choices have lengths that fit, and ends of 64 bits in them")
  func choices() throws {
    var random = SeededRandom(seed: 3)
    var choices = ChoiceInput(random.octets(20_000))
    var (frames, far) = (0, 0)
    while !choices.isAtEnd {
      let message = ProtocolScript.next(.mcumgrSMP, &choices)
      let range = ByteRange(start: 0, end: message.octets.count)
      let header = try #require(try MCUmgrHeader(range, in: message.octets.span))
      #expect(Int(header.length) == message.octets.count - MCUmgrHeader.octets)
      let body = MCUmgrBody(
        ByteRange(start: MCUmgrHeader.octets, end: range.end), in: message.octets.span)
      if body.isWhole { frames += 1 }
      if message.octets.contains(hex("1B 7FFFFFFFFFFFFFFF")) { far += 1 }
    }
    #expect(frames > 500 && far > 20)
  }

  @Test("each form of output is rendered, of a capture with times at the ends of 64 bits")
  func forms() {
    for (index, form) in OutputForm.allCases.enumerated() {
      form.check(OutputsStage.capture(of: FuzzCommands.chance(2, index + 1, OutputsStage.self)))
    }
  }

  @Test("names are distinguished")
  func names() { #expect(Set(FuzzStages.all.map { $0.name }).count == FuzzStages.all.count) }

  @Test("a table of vectors that is no such is refused")
  func table() throws {
    let row = "event 0E Name\n  01 00*3\n  Text=1\n"
    #expect(try VectorTable("# x\n" + row).rows.map(\.octets) == [[1, 0, 0, 0]])
    let short = "event 0E\n  01\n  -\n"
    for bad in [short, row + "x", "event 0E Name\n  0\n  -\n", "event G N\n -\n -\n"] {
      #expect(throws: VectorTable.Problem.self, "\(bad)") { try VectorTable(bad) }
    }
  }

  @Test(
    "what acts on a terminal is seen, wherever it stands",
    arguments: [
      "\u{0}", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9F}", "\u{61C}", "\u{200E}", "\u{200F}",
      "\u{2028}", "\u{202E}", "\u{2066}", "\u{2069}", "\u{AD}", "\u{200B}", "\u{2065}",
      "\u{3164}", "\u{FE0F}", "\u{E0041}",
    ])
  func clean(text: String) {
    for index in 0..<20 {
      let before = Array(String(repeating: "~", count: index).utf8)
      let after = Array(" \n~ 12345".utf8)
      #expect(!ReportChecks.isClean(before + text.utf8 + after))
      #expect(!ReportChecks.isClean(before + text.utf8))
      #expect(!ReportChecks.isClean(before + [0xC3] + after))
      let harmless = "\u{A0}µ×\u{200A}\u{2010}\u{2027}\u{202F}\u{205F}\u{2070}\u{FE10}"
      #expect(ReportChecks.isClean(before + harmless.utf8 + after))
      #expect(ReportChecks.isClean(before))
    }
  }
}
