import Bytes

/// What arrived, as far as it is one thing: octets of the file in their order, or others.
struct ArrivedPiece: Hashable, Sendable {
  enum Kind: UInt8, Sendable {
    /// Octets of the file.
    case matched
    /// In the position of octets of the file, with other values.
    case damaged
    /// In the position of octets of the file; the capture does not hold them.
    case unknown
    /// Not of the file.
    case foreign
  }

  var kind: Kind
  /// Where in the file; of foreign ones, where they came between.
  var offset: Int
  var count: Int
  /// The records of the values that carried it.
  var firstFrame: Int
  var lastFrame: Int
  /// The first of the octets that arrived, where they are not those of the file.
  var found: UInt64 = 0

  var end: Int { offset + (kind == .foreign ? 0 : count) }
  var isOfFile: Bool { kind != .foreign }
}

/// Follows the octets of a payload through the file that was sent, a chunk at a time.
///
/// As long as each chunk is what comes next in the file, that is all. Where one is not, it may be
/// that chunks before it were lost, that it was sent twice, that it came out of order, that it was
/// damaged, or that it does not belong to the file. Which of these it is, the chunks after it
/// decide: up to eight explanations are followed beside each other, each with what it would take to
/// be true, until one is far better than the others. So the time for a chunk has a bound, whatever
/// is in the file and in the chunks.
struct FileFollower: Sendable {
  /// Explanations that are followed at the same time.
  private static let mostPaths = 8
  /// Chunks after which the best one is taken.
  private static let mostUnsettled = 48
  /// A silence that divides what arrived, so that no piece spans the end of a run.
  private static let pause: Int64 = 1_000_000
  /// Pieces of one payload.
  static let mostPieces = 100_000

  /// What an explanation costs, in sixteenths.
  fileprivate enum Cost {
    static let resumed = 16
    static let doubled = 32
    static let jump = 48
    static let backward = 8
    static let damage = 32
    static let allDamaged = 192
    static let foreign = 128
    static let extra = 48
    /// One that costs so much more than the best one is given up.
    static let tooMuch = 224
  }

  fileprivate struct Path: Sendable {
    var cost = 0
    /// What comes next in the file.
    var next = 0
    /// The end of what came, and of the last piece that was passed over.
    var furthest = 0
    var hole = -1
    /// Whether what comes was there before, or fills a hole.
    var isBehind = false
    /// Whether the next chunk begins a piece, though it goes on where the last one ends.
    var splits = false
    /// Where the chunk before began.
    var lastStart = -1
    var cleanChunks = 0
    var cleanOctets = 0
    var pieces: [ArrivedPiece] = []
  }

  private(set) var pieces: [ArrivedPiece] = []
  private var paths = [Path()]
  /// Chunks since there was only one path.
  private var unsettled = 0
  private var lastTime: Int64?
  private var divides = false
  /// There were too many pieces.
  private(set) var isGivenUp = false

  // MARK: Chunks

  mutating func add(
    _ chunk: ByteRange, in bytes: Span<UInt8>, frame: Int, time: Int64, _ file: ExpectedFile
  ) {
    guard !isGivenUp, chunk.originalCount > 0 else { return }
    if let lastTime, time &- lastTime > Self.pause || time < lastTime { divides = true }
    lastTime = time
    let chunk = Chunk(range: chunk, frame: frame, divides: divides)
    divides = false
    if paths.count == 1, chunk.isAt(paths[0].next, file, in: bytes) {
      paths[0].take(chunk, at: paths[0].next)
      return settleOldPieces()
    }
    unsettled += 1
    var further: [Path] = []
    for path in paths { Self.follow(path, chunk, in: bytes, file, &further) }
    paths = Self.best(of: further)
    settle()
  }

  /// The last octets were none of the payload's.
  mutating func removeLast(_ octets: Int) {
    settleAll()
    var rest = octets
    while rest > 0, let last = pieces.last {
      let taken = min(rest, last.count)
      rest -= taken
      pieces[pieces.count - 1].count -= taken
      if pieces[pieces.count - 1].count == 0 { pieces.removeLast() }
    }
    paths = [Path()]
    paths[0].next = pieces.last?.end ?? 0
    paths[0].furthest = pieces.lazy.map(\.end).max() ?? 0
    divides = true
  }

