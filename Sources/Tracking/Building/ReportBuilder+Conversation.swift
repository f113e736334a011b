import BluetoothProtocol
import Judgement
import Report

/// What the values of each characteristic are for, and the dialogues that they make up.
extension ReportBuilder {
  func addConversation(
    _ streams: [ConversedStream], _ state: ConnectionState,
    to report: inout ReportV1.Connection
  ) {
    for index in report.notifications.indices {
      let found = streams.first { report.notifications[index].isMade(of: $0.stream) }
      set(&report.notifications[index], found, report.transfers)
    }
    for index in report.writes.indices {
      let found = streams.first { report.writes[index].isMade(of: $0.stream) }
      set(&report.writes[index], found, report.transfers)
      report.writes[index].commonOctets = digits(found?.commonOctets ?? [])
    }
    let all = streams.flatMap(\.dialogues).sorted { $0.first.frame < $1.first.frame }
    // What switches values on and off asks for nothing.
    report.dialogues = all.map { dialogue($0, state) }.filter { $0.request.uuid != Self.cccd }
    for index in report.dialogues.indices { report.dialogues[index].id = index + 1 }
  }

  private static let cccd = BluetoothUUID.clientCharacteristicConfiguration.description

  private func set(
    _ stream: inout ReportV1.NotificationStream, _ found: ConversedStream?,
    _ transfers: [ReportV1.Transfer]
  ) {
    stream.distinctValues = found?.distinct
    stream.repeatedValues = found?.repeated
    let (handle, direction, isWrite) = (stream.valueHandle, stream.direction, stream.kind == .write)
    let carriesTransfers = transfers.contains {
      $0.valueHandle == handle && $0.direction == direction && $0.complete
        && ($0.kind == .write) == isWrite && $0.chunks > 1
    }
    if carriesTransfers {
      stream.purpose = isWrite ? .upload : .download
    } else if let known = stream.uuid.flatMap(StandardPurposes.purpose) {
      // Some devices send the level of their battery by a timer.
      stream.purpose = known == .events && found?.purpose == .periodic ? .periodic : known
    } else {
      stream.purpose = found?.purpose
      stream.partnerHandle = found?.partnerHandle
    }
    stream.periodUs = found?.periodUs.map { Int(reported: $0) }
    guard !stream.mayBeBulk, stream.gapCount != 0 else { return }
    (stream.gaps, stream.gapCauses) = ([], [])
    (stream.gapCount, stream.gapTotalUs) = (0, 0)
  }

  private func dialogue(_ facts: DialogueFacts, _ state: ConnectionState) -> ReportV1.Dialogue {
    let start = TraceOffset(facts.first.time, clock)
    return ReportV1.Dialogue {
      $0.client = facts.request.isSent ? .local : .peer
      $0.request = stream(facts.request, state)
      $0.answer = stream(facts.answer, state)
      $0.firstFrame = Int(facts.first.frame)
      $0.lastFrame = Int(facts.last.frame)
      $0.startUs = start.microseconds
      let end = TraceOffset(facts.last.time, clock)
      $0.durationUs = Int(reported: max(0, end.microseconds - start.microseconds))
      $0.requests = facts.requests
      $0.unanswered = facts.unanswered
      $0.answered = facts.requests - facts.unanswered
      $0.unansweredFrames = facts.unansweredFrames.map { Int($0) }
      $0.unansweredWaitsUs = facts.unansweredWaits.map { Int(reported: $0) }
      $0.sequenceValues = facts.sequence?.values
      $0.sequenceTimes = facts.sequence?.times
      $0.missed = facts.missed
      $0.missedFrames = facts.missedFrames.map { Int($0) }
      $0.answersPerRequest = facts.answersPerRequest
      $0.latencyUs = ReportV1.Summary {
        $0.count = facts.latency.count
        $0.p50 = Int(reported: facts.latency.p50)
        $0.p95 = Int(reported: facts.latency.p95)
        $0.p99 = Int(reported: facts.latency.p99)
      }
      $0.periodUs = facts.periodUs.map { Int(reported: $0) }
      $0.repeated = facts.repeated
      $0.distinctRequests = facts.distinctRequests
      $0.distinctAnswers = facts.distinctAnswers
      $0.waitedUs = Int(reported: facts.waitedUs)
      $0.answeredOctets = digits(facts.answeredOctets)
      $0.unansweredOctets = digits(facts.unansweredOctets)
      $0.eras = facts.eras.map { era in
        ReportV1.DialogueEra {
          $0.intervalUs = Int(reported: era.interval)
          $0.frame = Int(era.frame)
          $0.answered = era.count
          $0.latencyUs = Int(reported: era.latency)
          $0.paceUs = era.pace.map { Int(reported: $0) }
        }
      }
    }
  }

  private func digits(_ octets: [UInt8]) -> String? {
    octets.isEmpty ? nil : hexadecimal(octets)
  }

  private func stream(_ stream: LogStream, _ state: ConnectionState) -> ReportV1.DialogueStream {
    let kind = ReportV1.ValueKind(stream)
    // A write goes to a server, and a notification comes from one.
    let server: Side = (kind == .write) == stream.isSent ? .peer : .local
    return ReportV1.DialogueStream {
      $0.valueHandle = Int(stream.handle)
      $0.uuid = state.valueType(ATTHandle(stream.handle), of: server)?.description
      $0.kind = kind
    }
  }
}

/// A moment from the capture's first packet on.
private struct TraceOffset {
  let microseconds: Int

  init(_ time: Int64, _ clock: ClockWatch) {
    let (offset, overflow) = time.subtractingReportingOverflow(clock.start?.microseconds ?? 0)
    microseconds = overflow ? 0 : Int(reported: offset)
  }
}

extension ReportV1.ValueKind {
  fileprivate init(_ stream: LogStream) {
    self =
      switch ATTOpcode(stream.opcode) {
      case .handleValueNotification, .multipleHandleValueNotification: .notification
      case .handleValueIndication: .indication
      default: .write
      }
  }
}

extension ReportV1.NotificationStream {
  /// Whether its values are those of a stream of the log.
  func isMade(of stream: LogStream) -> Bool {
    valueHandle == Int(stream.handle) && (direction == .tx) == stream.isSent
      && kind == ReportV1.ValueKind(stream)
  }
}

/// What the values of characteristics of the Bluetooth SIG are for, whatever their times look like.
private enum StandardPurposes {
  static func purpose(of uuid: String) -> ReportV1.StreamPurpose? { table[uuid] }

  private static let table: [String: ReportV1.StreamPurpose] = [
    // Battery Level.
    "2A19": .events,
    // Boot Keyboard Input Report, Boot Mouse Input Report, Report.
    "2A22": .events, "2A33": .events, "2A4D": .events,
    // Heart Rate Measurement, RSC Measurement, CSC Measurement, Cycling Power Measurement.
    "2A37": .periodic, "2A53": .periodic, "2A5B": .periodic, "2A63": .periodic,
  ]
}
