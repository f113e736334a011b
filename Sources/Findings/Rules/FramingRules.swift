import Framing
import Report

/// A rule about one kind of fault that a protocol inside the data had.
protocol FramingRule: Rule {
  static var kind: FramingFaultKind { get }
  /// It says nothing where the logger lost records.
  static var needsAllRecords: Bool { get }
  static func message(_ found: FramingFaults) -> String
  static func advice(_ found: FramingFaults) -> String
}

extension FramingRule {
  static var severity: ReportV1.Severity { .error }
  static var needsAllRecords: Bool { false }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    FramingFaults.findings(of: self, in: file)
  }
}

/// A protocol's request has no answer.
enum FramingAnswerMissingRule: FramingRule {
  static let name = "framing-answer-missing"
  static let kind = FramingFaultKind.answerMissing
  static let severity = ReportV1.Severity.warning
  static let needsAllRecords = true
}

/// A protocol's request was answered with an error.
enum FramingErrorAnsweredRule: FramingRule {
  static let name = "framing-error-answered"
  static let kind = FramingFaultKind.errorAnswered
}

/// A checksum of a protocol differs from that of the octets that were sent.
enum FramingCRCMismatchRule: FramingRule {
  static let name = "framing-crc-mismatch"
  static let kind = FramingFaultKind.crcMismatch
  static let needsAllRecords = true
}

/// A protocol sent a part of a transfer once more.
enum FramingSentAgainRule: FramingRule {
  static let name = "framing-sent-again"
  static let kind = FramingFaultKind.sentAgain
  static let severity = ReportV1.Severity.warning
}

/// A number in a protocol's messages is missing.
enum FramingSequenceGapRule: FramingRule {
  static let name = "framing-sequence-gap"
  static let kind = FramingFaultKind.sequenceGap
  static let needsAllRecords = true
}

/// A side sent more than the other had room for.
enum FramingWindowExceededRule: FramingRule {
  static let name = "framing-window-exceeded"
  static let kind = FramingFaultKind.windowExceeded
}

/// A side waited with a closed window.
enum FramingWindowClosedRule: FramingRule {
  static let name = "framing-window-closed"
  static let kind = FramingFaultKind.windowClosed
  static let severity = ReportV1.Severity.warning
  static let limits = [least, FramingAcknowledgementLateRule.allowed]
  static let least = RuleLimit("least_wait_us", Int(MatterBTPLimits.closedUs), .microseconds)
}

/// An acknowledgement came too late, or not at all.
enum FramingAcknowledgementLateRule: FramingRule {
  static let name = "framing-acknowledgement-late"
  static let kind = FramingFaultKind.acknowledgementLate
  static let limits = [allowed]
  static let allowed = RuleLimit(
    "allowed_us", Int(MatterBTPLimits.acknowledgementUs), .microseconds)
}
