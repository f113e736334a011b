import Reports

/// Values that went one after the other over the same characteristic: a transfer, or a whole stream.
/// What the estimate needs to know of them.
struct MeasuredRun {
  var direction: ReportV1.Direction
  var frames: ClosedRange<Int>
  var isConfirmed: Bool
  /// By length, a marker of its own among them.
  var values: [ThroughputModel.Values]
  var payloadBytes: Int
  /// The size of most.
  var chunkBytes: Int
  /// Whether the sender cut a payload into these pieces, and could have cut it into others.
  var isCut: Bool
  /// The marker, where it came as values of its own.
  var marker: ThroughputModel.Values?
  var achievedUs: Int
  var achievedBytesPerS: Double?
  var usualGapUs: Int
  var gaps: [ReportV1.Gap]
  var kind: ReportV1.TransferKind

  /// Longer ones, of thousands of years, would have sums overflow.
  private static let durations = 1...(Int.max >> 8)

  var count: Int { values.reduce(0) { $0 + $1.count } }

  /// `nil` for less than three chunks, of which nothing can be said.
  init?(
    _ transfer: borrowing ReportV1.Transfer, in connection: borrowing ReportV1.Connection
  ) {
    guard transfer.chunks >= 3, transfer.chunks <= Int.max >> 8, transfer.payloadBytes > 0,
      Self.durations.contains(transfer.durationUs)
    else { return nil }
    direction = transfer.direction
    let end = max(transfer.lastFrame, transfer.markerFrame ?? transfer.lastFrame)
    frames = min(transfer.firstFrame, end)...end
    kind = transfer.kind
    values = Self.chunks(transfer)
    payloadBytes = transfer.payloadBytes
    chunkBytes = transfer.chunkBytes.mostFrequent ?? 0
    isCut = true
    marker = Self.marker(transfer)
    if let marker { values.append(marker) }
    achievedUs = transfer.durationUs
    achievedBytesPerS = transfer.throughputBytesPerS
    usualGapUs = transfer.gapUs.p50 ?? 0
    gaps = transfer.gaps
    guard chunkBytes > 0 else { return nil }
    isConfirmed = Self.isConfirmed(
      kind, direction, count: transfer.chunks, from: transfer.firstFrame,
      usualGapUs: usualGapUs, in: connection)
  }

  /// `nil` where the values make up transfers, which have estimates of their own.
  init?(
    _ stream: borrowing ReportV1.NotificationStream, in connection: borrowing ReportV1.Connection
  ) {
    let carriesTransfers = connection.transfers.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
    }
    guard !carriesTransfers, stream.count >= 3, stream.bytes > 0, let mean = stream.gapUs.mean,
      mean > 0, mean < 1e12
    else { return nil }
    direction = stream.direction
    frames = min(stream.firstFrame, stream.lastFrame)...max(stream.firstFrame, stream.lastFrame)
    kind =
      switch stream.kind {
      case .notification: .notification
      case .indication: .indication
      case .write: .write
      }
    chunkBytes = stream.bytes / stream.count + (stream.bytes % stream.count > 0 ? 1 : 0)
    values = [.init(octets: chunkBytes, count: stream.count)]
    payloadBytes = stream.bytes
    isCut = false
    let (duration, overflow) = Int(mean + 0.5).multipliedReportingOverflow(by: stream.gapUs.count)
    guard !overflow, Self.durations.contains(duration) else { return nil }
    achievedUs = duration
    achievedBytesPerS = Double(stream.bytes) * 1_000_000 / Double(duration)
    usualGapUs = stream.gapUs.p50 ?? 0
    gaps = stream.gaps
    isConfirmed = Self.isConfirmed(
      kind, direction, count: stream.count, from: stream.firstFrame, usualGapUs: usualGapUs,
      in: connection)
  }

  /// The same payload in chunks of another length.
  func values(chunkBytes: Int) -> [ThroughputModel.Values] {
    let (whole, rest) = payloadBytes.quotientAndRemainder(dividingBy: max(chunkBytes, 1))
    var values: [ThroughputModel.Values] = []
    values.reserveCapacity(3)
    values.append(.init(octets: chunkBytes, count: whole))
    if rest > 0 { values.append(.init(octets: rest, count: 1)) }
    if let marker { values.append(marker) }
    return values
  }

  private static func marker(_ transfer: ReportV1.Transfer) -> ThroughputModel.Values? {
    guard let octets = transfer.marker?.utf8.count, octets > 0 else { return nil }
    switch transfer.markerStyle {
    case .own: return .init(octets: octets, count: 1)
    case .split:
      // There is a gap before each value but the first.
      let gaps = min(max(transfer.gapUs.count, transfer.chunks), transfer.chunks + octets - 1)
      let count = gaps - transfer.chunks + 1
      return .init(octets: (octets + count - 1) / count, count: count)
    case .glued, nil: return nil
    }
  }

  /// As counted; chunks whose length was not kept count with the mean of what is left.
  private static func chunks(_ transfer: ReportV1.Transfer) -> [ThroughputModel.Values] {
    let entries = transfer.chunkBytes.entries.prefix(60)
    var values: [ThroughputModel.Values] = []
    // A rest and a marker may follow.
    values.reserveCapacity(entries.count + 2)
    var chunks = transfer.chunks
    var bytes = transfer.payloadBytes
    for entry in entries {
      guard let octets = Int(entry.key), chunks > 0 else { continue }
      let value = ThroughputModel.Values(octets: octets, count: min(entry.value, chunks))
      values.append(value)
      chunks -= value.count
      bytes = max(0, bytes - value.octets * value.count)
    }
    if chunks > 0 { values.append(.init(octets: bytes / chunks, count: chunks)) }
    return values
  }

  /// Whether each value waited for its answer. Of writes the PDUs tell, and where both kinds were
  /// used the rhythm: a Write Request cannot follow the one before within the same event.
  private static func isConfirmed(
    _ kind: ReportV1.TransferKind, _ direction: ReportV1.Direction, count: Int, from frame: Int,
    usualGapUs: Int, in connection: ReportV1.Connection
  ) -> Bool {
    switch kind {
    case .notification: return false
    case .indication: return true
    case .write:
      let pdus = direction == .tx ? connection.att.pdus.tx : connection.att.pdus.rx
      if (pdus["write_request"] ?? 0) < count { return false }
      if (pdus["write_command"] ?? 0) < count { return true }
      let interval = connection.parameters.last { $0.frame <= frame }?.intervalUs
      return usualGapUs >= (interval ?? 0) / 4 * 3
    }
  }
}
