import BletraceTestSupport
import Foundation
import Testing

/// The README's lines for other devices, run as they stand there: with stand-ins that write what
/// the real programs write, and a sample's records as the traffic.
struct RecipeTests {
  /// The commands of the block under "Get a log", without what they need.
  static let lines: [String] = {
    let readme = (try? String(contentsOfFile: projectFolder + "README.md", encoding: .utf8)) ?? ""
    guard let heading = readme.range(of: "## Get a log\n") else { return [] }
    return readme[heading.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    ") }.prefix { $0.hasPrefix("    ") }
      .map { line in
        let line = line.dropFirst(4)
        return String(
          line.range(
            of: " "
              + "+# ", options: .regularExpression
          ).map { line[..<$0.lowerBound] } ?? line)
      }
  }()

  private let sample: SentSample
  private let folder: TemporaryFolder

  init() throws {
    sample = try SentSample("transfer-central")
    folder = try TemporaryFolder()
  }

  @Test("each line of the README is run here")
  func allLines() throws {
    let beginnings = [
      "adb exec-out", "adb forward", "idevicebtlogger", "pymobiledevice3", "bletrace live --tty",
      "bletrace live --connect", "ssh board 'btmon", "ssh board tcpdump",
    ]
    #expect(Self.lines.count == beginnings.count)
    for beginning in beginnings { _ = try line(beginning) }
  }

  private func line(_ beginning: String) throws -> String {
    try #require(Self.lines.first { $0.hasPrefix(beginning) }, "\(beginning)")
  }

  /// - Parameter format: of what came.
  private func expectReport(
    _ end: (status: Int32, errors: String), format: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(end.status == 0, "\(end.errors)", sourceLocation: sourceLocation)
    let report = Data(
      try #require(folder.read("report.json"), "\(end.errors)", sourceLocation: sourceLocation))
    #expect(try reported("format", in: report) == format, sourceLocation: sourceLocation)
    #expect(
      try reported("records", in: report) == "\(sample.records)", sourceLocation: sourceLocation)
    #expect(try reportedTransfers(report) == sample.transfers, sourceLocation: sourceLocation)
    #expect(sample.transfers.count > 1, sourceLocation: sourceLocation)
  }

  /// Runs a line, of which the last program is bletrace.
  private func run(_ line: String, options: String = "") throws -> (status: Int32, errors: String) {
    try ShellLine(line + " --report \(folder["report.json"])" + options, programs: folder).end()
  }

  @Test func androidLog() throws {
    try folder.write(sample.story.btsnoop(), to: "log")
    try folder.addProgram(
      "adb",
      """
      [ "$*" = 'exec-out tail -c +1 -f /data/misc/bluetooth/logs/btsnoop_hci.log' ] || exit 9
      exec cat \(folder["log"])
      """)
    try expectReport(try run(try line("adb exec-out")), format: "btsnoop")
  }

  /// The stand-in for adb forwards nothing: the port is the test's own.
  @Test func androidPort() throws {
    let port = try SendingPort()
    defer { port.stop() }
    port.serve([sample.story.btsnoop()])
    try folder.addProgram(
      "adb", "[ \"$*\" = 'forward tcp:\(port.port) tcp:\(port.port)' ] || exit 9")
    let line = try line("adb forward").replacing("8872", with: "\(port.port)")
    try expectReport(
      try run(line, options: " --count \(sample.records)"), format: "btsnoop")
  }

  /// It writes big-endian pcap with link type 201.
  @Test func iPhoneWithLibimobiledevice() throws {
    try folder.write(sample.story.pcap(201, order: .big), to: "log")
    try folder.addProgram(
      "idevicebtlogger",
      """
      [ "$*" = '-f pcap -' ] || exit 9
      echo '[connected:00008030-0000111ABC000DEF]' >&2
      exec cat \(folder["log"])
      """)
    try expectReport(try run(try line("idevicebtlogger")), format: "pcap")
  }

  @Test func iPhoneWithPymobiledevice3() throws {
    try folder.write(sample.story.pcapng(201), to: "log")
    try folder.addProgram(
      "pymobiledevice3",
      "[ \"$*\" = 'btlogger -f pcapng -' ] || exit 9\nexec cat \(folder["log"])")
    try expectReport(try run(try line("pymobiledevice3")), format: "pcapng")
  }

  @Test func zephyrOverASerialLine() throws {
    let terminal = try PseudoTerminal()
    let line = try line("bletrace live --tty").replacing("/dev/ttyACM0", with: terminal.path)
    let program = try ShellLine(
      line + " --report \(folder["report.json"]) --count \(sample.records)", programs: folder)
    #expect(terminal.waitUntilSetUp())
    terminal.send(sample.story.zephyr())
    try expectReport(try program.end(), format: "zephyr")
    terminal.unplug()
  }

  @Test func zephyrOverRTT() throws {
    let port = try SendingPort()
    defer { port.stop() }
    port.serve([sample.story.zephyr()])
    let line = try line("bletrace live --connect").replacing("9090", with: "\(port.port)")
    try expectReport(try run(line, options: " --count \(sample.records)"), format: "zephyr")
  }

  /// The stand-in for ssh runs the command here, through a shell as the real one does; the stand-in
  /// for btmon writes text to standard output, as btmon does.
  @Test("the line for btmon elsewhere keeps its text out of the capture")
  func btmonElsewhere() throws {
    try folder.write(sample.story.btsnoop(datalink: 2001), to: "log")
    try folder.addProgram("ssh", "[ \"$1\" = board ] || exit 9\nshift\nexec sh -c \"$*\"")
    try folder.addProgram(
      "btmon",
      """
      [ "$1" = -w ] || exit 9
      echo 'Bluetooth monitor ver 5.66'
      cat \(folder["log"]) >"$2"
      echo '= Note: the end'
      """)
    try expectReport(try run(try line("ssh board 'btmon")), format: "btsnoop")
  }

  @Test func tcpdumpElsewhere() throws {
    try folder.write(sample.story.pcap(254), to: "log")
    try folder.addProgram("ssh", "[ \"$1\" = board ] || exit 9\nshift\nexec sh -c \"$*\"")
    try folder.addProgram(
      "tcpdump",
      """
      [ "$*" = '-U -i bluetooth-monitor -w -' ] || exit 9
      echo 'tcpdump: listening on bluetooth-monitor' >&2
      exec cat \(folder["log"])
      """)
    try expectReport(try run(try line("ssh board tcpdump")), format: "pcap")
  }

  @Test("a program that begins again goes on as one capture")
  func loop() throws {
    try folder.write(sample.story.btsnoop(), to: "log")
    try folder.addProgram("adb", "exec cat \(folder["log"])")
    let end = try run("for i in 1 2 3; do adb exec-out cat log; done | bletrace live -")
    #expect(end.status == 0, "\(end.errors)")
    let report = Data(try #require(folder.read("report.json")))
    #expect(try reported("records", in: report) == "\(3 * sample.records)")
    #expect(try reportedTransfers(report).count == 3 * sample.transfers.count)
    #expect(try reported("damage", in: report) == "<null>")
  }
}
