import CaptureFiles

/// The lines of an input, one after the other, however long it is.
struct LineReader {
  struct Line: Equatable {
    /// Without its end; of a line that is too long the beginning.
    var octets: [UInt8]
    var isCut = false
  }

  private let source: any ByteSource
  private let longest: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var unread = 0..<0
  private var hasEnded = false

  /// - Parameter longest: octets of a line that are kept.
  init(_ source: any ByteSource, longest: Int) {
    self.source = source
    self.longest = longest
  }

  /// The next line; nil at the end of the input. The last line may lack its end.
  mutating func next() throws(CaptureFileError) -> Line? {
    var line = Line(octets: [])
    while true {
      if unread.isEmpty {
        guard !hasEnded else { break }
        unread = 0..<(try source.read(into: &buffer, at: 0, upTo: buffer.count))
        if unread.isEmpty {
          hasEnded = true
          break
        }
      }
      let end = buffer[unread].firstIndex(of: UInt8(ascii: "\n"))
      let piece = buffer[unread.lowerBound..<(end ?? unread.upperBound)]
      let room = longest - line.octets.count
      line.octets += piece.prefix(room)
      if piece.count > room { line.isCut = true }
      unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
      if end != nil { return line }
    }
    return line.octets.isEmpty && !line.isCut ? nil : line
  }
}
