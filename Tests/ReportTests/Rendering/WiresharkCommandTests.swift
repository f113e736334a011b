import Foundation
import Report
import Testing
import Text

@testable import Rendering

@Suite struct WiresharkCommandTests {
  /// What a shell makes of a word.
  private func read(_ word: String, by shell: String) throws -> [UInt8] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: shell)
    process.arguments = ["-c", "printf %s \(word)"]
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return [UInt8](data)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/bin/bash")))
  func aShellReadsExactlyTheName() throws {
    for name in [
      "capture.btsnoop", "a b.log", "it's.log", "$(touch x).log", "`id`", "a\nb", "-r", "~/x", "",
      "\u{1B}[2J", "Büro 1.btsnoop", "##[error]x", "a\\b", "!x", "\"", "x'; rm -rf y; '",
      "a\u{202E}b",
    ] {
      let word = WiresharkCommand.shellQuoted(name)
      #expect(word.utf8.allSatisfy { (0x20...0x7E).contains($0) })
      #expect(Printable.escape(word, unicode: false) == word)
      #expect(try read(word, by: "/bin/bash") == Array(name.utf8), "\(word)")
    }
  }

  private func report(_ path: String) -> ReportV1 {
    var connection = ReportV1.Connection()
    (connection.id, connection.handle, connection.firstFrame, connection.lastFrame) = (2, 64, 9, 99)
    var capture = ReportV1.Capture()
    (capture.path, capture.format, capture.connections) = (path, "btsnoop", [connection])
    var finding = ReportV1.Finding()
    (finding.rule, finding.frames, finding.connection) = ("resend", [12, 15], 2)
    finding.message = "Something was sent again."
    return ReportV1 { ($0.captures, $0.findings) = ([capture], [finding]) }
  }

  private func text(_ report: ReportV1, width: Int = 80, opening: Set<Int>? = [0]) -> String {
    var bytes: [UInt8] = []
    TextRenderer.render(
      report, options: TextOptions(width: width), openingWireshark: opening
    ) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let command =
    "    wireshark -r 'my logs/a.log' -g 12 -Y 'frame.number == 12 || frame.number == 15 || "
    + "(frame.number >= 9 && frame.number <= 99 && (bthci_acl.chandle == 64 || "
    + "bthci_evt.connection_handle == 64 || bthci_cmd.connection_handle == 64))'\n"

  @Test func itIsOneLineAndOnRequest() {
    let report = report("my logs/a.log")
    #expect(text(report, width: 60).contains(Self.command))
    #expect(!text(report, opening: nil).contains("wireshark"))
  }

  @Test func whatWiresharkCannotOpenHasNoCommand() {
    for (path, format) in [("a", "btsnooz"), ("-", "btsnoop"), ("a\u{FFFD}", "btsnoop")] {
      var report = report(path)
      report.captures[0].format = format
      #expect(!text(report).contains("wireshark -r"))
      #expect(text(report).contains("Wireshark cannot open this file itself"))
    }
  }

  /// BlueZ's simulator is the only one that writes what is sniffed into btsnoop.
  @Test(arguments: [("btsnoop", "le-ll", false), ("pcap", "le-ll", true)])
  func whatASimulatorWrites(format: String, linkType: String, canOpen: Bool) {
    var report = report("a")
    (report.captures[0].format, report.captures[0].linkType) = (format, linkType)
    #expect(text(report).contains("wireshark -r") == canOpen)
  }

  @Test func aFileThatIsPackedHasNoCommand() {
    let text = text(report("a.btsnoop.gz"), opening: [])
    #expect(!text.contains("wireshark -r"))
    #expect(text.contains("Wireshark cannot open this file itself"))
  }

  @Test func aFindingWithoutAFrameHasNone() {
    var report = report("a.log")
    report.findings[0].frames = []
    #expect(!text(report).contains("wireshark"))
  }
}
