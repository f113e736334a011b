import BletraceTestSupport
import Foundation
import Testing

/// `bletrace live` on a terminal: its screen, its keys, and how it leaves.
@Suite("The screen of the program", .serialized, .enabled(if: Tmux.isThere))
struct TerminalScreenTests {
  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "samples/fault-shared-radio/capture.btsnoop").path()

  /// The screen of a sample that has been read, while its pipe stays open. Exit status and process
  /// number are in files.
  private func start(
    _ options: String = "", columns: Int = 80, rows: Int = 24, before: String = ""
  ) throws -> Tmux {
    let tmux = try Tmux(columns: columns, rows: rows)
    let program = BuiltProgram.path("bletrace")
    try tmux.type(
      "\(before)(cat '\(Self.sample)'; until [ -e close ]; do sleep 0.1; done) | "
        + "(echo $BASHPID > pid; exec '\(program)' live \(options) -); "
        + "echo ${PIPESTATUS[1]} > status")
    try tmux.wait("the screen") { $0.contains("240 records") && $0.contains("Right") }
    #expect(try tmux.modes() == "1 0")
    return tmux
  }

  private func send(_ signal: String, _ tmux: Tmux) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/kill")
    let pid = tmux.read("pid").trimmingCharacters(in: .whitespacesAndNewlines)
    process.arguments = ["-s", signal, try #require(Int(pid)).description]
    try process.run()
    process.waitUntilExit()
  }

  /// The writer of the pipe goes on until there is a file `close`.
  private func endPipe(_ tmux: Tmux) throws {
    try Data().write(to: tmux.folder.appending(path: "close"))
    try tmux.wait("the status") { _ in tmux.has("status") }
    #expect(try tmux.modes() == "0 1")
  }

  @Test("shows the connections, does what keys say, follows the size, and leaves no trace")
  func session() throws {
    let tmux = try start()
    let screen = try tmux.screen()
    #expect(screen.contains("warning In ") && screen.contains(" connection events, no data"))

    try tmux.press("Down")
    try tmux.wait("the first connection") { $0.contains("▸2") && $0.contains("handle 0x0041") }
    try tmux.press("j")
    try tmux.wait("the other connection") { $0.contains("▸1") && $0.contains("handle 0x0040") }
    try tmux.press("Up")
    try tmux.wait("the first again") { $0.contains("▸2") }
    try tmux.press("Escape")
    try tmux.wait("all connections") { !$0.contains("▸") }
    try tmux.press("?")
    try tmux.wait("the help") { $0.contains("End the capture") }
    try tmux.press("?")
    try tmux.wait("no help") { !$0.contains("End the capture") }
    try tmux.press("Space")
    try tmux.wait("the pause") { $0.contains("PAUSED") }
    try tmux.press("p")
    try tmux.wait("no pause") { !$0.contains("PAUSED") }

    for (columns, rows) in [(200, 50), (40, 10), (12, 3), (120, 40)] {
      try tmux.resize(columns: columns, rows: rows)
      try tmux.wait("\(columns) by \(rows)") { screen in
        let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
        let isWide = lines.contains { $0.contains("│ Findings") }
        return isWide == (columns == 200) && screen.contains("standard in")
          && (rows < 4 || lines.dropLast().last?.hasPrefix("q quit") == true)
      }
    }
    try tmux.press("q")
    try endPipe(tmux)
    // What was printed in the end is the report.
    #expect(try tmux.screen().contains("Advertising devices, the most reports first"))
    #expect(tmux.read("status") == "0\n")
    try tmux.expectRestored()
  }

  @Test("ends in good order when it is interrupted", arguments: ["INT", "TERM", "HUP"])
  func interrupted(signal: String) throws {
    let tmux = try start("--report report.txt")
    try send(signal, tmux)
    try endPipe(tmux)
    #expect(tmux.read("status") == "0\n")
    #expect(tmux.read("report.txt").contains("2 connections"))
    try tmux.expectRestored()
  }

  @Test(
    "gives the terminal back when it crashes",
    arguments: [
      ("QUIT", 3), ("ILL", 4), ("TRAP", 5), ("ABRT", 6), ("BUS", 7), ("FPE", 8),
      ("SEGV", 11), ("SYS", 31),
    ])
  func crashed(signal: String, number: Int) throws {
    #if !os(Linux)
      let known = ["QUIT", "ILL", "TRAP", "ABRT", "FPE", "SEGV"]
      guard known.contains(signal) else { return }
    #endif
    let tmux = try start()
    try send(signal, tmux)
    try endPipe(tmux)
    // The shell sees what it was that ended the program.
    #expect(tmux.read("status") == "\(128 + number)\n")
    try tmux.expectRestored()
  }

  @Test("gives the terminal back while it is stopped, and takes it again")
  func stopped() throws {
    let tmux = try start()
    try tmux.press("C-z")
    try tmux.wait("the shell") { $0.contains("Stopped") }
    try tmux.expectRestored()
    try tmux.type("fg")
    try tmux.wait("the screen") { $0.contains("240 records") && $0.contains("q quit") }
    #expect(try tmux.modes() == "1 0")
    try tmux.press("?")
    try tmux.wait("the help") { $0.contains("End the capture") }
    try tmux.press("q")
    // The shell took the stop for the end, and wrote the status then.
    try Data().write(to: tmux.folder.appending(path: "close"))
    try tmux.wait("the report") { _ in try tmux.modes() == "0 1" }
    try FileManager.default.removeItem(at: tmux.folder.appending(path: "done"))
    try tmux.expectRestored()
  }

  @Test("a stop that cannot be caught does not spoil the screen either")
  func stoppedHard() throws {
    let tmux = try start()
    try send("STOP", tmux)
    try send("CONT", tmux)
    try tmux.press("?")
    try tmux.wait("the help") { $0.contains("End the capture") }
    #expect(try tmux.modes() == "1 0")
    try tmux.press("q")
    try endPipe(tmux)
    try tmux.expectRestored()
  }

  @Test("is coloured unless that is not wanted")
  func colours() throws {
    func hasColour(_ tmux: Tmux) throws -> Bool {
      try tmux.screen(withColours: true).contains("\u{1B}[3")
    }
    #expect(try hasColour(start()))
    #expect(try !hasColour(start("--color never")))
    #expect(try !hasColour(start(before: "export NO_COLOR=1; ")))
  }

  @Test("is none where the output goes elsewhere, or the terminal knows no screens")
  func none() throws {
    for (options, environment) in [("| cat", ""), ("", "TERM=dumb ")] {
      let tmux = try Tmux()
      let program = BuiltProgram.path("bletrace")
      try tmux.type(
        "cat '\(Self.sample)' | \(environment)'\(program)' live - --report report.txt \(options); "
          + "touch end")
      try tmux.wait("the end") { _ in tmux.has("end") }
      #expect(try tmux.screen().contains("connected"))
      try tmux.expectRestored()
    }
  }
}
