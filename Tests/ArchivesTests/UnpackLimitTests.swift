import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Archives

@Suite("How much packed data may unpack to")
struct UnpackLimitTests {
  private static let limit = UnpackLimit(octets: 1_000_000)
  private static let message =
    "cannot unpack: it unpacks to more than 1 MB and more than 200 times its size; "
    + "'--unpack-limit' raises the limit"

  /// How many octets come, and what ends them.
  private func read(_ source: any ByteSource) -> (count: Int, message: String?) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    do throws(CaptureFileError) {
      while true {
        let got = try source.read(into: &piece, at: 0, upTo: piece.count)
        guard got > 0 else { return (count, nil) }
        count += got
      }
    } catch {
      return (count, error.message)
    }
  }

  @Test("a gzip bomb ends behind the limit")
  func gzipBomb() throws {
    let bomb = gzipped([1, 2, 3], zeros: 40_000)
    #expect(bomb.count < 12_000)
    let (count, message) = read(try unwrap(MemorySource(bomb), Self.limit).source)
    #expect(message == Self.message)
    #expect((1_000_000...1_200_000).contains(count))
  }

  @Test("without a limit it goes on to its end")
  func noLimit() throws {
    let bomb = gzipped([1, 2, 3], zeros: 40_000)
    let source = try unwrap(MemorySource(bomb), UnpackLimit(octets: nil)).source
    let (count, message) = read(source)
    #expect(count == 3 + 1 + 258 * 40_000)
    #expect(message == "cannot unpack: its packed data is damaged (incorrect data check)")
  }

  @Test("what is below the limit, or below the ratio, is read in whole")
  func harmless() throws {
    #expect(Self.limit.allows(1_000_000, from: 1))
    #expect(Self.limit.allows(200_000_000, from: 1_000_000))
    #expect(!Self.limit.allows(1_000_001, from: 5_000))
    #expect(UnpackLimit(octets: nil).allows(.max, from: 0))
    #expect(UnpackLimit.standard.allows(.max, from: .max / 2))
    let stored = gzipped([UInt8](repeating: 7, count: 1_500_000))
    #expect(read(try unwrap(MemorySource(stored), Self.limit).source) == (1_500_000, nil))
  }

  private static func zip(_ files: Int, size: Int? = nil, piped: Bool = false) -> [UInt8] {
    var writer = ZipWriter()
    for number in 0..<files {
      var file = ZipWriter.File("\(number)", [])
      file.packed = deflated([1, 2, 3], zeros: 2_000)
      file.size = size ?? (3 + 1 + 258 * 2_000)
      file.hasDescriptor = piped
      writer.add(file)
    }
    return writer.finished()
  }

  @Test("all files of a zip archive count together", arguments: [false, true])
  func zipBomb(isPiped: Bool) throws {
    let bytes = Self.zip(4)
    let entries: any ArchiveEntries =
      try isPiped
      ? ZipStream(HeldSource(MemorySource(bytes)), Self.limit)
      : ZipDirectory(size: bytes.count, limit: Self.limit) { MemorySource(Array(bytes[$0])) }
    var messages: [String?] = []
    while (try entries.next()) != nil { messages.append(read(try entries.contents()).message) }
    #expect(messages.count == 4)
    #expect(messages[0] == "cannot unpack: its checksum is wrong: the file is damaged")
    #expect(messages[2] == Self.message && messages[3] == Self.message)
  }

  @Test("a file that unpacks to more than its archive says ends there", arguments: [1, 7, .max])
  func wrongSize(readSize: Int) throws {
    let bytes = Self.zip(1, size: 100)
    let entries = try ZipDirectory(size: bytes.count) {
      MemorySource(Array(bytes[$0]), readSize: readSize)
    }
    _ = try entries.next()
    let (count, message) = read(try entries.contents())
    #expect(
      message == "cannot unpack: it unpacks to more than the 100 bytes that the archive states")
    // However the archive is read, nothing behind them is handed out.
    #expect(count == 100)
  }

  @Test("files of a directory that lie over each other are no more than the archive")
  func overlap() throws {
    var bytes = Self.zip(3)
    let whole = bytes.count
    // Each is said to be most of the archive.
    for index in bytes.indices where bytes[index...].starts(with: [0x50, 0x4B, 1, 2]) {
      for octet in 0..<4 {
        bytes[index + 20 + octet] = UInt8(truncatingIfNeeded: (whole * 3 / 4) >> (8 * octet))
      }
    }
    let entries = try ZipDirectory(size: whole) { [bytes] in MemorySource(Array(bytes[$0])) }
    #expect(try entries.next() != nil)
    #expect(throws: CaptureFileError.self) { try entries.next() }
  }
}
