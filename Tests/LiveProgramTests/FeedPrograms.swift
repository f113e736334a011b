import BletraceTestSupport
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A sample's records, to be sent by stand-ins for phones and boards.
struct SentSample {
  let story: CaptureBuilder
  /// What `analyze` says of the sample.
  let transfers: [String]
  let records: Int

  init(_ name: String) throws {
    let path = projectFolder + "samples/\(name)/capture.btsnoop"
    story = try CaptureBuilder(reading: [UInt8](try Data(contentsOf: URL(filePath: path))))
    records = story.entries.count
    let report = try Data(contentsOf: URL(filePath: projectFolder + "samples/\(name)/report.json"))
    transfers = try reportedTransfers(report)
  }
}

let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path()

/// Size, hash and frames of each transfer that a report names.
func reportedTransfers(_ report: Data) throws -> [String] {
  let object = try JSONSerialization.jsonObject(with: report) as? [String: Any]
  let capture = (object?["captures"] as? [[String: Any]])?.first
  let connections = capture?["connections"] as? [[String: Any]] ?? []
  return connections.flatMap { connection in
    (connection["transfers"] as? [[String: Any]] ?? []).map { transfer in
      ["payload_bytes", "payload_sha256", "complete", "first_frame", "last_frame"]
        .map { "\(transfer[$0] ?? "none")" }.joined(separator: " ")
    }
  }
}

/// A key of a report's capture.
func reported(_ key: String, in report: Data) throws -> String {
  let object = try JSONSerialization.jsonObject(with: report) as? [String: Any]
  let capture = (object?["captures"] as? [[String: Any]])?.first
  return "\(capture?[key] ?? "none")"
}

/// A line of the shell, with `bletrace` and stand-ins for other programs in its path.
final class ShellLine: @unchecked Sendable {
  private let process = Process()
  private let errors = Pipe()

  init(_ line: String, programs: TemporaryFolder, in folder: TemporaryFolder? = nil) throws {
    let link = programs["bletrace"]
    if !FileManager.default.fileExists(atPath: link) {
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: BuiltProgram.path("bletrace"))
    }
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    if let folder { process.currentDirectoryURL = URL(filePath: folder.path) }
    process.environment = ["PATH": programs.path + ":/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
  }

  /// The exit status, and what it said on standard error.
  func end() throws -> (status: Int32, errors: String) {
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  func interrupt() { process.interrupt() }
}

extension TemporaryFolder {
  /// Waits until a recording holds so many records.
  func waitForRecords(_ count: Int, in name: String) -> Bool {
    waitUntil {
      let records = read(name).flatMap { try? MonitorRecord.btsnoop($0) }
      return records.map { $0.count >= count } ?? false
    }
  }

  /// A program of the shell.
  func addProgram(_ name: String, _ text: String) throws {
    try Data("#!/bin/sh\n\(text)\n".utf8).write(to: URL(filePath: self[name]))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: self[name])
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: self[name]))
  }
}

/// A pair of a board's end and a computer's end of a serial line.
final class PseudoTerminal: @unchecked Sendable {
  let board: Int32
  let path: String

  init() throws {
    board = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN: unlock the other end, and learn its number.
    var (lock, number): (Int32, Int32) = (0, 0)
    guard board >= 0, unsafe ioctl(board, 0x4004_5431, &lock) == 0,
      unsafe ioctl(board, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENXIO) }
    path = "/dev/pts/\(number)"
  }

  /// Some at a time, as a line has room for little.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.prefix(512).withUnsafeBytes {
        unsafe Glibc.write(board, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
      usleep(2000)
    }
  }

  /// Waits until a program has set the line up: no lines, no echo.
  func waitUntilSetUp() -> Bool {
    waitUntil {
      var settings = termios()
      return unsafe tcgetattr(board, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) == 0
    }
  }

  func unplug() { close(board) }
}

/// A port on this computer whose clients get what each is to get; then the connection is closed.
final class SendingPort: @unchecked Sendable {
  let port: Int
  private let socket: Int32

  init() throws {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.socket = socket
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(socket, address, length) == 0 && listen(socket, 5) == 0
          && getsockname(socket, address, &length) == 0
      }
    }
    guard isOpen else { throw POSIXError(.EADDRINUSE) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  /// One client after the other; the last one's connection stays open.
  func serve(_ parts: [[UInt8]]) {
    Thread.detachNewThread { [self] in
      for (number, part) in parts.enumerated() {
        let client = accept(socket, nil, nil)
        guard client >= 0 else { return }
        unsafe part.withUnsafeBytes { unsafe send($0, to: client) }
        if number + 1 < parts.count { close(client) }
      }
    }
  }

  /// Takes no more connections.
  func stop() { close(socket) }
}

private func send(_ bytes: UnsafeRawBufferPointer, to client: Int32) {
  unsafe _ = Glibc.send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
}
