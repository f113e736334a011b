import BletraceTestSupport
import Foundation
import Testing

#if os(Linux)
  import Glibc

  /// An input that breaks off: a connection that is reset, as by a computer that crashed.
  @Suite("Input that fails")
  struct FailingInputTests {
    private static let line =
      "bletrace: standard input: cannot read: connection reset by peer\n"

    @Test(
      "a reset connection is reported, and nothing is kept of the output",
      arguments: [["decode", "-"], ["budget", "init", "--force", "-"]])
    func reset(words: [String]) throws {
      let folder = try TemporaryFolder()
      let old = try folder.write(Array("old".utf8), to: "old")
      for path in [folder["new"], old] { try expectReset(words + ["-o", path]) }
      #expect(try folder.names == ["old"])
      #expect(try folder.read("old") == Array("old".utf8))
    }

    @Test("diff leaves the error in its file, and no comparison of yesterday")
    func compared() throws {
      let folder = try TemporaryFolder()
      let old = try folder.write(Array("old".utf8), to: "old")
      for path in [folder["new"], old] {
        try expectReset(["diff", largeSample, "-", "-o", path])
      }
      #expect(try folder.names == ["new", "old"])
      let error =
        "bletrace diff: could not be done\n  standard input: cannot read: connection reset "
        + "by peer\n"
      for name in ["new", "old"] {
        let text = String(decoding: try folder.read(name), as: UTF8.self)
        #expect(text.lowercased() == error)
      }
    }

    private func expectReset(_ words: [String]) throws {
      let connection = try Connection()
      let program = try Program(words, input: connection.near)
      try connection.send(manyRecords(1000))
      connection.reset()
      let end = try program.end()
      #expect(end.status == 2)
      #expect(end.errors.lowercased() == Self.line)
    }

    @Test("analyze reports on what came before, and says where it ends")
    func reported() throws {
      let folder = try TemporaryFolder()
      let connection = try Connection()
      let program = try Program(
        ["analyze", "-", "--format", "json", "-o", folder["report"]], input: connection.near)
      let bytes = manyRecords(1000)
      try connection.send(bytes)
      connection.reset()
      let end = try program.end()
      #expect(end.status == 2)
      #expect(end.errors.lowercased() == Self.line)
      let data = Data(try folder.read("report"))
      let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let capture = try #require((report?["captures"] as? [[String: Any]])?.first)
      #expect(capture["records"] as? Int == 1000)
      let damage = try #require(capture["damage"] as? [String: Any])
      #expect(damage["offset"] as? Int == bytes.count)
      #expect((damage["reason"] as? String)?.hasPrefix("cannot read: ") == true)
    }

    @Test("decode has shown what came before")
    func shown() throws {
      let connection = try Connection()
      let program = try Program(["decode", "-"], input: connection.near)
      try connection.send(manyRecords(1000))
      connection.reset()
      let end = try program.end()
      #expect(end.status == 2)
      let lines = end.text.split(separator: "\n")
      #expect(lines.count == 1001)
      #expect(lines.last?.hasPrefix("      -  the source failed here: cannot read: ") == true)
    }

    @Test("live reports what came before")
    func live() throws {
      let connection = try Connection()
      let folder = try TemporaryFolder()
      let program = try Program(
        ["live", "-", "--write", folder["walk"]], input: connection.near)
      // The last record does not come in whole.
      try connection.send(manyRecords(1001).dropLast(2))
      connection.reset()
      let end = try program.end()
      #expect(end.status == 2)
      #expect(end.errors.lowercased() == Self.line)
      #expect(end.text.contains("1,000 records"))
      #expect(end.text.contains("The source failed after record 1000: cannot read: "))
      #expect(!end.text.contains("the logger"))
      #expect(try MonitorRecord.btsnoop(try folder.read("walk")).count == 1000)
    }

    /// As a program may be started by another one that never waits for its own pipes.
    @Test("a pipe that says 'not now' is waited for", arguments: ["analyze", "live"])
    func notNow(command: String) throws {
      let pipe = Pipe()
      #expect(fcntl(pipe.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
      let program = try Program([command, "-"], input: pipe.fileHandleForReading)
      let bytes = manyRecords(100)
      #expect(waitUntil { ProcessLook(program.identifier).isAsleep })
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes.prefix(1000)))
      #expect(waitUntil { ProcessLook(program.identifier).isAsleep })
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes.dropFirst(1000)))
      try pipe.fileHandleForWriting.close()
      let end = try program.end()
      #expect(end.status == 0)
      #expect(end.errors == "")
      #expect(end.text.contains("100 records"))
    }
  }

  /// Two ends of a connection of this computer with itself.
  private final class Connection {
    /// For the program.
    let near: FileHandle
    private let far: Int32

    struct Problem: Error { var number = errno }

    init() throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(listener) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let sender = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      far = sender
      let isReady = unsafe withUnsafeMutablePointer(to: &address) { index in
        unsafe index.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
          unsafe bind(listener, name, size) == 0 && listen(listener, 1) == 0
            && getsockname(listener, name, &size) == 0 && connect(sender, name, size) == 0
        }
      }
      guard isReady else { throw Problem() }
      let accepted = accept(listener, nil, nil)
      guard accepted >= 0 else { throw Problem() }
      near = FileHandle(fileDescriptor: accepted, closeOnDealloc: true)
    }

    /// Returns when all of it has been taken.
    func send(_ bytes: some Collection<UInt8>) throws {
      var rest = [UInt8](bytes)[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
        guard count > 0 else { throw Problem() }
        rest = rest.dropFirst(count)
      }
      // Of what was sent nothing is on its way, and nothing waits.
      let isTaken = waitUntil {
        var (sending, waiting): (Int32, Int32) = (1, 1)
        _ = unsafe ioctl(far, UInt(TIOCOUTQ), &sending)
        _ = unsafe ioctl(near.fileDescriptor, UInt(FIONREAD), &waiting)
        return sending == 0 && waiting == 0
      }
      guard isTaken else { throw Problem() }
    }

    func reset() {
      var linger = linger(l_onoff: 1, l_linger: 0)
      _ = unsafe setsockopt(
        far, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      close(far)
    }
  }
#endif
