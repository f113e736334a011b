import BluetoothProtocol
import Report

/// The sniffer heard the answers of one side, and not what they answer.
struct RequestsNotHeardRule: Rule, RuleFacts {
  static let name = "requests-not-heard"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let traits: RuleTraits = .capture
  static let limits = [fewest, longestPause, timesHeard]
  static let fewest = RuleLimit("least_responses", ReportV1.UnaskedResponses.fewest, .pdus)
  static let longestPause = RuleLimit(
    "longest_pause_us", ReportV1.UnaskedResponses.longestPauseUs, .microseconds)
  /// A sniffer that misses packets at random hears most of both.
  static let timesHeard = RuleLimit("least_times_the_requests", 2, .times)

  let air: ReportV1.Air
  let answers: ReportV1.UnaskedResponses
  /// Requests of that kind that were heard in the connection.
  let heard: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil && !$0[$1].att.unasked.isEmpty }
      .finding { connection, _ in
        guard let found = worst(in: connection) else { return nil }
        return found.finding(
          .info, connection.id, frames: [found.answers.firstFrame, found.answers.lastFrame],
          lostUs: found.answers.durationUs)
      }
  }

  static func worst(in connection: ReportV1.Connection) -> Self? {
    guard let air = connection.air, air.filtered == nil else { return nil }
    let longest = connection.att.unasked.filter { $0.count >= fewest.value }
    return longest.compactMap { answers -> Self? in
      let counts = answers.asked == .peer ? connection.att.pdus.tx : connection.att.pdus.rx
      let key = answers.pdu.answeredRequest?.key
      let heard = counts.entries.first { $0.key == key }?.value ?? 0
      let isMost = answers.count >= timesHeard.value * heard
      return isMost ? Self(air: air, answers: answers, heard: heard) : nil
    }.max { $0.answers.count < $1.answers.count }
  }

  /// The side that asked.
  var client: ReportV1.AirSide { answers.asked == .peer ? air.central : air.peripheral }

  var evidence: EvidenceList {
    [
      .pdu: .of(answers.pdu.key), .count: .of(answers.count), .requests: .of(heard),
      .durationUs: .of(answers.durationUs), .eventsSilent: .of(air.events.silent),
      .dataPackets: .of(client.packets - client.empty), .party: .null,
    ]
  }
}
