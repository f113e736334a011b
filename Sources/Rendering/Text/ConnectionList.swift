import Report
import Text

/// The connections of a capture, a line or two each, the busiest first.
struct ConnectionList {
  /// As the capture has them: they are large, and there may be thousands.
  private let connections: [ReportV1.Connection]
  /// Their indexes, the busiest first: by octets moved, then by time.
  private let order: [Int]
  private let omitted: Int
  /// Those of which there are sums alone.
  let folded: ReportV1.Folded?
  /// Of those that never have a row of their own.
  private let tail: ConnectionTotals
  /// The addresses of their peers, and nothing for those without one.
  private let tailPeers: Set<String>
  static let mostRows = 30
  /// Devices that were connected again and again.
  let reconnections: Reconnections
  /// The time without any, where it is most of all.
  let pause: LongestPause?
  /// What all have in common is in the heading instead of each row.
  private let peer: String?
  private let role: ReportV1.Role??
  private let transport: ReportV1.Transport??

  init(_ capture: ReportV1.Capture) {
    let connections = capture.connections
    let span = connections.span
    let weights = connections.indices.map {
      (Traffic.bytes(of: connections, at: $0), span[$0].lengthUs ?? 0)
    }
    let order = connections.indices.sorted { a, b in
      weights[a] == weights[b] ? a < b : weights[a] > weights[b]
    }
    self.connections = connections
    self.order = order
    var tail = ConnectionTotals()
    for index in order.dropFirst(Self.mostRows) { tail.add(span[index]) }
    self.tail = tail
    var reconnections = Reconnections()
    for index in span.indices { reconnections.add(span[index]) }
    self.reconnections = reconnections
    pause = LongestPause(capture)
    tailPeers = Self.addresses(connections, order.dropFirst(Self.mostRows), unknown: "")
    omitted = capture.connectionsUnseen
    folded = capture.folded
    peer = Self.common(connections) { $0[$1].peer.address }.flatMap { $0 }.map { address in
      let named = connections.indexes { $0[$1].peer.name != nil }.first ?? 0
      return Name.shortPeer(
        .init { ($0.address, $0.name) = (address, connections[named].peer.name) })
    }
    role = Self.common(connections) { $0[$1].role }
    transport = Self.common(connections) { $0[$1].transport }
  }

  var count: Int { order.count }
  var busiest: ReportV1.Connection? { order.first.map { connections[$0] } }

  /// How many devices they are with.
  var devices: Int { Self.addresses(connections, order[...], unknown: nil).count }

  /// The same of those from one on, in the order of the list; all that are unknown count as one.
  private func devices(from first: Int) -> Int {
    guard first <= Self.mostRows else {
      return Self.addresses(connections, order.dropFirst(first), unknown: "").count
    }
    let others = Self.addresses(
      connections, order.prefix(Self.mostRows).dropFirst(first), unknown: "")
    return tailPeers.count + others.count { !tailPeers.contains($0) }
  }

  private static func addresses(
    _ connections: [ReportV1.Connection], _ order: ArraySlice<Int>, unknown: String?
  ) -> Set<String> {
    Set(order.compactMap { connections[$0].peer.address ?? unknown })
  }

  /// What all come to from one on, in the order of the list.
  func totals(from first: Int) -> ConnectionTotals {
    let span = connections.span
    let hasTail = first <= Self.mostRows
    var totals = hasTail ? tail : ConnectionTotals()
    let end = hasTail ? min(Self.mostRows, span.count) : span.count
    for index in order[min(first, end)..<end] { totals.add(span[index]) }
    return totals
  }

  @inline(__always)
  private static func common<Value: Equatable>(
    _ connections: [ReportV1.Connection], _ value: ([ReportV1.Connection], Int) -> Value
  ) -> Value? {
    if connections.isEmpty { return nil }
    let first = value(connections, 0)
    return connections.containsIndex { value($0, $1) != first } ? nil : first
  }

