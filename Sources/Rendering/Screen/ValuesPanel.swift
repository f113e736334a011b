import Report
import Text

/// What was notified, indicated and written, and what the last value says where its format is
/// known.
enum ValuesPanel {
  private static let limit = 40

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "now", alignment: .left, rank: 1, steady: 13),
      .init(title: "kind", alignment: .left, rank: 6),
      .init(title: "dir", alignment: .left, rank: 3),
      .init(title: "count", steady: 6),
      .init(title: "size", rank: 2, steady: 7),
      .init(title: "gap p50", rank: 5, steady: 7),
      .init(title: "gap max", rank: 4, steady: 7),
      .init(title: "last value", alignment: .left, minimum: 12, rank: 2),
    ])
    let streams = view.shown.flatMap { index in
      let connection = view.capture.connections[index]
      return (connection.notifications + connection.writes)
        .map { (connection, $0, now: now($0, connection, view, isOpen: view.open.contains(index))) }
    }
    for (connection, stream, now) in streams.sorted(by: { $1.1.lastFrame < $0.1.lastFrame }).prefix(
      limit)
    {
      table.add([
        StyledText("\(connection.id)"),
        StyledText(Name.characteristic(stream.valueHandle, uuid: stream.uuid, in: connection)),
        now, StyledText(stream.kind.rawValue),
        StyledText(stream.direction.rawValue), StyledText(Quantity.count(stream.count)),
        StyledText(Quantity.bytes(stream.bytes)),
        StyledText(stream.gapUs.p50.map { Quantity.duration(us: $0) } ?? "-"),
        StyledText(stream.gapUs.max.map { Quantity.duration(us: $0) } ?? "-"),
        StyledText((stream.decoded.flatMap { $0.last ?? $0.first }) ?? ""),
      ])
    }
    return ScreenPanel("Values", table, view: view, columns: columns)
  }

  /// Values come, or have not come for longer than usual. Whether they are a transfer is known only
  /// at the first marker on a characteristic; until then this is where a stall shows.
  private static func now(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection, _ view: ScreenView,
    isOpen: Bool
  ) -> StyledText {
    let course = view.status.history.courses[connection.id]
    // Transfers are in the panel of transfers.
    let isTransfer = connection.transfers.contains {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
    }
    guard isOpen, !isTransfer, stream.count > 1,
      let last = course?.lastValues[LiveHistory.StreamKey(stream)]
    else { return "" }
    let silence = ScreenView.silence(
      since: last.timeUs, median: stream.gapUs.p50, connection, now: view.now)
    guard let silence else { return StyledText("active", .good) }
    // After a while it is rather an end than a stall.
    let style: TextStyle = silence < 10_000_000 ? .warning : .quiet
    return StyledText("silent \(Quantity.duration(us: silence))", style)
  }
}