  /// The best explanation is taken.
  mutating func finish() -> [ArrivedPiece] {
    settleAll()
    return pieces
  }

  // MARK: Explanations

  private mutating func settle() {
    guard paths.count > 1 else { return settleOldPieces() }
    let best = paths[0]
    let isClear =
      best.cleanChunks >= 4 && best.cleanOctets >= 32 && paths[1].cost >= best.cost + 32
    guard isClear || unsettled >= Self.mostUnsettled else { return }
    paths = [best]
    unsettled = 0
    settleOldPieces()
  }

  /// All but the last piece, which may grow.
  private mutating func settleOldPieces() {
    unsettled = 0
    guard paths[0].pieces.count > 1 else { return }
    let last = paths[0].pieces.removeLast()
    pieces += paths[0].pieces
    paths[0].pieces = [last]
    if pieces.count > Self.mostPieces {
      isGivenUp = true
      pieces = []
      paths = [Path()]
    }
  }

  private mutating func settleAll() {
    paths = [paths[0]]
    pieces += paths[0].pieces
    paths[0].pieces = []
    unsettled = 0
  }

  /// The cheapest ones; of two that are at the same position the cheaper one.
  private static func best(of all: [Path]) -> [Path] {
    let sorted = all.enumerated().sorted { a, b in
      (a.element.cost, a.offset) < (b.element.cost, b.offset)
    }
    var kept: [Path] = []
    for (_, path) in sorted {
      guard let first = kept.first else {
        kept.append(path)
        continue
      }
      if kept.count >= mostPaths || path.cost > first.cost + Cost.tooMuch { break }
      if kept.contains(where: { $0.next == path.next && $0.hole == path.hole }) { continue }
      kept.append(path)
    }
    return kept
  }

  private static func follow(
    _ path: Path, _ chunk: Chunk, in bytes: Span<UInt8>, _ file: ExpectedFile,
    _ further: inout [Path]
  ) {
    if chunk.isAt(path.next, file, in: bytes) {
      var path = path
      path.take(chunk, at: path.next)
      path.cleanChunks += 1
      path.cleanOctets += chunk.range.originalCount
      return further.append(path)
    }
    let size = chunk.range.originalCount
    let found = file.index.candidates(
      for: chunk.range, of: bytes, near: path.next, in: file.bytes)
    var positions = [path.furthest, path.hole, path.lastStart]
    // Short chunks are in no window: where so many chunks of their length were lost, they are at a
    // multiple of it.
    if chunk.range.count < ContentIndex.window + file.index.step - 1 {
      for lost in 1...8 { positions.append(path.next + lost * size) }
    }
    positions += found
    positions.append(0)
    var tried: Set<Int> = [path.next]
    for position in positions where position >= 0 && tried.insert(position).inserted {
      guard chunk.range.count > 0, chunk.isAt(position, file, in: bytes) else { continue }
      further.append(path.jumping(to: position, with: chunk))
    }
    // In its position, with other octets; or elsewhere, as some of its octets say.
    var shifted = [path.next]
    if !found.isEmpty, further.isEmpty { shifted += found.prefix(2) }
    for position in shifted {
      if let damaged = path.damaged(by: chunk, at: position, in: bytes, file) {
        further.append(damaged)
      }
    }
    for position in found.prefix(4) {
      if let path = path.ending(chunk, at: position, in: bytes, file) { further.append(path) }
    }
    if let path = path.beginning(chunk, in: bytes, file) { further.append(path) }
    further.append(path.passing(chunk, in: bytes))
  }
}

// MARK: - A chunk

