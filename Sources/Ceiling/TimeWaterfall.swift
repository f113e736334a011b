import Report

/// Where the time of a transfer went, as the account of its link has it; packets on the air are
/// estimated.
///
/// Where there is no account: what the model says it needs, and on top of it the silences that have
/// a cause. What is left over has none that the capture shows.
struct TimeWaterfall {
  /// Time that would not have passed without the cause.
  struct Loss {
    /// `nil` where the report gives none.
    var cause: ReportV1.TimeCause?
    var gaps: Int
    var us: Int
  }

  /// Packets, acknowledgements and spaces between them; and waiting for the next connection event.
  private(set) var airUs = 0
  private(set) var waitingUs = 0
  private(set) var losses: [Loss] = []
  private(set) var restUs = 0
  let achievedUs: Int
  private let waitingCause: ReportV1.TimeCause
  private let restCause: ReportV1.TimeCause
  /// What the account leaves unexplained.
  private var unexplainedUs = 0

  /// The part that the model accounts for, and that another link or other chunks would change.
  private(set) var modelledUs = 0

  init(_ run: MeasuredRun, _ estimate: ThroughputModel.Estimate, _ link: LinkFacts) {
    achievedUs = run.achievedUs
    waitingCause = run.isConfirmed ? .roundTrips : .connectionEvents
    // Values that come one by one, with several events between them, come when the sender has them.
    let isPaced = !run.isCut && run.usualGapUs / 4 >= link.intervalUs
    let isAccounted = run.achievedUs > 0 && run.time.totalUs == run.achievedUs
    restCause =
      isAccounted ? .sender : run.isAnswered ? .roundTrips : isPaced ? .senderPace : .unexplained
    guard !isAccounted else {
      take(run, estimate)
      return
    }

    // A gap holds one step that would have been there anyway.
    let step = run.isConfirmed ? max(run.usualGapUs, link.intervalUs) : link.intervalUs
    if run.gapCauses.isEmpty {
      for gap in run.gaps where gap.gapUs > step { add(gap.explainedBy, 1, gap.gapUs - step) }
    } else {
      for cause in run.gapCauses {
        let steps = Int(reported: Double(cause.count) * Double(step))
        add(cause.explainedBy, cause.count, max(0, cause.us - steps))
      }
    }
    // What was measured goes before what is estimated; nothing is counted twice.
    var left = achievedUs
    for index in losses.indices {
      losses[index].us = min(losses[index].us, left)
      left -= losses[index].us
    }
    airUs = min(estimate.airUs, left)
    waitingUs = min(estimate.us - estimate.airUs, left - airUs)
    modelledUs = airUs + waitingUs
    restUs = left - modelledUs
  }

  private mutating func take(_ run: MeasuredRun, _ estimate: ThroughputModel.Estimate) {
    let answers = run.time.us(.answerLocal, .answerPeer)
    let events = run.time.us(.air, .retransmission, .connectionEvents, .latency)
    let carrying = events + (run.isConfirmed ? answers : 0)
    airUs = min(estimate.airUs, carrying)
    waitingUs = carrying - airUs
    modelledUs = min(estimate.us, carrying)
    if !run.isConfirmed, answers > 0 {
      losses.append(Loss(cause: .roundTrips, gaps: 0, us: answers))
    }
    addLoss(.creditStall, run, run.time.us(.buffers, .credits))
    addLoss(.completionStall, run, run.time.controllerUs)
    var sender = run.time.us(.sender)
    let pauses: [ReportV1.TimeCause?] = [
      .markerDelay, .appPause, .senderPause, .linkSilence, .missedEvents, nil,
    ]
    for cause in pauses {
      let us = min(sender, run.us(of: cause))
      addLoss(cause, run, us)
      sender -= us
    }
    restUs = sender
    addLoss(.linkSilence, run, run.time.us(.silenceBeforeLoss))
    addLoss(.captureDrops, run, run.time.us(.notCaptured))
    addLoss(.clockStep, run, run.time.us(.clockStep))
    unexplainedUs = run.time.us(.unexplained)
  }

  private mutating func addLoss(_ cause: ReportV1.TimeCause?, _ run: MeasuredRun, _ us: Int) {
    if us > 0 { add(cause, run.count(of: cause), us) }
  }

  private mutating func add(_ cause: ReportV1.TimeCause?, _ gaps: Int, _ us: Int) {
    if let index = losses.firstIndex(where: { $0.cause == cause }) {
      losses[index].gaps = Int(reported: losses[index].gaps + gaps)
      losses[index].us = Int(reported: losses[index].us + us)
    } else {
      losses.append(Loss(cause: cause, gaps: gaps, us: us))
    }
  }

  /// They add up to `achievedUs`.
  var shares: [ReportV1.TimeShare] {
    var shares: [ReportV1.TimeShare] = []
    shares.reserveCapacity(3 + losses.count)
    func add(_ cause: ReportV1.TimeCause, _ us: Int) {
      if us > 0 {
        shares.append(
          ReportV1.TimeShare {
            $0.cause = cause
            $0.us = us
          })
      }
    }
    add(.air, airUs)
    add(waitingCause, waitingUs)
    var rest = restUs
    for loss in losses {
      if let cause = loss.cause { add(cause, loss.us) } else { rest += loss.us }
    }
    add(restCause, rest)
    add(.unexplained, unexplainedUs)
    return shares
  }
}

extension MeasuredRun {
  /// How long the gaps of one cause were together, and how many there were.
  fileprivate func us(of cause: ReportV1.TimeCause?) -> Int {
    gapCauses.isEmpty
      ? gaps.filter { $0.explainedBy == cause }.map(\.gapUs).total
      : gapCauses.filter { $0.explainedBy == cause }.map(\.us).total
  }

  fileprivate func count(of cause: ReportV1.TimeCause?) -> Int {
    gapCauses.isEmpty
      ? gaps.count { $0.explainedBy == cause }
      : gapCauses.filter { $0.explainedBy == cause }.map(\.count).total
  }
}
