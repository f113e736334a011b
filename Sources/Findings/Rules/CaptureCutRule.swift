import Report

/// The capture ends inside a record, stops making sense, or could not be read to its end.
struct CaptureCutRule: Rule, RuleFacts {
  static let name = "capture-cut"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let suitsAir = true

  enum Kind {
    case sourceFailed(ReportV1.Damage)
    case skipped(ReportV1.Damage)
    case stopped(ReportV1.Damage)
    /// By the frame of the logger's note.
    case deviceLost(Int)
    case cutShort
  }

  let kind: Kind
  let records: Int
  let path: String
  let format: String

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let kind: Kind
    var frames = capture.framesOrLast([])
    if let damage = capture.damage {
      kind =
        damage.sourceFailed
        ? .sourceFailed(damage) : damage.skippedOctets > 0 ? .skipped(damage) : .stopped(damage)
    } else if capture.cutShort {
      kind = .cutShort
    } else if let frame = capture.deviceLostFrame {
      kind = .deviceLost(frame)
      frames = [frame]
    } else {
      return []
    }
    let found = Self(
      kind: kind, records: capture.records, path: capture.path, format: capture.format)
    return [found.finding(.warning, frames: frames)]
  }

  var evidence: EvidenceList {
    switch kind {
    case .sourceFailed(let damage), .skipped(let damage), .stopped(let damage):
      [
        .offset: .of(damage.offset), .reason: .of(damage.reason),
        .sourceFailed: .of(damage.sourceFailed), .skippedOctets: .of(damage.skippedOctets),
      ]
    case .deviceLost(let frame): [.frame: .of(frame), .sourceFailed: .of(true)]
    case .cutShort: [.records: .of(records)]
    }
  }
}
