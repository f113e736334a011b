import Report
import Text

/// Transfers: those that are running first, then the latest.
enum TransfersPanel {
  private static let limit = 40

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "dir", alignment: .left, rank: 5),
      .init(title: "type", alignment: .left, rank: 7),
      .init(title: "size", steady: 7),
      .init(title: "chunks", rank: 6),
      .init(title: "rate", rank: 1, steady: 9),
      .init(title: "time", rank: 2, steady: 7),
      .init(title: "gap max", rank: 8, steady: 7),
      .init(title: "state", alignment: .left, minimum: 10, steady: 14),
    ])
    for (index, position) in ordered(view).prefix(limit) {
      table.add(
        row(view.capture.connections[index], position, view, isOpen: view.open.contains(index)))
    }
    return ScreenPanel("Transfers", table, view: view, columns: columns)
  }

  /// Indices of connections and of transfers in them.
  private static func ordered(_ view: ScreenView) -> [(connection: Int, transfer: Int)] {
    var running: [(Int, Int, frame: Int)] = []
    var others: [(Int, Int, frame: Int)] = []
    for index in view.shown {
      let transfers = view.capture.connections[index].transfers
      // Of a connection only the latest can come to be shown.
      for position in transfers.indices.suffix(limit) {
        let entry = (index, position, frame: transfers[position].lastFrame)
        if isRunning(transfers[position], isOpen: view.open.contains(index)) {
          running.append(entry)
        } else {
          others.append(entry)
        }
      }
    }
    // Running ones keep their rows while all of them go on.
    return running.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.0, $0.1) }
      + others.sorted { ($1.frame, $0.1) < ($0.frame, $1.1) }.map { ($0.0, $0.1) }
  }

  static func isRunning(_ transfer: ReportV1.Transfer, isOpen: Bool) -> Bool {
    isOpen && !transfer.complete && transfer.ending == .captureEnded
  }

  private static func row(
    _ connection: ReportV1.Connection, _ index: Int, _ view: ScreenView, isOpen: Bool
  ) -> [StyledText] {
    let transfer = connection.transfers[index]
    return [
      StyledText("\(connection.id).\(transfer.id)"),
      StyledText(Name.characteristic(transfer.valueHandle, uuid: transfer.uuid, in: connection)),
      StyledText(transfer.direction.rawValue),
      StyledText(transfer.payloadType.map { Name.payloadType($0) } ?? "-"),
      StyledText(Quantity.bytes(transfer.payloadBytes)),
      StyledText(Quantity.count(transfer.chunks)),
      StyledText(transfer.paceBytesPerS.map { Quantity.rate($0) } ?? "-"),
      StyledText(Quantity.duration(us: transfer.paceUs)),
      StyledText(transfer.gapUs.max.map { Quantity.duration(us: $0) } ?? "-"),
      state(transfer, connection, view, isOpen: isOpen),
    ]
  }

  private static func state(
    _ transfer: ReportV1.Transfer, _ connection: ReportV1.Connection, _ view: ScreenView,
    isOpen: Bool
  ) -> StyledText {
    if isRunning(transfer, isOpen: isOpen) {
      let silence = ScreenView.silence(
        since: transfer.startUs + transfer.durationUs, median: transfer.gapUs.p50, connection,
        now: view.now)
      if let silence {
        return StyledText("silent \(Quantity.duration(us: silence))", .warning)
      }
      return StyledText("running", .good)
    }
    var text = transfer.outcome.words
    if transfer.payloadIntact == false { text += StyledText(", damaged", .warning) }
    if !transfer.resends.isEmpty {
      text += StyledText(", \(Quantity.count(transfer.resends.count, "resend"))", .warning)
    }
    if !transfer.gaps.isEmpty {
      let count = transfer.countedGaps ?? transfer.gaps.count
      text += StyledText(", \(Quantity.count(count, "gap"))", .warning)
    }
    return text
  }
}
