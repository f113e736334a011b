import Report

/// What the panels of the screen are made from: the report as the user wants to see it.
struct ScreenView {
  let capture: ReportV1.Capture
  let status: LiveStatus
  let state: ScreenState
  let unicode: Bool
  /// Of the picked connection, or all; the newest first.
  let findings: [ReportV1.Finding]
  /// Indices of the connections: the open ones first, and the newest of these.
  let order: [Int]
  /// Indices of the connections that are open.
  let open: Set<Int>

  init(report: ReportV1, status: LiveStatus, state: ScreenState, unicode: Bool) {
    // A live capture is one capture.
    let capture = report.captures.first ?? ReportV1.Capture()
    let open = Self.openConnections(of: capture)
    var state = state
    if !capture.connections.contains(where: { $0.id == state.pickedConnection }) {
      state.pickedConnection = nil
    }
    self.capture = capture
    self.status = status
    self.state = state
    self.unicode = unicode
    self.open = open
    order =
      capture.connections.indices.filter(open.contains).reversed()
      + capture.connections.indices.filter { !open.contains($0) }.reversed()
    let picked = state.pickedConnection
    let openIDs = Set(open.map { capture.connections[$0].id })
    findings = report.findings.enumerated()
      .filter { finding in picked.map(finding.element.covers) ?? true }
      .filter { !Self.isOfTheEnd($0.element, openIDs) }
      .map { (last: $0.element.frames.max() ?? 0, index: $0.offset, finding: $0.element) }
      .sorted { ($1.last, $0.index) < ($0.last, $1.index) }
      .map(\.finding)
  }

  /// Until when the report knows that nothing more came, counted from the capture's first packet.
  var now: Int {
    status.isReportCurrent
      ? status.elapsedUs : min(status.elapsedUs, capture.durationUs ?? status.elapsedUs)
  }

  var ellipsis: String { unicode ? "…" : "..." }

  /// Indices of the connections that the panels below are about.
  var shown: [Int] {
    guard let picked = state.pickedConnection else { return order }
    return order.filter { capture.connections[$0].id == picked }
  }

  /// The `id` of the connection above or below that with the `id` `current`. Above the first is
  /// none: that shows all.
  func neighbour(of current: Int?, isBelow: Bool) -> Int? {
    let ids = order.map { capture.connections[$0].id }
    guard let current, let index = ids.firstIndex(of: current) else {
      return isBelow ? ids.first : nil
    }
    let next = index + (isBelow ? 1 : -1)
    return next < 0 ? nil : ids[min(next, ids.count - 1)]
  }

  /// How long nothing has come, if that is longer than what the report would call a gap.
  static func silence(
    since last: Int, median: Int?, _ connection: ReportV1.Connection, now: Int
  ) -> Int? {
    let silence = now - last
    let usual = max(median ?? 0, connection.parameters.last?.usedIntervalUs ?? 0)
    return Int64(silence) > GapRule.limitUs(Int64(usual)) ? silence : nil
  }

  /// That a transfer has no end, because the records end: it is running.
  private static func isOfTheEnd(_ finding: ReportV1.Finding, _ open: Set<Int>) -> Bool {
    finding.traits.contains(.transferEnding) && finding.connection.map(open.contains) ?? false
      && finding.evidence[.ending, as: ReportV1.TransferEnding.self] == .captureEnded
  }

  /// A connection is over when it was closed, when its handle was given to another, and when its
  /// controller went away or was switched off.
  private static func openConnections(of capture: ReportV1.Capture) -> Set<Int> {
    struct Link: Hashable {
      var controller: Int
      var handle: Int
    }
    var latest: [Link: Int] = [:]
    for (index, connection) in capture.connections.enumerated() {
      latest[Link(controller: connection.controller, handle: connection.handle)] = index
    }
    return Set(latest.values.filter { capture.connections[$0].isOpen })
  }
}
