import Report

/// The clock of the capture was set back, or a day or more has no packet, or the recorder noted
/// that the clock was set.
struct ClockStepRule: Rule, RuleFacts {
  static let name = "clock-step"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [smallest]
  static let smallest = RuleLimit("least_step_back_us", 10_000, .microseconds)

  enum Kind {
    case back, backOfSniffer, forward
    /// A client waited over it, by the frames of its request and the answer.
    case withinExchange(request: Int, answer: Int)
    /// The recorder took it out of the times.
    case corrected
    /// No time of the capture can be true.
    case untrue(ReportV1.TimeFault)
  }

  let kind: Kind
  let count: Int
  let largest: ReportV1.ClockStep

  static func check(_ file: CaseFile) -> [RuleFinding] {
    if let fault = file.capture.timeFault {
      let step = ReportV1.ClockStep {
        $0.frame = 1
        $0.stepUs = fault.stepUs ?? 0
      }
      return [
        Self(kind: .untrue(fault), count: fault.packets, largest: step).finding(
          .warning, frames: [step.frame])
      ]
    }
    let steps = file.capture.clockSteps
    let seen = steps.filter { !$0.isCorrected }
    let (outlived, others) = (
      seen.filter { $0.answerFrame != nil }, seen.filter { $0.answerFrame == nil }
    )
    return [
      finding(.warning, seen.filter { $0.stepUs <= -smallest.value }) { _ in
        file.capture.isAir ? .backOfSniffer : .back
      },
      finding(.info, others.filter { $0.stepUs > 0 }) { _ in .forward },
      finding(.info, outlived) { step in
        step.requestFrame.flatMap { request in
          step.answerFrame.map { .withinExchange(request: request, answer: $0) }
        }
      },
      finding(.info, steps.filter(\.isCorrected)) { _ in .corrected },
    ].compactMap(\.self)
  }

  private static func finding(
    _ severity: ReportV1.Severity, _ steps: [ReportV1.ClockStep],
    as kind: (ReportV1.ClockStep) -> Kind?
  ) -> RuleFinding? {
    guard let largest = steps.max(by: { $0.stepUs.magnitude < $1.stepUs.magnitude }),
      let kind = kind(largest)
    else { return nil }
    return Self(kind: kind, count: steps.count, largest: largest).finding(
      severity, frames: Wording.handful(steps.map(\.frame)))
  }

  var evidence: EvidenceList {
    let base: EvidenceList = [
      .steps: .of(count), .stepUs: .of(largest.stepUs), .frame: .of(largest.frame),
    ]
    return switch kind {
    case .back, .backOfSniffer, .forward: base
    case .withinExchange(let request, let answer):
      base + [.requestFrame: .of(request), .answerFrame: .of(answer)]
    case .corrected: base + [.corrected: .of(true)]
    case .untrue(let fault): [.stepUs: .of(fault.stepUs), .packets: .of(fault.packets)]
    }
  }
}
