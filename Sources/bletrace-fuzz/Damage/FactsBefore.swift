import Report

/// Names of what two reports say differently of the records through `frame`: facts that were
/// settled by then, and on which nothing that comes later has a say.
///
/// So no names and roles, which may be learnt later; no gaps and what explains them, of which the
/// threshold rests on the whole stream; nothing that an answer completes, as long values are.
func factsThatDiffer(
  _ one: ReportV1.Capture, _ other: ReportV1.Capture, through frame: Int
) -> [String] {
  var facts = FactComparison(frame: frame)
  // It is the time of the first packet, and other records may stand before that.
  if frame > max(one.strayRecords, other.strayRecords) {
    facts.compare("start", one.start, other.start)
  }
  facts.compare("scans", one.scans.map(\.settled), other.scans.map(\.settled), \.startFrame) {
    $0.stopFrame ?? .max
  }
  facts.compare("failures", one.connectionFailures, other.connectionFailures, \.frame)
  facts.compare("clock steps", one.clockSteps, other.clockSteps, \.frame)
  facts.compare("drops", one.dropPoints, other.dropPoints, \.beforeFrame)
  facts.compare("adapter states", one.adapterStates, other.adapterStates, \.frame)
  facts.compare("hardware errors", one.hardwareErrors, other.hardwareErrors, \.frame)
  facts.compare("quality reports", one.qualityReports, other.qualityReports, \.frame)
  facts.compare(
    "advertisers",
    one.advertisers.filter { $0.firstFrame <= frame }.map { [$0.address, $0.addressType] },
    other.advertisers.filter { $0.firstFrame <= frame }.map { [$0.address, $0.addressType] })
  facts.compare(
    "timeline", one.timeline?.compactMap(\.settled) ?? [],
    other.timeline?.compactMap(\.settled) ?? [], \.frame)
  let begun = one.connections.filter { $0.firstFrame <= frame }
  let otherBegun = other.connections.filter { $0.firstFrame <= frame }
  facts.compare("connections", begun.map(\.beginning), otherBegun.map(\.beginning))
  for (connection, otherwise) in zip(begun, otherBegun) {
    facts.compare(connection, otherwise)
  }
  return facts.differing
}

private struct FactComparison {
  let frame: Int
  private(set) var differing: [String] = []

  init(frame: Int) { self.frame = frame }

  mutating func compare<Fact: Equatable>(_ name: String, _ one: Fact, _ other: Fact) {
    if one != other { differing.append(name) }
  }

  /// Those that are settled by the frame.
  mutating func compare<Fact: Equatable>(
    _ name: String, _ one: [Fact], _ other: [Fact], _ begins: (Fact) -> Int,
    ends: (Fact) -> Int
  ) {
    let isSettled = { (fact: Fact) in begins(fact) <= frame && ends(fact) <= frame }
    compare(name, one.filter(isSettled), other.filter(isSettled))
  }

  mutating func compare<Fact: Equatable>(
    _ name: String, _ one: [Fact], _ other: [Fact], _ begins: (Fact) -> Int
  ) {
    compare(name, one, other, begins, ends: begins)
  }

  mutating func compare(_ one: ReportV1.Connection, _ other: ReportV1.Connection) {
    let name = "connection \(one.id): "
    compare(name + "parameters", one.parameters, other.parameters, \.frame)
    compare(name + "PHYs", one.phys, other.phys, \.frame)
    compare(name + "data lengths", one.dataLengths, other.dataLengths, \.frame)
    compare(name + "encryption", one.encryption, other.encryption, \.frame)
    compare(
      name + "encryption failures", one.encryptionFailures, other.encryptionFailures, \.frame)
    compare(
      name + "failed updates", one.parameterUpdateFailures, other.parameterUpdateFailures, \.frame)
    compare(name + "errors", one.att.errors, other.att.errors, \.frame)
    // One that was refused may look like one where the refusal is gone; none is to be missing.
    let subscribed = other.gatt.subscriptions.map(\.withoutMap)
    let isMissing = one.gatt.subscriptions.map(\.withoutMap)
      .contains { $0.frame <= frame && !subscribed.contains($0) }
    if isMissing { differing.append(name + "subscriptions") }
    compare(
      name + "MTU", [one.mtu], [other.mtu], { $0.frame ?? .max })
    compare(
      name + "end", [one.disconnect].compactMap(\.self), [other.disconnect].compactMap(\.self),
      \.frame)
    compare(
      name + "transfers", one.transfers.compactMap(\.settled),
      other.transfers.compactMap(\.settled), \.markerFrame)
  }
}

