import BletraceTestSupport
import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// A device that fails in the middle of a capture: a terminal that answers with an error, as it
  /// does to a program in the background that will not be stopped. It can be opened again by its
  /// name, as a disk can.
  @Suite("Devices that fail", .serialized)
  struct FailingDeviceTests {
    private static let capture = sample("bizcard-central/capture.btsnoop")

    /// The transfer that is asked for may be in what could not be read; one that was found may go
    /// on there.
    @Test("decode --transfer says so, and shows nothing", arguments: ["1", "9"])
    func transfer(number: String) throws {
      let (end, device) = try run(["decode", "--transfer", number])
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: \(device): cannot read: Input/output error\n")
      #expect(end.text == "")
    }

    @Test("nor is anything written to a file")
    func output() throws {
      let folder = try TemporaryFolder()
      let (end, _) = try run(["decode", "--transfer", "1", "-o", folder["packets"]])
      #expect(end.status == 2)
      #expect(try folder.names == [])
    }

    @Test("analyze and decode tell of what came before", arguments: ["analyze", "decode"])
    func before(command: String) throws {
      let (end, device) = try run([command])
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: \(device): cannot read: Input/output error\n")
      // All but the last of 130 records.
      if command == "analyze" {
        #expect(end.text.contains("Connection 1 7A:5D:10:C3:22:84"))
        #expect(end.text.contains("the source failed behind record 1"))
        #expect(end.text.contains(": cannot read: Input/output"))
        #expect(!end.text.contains("Fetch the file again"))
      } else {
        #expect((100..<130).contains(end.text.split(separator: "\n").count))
      }
    }

    /// Runs the program in the foreground of a terminal of its own, on which the capture comes; then
    /// in its background, where all further reading fails.
    private func run(_ words: [String]) throws -> (end: Program.End, device: String) {
      let terminal = try FailingTerminal()
      let script = """
        trap '' TTIN
        exec 3<>"$TERMINAL"
        "$@" "$TERMINAL" 3<&- &
        program=$!
        read go
        set -m
        tail -f --pid=$program /dev/null 3<&- &
        fg > /dev/null
        wait $program
        """
      let go = Pipe()
      let program = try Program(
        ["TERMINAL=\(terminal.name)", "setsid", "-w", "sh", "-c", script, "sh"]
          + [BuiltProgram.path("bletrace")] + words,
        of: "/usr/bin/env", input: go.fileHandleForReading)
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.capture)))
      try terminal.send(bytes.dropLast(200))
      try terminal.wait { $0.isRead }
      let before = terminal.foreground
      try go.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      try terminal.wait { $0.foreground != before }
      // The reading that waits already is not refused, and ends with this.
      try terminal.send(bytes.dropLast(100).suffix(100))
      return (try program.end(), terminal.name)
    }
  }

  /// Both ends of a terminal that hands on octets as they are.
  private final class FailingTerminal {
    let name: String
    private let near: Int32
    private let far: Int32

    struct Problem: Error { var number = errno }

    init() throws {
      var ends: (near: Int32, far: Int32) = (-1, -1)
      var settings = termios()
      unsafe cfmakeraw(&settings)
      var name = [CChar](repeating: 0, count: 64)
      guard unsafe openpty(&ends.near, &ends.far, &name, &settings, nil) == 0 else {
        throw Problem()
      }
      (near, far) = ends
      self.name = String(
        decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard fcntl(near, F_SETFL, O_NONBLOCK) == 0 else { throw Problem() }
    }

    deinit {
      close(near)
      close(far)
    }

    /// The process group that may read.
    var foreground: Int32 { tcgetpgrp(near) }

    func wait(until isSo: (FailingTerminal) -> Bool) throws {
      for _ in 0..<4000 where !isSo(self) { usleep(5000) }
      guard isSo(self) else { throw Problem() }
    }

    func send(_ bytes: ArraySlice<UInt8>) throws {
      var rest = bytes
      try wait { terminal in
        let count = unsafe rest.withUnsafeBytes {
          unsafe write(terminal.near, $0.baseAddress, min($0.count, 1000))
        }
        if count > 0 { rest = rest.dropFirst(count) }
        return rest.isEmpty
      }
    }

    var isRead: Bool {
      var waiting: Int32 = 0
      return unsafe ioctl(far, UInt(FIONREAD), &waiting) == 0 && waiting == 0
    }
  }
#endif
