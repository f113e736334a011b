import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Archives

@Suite("Zip archives")
struct ZipTests {
  private static let contents = [octets(300), [], octets(70_000, 3)]

  private static func archive(
    _ change: (inout ZipWriter.File) -> Void = { _ in }, isZip64: Bool = false,
    comment: [UInt8] = []
  ) -> (bytes: [UInt8], expected: ReadArchive) {
    var writer = ZipWriter()
    var expected = ReadArchive()
    for (index, contents) in contents.enumerated() {
      var file = ZipWriter.File("folder/\(index)", contents)
      change(&file)
      writer.add(file)
      expected.files.append(.init(name: file.name, contents: contents))
    }
    return (writer.finished(isZip64: isZip64, comment: comment), expected)
  }

  private static let ways: [@Sendable (inout ZipWriter.File) -> Void] = [
    { _ in },
    { $0.method = 0 },
    { $0.hasDescriptor = true },
    {
      $0.hasDescriptor = true
      $0.signsDescriptor = false
    },
    { $0.isZip64 = true },
    {
      $0.isZip64 = true
      $0.hasDescriptor = true
    },
    {
      $0.isZip64 = true
      $0.hasDescriptor = true
      $0.signsDescriptor = false
    },
  ]

  @Test("each way to write one is read, by its directory and as it comes", arguments: 0..<7)
  func written(index: Int) {
    let (bytes, expected) = Self.archive(Self.ways[index])
    #expect(ReadArchive.zip(bytes) == expected)
    #expect(ReadArchive.zipStream(bytes) == expected)
    #expect(ReadArchive.zipStream(bytes, readSize: 1) == expected)
    // What is not read is passed over.
    for only in 0..<3 {
      let reads = { (index: Int) in index == only }
      var some = expected
      for place in 0..<3 where place != only { some.files[place].contents = [] }
      #expect(ReadArchive.zip(bytes, reading: reads) == some)
      #expect(ReadArchive.zipStream(bytes, reading: reads) == some)
    }
  }

  @Test("the directory is found behind comments, and where it is a large archive's")
  func ends() {
    let end = ZipWriter().finished()
    for comment in [octets(65_535), Array("a comment".utf8), Array(end.prefix(21))] {
      let (bytes, expected) = Self.archive(comment: comment)
      #expect(ReadArchive.zip(bytes) == expected)
    }
    let (bytes, expected) = Self.archive(isZip64: true, comment: [1, 2, 3])
    #expect(ReadArchive.zip(bytes) == expected)
    #expect(ReadArchive.zipStream(bytes) == expected)
    #expect(ReadArchive.zip(end) == ReadArchive())
    #expect(ReadArchive.zipStream(end) == ReadArchive())
  }

  @Test("a file is met again at its place")
  func indices() throws {
    let (bytes, expected) = Self.archive()
    let directory = {
      try ZipDirectory(size: bytes.count, from: $0) { MemorySource(Array(bytes[$0])) }
    }
    let all = try directory(nil)
    var indices: [Int] = []
    while let entry = try all.next() { indices.append(entry.offset) }
    for (number, index) in indices.enumerated() {
      #expect(try directory(index).next()?.name == expected.files[number].name)
    }
    #expect(try directory(bytes.count - 22).next() == nil)
    #expect(throws: CaptureFileError.self) { try directory(-1) }
    #expect(throws: CaptureFileError.self) { try directory(bytes.count) }
  }

  @Test("what is unpacked is held against its checksum and its size")
  func checks() {
    for way in Self.ways {
      for change: @Sendable (inout ZipWriter.File) -> Void in [
        { $0.crc = 7 }, { $0.size = $0.contents.count + 1 },
      ] {
        let (bytes, _) = Self.archive {
          way(&$0)
          if $0.name.last == UInt8(ascii: "0") { change(&$0) }
        }
        for read in [ReadArchive.zip(bytes), ReadArchive.zipStream(bytes)] {
          #expect(read.files.first?.contents == Self.contents[0])
          #expect(read.files.first?.trouble?.hasPrefix("cannot unpack: it") == true)
        }
      }
    }
    let (bytes, _) = Self.archive { $0.crc = 7 }
    #expect(
      ReadArchive.zip(bytes).files[0].trouble
        == "cannot unpack: its checksum is wrong: the file is damaged")
  }

  @Test("what cannot be unpacked is reported, and what follows it is read")
  func obstacles() {
    for way in 0...1 {
      let (bytes, expected) = Self.archive {
        guard $0.name.last == UInt8(ascii: "0") else { return }
        if way == 0 { $0.isEncrypted = true } else { $0.method = 14 }
      }
      var reported = expected
      reported.files[0].contents = []
      reported.files[0].obstacle = way == 0 ? .encrypted : .packing
      #expect(ReadArchive.zip(bytes) == reported)
      #expect(ReadArchive.zipStream(bytes) == reported)
    }
  }

  @Test("a pipe does not show how long a stored file is that says so only after it")
  func unknownLength() {
    let (bytes, expected) = Self.archive {
      $0.method = 0
      $0.hasDescriptor = true
    }
    #expect(ReadArchive.zip(bytes) == expected)
    // The writer does what most do not: it puts the sizes nowhere before.
    let read = ReadArchive.zipStream(bytes)
    #expect(read.files.isEmpty)
    #expect(read.trouble?.contains("name the file itself") == true)
  }

  @Test("folders are passed over, whatever they are called")
  func folders() {
    var writer = ZipWriter()
    writer.add("capture.btsnoop/", [])
    writer.add("logs.pklg/", octets(20))
    writer.add("x", octets(3))
    let expected = ReadArchive([.init(name: Array("x".utf8), contents: octets(3))])
    #expect(ReadArchive.zip(writer.finished()) == expected)
    #expect(ReadArchive.zipStream(writer.finished()) == expected)
  }

  @Test("names are any octets")
  func names() {
    var writer = ZipWriter()
    let names = [[], [0xFF, 0xFE, 0], Array("../../etc/passwd".utf8), octets(65_535, 1)]
    for name in names { writer.add(ZipWriter.File(name, [1])) }
    #expect(ReadArchive.zip(writer.finished()).files.map(\.name) == names)
    #expect(ReadArchive.zipStream(writer.finished()).files.map(\.name) == names)
  }

  @Test("one file cannot be listed again and again")
  func overlapping() {
    var writer = ZipWriter()
    writer.add("first", octets(50_000))
    let local = writer.bytes
    for index in 0..<100 {
      var file = ZipWriter.File("again\(index)", octets(50_000))
      file.offset = 0
      writer.add(file)
    }
    // The directory lists all of them, but there is only the first.
    var bytes = writer.finished()
    let directory = bytes[writer.bytes.count...]
    bytes = local + directory
    let end = bytes.count - 22
    let index = (0..<4).map { UInt8(truncatingIfNeeded: local.count >> (8 * $0)) }
    bytes.replaceSubrange(end + 16..<end + 20, with: index)
    let read = ReadArchive.zip(bytes)
    #expect(read.files == [.init(name: Array("first".utf8), contents: octets(50_000))])
    #expect(read.trouble?.hasSuffix("has impossible values") == true)
  }
}