extension FileFollower {
  fileprivate struct Chunk {
    var range: ByteRange
    var frame: Int
    /// Whether a silence was before it.
    var divides: Bool

    var size: Int { range.originalCount }

    /// Whether the file has these octets there. What the capture cut off may be any.
    func isAt(_ position: Int, _ file: ExpectedFile, in bytes: Span<UInt8>) -> Bool {
      guard position >= 0, position + size <= file.bytes.count else { return false }
      let sent = file.bytes
      return ByteRange(start: position, end: position + range.count)
        .equals(ByteRange(start: range.start, end: range.end), of: bytes, in: sent.span)
    }

    /// Up to 8 octets from one on.
    func head(_ start: Int, _ count: Int, in bytes: Span<UInt8>) -> UInt64 {
      var head: UInt64 = 0
      for index in 0..<max(0, min(8, count, range.count - start)) {
        head |= UInt64(bytes[range.start + start + index]) << UInt64(8 * index)
      }
      return head
    }

    /// What is left of it from an octet on.
    func dropping(_ count: Int) -> Chunk {
      Chunk(
        range: ByteRange(
          start: range.start + count, end: range.end, originalCount: size - count),
        frame: frame, divides: false)
    }
  }
}

// MARK: - Steps of an explanation

extension FileFollower.Path {
  /// Takes a chunk whose octets are those of the file.
  fileprivate mutating func take(_ chunk: FileFollower.Chunk, at position: Int) {
    begin(at: position)
    add(.matched, position, chunk.range.count, chunk)
    add(.unknown, position + chunk.range.count, chunk.size - chunk.range.count, chunk)
    move(from: position, by: chunk.size)
  }

  /// What repeats something ends where that does, and so does its piece.
  private mutating func begin(at position: Int) {
    guard isBehind, position >= furthest else { return }
    isBehind = false
    splits = true
  }

  private mutating func move(from position: Int, by count: Int) {
    if position > furthest { hole = furthest }
    lastStart = position
    next = position + count
    furthest = max(furthest, next)
  }

  private mutating func add(
    _ kind: ArrivedPiece.Kind, _ offset: Int, _ count: Int, _ chunk: FileFollower.Chunk,
    found: UInt64 = 0
  ) {
    guard count > 0 else { return }
    defer { splits = false }
    if !splits, let last = pieces.last, last.kind == kind, kind != .damaged, last.end == offset,
      !chunk.divides || last.lastFrame == chunk.frame
    {
      pieces[pieces.count - 1].count += count
      pieces[pieces.count - 1].lastFrame = chunk.frame
      return
    }
    pieces.append(
      ArrivedPiece(
        kind: kind, offset: offset, count: count, firstFrame: chunk.frame,
        lastFrame: chunk.frame, found: found))
  }

  /// Goes on somewhere else in the file.
  private mutating func jump(to position: Int) {
    guard position != next else { return }
    cleanChunks = 0
    cleanOctets = 0
    isBehind = position < furthest
    switch position {
    // A file is sent again from its beginning.
    case furthest, hole, 0: cost += FileFollower.Cost.resumed
    case lastStart: cost += FileFollower.Cost.doubled
    default:
      let distance = (position - next).magnitude
      cost += FileFollower.Cost.jump + (UInt.bitWidth - distance.leadingZeroBitCount) / 2
      // Chunks are lost more often than they come out of order.
      if position < next { cost += FileFollower.Cost.backward }
    }
  }

  fileprivate func jumping(to position: Int, with chunk: FileFollower.Chunk) -> Self {
    var path = self
    path.jump(to: position)
    path.take(chunk, at: position)
    return path
  }

  /// The chunk is none of the file's.
  fileprivate func passing(_ chunk: FileFollower.Chunk, in bytes: Span<UInt8>) -> Self {
    var path = self
    path.cost += FileFollower.Cost.foreign
    path.cleanChunks = 0
    path.cleanOctets = 0
    path.add(.foreign, next, chunk.size, chunk, found: chunk.head(0, 8, in: bytes))
    return path
  }

