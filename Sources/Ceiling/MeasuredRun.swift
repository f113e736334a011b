import Report

/// Values that went one after the other over the same characteristic: a transfer, or a whole
/// stream. What the estimate needs to know of them.
struct MeasuredRun {
  var direction: ReportV1.Direction
  var frames: ClosedRange<Int>
  /// When they went.
  var spanUs: ClosedRange<Int>
  var isConfirmed: Bool
  /// Whether the sender waited for each packet to be completed before it sent the next.
  var isOneInFlight = false
  /// Whether it waited for an answer of the peer's protocol to each.
  var isAnswered = false
  /// By length, a marker of its own among them.
  var values: [ThroughputModel.Values]
  var payloadBytes: Int
  /// The size of most.
  var chunkBytes: Int
  /// Whether the sender cut a payload into these pieces, and could have cut it into others.
  var isCut: Bool
  /// The marker, where it came as values of its own.
  var marker: ThroughputModel.Values?
  /// Whether the time ends when the controller was done with the last of them.
  var isTimedToCompletion = false
  var achievedUs: Int
  var achievedBytesPerS: Double?
  var usualGapUs: Int
  var gaps: [ReportV1.Gap]
  /// Of all gaps, where the list has the longest only.
  var gapCauses: [ReportV1.GapCause] = []
  var kind: ReportV1.ValueKind
  /// Where the time went, as the account of the link has it; empty where that is not known.
  var time: [ReportV1.CauseShare] = []

  var count: Int { values.reduce(0) { $0 + $1.count } }

  /// Of the transfer at a position of the list: handed over by itself, it would be copied. `nil`
  /// for less than three chunks, and where the capture missed some: nothing can be said of these.
  init?(
    _ list: [ReportV1.Transfer], at index: Int, in connection: borrowing ReportV1.Connection
  ) {
    guard list[index].chunks >= 3, list[index].payloadBytes > 0, list[index].paceUs > 0,
      list[index].outcome != .undelivered,
      list[index].framing?.capturedBytes == nil
    else { return nil }
    direction = list[index].direction
    let end = max(list[index].lastFrame, list[index].markerFrame ?? list[index].lastFrame)
    frames = min(list[index].firstFrame, end)...end
    let startUs = list[index].startUs
    spanUs = startUs...max(startUs, startUs + max(list[index].durationUs, list[index].paceUs))
    kind = list[index].kind
    values = Self.chunks(list, at: index)
    payloadBytes = list[index].payloadBytes
    chunkBytes = list[index].chunkBytes.mostFrequent ?? 0
    isCut = true
    marker = Self.marker(list, at: index)
    if let marker { values.append(marker) }
    isTimedToCompletion = list[index].delivery?.durationUs != nil
    achievedUs = list[index].paceUs
    achievedBytesPerS = list[index].paceBytesPerS
    usualGapUs = list[index].gapUs.p50 ?? 0
    gaps = list[index].gaps
    time = list[index].paceTime
    if list[index].gapCount != gaps.count { gapCauses = list[index].gapCauses }
    guard chunkBytes > 0 else { return nil }
    isConfirmed = Self.isConfirmed(
      kind, direction, count: list[index].chunks, from: list[index].firstFrame,
      usualGapUs: usualGapUs, in: connection)
    let id = list[index].id
    let isSent = direction == .tx && !isConfirmed
    isOneInFlight =
      isSent
      && connection.runs.containsInPlace { $0.pacing == .oneInFlight && $0.transfers.contains(id) }
    isAnswered =
      isSent && connection.runs.containsInPlace { $0.pacing == .answered && $0.transfers == [id] }
  }

  /// `nil` where the values make up transfers, which have estimates of their own, and where their
  /// sender's timer makes them.
  init?(
    _ stream: borrowing ReportV1.NotificationStream, in connection: borrowing ReportV1.Connection
  ) {
    let carriesTransfers = connection.transfers.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
    }
    let isOnTimer = stream.purpose == .periodic && stream.kind != .write
    let isPacedBySender = connection.runs.containsInPlace {
      $0.isPacedBySender && $0.valueHandle == stream.valueHandle
        && $0.kind.rawValue == stream.kind.rawValue && $0.values * 2 > stream.count
    }
    guard !carriesTransfers, !isOnTimer, !isPacedBySender, stream.count >= 3, stream.bytes > 0,
      let mean = stream.gapUs.mean,
      mean > 0, mean < 1e12
    else { return nil }
    direction = stream.direction
    frames = min(stream.firstFrame, stream.lastFrame)...max(stream.firstFrame, stream.lastFrame)
    let startUs = stream.firstUs ?? 0
    spanUs = startUs...max(startUs, stream.lastUs ?? startUs)
    kind = stream.kind
    chunkBytes = stream.bytes / stream.count + (stream.bytes % stream.count > 0 ? 1 : 0)
    values = [.init(octets: chunkBytes, count: stream.count)]
    payloadBytes = stream.bytes
    isCut = false
    let duration = Int(reported: (mean + 0.5).rounded(.down) * Double(stream.gapUs.count))
    guard duration > 0 else { return nil }
    achievedUs = duration
    achievedBytesPerS = Double(stream.bytes) * 1_000_000 / Double(duration)
    usualGapUs = stream.gapUs.p50 ?? 0
    gaps = stream.gaps
    if stream.gapCount != gaps.count { gapCauses = stream.gapCauses }
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

  private static func marker(
    _ list: [ReportV1.Transfer], at index: Int
  ) -> ThroughputModel.Values? {
    guard let octets = list[index].marker?.utf8.count, octets > 0 else { return nil }
    switch list[index].markerStyle {
    case .own: return .init(octets: octets, count: 1)
    case .split:
      // There is a gap before each value but the first.
      let chunks = list[index].chunks
      let gaps = min(max(list[index].gapUs.count, chunks), chunks + octets - 1)
      let count = gaps - chunks + 1
      return .init(octets: (octets + count - 1) / count, count: count)
    case .glued, nil: return nil
    }
  }

  /// As counted; chunks whose length was not kept count with the mean of what is left.
  private static func chunks(
    _ list: [ReportV1.Transfer], at index: Int
  ) -> [ThroughputModel.Values] {
    let entries = list[index].chunkBytes.entries.prefix(60)
    var values: [ThroughputModel.Values] = []
    // A rest and a marker may follow.
    values.reserveCapacity(entries.count + 2)
    var chunks = list[index].chunks
    var bytes = list[index].payloadBytes
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

  /// Whether each value waited for its answer. Of writes the PDUs show it, and where both kinds
  /// were used the rhythm: a Write Request cannot follow the one before within the same event.
  private static func isConfirmed(
    _ kind: ReportV1.ValueKind, _ direction: ReportV1.Direction, count: Int, from frame: Int,
    usualGapUs: Int, in connection: ReportV1.Connection
  ) -> Bool {
    switch kind {
    case .notification: return false
    case .indication: return true
    case .write:
      let pdus = direction == .tx ? connection.att.pdus.tx : connection.att.pdus.rx
      if pdus[.writeRequest] < count { return false }
      if pdus[.writeCommand] < count { return true }
      let interval = connection.parameters.last { $0.frame <= frame }?.dataIntervalUs
      return usualGapUs >= (interval ?? 0) / 4 * 3
    }
  }
}
