import Bytes
import CaptureFiles

extension TransferTracker {
  /// Takes the values of a burst, which are all of this characteristic.
  ///
  /// - Parameters:
  ///   - elapsed: the time since the value before them, if they follow on one.
  ///   - measured: all of them.
  @inline(__always)
  mutating func add(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    elapsed: Int64?, _ measured: BurstMeasure, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    var next = 0
    var elapsed = elapsed
    while next < records.count {
      let end = transfer.append(
        burst, of: records, from: next, in: bytes, elapsed: elapsed, measured, match,
        isTransfer: markerSeen, &shared)
      if end == next {
        add(
          burst.value(of: records[next], in: bytes), in: bytes, elapsed: elapsed, match, &shared)
        next &+= 1
      } else {
        next = end
      }
      if next < records.count {
        elapsed = measured[next &- 1]
      }
    }
  }
}

extension OpenTransfer {
  /// Appends what goes on as the last chunk did: as long, with other octets, and neither a marker
  /// nor a part of one.
  ///
  /// - Returns: the index of the first record that needs a closer look.
  @inline(never)
  mutating func append(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>,
    elapsed: Int64?, _ measured: BurstMeasure, _ match: MarkerMatch, isTransfer: Bool,
    _ shared: inout PayloadStore
  ) -> Int {
    guard chunks > 0, glued == nil, split.isEmpty, run == 1, !lastIsCut, lastOctets >= 8,
      lastOctets > match.longest, lastOctets >= largestBefore, let elapsed
    else { return first }
    let end = likeLast(burst, of: records, from: first, in: bytes)
    guard end > first else { return first }
    let same = records.extracting(first..<end)
    payload.append(same, in: bytes, isTransfer: isTransfer, &shared)
    intervals.add(elapsed)
    intervals.add(measured, first..<(end &- 1))
    largestBefore = lastOctets
    chunks &+= end &- first
    sizes.add(lastOctets, end &- first)
    mtu = burst.mtu
    if end &- first > 1 {
      let before = records[end &- 2]
      beforeLast = Moment(frame: before.number, time: before.time)
    } else {
      beforeLast = last
    }
    last = Moment(frame: records[end &- 1].number, time: records[end &- 1].time)
    return end
  }

  /// The index after those that are as long as the last value, and each begin otherwise than the
  /// one before. The last of them is the last head then.
  @inline(never)
  private mutating func likeLast(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>
  ) -> Int {
    var limit = records.count
    if burst.octets != lastOctets {
      limit = first
      while limit < records.count, ValueBurst.octets(of: records[limit]) == lastOctets {
        limit &+= 1
      }
    }
    var end = first
    var head = lastHead
    while end < limit {
      let next = bytes.u64le(ValueBurst.start(of: records[end]))
      if next == head { break }
      head = next
      end &+= 1
    }
    lastHead = head
    return end
  }
}
