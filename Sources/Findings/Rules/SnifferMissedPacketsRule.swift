import Report

/// What the devices exchanged, and the sniffer did not hear.
struct SnifferMissedPacketsRule: Rule, RuleFacts {
  static let name = "sniffer-missed-packets"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let traits: RuleTraits = .capture
  static let limits = [least, oneIn]
  static let least = RuleLimit("least_packets", 3, .packets)
  /// Packets with data for each of which one is missing.
  static let oneIn = RuleLimit("least_one_in", 1_000, .packets)

  /// The `id` of the connection.
  let connection: Int
  let air: ReportV1.Air

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil }.finding { connection, _ in
      guard let air = connection.air else { return nil }
      let found = Self(connection: connection.id, air: air)
      // If only MICs are wrong, mic-failure speaks.
      guard found.lost >= least.value, found.lost > found.unfit,
        found.lost * oneIn.value >= found.data,
        RequestsNotHeardRule.worst(in: connection) == nil
      else { return nil }
      return found.finding(.info, connection.id, frames: Wording.handful(air.unreadFrames))
    }
  }

  private var sides: [ReportV1.AirSide] { [air.central, air.peripheral] }
  /// Packets with data that the sniffer heard, and those that it did not.
  var data: Int { sides.map(\.dataPackets).total }
  var lost: Int { sides.map { $0.lostData(isCounted: isCounted) }.total }
  var heard: Int { sides.map(\.heardData).total }
  var isKnown: Bool { isCounted || sides.allSatisfy { $0.estimatedData == 0 } }
  /// What was decrypted has counters, which count all packets with data.
  private var isCounted: Bool {
    !air.encryptions.isEmpty && air.encryptionsOmitted == 0
      && air.encryptions.allSatisfy { $0.outcome == .decrypted }
  }
  /// Why it could not read them.
  var missed: Int { sides.map(\.missedCertain).total }
  var damaged: Int { sides.map(\.crcFailedReceived).total }
  var unfit: Int { sides.map(\.micFailed).total }
  var all: Int { max(lost, missed + damaged + unfit) }
  /// Events of one side, without those in which the peripheral had gone silent at the end.
  var oneSided: Int { max(0, air.events.oneSided - (air.silence?.events ?? 0)) }
  var repeated: Int { min(air.events.repeated, oneSided) }
  /// The side of which values break off alike.
  var limited: ReportV1.AirSide? { sides.first { $0.breaksAlike } }

  var evidence: EvidenceList {
    [
      .packetsMissing: .of(all), .dataPacketsMissing: .of(lost), .missedCertain: .of(missed),
      .crcFailedReceived: .of(damaged), .micFailed: .of(unfit),
      .eventsOneSided: .of(oneSided), .eventsRepeated: .of(repeated),
      .eventsCutOff: .of(air.events.cutOff), .eventsSilent: .of(air.events.silent),
      .brokenAfter: .of(limited?.brokenAfter), .eventsUnused: .of(air.events.unused),
      .party: .null,
    ]
  }
}

extension ReportV1.AirSide {
  /// Packets with data that it could read, each once, as far as it is known which were sent again.
  fileprivate var heardData: Int { max(0, packets - empty - dataRetransmitted - micFailed) }

  /// Packets with data that the other side received and the sniffer did not.
  fileprivate func lostData(isCounted: Bool) -> Int {
    micFailed + shownData + (isCounted ? 0 : estimatedData)
  }

  /// Those that counters and lengths show.
  private var shownData: Int { missedByCounter + missedByLength }

  /// The others are taken to have data as often as those that were heard.
  fileprivate var estimatedData: Int {
    let others = max(0, missedCertain + crcFailedReceived - shownData)
    let share = new > 0 ? Double(dataPackets) / Double(new) : 0
    return Int((Double(others) * share).rounded())
  }

  /// Eight values at least break off alike, and one in five at most does otherwise.
  fileprivate var breaksAlike: Bool {
    brokenAfter != nil && brokenAlike >= 8 && brokenAlike * 5 >= brokenPdus * 4
  }
}
