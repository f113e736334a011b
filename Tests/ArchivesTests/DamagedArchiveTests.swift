import BletraceTestSupport
import Testing

@testable import Archives

/// Each archive cut at each length, and with each octet changed: it ends, gives what it can, and
/// says what it could not.
@Suite("Damaged archives")
struct DamagedArchiveTests {
  private static func zip(_ change: (inout ZipWriter.File) -> Void) -> [UInt8] {
    var writer = ZipWriter()
    for index in 0..<3 {
      var file = ZipWriter.File("file\(index)", octets(40 * index, index))
      change(&file)
      writer.add(file)
    }
    return writer.finished(isZip64: true)
  }

  private static let zips = [
    zip { _ in }, zip { $0.method = 0 }, zip { $0.hasDescriptor = true },
    zip {
      $0.isZip64 = true
      $0.hasDescriptor = true
    },
  ]

  private static let tar: [UInt8] = {
    var writer = TarWriter()
    writer.add("first", octets(100))
    writer.addLong(Array(String(repeating: "long", count: 40).utf8), octets(30))
    writer.addExtended(Array("12 path=abc\n".utf8), "short", octets(5))
    return writer.finished()
  }()

  @Test("damage at the end of what there is is reported alike, whatever a read brings")
  func damageAtTheEnd() {
    // A file that should be longer, of packed data whose first block makes no sense.
    let bytes = hex(
      """
      50 4B 03 04 2D 00 08 00 08 00 00 00 00 00 00 00 55 6E 73 61 66 65 42 75 00 00 0B 00 00 00 00 00
      00 00 00 42 6F 6F 6C 76 65 72 73 53 2F 62 74 73 08 00 08 00 00 00 00 02
      """)
    let whole = ReadArchive.zipStream(bytes)
    for readSize in 1...8 {
      let pieces = ReadArchive.zipStream(bytes, readSize: readSize)
      #expect(pieces.files.map(\.trouble) == whole.files.map(\.trouble), "\(readSize)")
      #expect(pieces.files.map(\.contents) == whole.files.map(\.contents), "\(readSize)")
      #expect(pieces.trouble == whole.trouble, "\(readSize)")
    }
  }

  @Test("a zip archive that was cut", arguments: zips.indices)
  func cutZip(index: Int) {
    let bytes = Self.zips[index]
    let whole = ReadArchive.zip(bytes)
    #expect(whole.files.count == 3 && whole.trouble == nil)
    for count in 0..<bytes.count {
      let part = Array(bytes[..<count])
      #expect(ReadArchive.zip(part).trouble != nil)
      let streamed = ReadArchive.zipStream(part)
      #expect(streamed.begins(whole))
      #expect(streamed.trouble != nil || streamed.files.count == 3, "\(count)")
    }
  }

  @Test("a zip archive with an octet changed", arguments: zips.indices)
  func changedZip(index: Int) {
    let bytes = Self.zips[index]
    let whole = ReadArchive.zip(bytes)
    for place in bytes.indices {
      for bits in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[place] ^= bits
        for read in [
          ReadArchive.zip(changed), .zipStream(changed), .zipStream(changed) { _ in false },
        ] {
          #expect(read.files.count <= 4)
          // What is handed out as whole is what was packed.
          for file in read.files where file.trouble == nil && file.obstacle == nil {
            let isKnown =
              file.contents.isEmpty || whole.files.contains { $0.contents == file.contents }
            #expect(isKnown, "\(place)")
          }
        }
      }
    }
  }

  @Test("a tar archive that was cut")
  func cutTar() {
    let whole = ReadArchive.tar(Self.tar)
    #expect(whole.files.count == 3 && whole.trouble == nil)
    for count in 0..<Self.tar.count - 1024 {
      let read = ReadArchive.tar(Array(Self.tar[..<count]))
      #expect(read.begins(whole))
      // Between two files nothing shows that there were more; inside one it is reported.
      let isInside = count % 512 != 0
      let isPadding = read.files.last?.trouble == nil && read.trouble == nil
      #expect(!isInside || !isPadding || read.files == Array(whole.files[..<read.files.count]))
    }
  }

  @Test("a tar archive with an octet changed")
  func changedTar() {
    for index in Self.tar.indices {
      for bits in [0x01, 0x80, 0xFF] as [UInt8] {
        var changed = Self.tar
        changed[index] ^= bits
        #expect(ReadArchive.tar(changed).files.count <= 5)
        _ = ReadArchive.tar(changed) { _ in false }
      }
    }
  }
}
