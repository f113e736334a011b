import Bytes
import Report

/// Follows all payloads of a capture through the file that was sent.
struct ArrivalLog: Sendable {
  /// Pieces of all payloads together.
  private static let mostPieces = 400_000

  let file: ExpectedFile
  private var open: [Int: FileFollower] = [:]
  private var arrivals: [[ArrivedPiece]?] = []
  private var kept = 0

  init(_ file: ExpectedFile) { self.file = file }

  /// - Parameter payload: its number here; `nil` for one of which nothing came before.
  mutating func add(
    _ chunk: ByteRange, in bytes: Span<UInt8>, frame: Int, time: Int64, to payload: inout Int?
  ) {
    let number = payload ?? arrivals.count
    if payload == nil {
      payload = number
      arrivals.append([])
    }
    open[number, default: FileFollower()].add(chunk, in: bytes, frame: frame, time: time, file)
  }

  mutating func removeLast(_ octets: Int, of payload: Int?) {
    guard let payload else { return }
    open[payload]?.removeLast(octets)
  }

  mutating func finish(_ payload: Int) {
    guard var follower = open.removeValue(forKey: payload) else { return }
    let pieces = follower.finish()
    let isKept = !follower.isGivenUp && kept + pieces.count <= Self.mostPieces
    if isKept { kept += pieces.count }
    arrivals[payload] = isKept ? pieces : nil
  }

  /// What came of a payload; `nil` where it was too much to follow.
  func pieces(_ payload: Int) -> [ArrivedPiece]? { arrivals[payload] }
}

/// Something in a capture that may be the file.
struct ArrivalCandidate {
  var connection: Int
  var transfer: Int?
  var stream: StreamFacts
  /// `nil` where there were too many.
  var pieces: [ArrivedPiece]?
  var isComplete = false
  var firstFrame: Int
  var lastFrame: Int

  struct StreamFacts {
    var valueHandle: Int
    var uuid: String?
    var direction: ReportV1.Direction
  }

  /// Octets that came, and those of the file that came for the first time, about.
  var weights: (received: Int, fresh: Int) {
    var (received, fresh, furthest) = (0, 0, 0)
    for piece in pieces ?? [] {
      received += piece.count
      guard piece.kind == .matched || piece.kind == .unknown else { continue }
      if piece.end > furthest {
        fresh += piece.end - max(piece.offset, furthest)
        furthest = piece.end
      } else {
        fresh += piece.count / 2
      }
    }
    return (received, fresh)
  }
}
