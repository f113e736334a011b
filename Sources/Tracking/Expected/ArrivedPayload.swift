import Report

/// What the pieces of a payload add up to.
struct Arrival: Sendable {
  typealias Difference = ReportV1.ArrivalDifference

  private(set) var isIntact = false
  /// Octets that arrived, and those of the file that arrived as they were sent.
  private(set) var received = 0
  private(set) var matched = 0
  private(set) var missing = 0
  private(set) var doubled = 0
  private(set) var outOfOrder = 0
  private(set) var damaged = 0
  private(set) var extra = 0
  private(set) var unknown = 0
  private(set) var firstDifference: (offset: Int, frame: Int?)?
  private(set) var differences: [Difference] = []
  private(set) var differencesOmitted = 0
  /// The end of what came.
  private var furthest = 0

  static let mostDifferences = 100

  init(_ pieces: [ArrivedPiece], of file: ExpectedFile) {
    let size = file.bytes.count
    var seen = OctetSet(size)
    var expected = 0
    var before: ArrivedPiece?
    for piece in pieces {
      received += piece.count
      if firstDifference == nil {
        if piece.kind == .matched, piece.offset == expected {
          expected += piece.count
        } else {
          firstDifference = (expected, piece.firstFrame)
        }
      }
      add(piece, after: before, &seen, file)
      if piece.isOfFile { furthest = max(furthest, piece.end) }
      before = piece
    }
    if firstDifference == nil, expected < size { firstDifference = (expected, nil) }
    addMissing(pieces, seen)
    isIntact = firstDifference == nil && received == size
    differences.sort { ($0.offset, $0.frame ?? .max) < ($1.offset, $1.frame ?? .max) }
    if differences.count > Self.mostDifferences {
      differencesOmitted += differences.count - Self.mostDifferences
      differences.removeLast(differences.count - Self.mostDifferences)
    }
  }

  private mutating func note(_ difference: Difference) {
    guard differences.count < 2 * Self.mostDifferences else {
      differencesOmitted += 1
      return
    }
    differences.append(difference)
  }

  private mutating func add(
    _ piece: ArrivedPiece, after before: ArrivedPiece?, _ seen: inout OctetSet,
    _ file: ExpectedFile
  ) {
    func difference(
      _ kind: ReportV1.ArrivalDifferenceKind, _ offset: Int, _ count: Int
    ) -> Difference {
      Difference {
        $0.kind = kind
        $0.offset = offset
        $0.bytes = count
        $0.frame = piece.firstFrame
        $0.lastFrame = piece.lastFrame
        $0.afterFrame = before?.lastFrame
      }
    }
    guard piece.isOfFile else {
      extra += piece.count
      var extra = difference(.extra, piece.offset, piece.count)
      extra.found = digits(piece.found, min(8, piece.count))
      return note(extra)
    }
    seen.insert(piece.offset..<piece.end) { range, wasThere in
      if wasThere {
        doubled += range.count
        return note(difference(.doubled, range.lowerBound, range.count))
      }
      switch piece.kind {
      case .damaged:
        damaged += range.count
        var damage = difference(.damaged, range.lowerBound, range.count)
        damage.found = digits(piece.found, min(8, range.count))
        let sent = file.bytes[range.lowerBound..<min(range.upperBound, range.lowerBound + 8)]
        damage.sent = hexadecimal(Array(sent))
        note(damage)
      case .unknown:
        unknown += range.count
        note(difference(.unknown, range.lowerBound, range.count))
      case .matched, .foreign: matched += range.count
      }
      let late = min(range.upperBound, furthest) - range.lowerBound
      if late > 0, piece.kind == .matched {
        outOfOrder += late
        note(difference(.outOfOrder, range.lowerBound, late))
      }
    }
  }

  private func digits(_ found: UInt64, _ count: Int) -> String {
    hexadecimal((0..<count).map { UInt8(truncatingIfNeeded: found >> UInt64(8 * $0)) })
  }

  /// What of the file never came, between the records that carried what is before and after it.
  private mutating func addMissing(_ pieces: [ArrivedPiece], _ seen: OctetSet) {
    var ends: [Int: Int] = [:]
    var starts: [Int: Int] = [:]
    for piece in pieces where piece.isOfFile {
      if ends[piece.end] == nil { ends[piece.end] = piece.lastFrame }
      if starts[piece.offset] == nil { starts[piece.offset] = piece.firstFrame }
    }
    seen.gaps { range in
      missing += range.count
      note(
        Difference {
          $0.kind = .missing
          $0.offset = range.lowerBound
          $0.bytes = range.count
          $0.afterFrame = ends[range.lowerBound]
          $0.beforeFrame = starts[range.upperBound]
        })
    }
  }
}

/// Which octets of a file came, a bit each.
struct OctetSet: Sendable {
  private let size: Int
  private var words: [UInt64]

  init(_ size: Int) {
    self.size = size
    words = [UInt64](repeating: 0, count: (size + 63) / 64)
  }

  private func has(_ index: Int) -> Bool { words[index >> 6] >> UInt64(index & 63) & 1 == 1 }

  /// The index after the stretch that is as `index` is.
  private func end(of index: Int, upTo limit: Int) -> Int {
    let wanted = has(index)
    var next = index + 1
    while next < limit {
      if next & 63 == 0, words[next >> 6] == (wanted ? .max : 0) {
        next += 64
      } else if has(next) == wanted {
        next += 1
      } else {
        break
      }
    }
    return min(next, limit)
  }

  /// - Parameter body: gets each stretch of it, and whether that was there before.
  mutating func insert(_ range: Range<Int>, _ body: (Range<Int>, Bool) -> Void) {
    var index = max(0, range.lowerBound)
    let limit = min(size, range.upperBound)
    while index < limit {
      let end = end(of: index, upTo: limit)
      let wasThere = has(index)
      if !wasThere { set(index..<end) }
      body(index..<end, wasThere)
      index = end
    }
  }

  private mutating func set(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      if index & 63 == 0, index + 64 <= range.upperBound {
        words[index >> 6] = .max
        index += 64
      } else {
        words[index >> 6] |= 1 << UInt64(index & 63)
        index += 1
      }
    }
  }

  /// The stretches that are not in it.
  func gaps(_ body: (Range<Int>) -> Void) {
    var index = 0
    while index < size {
      let end = end(of: index, upTo: size)
      if !has(index) { body(index..<end) }
      index = end
    }
  }
}
