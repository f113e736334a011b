import Report
import Text

/// The connections, one line each: the settings of the link, and its state.
enum ConnectionsPanel {
  /// Noise moves the signal of a resting device by this much.
  private static let leastSignalSpan = 10.0
  /// A connection without traffic for this long is called idle.
  private static let idleUs = 2_000_000

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    if view.order.isEmpty {
      let devices = view.capture.advertisers.count
      let heard = devices == 0 ? "" : ", \(Quantity.count(devices, "advertising device"))"
      return ScreenPanel(lines: [StyledText("No connections yet\(heard).", .quiet)], least: 1)
    }
    let severalControllers = view.capture.controllers.count > 1
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "address", alignment: .left, rank: 8),
      .init(title: "controller", rank: 3),
      .init(title: "role", alignment: .left, rank: 7),
      .init(title: "interval", rank: 1, steady: 8),
      .init(title: "latency", rank: 9),
      .init(title: "MTU", rank: 2, steady: 3),
      .init(title: "PHY", alignment: .left, rank: 3),
      .init(title: "length", rank: 9),
      .init(title: "security", alignment: .left, rank: 9),
      .init(title: "RSSI", rank: 1, steady: 7),
      .init(title: "signal", alignment: .left, rank: 5, steady: 8),
      .init(title: "rate", rank: 6, steady: 9),
      .init(title: "data", alignment: .left, rank: 8, steady: 8),
      .init(title: "state", alignment: .left, minimum: 9, rank: 4, steady: 12),
    ])
    for index in view.order { table.add(row(index, view, severalControllers: severalControllers)) }
    let picked = view.order.firstIndex {
      view.capture.connections[$0].id == view.state.pickedConnection
    }
    return ScreenPanel("Connections", table, view: view, columns: columns) { rows in
      // The picked one stays in sight, with one below it.
      max(0, (picked ?? 0) - max(0, rows - 2))
    }
  }

  private static func row(
    _ index: Int, _ view: ScreenView, severalControllers: Bool
  ) -> [StyledText] {
    let connection = view.capture.connections[index]
    let isOpen = view.open.contains(index)
    let isPicked = connection.id == view.state.pickedConnection
    let style: TextStyle = isPicked ? .heading : isOpen ? .plain : .quiet
    let parameters = connection.parameters.last
    let course = isOpen ? view.status.history.courses[connection.id] : nil
    let peer = connection.peer
    return [
      StyledText(isPicked ? (view.unicode ? "▸" : ">") : "", .heading)
        + StyledText("\(connection.id)", style),
      StyledText(peer.name.map { Printable.quoted($0) } ?? peer.address ?? "unknown", style),
      StyledText(peer.name == nil ? "" : peer.address ?? "unknown", style),
      StyledText(severalControllers ? "\(connection.controller)" : ""),
      StyledText(connection.role?.word ?? "-", style),
      StyledText(parameters.map { Quantity.interval(us: $0.usedIntervalUs) } ?? "-", style),
      StyledText(parameters.map { "\($0.latency)" } ?? "-", style),
      StyledText(connection.mtu.effective.map { "\($0)" } ?? "-", style),
      StyledText(phy(connection.phys.last), style),
      StyledText(connection.dataLengths.last.map { "\($0.txOctets)/\($0.rxOctets)" } ?? "-", style),
      security(connection.encryption.last),
      StyledText(connection.rssi?.last.map { "\($0)\u{A0}dBm" } ?? "-", style),
      StyledText(signal(connection, course, view), style),
      StyledText(course?.rates.last.map { Quantity.rate($0) } ?? "-", style),
      StyledText(
        Sparkline.render(
          (course?.rates ?? []).suffix(8), leastSpan: 1, unicode: view.unicode)),
      state(connection, isOpen: isOpen, view),
    ]
  }

  /// `2M`, or `2M/1M` where the directions differ: sent, received.
  private static func phy(_ phy: ReportV1.PHYChange?) -> String {
    guard let phy, phy.tx != nil || phy.rx != nil else { return "-" }
    let (tx, rx) = (phy.tx?.rawValue ?? "?", phy.rx?.rawValue ?? "?")
    return tx == rx ? tx : "\(tx)/\(rx)"
  }

  private static func security(_ encryption: ReportV1.Encryption?) -> StyledText {
    guard let encryption else { return "-" }
    return encryption.enabled ? StyledText("encrypted", .good) : StyledText("plain", .warning)
  }

  private static func signal(
    _ connection: ReportV1.Connection, _ course: LiveHistory.Course?, _ view: ScreenView
  ) -> String {
    // What is remembered is finer than what the report says of the whole connection.
    let recent: [Double?] = course?.signal ?? []
    let series =
      recent.count > 1
      ? recent.suffix(8) : Sparkline.condensed(connection.rssi?.series ?? [], to: 8)
    if series.count < 2 { return "" }
    return Sparkline.render(
      Array(series), leastSpan: leastSignalSpan, unicode: view.unicode)
  }

  private static func state(
    _ connection: ReportV1.Connection, isOpen: Bool, _ view: ScreenView
  ) -> StyledText {
    if let disconnect = connection.disconnect {
      return StyledText("ended: \(disconnect.name ?? Quantity.code(disconnect.reason))", .quiet)
    }
    if let end = connection.end { return StyledText("ended: \(end.cause.words)", .quiet) }
    if !isOpen { return StyledText("gone", .quiet) }
    let last =
      connection.air == nil ? connection.lastDataUs ?? connection.startUs : connection.endUs
    let silence = view.now - last
    if silence >= idleUs {
      return StyledText("idle \(Quantity.duration(us: silence))", .quiet)
    }
    return StyledText("open", .good)
  }
}
