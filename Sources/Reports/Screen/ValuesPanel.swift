/// What was notified, indicated and written, and what the last value says where its format is known.
enum ValuesPanel {
  private static let limit = 40

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "kind", alignment: .left, rank: 4),
      .init(title: "dir", alignment: .left, rank: 3),
      .init(title: "count", steady: 6),
      .init(title: "size", rank: 2, steady: 7),
      .init(title: "gap p50", rank: 5, steady: 7),
      .init(title: "gap max", rank: 1, steady: 7),
      .init(title: "last value", alignment: .left, minimum: 12, rank: 2),
    ])
    let streams = view.shown.flatMap { index in
      let connection = view.capture.connections[index]
      return (connection.notifications + connection.writes).map { (connection, $0) }
    }
    for (connection, stream) in streams.sorted(by: { $1.1.lastFrame < $0.1.lastFrame }).prefix(
      limit)
    {
      table.add([
        StyledText("\(connection.id)"),
        StyledText(Name.characteristic(stream.valueHandle, uuid: stream.uuid, in: connection)),
        StyledText(stream.kind.rawValue),
        StyledText(stream.direction.rawValue), StyledText(Quantity.count(stream.count)),
        StyledText(Quantity.bytes(stream.bytes)),
        StyledText(stream.gapUs.p50.map { Quantity.duration(us: $0) } ?? "-"),
        StyledText(stream.gapUs.max.map { Quantity.duration(us: $0) } ?? "-"),
        StyledText((stream.decoded.flatMap { $0.last ?? $0.first }) ?? ""),
      ])
    }
    return ScreenPanel("Values", table, view: view, columns: columns)
  }
}
