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

    @Test("analyze and decode report what came before", arguments: ["analyze", "decode"])
    func before(command: String) throws {
      let (end, device) = try run([command])
      #expect(end.status == 2)
      #expect(end.errors == "bletrace: \(device): cannot read: Input/output error\n")
      let records = wholeRecords(try octets().first)
      if command == "analyze" {
        #expect(end.text.contains("Connection 1 7A:5D:10:C3:22:84"))
        #expect(end.text.contains("the source failed after record \(records):"))
        #expect(end.text.contains(": cannot read: Input/output"))
        #expect(!end.text.contains("Fetch the file again"))
      } else {
        // A line for each, and one that says why there are no more.
        #expect(end.text.split(separator: "\n").count == records + 1)
      }
    }

    /// The capture up to the middle of a record, and one octet more of that record.
    private func octets() throws -> (first: [UInt8], one: [UInt8]) {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: Self.capture)))
      let (first, more) = (bytes.dropLast(200), bytes.dropLast(199))
      try #require(wholeRecords(Array(first)) == wholeRecords(Array(more)))
      return (Array(first), Array(more.suffix(1)))
    }

    /// How many records of a btsnoop capture are complete.
    private func wholeRecords(_ bytes: [UInt8]) -> Int {
      var end = 16
      var count = 0
      while end + 24 <= bytes.count {
        end += 24 + bytes[end + 4..<end + 8].reduce(0) { $0 << 8 | Int($1) }
        if end <= bytes.count { count += 1 }
      }
      return count
    }

    /// Runs the program in the foreground of a terminal of its own, on which the capture comes;
    /// then in its background, where all further reading fails.
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
      let octets = try octets()
      try terminal.send(octets.first)
      try terminal.wait { $0.isRead }
      let before = terminal.foreground
      try go.fileHandleForWriting.write(contentsOf: Data("go\n".utf8))
      try terminal.wait { $0.foreground != before }
      // A read that waits already is not refused: it ends with this. The records are the same
      // whether the program waited then or had not come to its next read.
      try terminal.send(octets.one)
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
      settings.c_lflag |= tcflag_t(ECHO)
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
      guard waitUntil({ isSo(self) }) else { throw Problem() }
    }

    /// Hands over octets, and waits until all are on the program's side: a terminal hands them on
    /// some time after the write, and echoes each when it does.
    func send(_ bytes: [UInt8]) throws {
      var rest = bytes[...]
      while !rest.isEmpty {
        var sent = 0
        try wait { terminal in
          sent = unsafe rest.withUnsafeBytes {
            unsafe write(terminal.near, $0.baseAddress, min($0.count, 1000))
          }
          return sent > 0
        }
        rest = rest.dropFirst(sent)
        var echo = [UInt8](repeating: 0, count: sent)
        try wait { terminal in
          let count = unsafe read(terminal.near, &echo, sent)
          if count > 0 { sent -= count }
          return sent == 0
        }
      }
    }

    /// Whether the program has taken all that is on its side.
    var isRead: Bool {
      var waiting: Int32 = 0
      return unsafe ioctl(far, UInt(FIONREAD), &waiting) == 0 && waiting == 0
    }
  }
#endif