  /// `with EA:76:52:B8:3B:E4 "SM-3BE4" as central, LE`: what all have in common.
  var subject: String {
    var text = peer.map { " with \($0)" } ?? ""
    if case .some(.some(let role)) = role { text += role.clause }
    if case .some(.some(let transport)) = transport {
      text += (text.isEmpty ? " over " : ", ") + Verdict.transport(transport)
    }
    return text
  }

  /// - Parameter limit: rows to show; the others are added up in a line.
  func write(limit: Int, to document: inout Document) {
    if limit == 0 { return }
    document.skip()
    document.heading("Connections, the busiest first")
    var table = Table([
      .init(title: "id"),
      .init(title: "peer", alignment: .left, minimum: 17),
      .init(title: "name", alignment: .left, rank: 5),
      .init(title: "role", alignment: .left, rank: 6),
      .init(title: "link", alignment: .left, rank: 7),
      .init(title: "frames", alignment: .left, rank: 4),
      .init(title: "time", isSought: true),
      .init(title: "interval", rank: 2),
      .init(title: "MTU", rank: 2),
      .init(title: "bytes"),
      .init(title: "ended", alignment: .left),
      .init(title: "carried", alignment: .left, rank: 9),
    ])
    table.linesBelowRow = 2
    for index in order.prefix(limit) { table.add(row(connections[index])) }
    document.table(table, indent: 2, limit: limit, total: table.rows.count)
    let rest = totals(from: limit)
    if rest.count > 0 {
      let devices = devices(from: limit)
      let kind = rest.count == 1 ? "further connection" : "further connections"
      let peers = peer == nil ? " with " + Quantity.count(devices, "device") : ""
      document.paragraph(
        StyledText("\(Quantity.count(rest.count)) \(kind)\(peers), ", .quiet) + rest.words,
        indent: 2, hanging: 6, most: 4)
    }
    if let folded { document.paragraph(folded.words, indent: 2, hanging: 6, most: 4) }
    if omitted > 0 { document.more(omitted, "connection", indent: 2) }
  }

  private func row(_ connection: ReportV1.Connection) -> [StyledText] {
    let length =
      connection.lengthUs.map { (connection.isOpen ? "≥\u{A0}" : "") + Quantity.duration(us: $0) }
      ?? "-"
    let traffic = Traffic(connection)
    var carried = traffic.transferWords
    if !connection.runs.isEmpty {
      carried += StyledText((carried.isEmpty ? "" : ", ") + RunSection.summary(connection.runs))
    }
    if !connection.dialogues.isEmpty {
      carried += StyledText(
        (carried.isEmpty ? "" : ", ") + DialogueTotals(connection).briefWords)
    }
    if carried.isEmpty { carried = StyledText(traffic.kinds) }
    for trouble in Verdict.troubles(of: connection) { carried += ", " + trouble }
    return [
      StyledText(String(connection.id)),
      StyledText(
        peer == nil ? Name.shortened(connection.peer.address ?? "unknown", to: 40) : ""),
      StyledText(
        peer == nil
          ? connection.peer.name.map { Printable.quoted(Name.shortened($0, to: 40)) } ?? "-" : ""),
      StyledText(role == nil ? connection.role?.word ?? "unknown" : ""),
      StyledText(transport == nil ? Verdict.transport(connection.transport) : ""),
      StyledText(Name.frames(connection.firstFrame, connection.lastFrame)), StyledText(length),
      StyledText(intervals(connection)),
      StyledText(connection.mtu.effective.map(String.init) ?? "-"),
      StyledText(traffic.bytes > 0 ? Quantity.bytes(traffic.bytes) : "-"),
      connection.endingWords.word, carried,
    ]
  }

  /// `7.5–48.75 ms`, of all that were in force.
  private func intervals(_ connection: ReportV1.Connection) -> String {
    let intervals = connection.parameters.map(\.intervalUs)
    guard connection.transport != .brEDR, let least = intervals.min(), let most = intervals.max()
    else { return "-" }
    let last = Quantity.interval(us: most)
    // Both are in milliseconds, but for made-up ones.
    let first = Quantity.interval(us: least).unicodeScalars.prefix { $0 != "\u{A0}" }
    return least == most ? last : String(first) + "–" + last
  }
}