// MARK: - What is settled

extension ReportV1.Scan {
  /// Without what comes behind the command that ends it: the answer, and the last reports.
  fileprivate var settled: ReportV1.Scan {
    var scan = self
    scan.stopAnswerUs = nil
    scan.bursts = nil
    scan.silence = nil
    return scan
  }
}

private struct ConnectionBeginning: Equatable {
  var controller: Int
  var handle: Int
  var completeFrame: Int?
  var firstFrame: Int
  var startUs: Int
}

extension ReportV1.Connection {
  fileprivate var beginning: ConnectionBeginning {
    ConnectionBeginning(
      controller: controller, handle: handle, completeFrame: completeFrame,
      firstFrame: firstFrame, startUs: startUs)
  }
}

private struct SettledTransfer: Equatable {
  var valueHandle: Int
  var direction: ReportV1.Direction
  var marker: String?
  var payload: String?
  var bytes: Int
  var chunks: Int
  var chunkBytes: ReportV1.KeyedList<Int>
  var firstFrame: Int
  var lastFrame: Int
  var markerFrame: Int
  var startUs: Int
  var durationUs: Int
}

extension ReportV1.Transfer {
  /// One that its own marker ended: a marker at the end of a chunk may turn out to be data. And of
  /// values that wait for no answer.
  fileprivate var settled: SettledTransfer? {
    guard markerStyle == .own, kind == .notification, let markerFrame else { return nil }
    return SettledTransfer(
      valueHandle: valueHandle, direction: direction, marker: marker, payload: payloadSha256,
      bytes: payloadBytes, chunks: chunks, chunkBytes: chunkBytes,
      firstFrame: firstFrame, lastFrame: lastFrame, markerFrame: markerFrame, startUs: startUs,
      durationUs: durationUs)
  }
}

extension ReportV1.TimelineEvent {
  private static let events = [
    "connected", "disconnected", "device heard", "MTU ", "services found", "characteristics found",
    "descriptors found", "no more",
  ]

  /// One that is reported at once, under the frame that says it: requests and commands are reported
  /// when their answer has come, and values in a row when the row ends. Details hold names.
  fileprivate var settled: ReportV1.TimelineEvent? {
    guard Self.events.contains(where: event.hasPrefix) else { return nil }
    var event = self
    event.detail = ""
    return event
  }
}

extension ReportV1.Subscription {
  /// Which value the descriptor belongs to may be learnt later.
  fileprivate var withoutMap: ReportV1.Subscription {
    var subscription = self
    subscription.valueHandle = nil
    subscription.guessed = false
    return subscription
  }
}

// MARK: - Times

extension ReportV1.Capture {
  /// Without what rests on the records' times.
  var timeless: ReportV1.Capture {
    var capture = self
    capture.start = nil
    capture.clockSteps = []
    for index in capture.scans.indices {
      capture.scans[index].startUs = 0
      capture.scans[index].durationUs = nil
    }
    for index in capture.connectionFailures.indices {
      capture.connectionFailures[index].timeUs = 0
      capture.connectionFailures[index].requestUs = nil
    }
    for index in capture.adapterStates.indices { capture.adapterStates[index].timeUs = 0 }
    for index in capture.qualityReports.indices { capture.qualityReports[index].timeUs = 0 }
    for index in (capture.timeline ?? []).indices { capture.timeline?[index].timeUs = 0 }
    for index in capture.connections.indices {
      capture.connections[index].startUs = 0
      for parameters in capture.connections[index].parameters.indices {
        capture.connections[index].parameters[parameters].timeUs = 0
      }
      for subscription in capture.connections[index].gatt.subscriptions.indices {
        capture.connections[index].gatt.subscriptions[subscription].timeUs = 0
      }
      for transfer in capture.connections[index].transfers.indices {
        capture.connections[index].transfers[transfer].startUs = 0
        capture.connections[index].transfers[transfer].durationUs = 0
      }
    }
    return capture
  }
}
