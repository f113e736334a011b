import Report

/// Messages that do not fit a layout that nearly all others fit.
struct FramingDamagedRule: Rule, RuleFacts {
  static let name = "framing-damaged"
  static let severity = ReportV1.Severity.warning
  /// What a sniffer missed seems to be damaged.
  static let suitsAir = false
  static let limits = [fitting, least]
  static let fitting = RuleLimit("least_fitting", 95, .percent)
  static let least = RuleLimit("least_messages", 20, .values)

  let connection: ReportV1.Connection
  let messages: ReportV1.Messages

  static func check(_ file: CaseFile) -> [RuleFinding] {
    if file.mayLackPackets { return [] }
    return file.connections { $0[$1].messages.contains { $0.damagedCount > 0 } }.findings {
      connection, _ in
      connection.messages.filter(isDamaged).map {
        Self(connection: connection, messages: $0).found
      }
    }
  }

  /// Values that are missing at the beginning or the end of a message are no damage of it.
  private static func isDamaged(_ messages: ReportV1.Messages) -> Bool {
    messages.confidence != .candidate && messages.damagedCount > 0
      // Without a checksum or an end, what does not fit may be a message of another kind.
      && messages.checked && messages.all >= least.value
      && messages.count * 100 >= messages.all * fitting.value
  }

  private var found: RuleFinding {
    let handles = messages.streams.map(\.valueHandle)
    return finding(
      .warning, connection.id, frames: Wording.handful(messages.damaged)
    ).about(connection, handles.first.map { Wording.handle($0) } ?? "")
  }

  var evidence: EvidenceList {
    [
      .count: .of(messages.damagedCount), .values: .of(messages.all),
      .valueHandle: .of(messages.streams.first?.valueHandle),
      .uuid: .of(messages.streams.first?.uuid),
    ]
  }

  /// Whether most of what does not fit are several messages in one value.
  var isGlued: Bool { 2 * (messages.flaws["glued"] ?? 0) > messages.damagedCount }
}

extension ReportV1.Messages {
  /// How many messages there were, with those that do not fit.
  var all: Int { count &+ damagedCount }
}
