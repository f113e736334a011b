import Sessions
import SystemLibraries
import TraceBytes

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
  private(set) var finished: [FinishedTransfer] = []
  /// Whether any marker was seen here: then what ends without one is an incomplete transfer.
  private(set) var markerSeen = false
  private(set) var boundReached = false

  /// Whether the beginning of what comes next was seen.
  private var startIsKnown: Bool
  private var open: OpenTransfer?

  init(startIsKnown: Bool) { self.startIsKnown = startIsKnown }

  // MARK: - Values

  mutating func add(
    _ value: AttributeValue, in bytes: Span<UInt8>, elapsed: Int64?, _ match: MarkerMatch,
    _ shared: inout PayloadStore
  ) {
    if value.value.count <= match.longest, let marker = match.whole(value.value, in: bytes) {
      note(elapsed)
      open?.glued = nil
      return end(.marker, marker, .own, at: value.moment, &shared)
    }
    if open?.glued != nil { endGlued(match, &shared) }
    if open == nil { open = OpenTransfer(first: value.moment, last: value.moment) }
    note(elapsed)
    let range = value.value
    appendChunk(value, in: bytes, &shared)
    if range.count < match.longest, range.count > 0, !range.isCut {
      if let marker = followSplit(range, in: bytes, match) {
        return endSplit(marker, at: value.moment, match, &shared)
      }
    } else if open?.split.isEmpty == false {
      open?.forgetSplit()
    }
    open?.noteGlued(range, in: bytes, match)
  }

  private mutating func note(_ elapsed: Int64?) {
    if let elapsed, open != nil, open?.chunks ?? 0 > 0 { open?.intervals.add(elapsed) }
  }

  @inline(__always)
  private mutating func appendChunk(
    _ value: AttributeValue, in bytes: Span<UInt8>, _ shared: inout PayloadStore
  ) {
    open?.append(value, in: bytes, isTransfer: markerSeen, &shared)
  }

  // MARK: - Markers

  private mutating func followSplit(
    _ range: ByteRange, in bytes: Span<UInt8>, _ match: MarkerMatch
  ) -> Int? {
    guard var transfer = open else { return nil }
    open = nil
    defer { open = transfer }
    var piece: [UInt8] = []
    piece.append(range, of: bytes)
    switch match.beginning(transfer.split + piece) {
    case .whole(let marker) where !transfer.split.isEmpty:
      transfer.splitSizes.append(range.count)
      return marker
    case .part where !transfer.split.isEmpty:
      transfer.split += piece
      transfer.splitSizes.append(range.count)
      return nil
    default: break
    }
    transfer.forgetSplit()
    if case .part = match.beginning(piece) {
      transfer.split = piece
      transfer.splitSizes = [range.count]
      transfer.beforeSplit = transfer.beforeLast
    }
    return nil
  }

  private mutating func endSplit(
    _ marker: Int, at moment: Moment, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    guard var transfer = open else { return }
    open = nil
    transfer.payload.removeLast(match.markers[marker].bytes.count, &shared)
    for octets in transfer.splitSizes {
      transfer.sizes.remove(octets)
      transfer.chunks -= 1
    }
    if let before = transfer.beforeSplit { transfer.last = before }
    open = transfer
    end(.marker, marker, .split, at: moment, &shared)
  }

  private mutating func endGlued(_ match: MarkerMatch, _ shared: inout PayloadStore) {
    guard var transfer = open, let marker = transfer.glued else { return }
    open = nil
    let count = match.markers[marker].bytes.count
    transfer.payload.removeLast(count, &shared)
    transfer.sizes.remove(transfer.lastOctets)
    transfer.sizes.add(transfer.lastOctets - count)
    let moment = transfer.last
    open = transfer
    end(.marker, marker, .glued, at: moment, &shared)
  }

  // MARK: - Ends

  /// The characteristic was subscribed or unsubscribed, or the connection or the capture ended.
  mutating func interrupt(
    _ ending: FinishedTransfer.Ending, startIsKnown known: Bool, _ match: MarkerMatch,
    _ shared: inout PayloadStore
  ) {
    if open?.glued != nil { endGlued(match, &shared) }
    if open != nil { end(ending, nil, nil, at: nil, &shared) }
    startIsKnown = known
  }

  private mutating func end(
    _ ending: FinishedTransfer.Ending, _ marker: Int?, _ style: FinishedTransfer.Style?,
    at moment: Moment?, _ shared: inout PayloadStore
  ) {
    var transfer: OpenTransfer
    if let current = open {
      transfer = current
    } else if let moment {
      transfer = OpenTransfer(first: moment, last: moment)
    } else {
      return
    }
    open = nil
    if marker != nil { markerSeen = true }
    transfer.endRun()
    let alone = transfer.payloadWithoutResends()
    let facts = transfer.payload.finish(&shared)
    var done = FinishedTransfer(
      ending: ending, marker: marker, style: style, startIsKnown: startIsKnown, payload: facts,
      resends: transfer.resends, withoutResends: nil, resendsAreProven: false,
      chunks: transfer.chunks, sizes: transfer.sizes,
      chunkLimit: transfer.mtu > 3 ? transfer.mtu - 3 : nil, first: transfer.first,
      last: transfer.last, markerMoment: moment, intervals: transfer.intervals)
    if let alone {
      done.withoutResends = (alone.count, SHA256.digest(of: alone.span))
      let inspection = PayloadInspection(alone)
      done.resendsAreProven = facts.isIntact == false && inspection.isIntact == true
      if done.resendsAreProven { done.payload.kind = inspection.kind }
    }
    startIsKnown = true
    if finished.count < Bound.transfers.limit {
      finished.append(done)
    } else {
      boundReached = true
      if let extracted = facts.sinkPayload { shared.sink?.discard(extracted) }
    }
  }
}
