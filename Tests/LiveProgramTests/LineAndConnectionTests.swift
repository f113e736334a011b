import BletraceTestSupport
import Foundation
import Testing

/// `bletrace live --tty` and `--connect`, through what happens to lines and connections.
struct LineAndConnectionTests {
  private let sample: SentSample
  private let folder: TemporaryFolder

  init() throws {
    sample = try SentSample("transfer-central")
    folder = try TemporaryFolder()
  }

  private func live(_ words: String) throws -> ShellLine {
    try ShellLine(
      "exec bletrace live \(words) --report \(folder["report.json"])", programs: folder)
  }

  private func report() throws -> Data { Data(try #require(folder.read("report.json"))) }

  @Test("noise on a serial line is skipped and reported; unplugged, the capture ends where asked")
  func noise() throws {
    let terminal = try PseudoTerminal()
    let program = try live(
      "--tty \(terminal.path) --exit-on-unplug --write \(folder["walk"])")
    #expect(terminal.waitUntilSetUp())
    let bytes = sample.story.zephyr()
    terminal.send([1, 2, 3] + bytes + [UInt8](repeating: 0xFF, count: 37) + bytes)
    #expect(folder.waitForRecords(2 * sample.records, in: "walk"))
    terminal.unplug()
    let end = try program.end()
    #expect(end.status == 0, "\(end.errors)")
    let report = try report()
    #expect(try reported("records", in: report) == "\(2 * sample.records)")
    #expect(try reported("start", in: report).hasPrefix("20"))
    let text = String(decoding: report, as: UTF8.self)
    #expect(text.contains("\"skipped_octets\": 37"))
    #expect(text.contains("37 bytes make no sense"))
  }

  @Test("what is no serial line is said in one line")
  func noLine() throws {
    for (path, reason) in [
      (folder["missing"], "no such device"), ("/dev/null", "is not a usable serial line"),
      (folder.path, "Is a directory"),
    ] {
      let end = try live("--tty \(path)").end()
      #expect(end.status == 2)
      #expect(end.errors.hasPrefix("bletrace: \(path): "), "\(end.errors)")
      #expect(end.errors.contains(reason), "\(end.errors)")
      #expect(end.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test("a connection that ends is made again, and the capture goes on")
  func reconnect() throws {
    let port = try SendingPort()
    defer { port.stop() }
    // One that ends inside a header, one inside a record.
    let bytes = sample.story.btsnoop()
    port.serve([Array(bytes.dropLast(7)), Array(bytes.prefix(9)), sample.story.pcapng(201)])
    let program = try live("--connect localhost:\(port.port) --count \(2 * sample.records)")
    let end = try program.end()
    #expect(end.status == 0, "\(end.errors)")
    #expect(end.errors.contains("the connection was closed; connecting again"), "\(end.errors)")
    #expect(end.errors.contains("connected again"))
    #expect(try reported("records", in: try report()) == "\(2 * sample.records)")
  }

  @Test("a silent connection is no trouble, and a signal ends it")
  func silent() throws {
    let port = try SendingPort()
    defer { port.stop() }
    port.serve([sample.story.btsnoop()])
    let program = try live("--connect 127.0.0.1:\(port.port) --write \(folder["walk"])")
    #expect(folder.waitForRecords(sample.records, in: "walk"))
    program.interrupt()
    let end = try program.end()
    #expect(end.status == 0, "\(end.errors)")
    #expect(try reported("records", in: try report()) == "\(sample.records)")
  }

  @Test("a first connection that cannot be made ends it with one line")
  func refused() throws {
    let port = try SendingPort()
    port.stop()
    let addresses = [
      "localhost:\(port.port)", "[::1]:\(port.port)", "no-such-host.invalid:8872",
    ]
    for address in addresses {
      let end = try live("--connect '\(address)'").end()
      #expect(end.status == 2)
      #expect(end.errors.hasPrefix("bletrace: \(address): cannot connect: "), "\(end.errors)")
      #expect(end.errors.count { $0 == "\n" } == 1, "\(end.errors)")
    }
  }
}
