import Report

/// The clock of the capture was set back.
enum ClockStepRule: Rule {
  static let name = "clock-step"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "The clock went backwards: durations across that point are wrong."
  static let explanation = """
    Captures use the wall clock, which is sometimes corrected. A step back of 10 ms or more \
    between two HCI packets is reported: a smaller one means that the logger wrote records out of \
    order, and affects no limit of a rule. A step forward looks like a silence, and cannot be \
    distinguished from one.
    """

  private static let smallest = 10_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let steps = capture.clockSteps.filter { $0.stepUs <= -smallest }
    guard let worst = steps.min(by: { $0.stepUs < $1.stepUs }) else { return [] }
    let back = Int(clamping: worst.stepUs.magnitude)
    return [
      RuleFinding(
        .warning, frames: Wording.handful(steps.map(\.frame)),
        steps.count == 1
          ? "The clock went back by \(Wording.duration(back)) at frame \(worst.frame)."
          : "The clock went back \(Wording.times(steps.count)), at most by "
            + "\(Wording.duration(back)) at frame \(worst.frame).",
        evidence: [
          "steps": .int(steps.count), "step_us": .int(worst.stepUs), "frame": .int(worst.frame),
        ],
        advice: "Do not rely on durations and rates across that frame; wait until the clock is "
          + "synchronized (NTP) before you capture.")
    ]
  }
}
