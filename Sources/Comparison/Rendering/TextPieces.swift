/// Text that is handed over in pieces while it is written, so that it is never held whole.
struct TextPieces {
  private static let pieceSize = 1 << 16

  private var text = ""
  private let take: ([UInt8]) -> Void

  /// Runs `body`, and hands over all that it writes.
  static func write(_ take: ([UInt8]) -> Void, _ body: (inout TextPieces) -> Void) {
    withoutActuallyEscaping(take) { take in
      var pieces = TextPieces(take: take)
      body(&pieces)
      pieces.handOver()
    }
  }

  private init(take: @escaping ([UInt8]) -> Void) { self.take = take }

  static func += (pieces: inout TextPieces, text: String) {
    pieces.text += text
    if pieces.text.utf8.count >= pieceSize { pieces.handOver() }
  }

  private mutating func handOver() {
    if !text.isEmpty { take(Array(text.utf8)) }
    text = ""
  }
}

/// All that is handed over, in one.
func gathered(_ pieces: (([UInt8]) -> Void) -> Void) -> [UInt8] {
  var bytes: [UInt8] = []
  pieces { bytes += $0 }
  return bytes
}