  /// Less than half of the chunk's octets are others than those of the file there.
  fileprivate func damaged(
    by chunk: FileFollower.Chunk, at position: Int, in bytes: Span<UInt8>, _ file: ExpectedFile
  ) -> Self? {
    guard position >= 0, position < file.bytes.count else { return nil }
    let room = file.bytes.count - position
    let common = min(chunk.range.count, room)
    guard common > 0 else { return nil }
    let sent = file.bytes
    let runs = FileFollower.differences(
      common, chunk.range.start, of: bytes, position, of: sent)
    guard runs.octets > 0, runs.octets * 2 <= common else { return nil }
    var path = self
    path.cleanChunks = 0
    path.cleanOctets = 0
    path.jump(to: position)
    path.begin(at: position)
    path.cost +=
      FileFollower.Cost.damage + FileFollower.Cost.allDamaged * runs.octets / common
    var done = 0
    for run in runs.ranges {
      path.add(.matched, position + done, run.lowerBound - done, chunk)
      path.add(
        .damaged, position + run.lowerBound, run.count, chunk,
        found: chunk.head(run.lowerBound, run.count, in: bytes))
      done = run.upperBound
    }
    path.add(.matched, position + done, common - done, chunk)
    let cut = min(chunk.size - chunk.range.count, room - common)
    path.add(.unknown, position + common, cut, chunk)
    path.move(from: position, by: common + cut)
    if chunk.size > common + cut {
      path.cost += FileFollower.Cost.extra
      path.add(
        .foreign, path.next, chunk.size - common - cut, chunk,
        found: chunk.head(common, 8, in: bytes))
    }
    return path
  }

  /// The chunk begins as the file goes on; the rest of it is from somewhere else, or not of the
  /// file.
  fileprivate func beginning(
    _ chunk: FileFollower.Chunk, in bytes: Span<UInt8>, _ file: ExpectedFile
  ) -> Self? {
    guard next < file.bytes.count else { return nil }
    let common = min(chunk.range.count, file.bytes.count - next)
    guard common > 0 else { return nil }
    let sent = file.bytes
    var same = 0
    while same < common, bytes[chunk.range.start + same] == sent[next + same] { same += 1 }
    guard same > 0, same < chunk.size, same >= 8 || next + same == file.bytes.count else {
      return nil
    }
    var path = self
    let head = FileFollower.Chunk(
      range: ByteRange(start: chunk.range.start, end: chunk.range.start + same),
      frame: chunk.frame, divides: chunk.divides)
    path.take(head, at: next)
    let rest = chunk.dropping(same)
    path.cost += FileFollower.Cost.extra
    let found = file.index.candidates(
      for: rest.range, of: bytes, near: path.next, in: file.bytes)
    for position in found where rest.isAt(position, file, in: bytes) {
      return path.jumping(to: position, with: rest)
    }
    path.cost += min(rest.size, 16) * 4
    path.cleanChunks = 0
    path.cleanOctets = 0
    path.add(.foreign, path.next, rest.size, rest, found: rest.head(0, 8, in: bytes))
    return path
  }

  /// The chunk ends with octets of the file; what it begins with is not of the file, such as a
  /// header.
  fileprivate func ending(
    _ chunk: FileFollower.Chunk, at position: Int, in bytes: Span<UInt8>, _ file: ExpectedFile
  ) -> Self? {
    guard !chunk.range.isCut, position + chunk.size <= file.bytes.count else { return nil }
    let sent = file.bytes
    var start = chunk.size
    while start > 0, position + start > 0,
      bytes[chunk.range.start + start - 1] == sent[position + start - 1]
    {
      start -= 1
    }
    // The header may end with octets that are in the file before these.
    if position + start < next, position + chunk.size > next { start = next - position }
    guard start > 0, position + start >= 0, chunk.size - start >= 8, start * 2 <= chunk.size
    else { return nil }
    var path = self
    path.cost += FileFollower.Cost.extra
    path.add(.foreign, next, start, chunk, found: chunk.head(0, start, in: bytes))
    let rest = chunk.dropping(start)
    path.jump(to: position + start)
    path.take(rest, at: position + start)
    return path
  }
}

extension FileFollower {
  /// Runs of octets that differ, at most 8; those with fewer than 4 equal ones between them are
  /// one.
  fileprivate static func differences(
    _ count: Int, _ start: Int, of bytes: Span<UInt8>, _ position: Int, of sent: [UInt8]
  ) -> (octets: Int, ranges: [Range<Int>]) {
    var (octets, ranges): (Int, [Range<Int>]) = (0, [])
    for index in 0..<count where bytes[start + index] != sent[position + index] {
      octets += 1
      if let last = ranges.last, index - last.upperBound < 4 || ranges.count == 8 {
        ranges[ranges.count - 1] = last.lowerBound..<(index + 1)
      } else {
        ranges.append(index..<(index + 1))
      }
    }
    return (octets, ranges)
  }
}
