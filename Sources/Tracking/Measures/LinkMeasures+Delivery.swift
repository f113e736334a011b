import BluetoothProtocol
import Report

/// A transfer of which the controller still has packets.
struct AwaitedTransfer: Sendable {
  /// The record of its last packet.
  var frame: Int
  /// Indexes of the stream, and among its transfers.
  var stream: Int
  var transfer: Int
  /// Whether its end is reported only when the controller is done with it.
  var isHeld: Bool
}

/// When transfers that were sent had left: the controller says so of packets, in their order.
extension LinkMeasures {
  /// Ends what is under way on a stream, as something else than a marker does.
  mutating func interrupt(
    _ stream: Int, _ ending: ReportV1.TransferEnding, _ match: MarkerMatch,
    _ payloads: inout PayloadStore
  ) {
    streams[stream].transfers.interrupt(ending, startIsKnown: true, match, &payloads)
    if streams[stream].direction == .tx { followEnded(stream, &payloads.steps) }
  }

  /// What comes on a stream from here on belongs to another run.
  mutating func endRun(_ stream: Int, at moment: Moment, _ payloads: inout PayloadStore) {
    let mark = mark(streams[stream].direction, until: moment.time)
    streams[stream].runs.end(mark, sent: 0, &payloads)
  }

  /// Of the transfers that have ended on a stream meanwhile, looks up when the controller was done
  /// with them, or waits for it.
  @inline(__always)
  mutating func followEnded(_ stream: Int, _ steps: inout StepQueue) {
    if streams[stream].transfers.finished.count > streams[stream].transfers.followed {
      follow(stream, &steps)
    }
  }

  @inline(never)
  private mutating func follow(_ stream: Int, _ steps: inout StepQueue) {
    let count = streams[stream].transfers.finished.count
    defer { streams[stream].transfers.followed = count }
    for index in streams[stream].transfers.followed..<count {
      let frame = streams[stream].transfers.finished[index].end.frame
      var isHeld = false
      if let moment = flow.completions.moment(of: frame) {
        streams[stream].transfers.finished[index].completed = moment
      } else if frame > flow.completions.last {
        // What broke off is reported at once, and so is all where no completions are captured.
        isHeld =
          flow.completed > 0 && !flow.isClosed
          && streams[stream].transfers.finished[index].isComplete
        awaited.append(
          AwaitedTransfer(frame: frame, stream: stream, transfer: index, isHeld: isHeld))
        flow.awaited = min(flow.awaited, frame)
      }
      if !isHeld { reportEnd(of: index, stream, &steps) }
    }
  }

  /// The controller was done with some packets.
  @inline(never)
  mutating func settleAwaited(at moment: Moment, _ steps: inout StepQueue) {
    let done = flow.completions.last
    guard done >= flow.awaited else { return }
    var left: [AwaitedTransfer] = []
    flow.awaited = .max
    for entry in awaited {
      if entry.frame > done {
        left.append(entry)
        flow.awaited = min(flow.awaited, entry.frame)
        continue
      }
      if entry.frame > flow.completions.forgotten {
        streams[entry.stream].transfers.finished[entry.transfer].completed = moment
      }
      if entry.isHeld { reportEnd(of: entry.transfer, entry.stream, &steps) }
    }
    awaited = left
  }

  /// The connection has ended: what the controller has of transfers it will not send any more.
  ///
  /// - Parameter isKnown: whether the end was captured, and completions are.
  mutating func closeAwaited(isKnown: Bool, _ steps: inout StepQueue) {
    for entry in awaited {
      if isKnown, entry.frame > flow.completions.forgotten {
        let first = streams[entry.stream].transfers.finished[entry.transfer].first.frame
        streams[entry.stream].transfers.finished[entry.transfer].uncompleted =
          flow.outstanding(from: first, through: entry.frame)
      }
      if entry.isHeld { reportEnd(of: entry.transfer, entry.stream, &steps) }
    }
    awaited = []
    flow.awaited = .max
  }

  private func reportEnd(of transfer: Int, _ stream: Int, _ steps: inout StepQueue) {
    let transfers = streams[stream].transfers
    steps.add(
      .transferEnded(transfers.index, transfer: transfer), at: transfers.finished[transfer].end)
  }

  /// An answer shows that the question arrived, and with it everything sent before.
  mutating func noteDelivery(_ transaction: ATTTransaction) {
    let asker =
      transaction.opcode == .handleValueIndication
      ? transaction.server : transaction.server.other
    guard asker == .local else { return }
    flow.noteDelivery(of: transaction.request.frame, by: transaction.answer)
  }
}
