import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Archives

@Suite("Archives in archives, and packed files in them")
struct NestedEntriesTests {
  private static let limit = UnpackLimit(octets: 1_000_000)

  private static func zip(_ files: [(String, [UInt8])]) -> [UInt8] {
    var writer = ZipWriter()
    for (name, contents) in files { writer.add(name, contents) }
    return writer.finished()
  }

  private static func tar(_ files: [(String, [UInt8])]) -> [UInt8] {
    var writer = TarWriter()
    for (name, contents) in files { writer.add(name, contents) }
    return writer.finished()
  }

  private static func read(
    _ bytes: [UInt8], depth: Int = NestedEntries.deepest, limit: UnpackLimit = limit
  ) -> ReadArchive {
    ReadArchive(from: { () throws(CaptureFileError) in
      let (wrapping, source) = try unwrap(MemorySource(bytes), limit)
      let outer: any ArchiveEntries =
        wrapping == .zip ? ZipStream(source, limit) : try TarEntries(source)
      return NestedEntries(outer, depth: depth, UnpackCount(limit, of: bytes.count))
    })
  }

  private static func named(_ archive: ReadArchive) -> [String] {
    archive.files.map { String(decoding: $0.name, as: UTF8.self) }
  }

  private static let log = octets(3000, 1)

  @Test("the files of an inner archive stand in its place", arguments: 0..<9)
  func inner(way: Int) {
    let files = [("x/log", Self.log), ("y", octets(5, 3))]
    let inner = [
      Self.zip(files), Self.tar(files), gzipped(Self.tar(files)),
    ][way % 3]
    let outside = [("first", octets(40, 2)), ("in", inner), ("last", octets(700, 9))]
    let outer = [Self.zip(outside), Self.tar(outside), gzipped(Self.tar(outside))][way / 3]
    let found = Self.read(outer)
    #expect(found.trouble == nil)
    #expect(Self.named(found) == ["first", "in/x/log", "in/y", "last"])
    #expect(found.files.map(\.contents) == [octets(40, 2), Self.log, octets(5, 3), octets(700, 9)])
    #expect(found.files.allSatisfy { $0.trouble == nil })
    // Not entered, they are files as others.
    #expect(Self.named(Self.read(outer, depth: 0)) == ["first", "in", "last"])
  }

  @Test("a file that is packed alone is unpacked, at any depth")
  func packedFile() {
    let outer = Self.zip([
      ("a.gz", gzipped(Self.log)), ("in.zip", Self.zip([("b.gz", gzipped(Self.log))])),
    ])
    let found = Self.read(outer)
    #expect(Self.named(found) == ["a.gz", "in.zip/b.gz"])
    #expect(found.files.map(\.contents) == [Self.log, Self.log])
    #expect(Self.read(outer, depth: 0).files.first?.contents == Self.log)
  }

  @Test("what is deeper than three archives is a file")
  func deep() {
    var bytes = Self.zip([("log", Self.log)])
    for level in 1...5 { bytes = Self.zip([("\(level).zip", bytes)]) }
    #expect(Self.named(Self.read(bytes)) == ["5.zip/4.zip/3.zip/2.zip"])
    #expect(Self.named(Self.read(bytes, depth: 9)) == ["5.zip/4.zip/3.zip/2.zip/1.zip/log"])
  }

  @Test("a damaged archive in another ends there, and the other goes on")
  func damaged() {
    let inner = Self.zip([("a", Self.log), ("b", Self.log)])
    let outer = Self.tar([
      ("in.zip", Array(inner.dropLast(2500))), ("cut.gz", Array(gzipped(Self.log).prefix(60))),
      ("after", octets(9)),
    ])
    let found = Self.read(outer)
    #expect(found.trouble == nil)
    #expect(found.files.last?.contents == octets(9))
    #expect(Self.named(found).first == "in.zip/a")
    #expect(found.files.contains { $0.trouble?.contains("cannot unpack") ?? false })
  }

  @Test("what begins like an archive, and is none, is a file", arguments: 0..<4)
  func nearMisses(way: Int) {
    let bytes: [UInt8] = [
      [0x50, 0x4B, 3, 5] + octets(600), [0x1F, 0x8B, 7] + octets(600),
      [0x50, 0x4B] + octets(1), Array("ustar".utf8) + octets(2000),
    ][way]
    let found = Self.read(Self.zip([("x", bytes)]))
    #expect(Self.named(found) == ["x"] && found.files.first?.contents == bytes)
  }

  @Test("bombs in bombs unpack to no more than the outermost may", arguments: 0..<3)
  func bombs(way: Int) {
    let bomb = gzipped([1, 2, 3], zeros: 40_000)
    var inner = TarWriter()
    for number in 0..<50 { inner.add("\(number)", bomb) }
    let outer = [
      Self.zip((0..<50).map { ("\($0)", bomb) }), gzipped(inner.finished()),
      Self.zip([("in.tgz", gzipped(inner.finished()))]),
    ][way]
    let found = Self.read(outer)
    let octets = found.files.reduce(0) { $0 + $1.contents.count }
    #expect(octets < max(2_000_000, 210 * outer.count))
    #expect(found.files.contains { $0.trouble?.contains("--unpack-limit") ?? false })
  }
}
