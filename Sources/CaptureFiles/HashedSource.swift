import SystemLibraries

/// Hands on the octets of another source, and computes their hash on the way.
package final class HashedSource: ByteSource {
  private let source: any ByteSource
  private var hash = SHA256()
  /// How many were read.
  package private(set) var octets = 0
  private var isWhole = true

  package init(_ source: any ByteSource) {
    self.source = source
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    do throws(CaptureFileError) {
      let got = try source.read(into: &buffer, at: offset, upTo: count)
      hash.update(buffer.span.extracting(offset..<offset + got))
      octets += got
      return got
    } catch {
      isWhole = false
      throw error
    }
  }

  /// The SHA-256 of all octets, those that were not read yet included; nil where the source failed.
  /// Nothing can be read afterwards.
  package func digest() -> String? {
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while isWhole {
      guard let got = try? read(into: &rest, at: 0, upTo: rest.count), got > 0 else { break }
    }
    return isWhole ? hash.finish() : nil
  }
}
