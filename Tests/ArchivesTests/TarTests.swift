import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Archives

@Suite("Tar archives")
struct TarTests {
  private static func record(_ key: String, _ value: String) -> [UInt8] {
    let rest = " \(key)=\(value)\n"
    var length = rest.utf8.count + 1
    while String(length).utf8.count + rest.utf8.count != length { length += 1 }
    return Array((String(length) + rest).utf8)
  }

  private static let long = Array(String(repeating: "folder/", count: 40).utf8) + [0xFF]

  /// What writers do, in one archive.
  private static var archive: (bytes: [UInt8], expected: ReadArchive) {
    var writer = TarWriter()
    writer.add(Array("./".utf8), [], type: "5")
    writer.add(Array("capture.btsnoop".utf8), [], type: "5", size: 4096)
    writer.add("./plain", octets(600))
    writer.add(Array("link".utf8), [], type: "2")
    writer.addLong(long, octets(512))
    writer.addExtended(record("mtime", "1.5") + record("path", "p\u{E4}x"), "short", octets(1))
    writer.add(Array("all".utf8), record("comment", "for all"), type: "g")
    writer.add("empty", [])
    writer.add(Array("old".utf8), octets(3), type: "\0")
    let expected = ReadArchive([
      .init(name: Array("./plain".utf8), contents: octets(600)),
      .init(name: long, contents: octets(512)),
      .init(name: Array("p\u{E4}x".utf8), contents: octets(1)),
      .init(name: Array("empty".utf8)),
      .init(name: Array("old".utf8), contents: octets(3)),
    ])
    return (writer.finished(), expected)
  }

  @Test("files are read, and nothing else is taken for one")
  func files() {
    let (bytes, expected) = Self.archive
    #expect(ReadArchive.tar(bytes) == expected)
    #expect(ReadArchive.tar(bytes, readSize: 1) == expected)
    let none = ReadArchive.tar(bytes) { _ in false }
    #expect(none.files.map(\.name) == expected.files.map(\.name))
    #expect(none.trouble == nil)
    // Without the blocks of zeros at its end, and with more than two.
    #expect(ReadArchive.tar(bytes.dropLast(1024)) == expected)
    #expect(ReadArchive.tar(bytes + [UInt8](repeating: 0, count: 10_000)) == expected)
  }

  @Test("a file is met again at its place, with its long name")
  func indices() throws {
    let (bytes, expected) = Self.archive
    let all = try TarEntries(HeldSource(MemorySource(bytes)))
    var indices: [Int] = []
    while let entry = try all.next() { indices.append(entry.offset) }
    for (number, index) in indices.enumerated() {
      let again = try TarEntries(HeldSource(MemorySource(bytes)), from: index)
      #expect(try again.next()?.name == expected.files[number].name)
    }
    #expect(throws: CaptureFileError.self) {
      try TarEntries(HeldSource(MemorySource(bytes)), from: bytes.count + 1)
    }
  }

  @Test("a size may stand in the extended header, or as a binary number")
  func sizes() {
    var writer = TarWriter()
    writer.add(Array("pax".utf8), Self.record("size", "5"), type: "x")
    writer.add(Array("a".utf8), octets(5), size: 0)
    #expect(ReadArchive.tar(writer.finished()).files.map(\.contents) == [octets(5)])
    var binary = TarWriter()
    binary.add("b", octets(300))
    var bytes = binary.finished()
    bytes.replaceSubrange(124..<136, with: [0x80] + [UInt8](repeating: 0, count: 9) + [1, 44])
    #expect(ReadArchive.tar(Self.summed(bytes)).files.map(\.contents) == [octets(300)])
  }

  @Test(
    "a size that cannot be ends it",
    arguments: [
      [0xFF] + [UInt8](repeating: 0xFF, count: 11),
      [0xBF] + [UInt8](repeating: 0xFF, count: 11),
      [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
      Array("9999999999\0\0".utf8), Array("12 34\0\0\0\0\0\0\0".utf8),
    ])
  func impossible(size: [UInt8]) {
    var writer = TarWriter()
    writer.add("a", octets(30))
    var bytes = writer.finished()
    bytes.replaceSubrange(124..<136, with: size)
    let read = ReadArchive.tar(Self.summed(bytes)) { _ in false }
    #expect(read.trouble != nil)
    for size in ["9223372036854775807", "-1", "99999999999999999999"] {
      var writer = TarWriter()
      writer.add(Array("pax".utf8), Self.record("size", size), type: "x")
      writer.add("a", octets(30))
      let read = ReadArchive.tar(writer.finished()) { _ in false }
      // What is no number at all is not believed; the header's own size is.
      #expect((read.trouble == nil) == (size.count > 19))
    }
  }

  @Test("a file with holes is reported, and not taken for what it holds")
  func sparse() {
    var writer = TarWriter()
    writer.add(Array("gnu".utf8), octets(10), type: "S")
    writer.addExtended(Self.record("GNU.sparse.major", "1"), "pax", octets(10))
    writer.add("whole", octets(10))
    let read = ReadArchive.tar(writer.finished())
    #expect(read.files.map(\.obstacle) == [.packing, .packing, nil])
  }

  @Test("names are as long as they are kept")
  func names() {
    var writer = TarWriter()
    let name = octets(200_000, 1).map { $0 == 0 ? 1 : $0 }
    writer.addLong(name, [1])
    writer.addExtended(
      Self.record("path", String(repeating: "x", count: 100_000)), "short", [2])
    let read = ReadArchive.tar(writer.finished())
    #expect(read.trouble == nil)
    #expect(read.files.map(\.contents) == [[1], [2]])
    #expect(read.files.map(\.name.count) == [65_535, 65_535])
  }

  @Test("extended headers that make no sense are passed over")
  func extended() {
    for text in ["", "x", "5 a=b", "99999 path=x\n", "0 path=x\n", "-1 path=x\n", "6 path\n"] {
      var writer = TarWriter()
      writer.addExtended(Array(text.utf8), "name", [1])
      let expected = ReadArchive([.init(name: Array("name".utf8), contents: [1])])
      #expect(ReadArchive.tar(writer.finished()) == expected, "\(text)")
    }
  }

  /// With the first header's checksum set right.
  private static func summed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = bytes[..<512].reduce(0) { $0 + Int($1) }
    let digits = Array(String(sum, radix: 8).utf8)
    bytes.replaceSubrange(148..<148 + digits.count, with: digits)
    bytes[148 + digits.count] = 0
    return bytes
  }
}
