import CaptureFiles

/// A source of which octets can be looked at before they are taken.
package final class HeldSource: ByteSource {
  private let source: any ByteSource
  private var held: [UInt8]
  private var start = 0
  private var end = 0

  /// - Parameter room: octets that can be looked at; also what one read asks for.
  package init(_ source: any ByteSource, room: Int = 1 << 16) {
    precondition(room > 0)
    self.source = source
    held = [UInt8](repeating: 0, count: room)
  }

  /// Hands over what is at hand.
  func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let (bytes, range) = (held, start..<end)
    return body(bytes.span.extracting(range))
  }

  /// Reads until `count` octets are at hand, or the source ends; the answer is how many there are.
  package func hold(_ count: Int) throws(CaptureFileError) -> Int {
    precondition(count <= held.count)
    if count > held.count - start {
      held.replaceSubrange(0..<end - start, with: Array(held[start..<end]))
      end -= start
      start = 0
    }
    while end - start < count {
      let got = try source.read(into: &held, at: end, upTo: held.count - end)
      guard got > 0 else { break }
      end += got
    }
    return end - start
  }

  /// Releases octets that are at hand.
  package func drop(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
    if start == end { (start, end) = (0, 0) }
  }

  /// The next octets, without taking them: `count`, or as many as there are.
  package func beginning(_ count: Int) throws(CaptureFileError) -> [UInt8] {
    let available = min(count, try hold(count))
    return Array(held[start..<start + available])
  }

  /// Takes `count` octets; where the source ends before, all there are.
  package func take(_ count: Int) throws(CaptureFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let piece = try beginning(min(count - bytes.count, held.count))
      guard !piece.isEmpty else { break }
      drop(piece.count)
      bytes += piece
    }
    return bytes
  }

  /// Passes over octets; the answer is how many there were.
  package func skip(_ count: Int) throws(CaptureFileError) -> Int {
    var passed = jump(count)
    while passed < count {
      let available = min(count - passed, try hold(1))
      guard available > 0 else { break }
      drop(available)
      passed += available
    }
    return passed
  }

  package func jump(_ count: Int) -> Int {
    let passed = min(count, end - start)
    drop(passed)
    return passed < count ? passed + source.jump(count - passed) : passed
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    guard start < end else { return try source.read(into: &buffer, at: offset, upTo: count) }
    let piece = min(count, end - start)
    buffer.replaceSubrange(offset..<offset + piece, with: held[start..<start + piece])
    drop(piece)
    return piece
  }
}
