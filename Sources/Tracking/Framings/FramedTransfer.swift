import Bytes
import CaptureFiles
import Framing
import Report

/// A transfer that a protocol puts into messages, while it is under way.
struct OpenFramedTransfer: Sendable {
  let content: FramedContent
  let startIsKnown: Bool
  /// Index of the stream that carries it; `nil` until its first value.
  private(set) var stream: Int?
  private var payload = PayloadCollector()
  private var chunks = 0
  private var sizes = ChunkSizes()
  private var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private var last = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private var intervals = QuantileSketch()
  private var mtu = 0
  /// Whether the logger cut a value of the server meanwhile: it may have been any answer.
  var answersAreCut = false

  init(_ content: FramedContent, startIsKnown: Bool) {
    self.content = content
    self.startIsKnown = startIsKnown
  }

  /// - Returns: whether it is the first value.
  mutating func carry(_ value: FramedValue) -> Bool {
    let isFirst = chunks == 0
    let moment = Moment(frame: value.frame, time: value.time)
    // A value that ends one message and begins the next is one chunk.
    if !isFirst, last.frame == moment.frame { return false }
    if isFirst {
      stream = value.stream
      first = moment
    } else {
      intervals.add(max(0, value.time.since(last.time)))
    }
    chunks += 1
    sizes.add(value.value.originalCount)
    last = moment
    mtu = value.mtu
    return isFirst
  }

  mutating func append(_ octets: [UInt8], _ shared: inout PayloadStore) {
    payload.append(
      ByteRange(start: 0, end: octets.count), in: octets.span, at: last, isTransfer: true, &shared)
  }

  /// - Parameter interruption: what ended it where the protocol did not.
  mutating func finish(
    _ source: FramingSource, _ ending: FramedEnding, _ facts: FramedFacts,
    interruption: ReportV1.TransferEnding, _ match: MarkerMatch, isKept: Bool,
    _ shared: inout PayloadStore
  ) -> FinishedTransfer {
    var found = payload.finish(match, isKept: isKept, &shared)
    found.markersInside = 0
    // Its octets are not all known: the digest of some would be taken for that of the whole.
    if ending == .complete, !facts.isContiguous || facts.resumedAt != nil { found.sha256 = nil }
    var captured: Int?
    if case .specified = source, !facts.isContiguous {
      captured = found.octets
      found.isIntact = nil
    }
    intervals.settle()
    let end: ReportV1.TransferEnding =
      switch ending {
      case .complete: .framing
      case .refused: .refused
      case .replaced: .replaced
      case .cancelled: .cancelled
      case .broken: .broken
      case .interrupted: interruption
      }
    return FinishedTransfer(
      ending: end, marker: nil, style: nil, startIsKnown: startIsKnown, payload: found,
      resends: [], withoutResends: nil, resendsAreProven: false, chunks: chunks, sizes: sizes,
      chunkLimit: mtu > 3 ? mtu - 3 : nil, first: first, last: last, markerMoment: nil,
      intervals: intervals.distribution,
      framing: FinishedFraming(
        source: source, content: content, facts: facts, captured: captured,
        isComplete: ending == .complete, answersAreCut: answersAreCut))
  }

  /// How many sizes of chunks it keeps.
  var sizeCount: Int { sizes.counts.count }
}

/// What put a finished transfer into messages.
struct FinishedFraming: Sendable {
  var source: FramingSource
  var content: FramedContent
  var facts: FramedFacts
  /// How many octets of the payload the capture has, where it missed a part.
  var captured: Int?
  var isComplete: Bool
  var answersAreCut: Bool

  /// What the receiver has, in that case.
  var received: Int? {
    let known = isComplete ? facts.announced ?? facts.acknowledged : facts.acknowledged
    return captured.map { max($0, known ?? 0) }
  }
}

enum FramingSource: Sendable {
  case specified(FramingProtocol)
  /// The layout of a stream, by its index.
  case stream(Int)
}
