import BletraceTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `bletrace live --report PIPE`: a named pipe that no one reads held the program for ever, and no
/// signal but a kill ended it.
@Suite("A report to a named pipe")
struct ReportPipeTests {
  private let folder: TemporaryFolder
  private let pipe: String
  private let input = Pipe()

  init() throws {
    folder = try TemporaryFolder()
    pipe = folder["report"]
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
  }

  private var waiting: String { "bletrace: \(pipe): waiting for a program to read it\n" }
  private var givenUp: String {
    "bletrace: \(pipe): no program reads this pipe; the report was not written\n"
  }

  /// - Parameter closes: whether the capture ends by itself.
  private func start(_ words: [String] = [], closes: Bool) throws -> Program {
    let program = try Program(
      ["live", "-", "--report", pipe] + words, input: input.fileHandleForReading)
    try input.fileHandleForWriting.write(contentsOf: Data(manyRecords(100)))
    if closes { try input.fileHandleForWriting.close() }
    return program
  }

  /// Until the signals that end a capture are watched, and the records are taken.
  private func settle(_ program: Program) {
    let isRead = waitUntil {
      var left: Int32 = 1
      _ = unsafe ioctl(input.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &left)
      return left == 0
    }
    #expect(isRead && program.isRunning)
  }

  @Test("a signal ends the waiting", arguments: [SIGINT, SIGTERM, SIGHUP])
  func ended(by signal: Int32) throws {
    let program = try start(closes: true)
    #expect(program.waitUntilSaid(waiting))
    program.send(signal)
    let end = try program.end()
    #expect(end.status == 2)
    #expect(end.errors == waiting + givenUp)
  }

  @Test("and one that ended the capture leaves no time for it", arguments: [SIGINT, SIGTERM])
  func interrupted(by signal: Int32) throws {
    let program = try start(closes: false)
    settle(program)
    program.send(signal)
    let end = try program.end()
    #expect(end.status == 2)
    #expect(end.errors == givenUp)
  }

  @Test("a reader that comes late gets all of it")
  func late() throws {
    let program = try start(["--quiet"], closes: true)
    settle(program)
    let reader = try Program([pipe], of: "/bin/cat")
    let end = try program.end()
    #expect(end.status == 0)
    #expect(end.errors == "")
    #expect(try reader.end().text.contains("100 records"))
  }

  @Test("a reader that is there gets it after a signal, too")
  func there() throws {
    let program = try start(closes: false)
    settle(program)
    // It is there at once, and reads what comes up to its end.
    let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
    _ = fcntl(reader, F_SETFL, 0)
    program.send(SIGINT)
    let end = try program.end()
    #expect(end.status == 0)
    let text = try FileHandle(fileDescriptor: reader, closeOnDealloc: true).readToEnd() ?? Data()
    #expect(String(decoding: text, as: UTF8.self).contains("100 records"))
  }
}
