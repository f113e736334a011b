import Report

/// One thing that bletrace knows to look for.
///
/// A rule sees the report and nothing else, through a case file that all rules share: a reader of
/// the report can check what it says. What it looks for stands in `Rules/`, and its words in
/// `Words/`; they are its documentation, too, which `bletrace rules` and the manual page print.
package protocol Rule: Sendable {
  /// `notification-gap`: how it is named in findings and in options.
  static var name: String { get }

  /// The worst that it says. An error means that data or the link was lost, a warning that time was
  /// lost or a risk was seen, info is context.
  static var severity: ReportV1.Severity { get }

  /// One sentence for a user: what it finds.
  static var summary: String { get }

  /// Why its limit is what it is, and when it stays quiet.
  static var explanation: String { get }

  /// Whether it holds of what a sniffer heard, too. Most rules rest on what hosts and controllers
  /// exchange.
  static var suitsAir: Bool { get }

  /// Whether what it says rests on times: it says nothing of a capture whose times cannot be true.
  static var needsTimes: Bool { get }

  /// What its findings mean where captures are compared, and while one is still made.
  static var traits: RuleTraits { get }

  /// The numbers that decide, as far as its explanation names them.
  static var limits: [RuleLimit] { get }

  static func check(_ file: CaseFile) -> [RuleFinding]
}

extension Rule {
  package static var suitsAir: Bool { false }
  package static var needsTimes: Bool { traits.contains(.timing) }
  package static var traits: RuleTraits { [] }
  package static var limits: [RuleLimit] { [] }
}

/// What a rule found, before it stands in the report.
package struct RuleFinding {
  package var severity: ReportV1.Severity
  /// The `id` of the connection.
  package var connection: Int?
  /// The `id` of each connection that it covers, where that is not this one alone.
  private(set) var further: [Int] = []
  /// Evidence, ascending; a handful at most.
  package var frames: [Int]
  /// Octets that were lost, and time: by these findings are put in order.
  package var lostBytes: Int
  package var lostUs: Int
  /// What its words and its evidence follow from.
  package let facts: any RuleFacts
  /// What it is about, where the same may be found again.
  package var subject: FindingSubject?
  /// What the fault cost, where the account of time shows it.
  package var savingUs: Int?

  package struct Words: Equatable {
    package var message: String
    package var evidence: EvidenceList = [:]
    package var advice: String?
  }

  init(
    _ facts: any RuleFacts, _ severity: ReportV1.Severity, _ connection: Int?, _ frames: [Int],
    lostBytes: Int, lostUs: Int
  ) {
    self.severity = severity
    self.connection = connection
    self.frames = []
    // However a rule came by them: records may stand in the wrong order, and what belongs to a
    // connection may come behind its end.
    for frame in frames.sorted() where frame != self.frames.last { self.frames.append(frame) }
    self.lostBytes = lostBytes
    self.lostUs = lostUs
    self.facts = facts
  }

  /// The `id` of each connection that it covers: its own first, then the others in their order.
  package var connections: [Int] {
    (connection.map { [$0] } ?? []) + further.filter { $0 != connection }
  }

  /// The finding, where it is about more connections than its own.
  func covering(_ connections: some Sequence<Int>) -> RuleFinding {
    var copy = self
    copy.further = Set(connections).sorted()
    return copy
  }

  package var words: Words { facts.words }
  package var message: String { words.message }
  package var evidence: EvidenceList { words.evidence }
  package var advice: String? { words.advice }
}

extension RuleFinding: Equatable {
  package static func == (one: Self, other: Self) -> Bool {
    one.severity == other.severity && one.connection == other.connection
      && one.frames == other.frames && one.lostBytes == other.lostBytes
      && one.lostUs == other.lostUs && one.words == other.words
  }
}

extension ReportV1.Capture {
  /// What shows something; the last record, where it was noticed, if none does.
  func framesOrLast(_ frames: [Int?]) -> [Int] {
    let known = frames.compactMap { $0 }
    return !known.isEmpty || records == 0 ? known : [records]
  }
}
