/// Judges the connections whose details an analysis is about to drop.
package protocol PartJudge: Sendable {
  /// - Parameters:
  ///   - part: what `analyze` would say if the capture ended here, with what was judged before.
  ///   - gone: what is dropped.
  ///   - judged: what is kept of it.
  func judge(_ part: ReportV1.Capture, gone: GonePart, keeping judged: inout JudgedParts)
}

/// What an analysis dropped the details of.
package struct GonePart: Sendable {
  /// The `id`s of connections that are over.
  package var connections: Set<Int>
  /// Whether transfers that have ended go, too, of connections that are not over.
  package var transfers: Bool

  package init(connections: Set<Int>, transfers: Bool) {
    (self.connections, self.transfers) = (connections, transfers)
  }
}

/// What is kept of connections that were judged and dropped, for the rules that are asked again
/// when more has come.
package struct JudgedParts: Equatable, Sendable {
  /// What was found of them: the worst, as many as a report lists.
  package var findings: [EarlierFinding] = []
  /// Findings beyond that.
  package var findingsOmitted = 0
  /// A frame of one of those.
  package var frameOfOmitted: Int?
  /// Those whose details stay in the report.
  package var shown: [ReportV1.Connection] = []
  /// The latest few with each device, in their order: rules compare a connection with those before.
  package var latest: [ReportV1.Connection] = []
  /// The handles that had a connection, each with its controller.
  package var links: Set<Link> = []
  /// Gaps were left out, and not counted.
  package var hidesGaps = false

  package struct Link: Hashable, Sendable {
    package var handle: Int
    package var controller: Int

    package init(_ connections: [ReportV1.Connection], _ index: Int) {
      handle = connections[index].handle
      controller = connections[index].controller
    }
  }

  package init() {}
}

/// What a finding is about, where the same may be found again: a device, and a part of it.
///
/// All findings of a rule with the same subject are one finding in the report, with a count.
package struct FindingSubject: Hashable, Sendable {
  /// The device; a connection by its `id` where the device is not known.
  package let device: String
  /// The rule's own: an attribute, a request, a code.
  package let what: String
  /// How often it happened.
  package let count: Int
  /// Among equals the largest speaks for all.
  package let weight: Int
  /// The frame that stands for it among several.
  package let frame: Int?

  package init(device: String, what: String, count: Int, weight: Int, frame: Int?) {
    (self.device, self.what, self.count) = (device, what, count)
    (self.weight, self.frame) = (weight, frame)
  }

  package static func == (one: Self, other: Self) -> Bool {
    one.device == other.device && one.what == other.what
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(what)
  }
}

/// A finding about connections that were dropped, or several about one subject, of which the
/// worst speaks for all.
package struct EarlierFinding: Equatable, Sendable {
  package var rule: String
  package var worst: Statement
  /// A handful of all.
  package var frames: [Int]
  /// What all of them lost.
  package var lostBytes: Int
  package var lostUs: Int
  /// The `id` of each connection that is covered, and of those of all but the worst.
  package var connections: [Int]
  package var others: [Int]
  /// How often it happened.
  package var total: Int

  /// One finding, with its words.
  package struct Statement: Equatable, Sendable {
    package var severity: ReportV1.Severity
    package var connection: Int?
    package var connections: [Int]
    package var frames: [Int]
    package var lostBytes: Int
    package var lostUs: Int
    package var message: String
    package var evidence: EvidenceList
    package var advice: String?
    package var subject: FindingSubject?

    package init(
      severity: ReportV1.Severity, connection: Int?, connections: [Int], frames: [Int],
      lostBytes: Int, lostUs: Int, message: String, evidence: EvidenceList, advice: String?,
      subject: FindingSubject?
    ) {
      (self.severity, self.connection, self.connections) = (severity, connection, connections)
      (self.frames, self.lostBytes, self.lostUs) = (frames, lostBytes, lostUs)
      (self.message, self.evidence, self.advice) = (message, evidence, advice)
      self.subject = subject
    }
  }

  package init(
    rule: String, worst: Statement, frames: [Int], lostBytes: Int, lostUs: Int,
    connections: [Int], others: [Int], total: Int
  ) {
    (self.rule, self.worst, self.frames) = (rule, worst, frames)
    (self.lostBytes, self.lostUs, self.connections) = (lostBytes, lostUs, connections)
    (self.others, self.total) = (others, total)
  }
}
