import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Archives

@Suite("What is wrapped around a capture")
struct UnwrapTests {
  private static let btsnoop = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA] + octets(900)

  private static var tar: [UInt8] {
    var writer = TarWriter()
    writer.add("a", btsnoop)
    return writer.finished()
  }

  private static var zip: [UInt8] {
    var writer = ZipWriter()
    writer.add("a", btsnoop)
    return writer.finished()
  }

  private func all(_ source: HeldSource) throws -> [UInt8] { try source.take(1 << 20) }

  @Test("it is recognized by the first octets, and all of them are still there")
  func kinds() throws {
    let cases: [(bytes: [UInt8], wrapping: Wrapping, inside: [UInt8])] = [
      (Self.btsnoop, .none, Self.btsnoop), ([], .none, []), ([0x1F], .none, [0x1F]),
      (octets(2000, 1), .none, octets(2000, 1)),
      ([UInt8](repeating: 0, count: 2000), .none, [UInt8](repeating: 0, count: 2000)),
      (Self.zip, .zip, Self.zip), (ZipWriter().finished(), .zip, ZipWriter().finished()),
      (Self.tar, .tar, Self.tar), (gzipped(Self.tar), .packedTar, Self.tar),
      (gzipped(Self.btsnoop), .gzip, Self.btsnoop), (gzipped([]), .gzip, []),
      // One archive in another is not looked into.
      (gzipped(Self.zip), .gzip, Self.zip),
      (gzipped(gzipped(Self.tar)), .gzip, gzipped(Self.tar)),
    ]
    for (bytes, wrapping, inside) in cases {
      for readSize in [1, .max] {
        let found = try unwrap(MemorySource(bytes, readSize: readSize))
        #expect(found.wrapping == wrapping)
        #expect(try all(found.source) == inside)
      }
    }
  }

  @Test("gzip files stand one behind the other, and what is none of them is not theirs")
  func members() throws {
    let bytes = gzipped(Self.btsnoop) + gzipped([]) + gzipped(octets(70_000))
    for end in [[], [0, 0, 0], [0x1F], [0x1F, 0x8A, 8], octets(100)] {
      let found = try unwrap(MemorySource(bytes + end, readSize: 1000))
      #expect(try all(found.source) == Self.btsnoop + octets(70_000))
    }
  }

  @Test("a gzip file that is cut or damaged gives what it can, and says so")
  func damagedGzip() throws {
    let bytes = gzipped(Self.btsnoop)
    for count in 4..<bytes.count {
      let (got, message) = read(Array(bytes[..<count]))
      #expect(Self.btsnoop.starts(with: got))
      #expect(message == "cannot unpack: it ends in the middle of its packed data")
    }
    var wrong = bytes
    wrong[bytes.count - 6] ^= 1
    let (got, message) = read(wrong)
    #expect(got == Self.btsnoop)
    #expect(message == "cannot unpack: its packed data is damaged (incorrect data check)")
  }

  private func read(_ bytes: [UInt8]) -> (got: [UInt8], message: String?) {
    var got: [UInt8] = []
    do throws(CaptureFileError) {
      let source = try unwrap(MemorySource(bytes)).source
      var piece = [UInt8](repeating: 0, count: 64)
      while true {
        let count = try source.read(into: &piece, at: 0, upTo: piece.count)
        guard count > 0 else { return (got, nil) }
        got += piece[..<count]
      }
    } catch {
      return (got, error.message)
    }
  }
}
