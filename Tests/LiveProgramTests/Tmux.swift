import BletraceTestSupport
import Foundation
import Testing

/// A terminal as a user has it: tmux draws what the programs in it send, and types what it gets.
/// There is a shell in it. It goes when it is no longer used.
final class Tmux {
  private static let program = ["/usr/bin/tmux", "/opt/homebrew/bin/tmux", "/usr/local/bin/tmux"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is a tmux. Without one in CI the tests shall run, and fail.
  static var isThere: Bool {
    if program != nil { return true }
    if ProcessInfo.processInfo.environment["CI"] == "true" { return true }
    print("skipped: there is no tmux to show the screen on")
    return false
  }

  private let server = "bletrace-test-" + UUID().uuidString
  let folder: URL

  init(columns: Int = 80, rows: Int = 24) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: server)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try tmux(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c",
      folder.path(), "env -u NO_COLOR LC_ALL=C.UTF-8 PS1='$ ' bash --norc --noprofile -i")
    try type("ulimit -c 0; export SWIFT_BACKTRACE=enable=no; stty -a | sed 1d > before")
    try wait("the shell") { _ in self.has("before") }
  }

  deinit {
    _ = try? tmux("kill-server")
    try? FileManager.default.removeItem(at: folder)
  }

  // MARK: The user

  /// Types a line.
  func type(_ line: String) throws {
    try tmux("send-keys", "-l", line)
    try press("Enter")
  }

  /// Presses keys by tmux's names: `q`, `Down`, `PageUp`, `C-c`.
  func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  // MARK: What can be seen

  /// The lines on the screen; with colours, where asked for, as escape sequences.
  func screen(withColours: Bool = false) throws -> String {
    try tmux(["capture-pane", "-p"] + (withColours ? ["-e"] : []))
  }

  /// Whether the alternate screen is shown, and whether the cursor is.
  func modes() throws -> String {
    try tmux("display-message", "-p", "#{alternate_on} #{cursor_flag}")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func has(_ file: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: file).path())
  }

  func read(_ file: String) -> String {
    (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
  }

  /// Looks until what is looked for is there; the last screen is in the failure.
  func wait(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isThere: (String) throws -> Bool
  ) throws {
    let deadline = Date().addingTimeInterval(patience)
    var last = ""
    while Date() < deadline {
      last = try screen()
      if try isThere(last) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("waited in vain for \(what):\n\(last)", sourceLocation: sourceLocation)
    throw Timeout()
  }

  struct Timeout: Error {}

  /// The shell is back, in a terminal that is as it was, but for its size.
  func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try type("stty -a | sed 1d > after; touch done")
    try wait("the shell", sourceLocation: sourceLocation) { _ in self.has("done") }
    #expect(read("before").contains("echo"), sourceLocation: sourceLocation)
    #expect(read("after") == read("before"), sourceLocation: sourceLocation)
    #expect(try modes() == "0 1", sourceLocation: sourceLocation)
  }

  @discardableResult
  private func tmux(_ words: String...) throws -> String { try tmux(words) }

  @discardableResult
  private func tmux(_ words: [String]) throws -> String {
    let process = Process()
    let program = try #require(Self.program, "there is no tmux")
    process.executableURL = URL(filePath: "/bin/bash")
    // The server that the first call leaves behind must not keep open what it inherits: by one of
    // these descriptors Foundation sees that a process has ended.
    let closing = "for ((n = 3; n < 256; n++)); do eval \"exec $n>&-\"; done; exec \"$@\""
    process.arguments = ["-c", closing, "bash", program, "-L", server] + words
    let answer = folder.appending(path: "answer")
    _ = FileManager.default.createFile(atPath: answer.path(), contents: nil)
    process.standardOutput = try FileHandle(forWritingTo: answer)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    // The tests run on threads that block signals; what they start is to have them.
    var none = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try process.run()
    process.waitUntilExit()
    let text = try String(contentsOf: answer, encoding: .utf8)
    return text
  }
}
