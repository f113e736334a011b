import BluetoothProtocol
import Report
import Text

/// A device that was connected again and again: how often, by whom the connections were ended, and
/// pauses between them that are equal, as those of a timer are.
struct Reconnections {
  private struct Device: Hashable {
    var address: String
    var controller: Int
    var isLE: Bool
  }

  private struct Series {
    var name: String
    var count = 0
    var startUs: Int
    var endUs: Int
    /// Ends by either side, with the times that these connections lasted.
    var byHost = Lengths()
    var byPeer = Lengths()
    var lost = 0
    var pauses: [Int] = []
  }

  private struct Lengths {
    var count = 0
    var least = Int.max
    var most = 0

    mutating func add(_ length: Int) {
      count += 1
      least = min(least, length)
      most = max(most, length)
    }
  }

  private var devices: [Device] = []
  private var series: [Device: Series] = [:]

  private static let enough = 4
  private static let mostShown = 2
  /// Pauses are equal within a hundredth, where they are of some length.
  private static let spread = 100
  private static let leastPause = 2_000_000

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    guard let address = connection.peer.address, connection.completeFrame != nil else { return }
    let device = Device(
      address: address, controller: connection.controller, isLE: connection.transport == .le)
    var known =
      series[device]
      ?? Series(
        name: Name.shortPeer(connection.peer), startUs: connection.startUs,
        endUs: connection.startUs)
    if series[device] == nil {
      devices.append(device)
    } else {
      known.pauses.append(max(0, connection.startUs - known.endUs))
    }
    known.endUs = max(known.endUs, connection.endUs)
    defer { series[device] = known }
    // One that was never established is a failed attempt.
    if connection.disconnect?.reason == .connectionFailedToBeEstablished { return }
    known.count += 1
    let length = connection.endUs - connection.startUs
    switch connection.endedBy {
    case .local?: known.byHost.add(length)
    case .remote?: known.byPeer.add(length)
    case .link?: known.lost += 1
    case .controller?, .unknown?, nil: break
    }
  }

  /// - Parameter isOnly: all connections are of one device, of which the sentences before speak.
  func words(isOnly: Bool) -> String {
    let all = devices.compactMap { series[$0] }.filter { $0.count >= Self.enough }
      .sorted { $0.count > $1.count }
    return all.prefix(Self.mostShown).compactMap { Self.words($0, isOnly: isOnly) }
      .joined(separator: " ")
  }

  private static func words(_ series: Series, isOnly: Bool) -> String? {
    let pauses = equalPauses(series.pauses).map { pause in
      "\(Quantity.count(pause.count)) of the \(Quantity.count(series.pauses.count)) pauses before "
        + "it was connected again lasted \(range(pause.least, pause.most))"
    }
    let span = Quantity.duration(us: series.endUs - series.startUs)
    if isOnly { return pauses.map { "In \(span), \($0)." } }
    let ends = [
      (series.byHost, "this host"), (series.byPeer, "the peer"),
    ].compactMap { ends, side -> String? in
      guard ends.count > 0 else { return nil }
      let count = ends.count == series.count ? "each" : Quantity.count(ends.count)
      return "\(count) ended by \(side) after \(range(ends.least, ends.most))"
    }
    let lost = series.lost > 0 ? ["\(Quantity.count(series.lost)) lost"] : []
    let parts = ends + lost + [pauses].compactMap { $0 }
    return "\(series.name) was connected \(Quantity.count(series.count)) times in \(span)"
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")) + "."
  }

  private static func range(_ least: Int, _ most: Int) -> String {
    let (from, to) = (Quantity.duration(us: least), Quantity.duration(us: most))
    return from == to ? from : "\(from) to \(to)"
  }

  /// The largest number of pauses that are alike; at least four, and a third of all.
  private static func equalPauses(_ pauses: [Int]) -> (count: Int, least: Int, most: Int)? {
    let sorted = pauses.sorted()
    var best: (count: Int, least: Int, most: Int)?
    var first = 0
    for last in sorted.indices {
      while sorted[last] - sorted[first] > sorted[first] / spread { first += 1 }
      let count = last - first + 1
      if sorted[first] >= leastPause, count > best?.count ?? 0 {
        best = (count, sorted[first], sorted[last])
      }
    }
    guard let best, best.count >= enough, best.count * 3 >= sorted.count else { return nil }
    return best
  }
}
