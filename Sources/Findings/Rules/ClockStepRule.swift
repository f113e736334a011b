import Report

/// The clock of the capture was set back, or a day or more has no packet, or the recorder noted
/// that the clock was set.
enum ClockStepRule: Rule {
  static let name = "clock-step"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary =
    "The clock went back or forward, or was set while bletrace live captured."
  static let explanation = """
    Captures use the wall clock, which is sometimes corrected. A step back of 10 ms or more \
    between two HCI packets is reported: a smaller one means that the logger wrote records out of \
    order, and affects no limit of a rule. A step forward looks like a silence; one of a day or \
    more is reported as info, because few logs have such a silence: the clock was set, or the \
    logger continued an old file. The capture's duration does not include it. \
    A shorter one is reported as info too where an ATT client waits over it: a client gives up \
    after 30 s (Core Vol 3, Part F, 3.3.3), and one that goes on after the answer has not waited \
    that long. \
    bletrace live compares the clock with one that is never set: it takes each step out of the \
    times, notes it in the capture, and the step is reported as info.
    """

  private static let smallest = 10_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let steps = file.capture.clockSteps
    let seen = steps.filter { !$0.isCorrected }
    let outlived = seen.filter { $0.answerFrame != nil }
    return back(seen) + forward(seen.filter { $0.answerFrame == nil }) + within(outlived)
      + corrected(steps.filter(\.isCorrected))
  }

  private static func within(_ steps: [ReportV1.ClockStep]) -> [RuleFinding] {
    guard let longest = steps.max(by: { $0.stepUs < $1.stepUs }),
      let request = longest.requestFrame, let answer = longest.answerFrame
    else { return [] }
    return [
      RuleFinding(
        .info, frames: Wording.handful(steps.map(\.frame)),
        "\(Wording.duration(longest.stepUs)) without a packet before frame \(longest.frame) lie "
          + "within one ATT exchange (frames \(request) and \(answer)), whose client gives up after "
          + "30 s and went on: the clock was set forward, a device slept, or nothing was logged.",
        evidence: [
          .steps: .int(steps.count), .stepUs: .int(longest.stepUs),
          .frame: .int(longest.frame), .requestFrame: .int(request),
          .answerFrame: .int(answer),
        ],
        advice: "Do not take that time for a wait of either side. If the clock was set, wait until "
          + "it is synchronized (NTP) before you capture, or capture with bletrace live.")
    ]
  }

  private static func corrected(_ steps: [ReportV1.ClockStep]) -> [RuleFinding] {
    guard let largest = steps.max(by: { $0.stepUs.magnitude < $1.stepUs.magnitude }) else {
      return []
    }
    let way = largest.stepUs > 0 ? "forward" : "back"
    let length = Wording.duration(Int(clamping: largest.stepUs.magnitude))
    let what =
      steps.count == 1
      ? "The computer's clock was set \(way) by \(length) before frame \(largest.frame); "
      : "The computer's clock was set \(Wording.times(steps.count)), at most \(way) by \(length) "
        + "before frame \(largest.frame); "
    return [
      RuleFinding(
        .info, frames: Wording.handful(steps.map(\.frame)),
        what + "the times of the capture go on as if it had not been.",
        evidence: [
          .steps: .int(steps.count), .stepUs: .int(largest.stepUs),
          .frame: .int(largest.frame), .corrected: .bool(true),
        ],
        advice: "Durations and rates are right. Where you compare times of day after that frame "
          + "with another log, add the step.")
    ]
  }

  private static func forward(_ steps: [ReportV1.ClockStep]) -> [RuleFinding] {
    let jumps = steps.filter { $0.stepUs > 0 }
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
          .steps: .int(jumps.count), .stepUs: .int(longest.stepUs), .frame: .int(longest.frame),
        ],
        advice: "The clock was set, or the logger continued an old file: the records before and "
          + "after that frame are from different times. bletrace export can write them to separate "
          + "files.")
    ]
  }

  private static func back(_ all: [ReportV1.ClockStep]) -> [RuleFinding] {
    let steps = all.filter { $0.stepUs <= -smallest }
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
          .steps: .int(steps.count), .stepUs: .int(worst.stepUs), .frame: .int(worst.frame),
        ],
        advice: "Do not rely on durations and rates across that frame; wait until the clock is "
          + "synchronized (NTP) before you capture.")
    ]
  }
}
