import Foundation
import Testing

@testable import LiveCapture

/// A terminal of our own, which the test looks at from the other side. The handlers are tested with
/// the program itself; here is only what happens in good order.
@Suite("A terminal", .serialized)
struct TerminalTests {
  @Test("is taken, drawn on, and given back as it was")
  func roundTrip() throws {
    let pty = try PseudoTerminal(columns: 70, rows: 12)
    let before = pty.settings
    #expect(before.contains("echo"))
    do {
      let terminal = try #require(Terminal(output: pty.terminal))
      #expect(terminal.size == (70, 12))
      #expect(Terminal(output: pty.terminal) == nil, "the screen is taken")
      #expect(pty.settings != before)
      #expect(pty.read().contains("\u{1B}[?1049h\u{1B}[?25l"))

      terminal.draw(["one", "two"], columns: 70, rows: 12)
      #expect(pty.read().hasSuffix("one\u{1B}[2;1H\u{1B}[Ktwo\u{1B}[?2026l"))
      terminal.draw(["one", "two"], columns: 70, rows: 12)
      #expect(pty.read() == "")
      pty.type("\u{C}")
      #expect(terminal.keys() == [.character("\u{C}")])
      terminal.draw(["one", "two"], columns: 70, rows: 12)
      #expect(pty.read().contains("one"))

      pty.resize(columns: 30, rows: 5)
      #expect(terminal.size == (30, 5))
      terminal.draw(["one", "two"], columns: 30, rows: 5)
      #expect(pty.read().contains("\u{1B}[2J"))
      terminal.close()
      terminal.draw(["three"], columns: 30, rows: 5)
      #expect(terminal.keys() == [])
    }
    #expect(pty.settings == before)
    let end = pty.read()
    #expect(end.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    #expect(!end.contains("three"))
  }

  @Test("reports keys, and the escape key when nothing follows it")
  func keys() throws {
    let pty = try PseudoTerminal(columns: 80, rows: 24)
    let terminal = try #require(Terminal(output: pty.terminal))
    #expect(terminal.descriptor >= 0)
    #expect(terminal.keys() == [])
    pty.type("j\u{1B}[A\u{1B}[")
    #expect(terminal.keys() == [.character("j"), .up])
    pty.type("B\u{1B}")
    #expect(terminal.keys() == [.down])
    usleep(60_000)
    #expect(terminal.keys() == [.escape])
    // Control-S must not make the terminal stand still.
    pty.type("\u{13}")
    #expect(terminal.keys() == [.character("\u{13}")])
  }

  @Test("does not wait for a terminal that takes nothing")
  func slow() throws {
    let pty = try PseudoTerminal(columns: 200, rows: 200)
    let terminal = try #require(Terminal(output: pty.terminal))
    let line = String(repeating: "x", count: 200)
    for number in 0..<50 {
      let lines = (0..<200).map { "\(number) \($0) " + line }
      terminal.draw(lines, columns: 200, rows: 200)
    }
    // No one reads: the pictures are left out. Once somebody does, one is shown as a whole.
    var seen = ""
    for _ in 0..<2000 where !seen.contains("last") {
      seen += pty.read()
      terminal.draw(["last"], columns: 200, rows: 200)
    }
    #expect(seen.contains("last"))
    #expect(seen.contains("0 199 "))
  }

  @Test("has a size that can be drawn, whatever it reports")
  func sizes() throws {
    let pty = try PseudoTerminal(columns: 65_535, rows: 65_535)
    let terminal = try #require(Terminal(output: pty.terminal))
    #expect(terminal.size == (1000, 500))
    pty.resize(columns: 0, rows: 0)
    #expect(terminal.size == (80, 24))
  }

  @Test("is gone when the other side is closed")
  func hangUp() throws {
    let pty = try PseudoTerminal(columns: 80, rows: 24)
    let terminal = try #require(Terminal(output: pty.terminal))
    pty.hangUp()
    #expect(terminal.keys() == [])
    #expect(terminal.isGone)
    #expect(terminal.descriptor < 0)
    terminal.draw(["never shown"], columns: 80, rows: 24)
  }

  @Test("is none where there is a file")
  func none() throws {
    let file = unsafe open("/dev/null", O_RDWR)
    defer { close(file) }
    #expect(Terminal(output: file) == nil)
    #expect(Terminal(output: -1) == nil)
  }
}

/// Both ends of a pseudo-terminal.
final class PseudoTerminal {
  private(set) var controller: Int32 = -1
  let terminal: Int32

  init(columns: Int, rows: Int) throws {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe openpty(&controller, &terminal, nil, nil, &size) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
    self.controller = controller
    self.terminal = terminal
    _ = fcntl(controller, F_SETFL, O_NONBLOCK)
  }

  deinit {
    hangUp()
    close(terminal)
  }

  func hangUp() {
    if controller >= 0 { close(controller) }
    controller = -1
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe write(controller, $0.baseAddress, $0.count) }
  }

  /// What was sent to the screen since the last time.
  func read() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Foundation.read(controller, $0.baseAddress, $0.count)
      }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// What `stty` would print: all modes and control characters, and in words whether keys are
  /// echoed.
  var settings: String {
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return "none" }
    let modes = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let characters = unsafe withUnsafeBytes(of: &settings.c_cc) { unsafe Array($0) }
    let echo = settings.c_lflag & tcflag_t(ECHO) != 0 ? "echo" : "-echo"
    return "\(modes) \(characters) \(echo)"
  }
}
