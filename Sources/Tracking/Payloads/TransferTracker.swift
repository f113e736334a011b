import CaptureFiles
import Report
import SystemLibraries

/// Follows the transfers on one characteristic, in one direction.
///
/// A transfer begins with the first value after a subscription or after the last marker, and ends
/// with its marker, which comes
///
/// - as a value of its own, the way those apps send it; or
/// - split over consecutive values, each shorter than the marker; or
/// - glued to the end of a last value that is shorter than the chunks before it. Whether it is one
///   shows with the next value: if that is the marker itself, the ending was data after all.
///
/// Marker octets inside a full chunk are data.
struct TransferTracker: Sendable {
  /// Others add what becomes known of them later.
  var finished: [FinishedTransfer] = []
  /// Of how many of them it was looked up when they had left.
  var followed = 0
  /// Whether any marker was seen here: then what ends without one is an incomplete transfer.
  private(set) var markerSeen = false
  private(set) var nearMarker: NearMarker?
  /// The longest run of equal values of 8 octets or more.
  private(set) var longestRun: EqualRun?
  /// Outside transfers: of what ended without a marker.
  private(set) var pairs = EqualPairs()
  /// Complete transfers that found no room.
  private(set) var omitted = 0

  /// Whether the beginning of what comes next was seen.
  private var startIsKnown: Bool
  /// The marker that came last, with no chunk after it up to now.
  private var lastMarker: Int?
  /// What is under way, when it has chunks.
  var transfer = OpenTransfer()

  /// Whose transfers they are.
  var index: StreamIndex
  /// How many had ended and were let go of.
  private(set) var retired = 0

  init(startIsKnown: Bool, _ index: StreamIndex) {
    self.startIsKnown = startIsKnown
    self.index = index
  }

  /// Lets go of what has ended.
  ///
  /// - Returns: how many there were.
  mutating func retire() -> (complete: Int, incomplete: Int) {
    let (complete, count) = (finished.count { $0.isComplete }, finished.count)
    retired += count
    (finished, followed) = ([], 0)
    return (complete, count - complete)
  }

  // MARK: - Values

  mutating func add(
    _ value: AttributeValue, in bytes: Span<UInt8>, elapsed: Int64?, _ match: MarkerMatch,
    _ shared: inout PayloadStore
  ) {
    let range = value.value
    if range.count <= match.longest, let marker = match.whole(range, in: bytes) {
      if transfer.chunks > 0, let elapsed { transfer.intervals.add(elapsed) }
      transfer.glued = nil
      transfer.mtu = value.mtu
      return end(.marker, marker, .own, at: value.moment, match, &shared)
    }
    if transfer.glued != nil { endGlued(match, &shared) }
    if range.count <= match.longest &+ MarkerMatch.mostBehind,
      let marker = match.almost(range, in: bytes)
    {
      noteNear(value, marker, in: bytes)
    }
    if transfer.chunks > 0 {
      if let elapsed { transfer.intervals.add(elapsed) }
    } else {
      transfer.begin(at: value.moment)
      shared.steps.add(.transferBegun(index), at: value.moment)
    }
    transfer.append(value, in: bytes, isTransfer: markerSeen, &shared)
    if range.count < match.longest, range.count > 0, !range.isCut {
      if let marker = transfer.followSplit(range, in: bytes, match) {
        return endSplit(marker, at: value.moment, match, &shared)
      }
    } else if !transfer.split.isEmpty {
      transfer.forgetSplit()
    }
    transfer.noteGlued(range, in: bytes, match)
  }

  // MARK: - Markers

  @inline(never)
  private mutating func noteNear(_ value: AttributeValue, _ marker: Int, in bytes: Span<UInt8>) {
    var octets: [UInt8] = []
    octets.append(value.value, of: bytes)
    nearMarker = NearMarker(
      marker: marker, octets: octets, count: (nearMarker?.count ?? 0) + 1,
      first: nearMarker?.first ?? value.moment.frame, last: value.moment.frame)
  }

  private mutating func endSplit(
    _ marker: Int, at moment: Moment, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    transfer.payload.removeLast(match.markers[marker].bytes.count, &shared)
    for octets in transfer.splitSizes {
      transfer.sizes.remove(octets)
      transfer.chunks -= 1
    }
    if let before = transfer.beforeSplit { transfer.last = before }
    end(.marker, marker, .split, at: moment, match, &shared)
  }

  private mutating func endGlued(_ match: MarkerMatch, _ shared: inout PayloadStore) {
    guard let marker = transfer.glued else { return }
    let count = match.markers[marker].bytes.count
    transfer.payload.removeLast(count, &shared)
    transfer.sizes.remove(transfer.lastOctets)
    transfer.sizes.add(transfer.lastOctets - count)
    end(.marker, marker, .glued, at: transfer.last, match, &shared)
  }

  // MARK: - Ends

  /// The characteristic was subscribed or unsubscribed, or the connection or the capture ended.
  mutating func interrupt(
    _ ending: ReportV1.TransferEnding, startIsKnown known: Bool, _ match: MarkerMatch,
    _ shared: inout PayloadStore
  ) {
    if transfer.glued != nil { endGlued(match, &shared) }
    if transfer.chunks > 0 { end(ending, nil, nil, at: nil, match, &shared) }
    startIsKnown = known
    lastMarker = nil
  }

  private mutating func end(
    _ ending: ReportV1.TransferEnding, _ marker: Int?, _ style: ReportV1.MarkerStyle?,
    at moment: Moment?, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    if let moment, transfer.chunks == 0 { transfer.begin(at: moment) }
    if marker != nil { markerSeen = true }
    transfer.endRun(&shared)
    if let run = transfer.longestRun, run.count > longestRun?.count ?? 1 { longestRun = run }
    if marker == nil { pairs.add(transfer) }
    transfer.intervals.settle()
    let alone = transfer.resends.isEmpty ? nil : transfer.payloadWithoutResends()
    let isKept = shared.keepsTransfer(sizes: transfer.sizes.counts.count)
    let facts = transfer.payload.finish(match, isKept: isKept, &shared)
    var done = FinishedTransfer(
      ending: ending, marker: marker, style: style, startIsKnown: startIsKnown, payload: facts,
      resends: transfer.resends, withoutResends: nil, resendsAreProven: false,
      chunks: transfer.chunks, sizes: transfer.sizes,
      chunkLimit: transfer.mtu > 3 ? transfer.mtu - 3 : nil, first: transfer.first,
      last: transfer.last, markerMoment: moment, intervals: transfer.intervals.distribution,
      repeatsMarker: transfer.chunks == 0 && marker != nil && marker == lastMarker)
    lastMarker = marker
    if let alone {
      done.withoutResends = (alone.count, SHA256.digest(of: alone.span))
      let inspection = PayloadInspection(alone)
      done.resendsAreProven = facts.isIntact == false && inspection.isIntact == true
      if done.resendsAreProven { done.payload.kind = inspection.kind }
    }
    transfer = OpenTransfer()
    startIsKnown = true
    if marker != nil, !facts.isLookedInto { shared.bounds.insert(.payloads) }
    if done.sizes.boundReached { shared.bounds.insert(.chunkSizes) }
    if isKept {
      finished.append(done)
      // What was sent is reported when the controller is done with it.
      if !index.isSent {
        shared.steps.add(.transferEnded(index, transfer: finished.count - 1), at: done.end)
      }
    } else {
      shared.bounds.give(done.resends.count * Bound.resends.weight)
      if marker != nil { omitted += 1 }
    }
  }
}
