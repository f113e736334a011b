import BluetoothProtocol
import Report

/// Compares what arrived with the file that was sent.
extension ReportBuilder {
  /// Takes note of a transfer that is in the report.
  mutating func noteArrival(
    _ transfer: borrowing FinishedTransfer, as report: ReportV1.Transfer, connection: Int
  ) {
    guard options.expected != nil, let arrival = transfer.payload.arrival,
      isCompared(connection, report.valueHandle, report.uuid)
    else { return }
    arrivals.append(
      ArrivalCandidate(
        connection: connection, transfer: report.id,
        stream: ArrivalCandidate.StreamFacts(
          valueHandle: report.valueHandle, uuid: report.uuid, direction: report.direction),
        pieces: measures.payloads.arrivals?.pieces(arrival), isComplete: transfer.isComplete,
        firstFrame: report.firstFrame, lastFrame: report.markerFrame ?? report.lastFrame))
  }

  /// Takes note of values that no marker ended. Where the file begins again, another attempt does;
  /// what comes before the file and after it is none of it, as nothing says where it ends.
  mutating func noteArrival(
    _ transfer: borrowing FinishedTransfer, _ stream: ArrivalCandidate.StreamFacts, connection: Int
  ) {
    guard let arrival = transfer.payload.arrival,
      isCompared(connection, stream.valueHandle, stream.uuid)
    else {
      return
    }
    func add(_ pieces: [ArrivedPiece]?, _ first: Int, _ last: Int) {
      arrivals.append(
        ArrivalCandidate(
          connection: connection, stream: stream, pieces: pieces, firstFrame: first,
          lastFrame: last))
    }
    guard let pieces = measures.payloads.arrivals?.pieces(arrival) else {
      return add(nil, transfer.first.frame, transfer.last.frame)
    }
    for attempt in Self.attempts(pieces) {
      guard let first = attempt.first, let last = attempt.last else { continue }
      add(Array(attempt), first.firstFrame, last.lastFrame)
    }
  }

  private func isCompared(_ connection: Int, _ handle: Int, _ uuid: String?) -> Bool {
    if let only = options.expectedConnection, only != connection { return false }
    if options.transferUUIDs.isEmpty, options.transferHandles.isEmpty { return true }
    if options.transferHandles.contains(where: { Int($0) == handle }) { return true }
    return options.transferUUIDs.contains { $0.description == uuid }
  }

  /// The stretches of the pieces that each are one attempt to send the file.
  static func attempts(_ pieces: [ArrivedPiece]) -> [ArraySlice<ArrivedPiece>] {
    var starts: [Int] = []
    var before = 0
    for index in pieces.indices where pieces[index].isOfFile {
      // A first value that came twice is no further attempt.
      let isSeveral = pieces[index].firstFrame != pieces[index].lastFrame
      let isBeginning =
        pieces[index].offset == 0 && (isSeveral || before > pieces[index].count)
      if starts.isEmpty || isBeginning {
        starts.append(index)
        before = 0
      }
      before = max(before, pieces[index].end)
    }
    return starts.indices.map { place in
      let end = place + 1 < starts.count ? starts[place + 1] : pieces.count
      let attempt = pieces[starts[place]..<end]
      let last = attempt.lastIndex(where: \.isOfFile) ?? starts[place]
      return attempt[...last]
    }
  }

  /// How the file arrived, by what it fits best.
  func expectedArrival(_ connections: [ReportV1.Connection]) -> ReportV1.ExpectedArrival? {
    guard let file = options.expected else { return nil }
    var report = ReportV1.ExpectedArrival {
      $0.file = file.name
      $0.fileBytes = file.bytes.count
      $0.fileSha256 = payloadDigest(file.bytes)
      $0.missingBytes = file.bytes.count
      $0.firstDifferenceOffset = 0
    }
    let size = file.bytes.count
    let fits = arrivals.map { Self.fit($0, size) }
    // A whole transfer before others, and the first of equal ones.
    let order = { (index: Int) in
      (fits[index], arrivals[index].isComplete ? 1 : 0, arrivals[index].transfer == nil ? 0 : 1)
    }
    guard let best = arrivals.indices.map(order).max(by: <),
      let chosen = arrivals.indices.first(where: { order($0) == best }), fits[chosen] > 0
    else {
      report.tooManyDifferences = arrivals.contains { $0.pieces == nil }
      return report
    }
    report.equalFits = fits.count { $0 == fits[chosen] } - 1
    let arrival = arrivals[chosen]
    report.connection = arrival.connection
    report.transfer = arrival.transfer
    report.valueHandle = arrival.stream.valueHandle
    report.uuid = arrival.stream.uuid
    report.direction = arrival.stream.direction
    report.firstFrame = arrival.firstFrame
    report.lastFrame = arrival.lastFrame
    report.recordsLost = clock.lost(between: arrival.firstFrame, and: arrival.lastFrame)
    if arrival.transfer == nil {
      report.run =
        connections.first { $0.id == arrival.connection }?.runs.first {
          $0.valueHandle == arrival.stream.valueHandle && $0.direction == arrival.stream.direction
            && $0.firstFrame <= arrival.lastFrame && arrival.firstFrame <= $0.lastFrame
        }?.id
    }
    Arrival(arrival.pieces ?? [], of: file).fill(in: &report)
    return report
  }

  /// From 0 to 1: how much of the file and of what arrived is in both.
  private static func fit(_ candidate: ArrivalCandidate, _ size: Int) -> Double {
    let (received, fresh) = candidate.weights
    return received + size == 0 ? 0 : Double(2 * min(fresh, size)) / Double(received + size)
  }
}

extension Arrival {
  func fill(in report: inout ReportV1.ExpectedArrival) {
    report.intact = isIntact
    report.receivedBytes = received
    report.matchedBytes = matched
    report.missingBytes = missing
    report.doubledBytes = doubled
    report.outOfOrderBytes = outOfOrder
    report.damagedBytes = damaged
    report.extraBytes = extra
    report.unknownBytes = unknown
    let all = received + report.fileBytes
    report.fit = all == 0 ? 0 : Double(2 * matched) / Double(all)
    report.firstDifferenceOffset = firstDifference?.offset
    report.firstDifferenceFrame = firstDifference?.frame
    report.differences = differences
    report.differencesOmitted = differencesOmitted
  }
}
