import Report

/// The clock of the capture was set back, or a day or more has no packet.
enum ClockStepRule: Rule {
  static let name = "clock-step"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary =
    "The clock went back, or forward by a day or more."
  static let explanation = """
    Captures use the wall clock, which is sometimes corrected. A step back of 10 ms or more \
    between two HCI packets is reported: a smaller one means that the logger wrote records out of \
    order, and affects no limit of a rule. A step forward looks like a silence; one of a day or \
    more is reported as info, because few logs have such a silence: the clock was set, or the \
    logger continued an old file. The capture's duration does not include it.
    """

  private static let smallest = 10_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    back(file.capture) + forward(file.capture)
  }

  private static func forward(_ capture: ReportV1.Capture) -> [RuleFinding] {
    let jumps = capture.clockSteps.filter { $0.stepUs > 0 }
    guard let longest = jumps.max(by: { $0.stepUs < $1.stepUs }) else { return [] }
    let tenths = longest.stepUs.plus(4_320_000_000) / 8_640_000_000
    let length = "\(tenths / 10).\(tenths % 10) days"
    return [
      RuleFinding(
        .info, frames: Wording.handful(jumps.map(\.frame)),
        jumps.count == 1
          ? "The clock went forward by \(length) before frame \(longest.frame), or nothing was logged."
          : "The clock went forward by a day or more \(Wording.times(jumps.count)), or nothing was "
            + "logged; the longest time is \(length) before frame \(longest.frame).",
        evidence: [
          "steps": .int(jumps.count), "step_us": .int(longest.stepUs), "frame": .int(longest.frame),
        ],
        advice: "The clock was set, or the logger continued an old file: the records before and "
          + "after that frame are from different times. bletrace export can write them to separate "
          + "files.")
    ]
  }

  private static func back(_ capture: ReportV1.Capture) -> [RuleFinding] {
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
