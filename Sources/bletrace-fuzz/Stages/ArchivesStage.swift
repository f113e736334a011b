import Archives
import CaptureFiles

/// Archives and packed files, gone through as a file and as a pipe, in pieces of a size that the
/// input chooses; some files are unpacked, some passed over.
enum ArchivesStage: FuzzStage {
  static let name = "archives"
  static let form = InputForm.octets
  static let longest = 2048

  /// Octets of one file that are looked at: DEFLATE makes a thousand out of one.
  private static let most = 1 << 16

  static func run(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let file = Array(input.dropFirst())
    let whole = streamed(file, readSize: .max, choice)
    let pieces = streamed(file, readSize: 1 + Int(choice & 15), choice)
    promise(whole == pieces, "what an archive holds depends on how it is read")
    let all = entries(choice) { () throws(CaptureFileError) in
      try ZipDirectory(size: file.count) { range in
        promise(range.lowerBound >= 0, "an offset before the archive")
        return MemorySource(Array(file[range.clamped(to: 0..<file.count)]))
      }
    }
    // Three numbers a file at most, and a message.
    promise(all.count <= 3 * file.count + 256, "more files than octets")
  }

  private static func streamed(_ file: [UInt8], readSize: Int, _ choice: UInt8) -> [Int] {
    do throws(CaptureFileError) {
      let (wrapping, source) = try unwrap(MemorySource(file, readSize: readSize))
      switch wrapping {
      case .none, .gzip: return contents(of: source)
      case .zip: return entries(choice) { ZipStream(source) }
      case .tar, .packedTar:
        return entries(choice) { () throws(CaptureFileError) in try TarEntries(source) }
      }
    } catch {
      return [-1] + error.message.utf8.map(Int.init)
    }
  }

  /// A digest of each file, and how it ended.
  private static func entries(
    _ choice: UInt8, _ make: () throws(CaptureFileError) -> any ArchiveEntries
  ) -> [Int] {
    var digests: [Int] = []
    do throws(CaptureFileError) {
      let entries = try make()
      while let entry = try entries.next() {
        promise(entry.offset >= 0 && entry.size ?? 0 >= 0, "offsets and sizes are none below zero")
        promise(entry.name.count <= ArchiveEntry.longestName, "a longer name than is kept")
        var digest = FNV()
        for octet in entry.name { digest.add(Int(octet)) }
        digests.append(digest.value)
        guard choice >> (4 + digests.count % 4) & 1 == 0 else { continue }
        do throws(CaptureFileError) {
          digests += contents(of: try entries.contents())
        } catch {
          digests.append(error.message.utf8.count)
        }
      }
    } catch {
      digests += error.message.utf8.map(Int.init)
    }
    return digests
  }

  private static func contents(of source: any ByteSource) -> [Int] {
    var digest = FNV()
    var count = 0
    var piece = [UInt8](repeating: 0, count: 1024)
    do throws(CaptureFileError) {
      while count < most {
        // To the octet, so that where it stops does not depend on the reading.
        let got = try source.read(into: &piece, at: 0, upTo: min(piece.count, most - count))
        guard got > 0 else { break }
        for index in 0..<got { digest.add(Int(piece[index])) }
        count += got
      }
      return [count, digest.value]
    } catch {
      return [count, digest.value] + error.message.utf8.map(Int.init)
    }
  }
}
