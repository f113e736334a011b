import BluetoothProtocol
import Bytes
import CaptureFiles
import Judgement
import Report

/// Where the time of a connection, and of what it carried, went: all of it from one account.
extension ReportBuilder {
  func judgement(of index: Int, until end: Int) -> LinkJudgement? {
    logbook.judgement(
      of: index, until: time(end),
      isLost: sessions.connections[index].disconnect?.reason == .connectionTimeout)
  }

  /// - Parameter timed: what a timer sent that is no data in bulk.
  func addTime(
    _ found: TimeAccount, _ timed: [ReportV1.Run], _ controller: Int,
    to report: inout ReportV1.Connection
  ) {
    var account = found
    for run in report.runs + timed where run.direction == .rx && run.pacing == .timer {
      account.notePeriod(from: time(run.startUs), to: time(run.startUs + run.durationUs))
    }
    let length = report.endUs - report.startUs
    report.time = ReportV1.LinkTime {
      $0.tx = shares(account.sent, report.startUs, length)
      $0.rx = shares(account.received, report.startUs, length)
    }
    for run in report.runs.indices {
      let line = account.line(report.runs[run].direction)
      report.runs[run].time = shares(line, report.runs[run].startUs, report.runs[run].durationUs)
      report.runs[run].waitsUs.take(report.runs[run].time)
    }
    for transfer in report.transfers.indices {
      let line = account.line(report.transfers[transfer].direction)
      let start = report.transfers[transfer].startUs
      let time = shares(line, start, report.transfers[transfer].durationUs)
      report.transfers[transfer].time = time
      let pace = report.transfers[transfer].paceUs
      report.transfers[transfer].paceTime =
        pace == report.transfers[transfer].durationUs ? time : shares(line, start, pace)
    }
    for index in report.dialogues.indices {
      let line = report.dialogues[index].client == .local ? account.sent : account.received
      report.dialogues[index].time = shares(
        line, report.dialogues[index].startUs, report.dialogues[index].durationUs)
    }
    for stall in report.flow.stalls.indices {
      let time = shares(
        account.sent, report.flow.stalls[stall].startUs, report.flow.stalls[stall].durationUs)
      report.flow.stalls[stall].time = time
      report.flow.stalls[stall].command = time.first { $0.cause == .controllerCommand }?
        .frames.first.flatMap { logbook.command(at: $0, of: controller) }
        .map { HCIOpcode($0).description }
    }
  }

  private func shares(
    _ line: TimeLine, _ start: Int, _ duration: Int
  ) -> [ReportV1.CauseShare] {
    line.shares(from: time(start), to: time(start + duration))
  }

  /// The moment so long after the capture's first packet.
  private func time(_ offset: Int) -> Int64 {
    (clock.start?.microseconds ?? 0) &+ Int64(offset)
  }
}

extension TimeAccount {
  fileprivate func line(_ direction: ReportV1.Direction) -> TimeLine {
    direction == .tx ? sent : received
  }
}

extension ReportV1.RunWaits {
  /// The words of the waits follow from the account. How much of the sender's time was pauses the
  /// gaps say; what packets needed on the air is estimated later.
  fileprivate mutating func take(_ time: [ReportV1.CauseShare]) {
    guard !time.isEmpty else { return }
    // What was not known to be a part of the waits still is not, where nothing came of it.
    func part(_ us: Int, _ known: Int?) -> Int? { us == 0 && known == nil ? nil : us }
    let sender = time.us(.sender)
    gaps = min(gaps ?? 0, sender)
    self.sender = sender - (gaps ?? 0)
    answer = part(time.us(.answerLocal, .answerPeer), answer)
    connectionEvents = part(time.us(.connectionEvents, .latency), connectionEvents)
    completion = part(time.us(.buffers) + time.controllerUs, completion)
    air = part(time.us(.air, .retransmission), nil)
    unexplained = time.us(
      .credits, .silenceBeforeLoss, .notCaptured, .clockStep, .unexplained)
  }
}
