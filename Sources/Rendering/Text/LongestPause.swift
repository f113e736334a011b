import Report
import Text

/// The time without any connection, where it is most of what happened: between the end of one and
/// the beginning of another, with the attempts in it that led to none.
struct LongestPause {
  private let before: Int
  private let after: Int
  private let lengthUs: Int
  private let attempts: Int

  private static let least = 60_000_000

  init?(_ capture: ReportV1.Capture) {
    let connections = capture.connections
    guard capture.folded == nil, capture.connectionsUnseen == 0,
      // A sniffer may not have heard what there was.
      !connections.containsIndex(where: { $0[$1].completeFrame == nil || $0[$1].air != nil })
    else { return nil }
    let order = connections.indices.sorted { connections[$0].startUs < connections[$1].startUs }
    guard let first = order.first else { return nil }
    var last = (place: first, endUs: Self.end(of: connections[first]))
    var longest: (before: Int, after: Int, startUs: Int, endUs: Int)?
    for place in order.dropFirst() {
      let start = connections[place].startUs
      if start - last.endUs > longest.map({ $0.endUs - $0.startUs }) ?? 0 {
        longest = (connections[last.place].id, connections[place].id, last.endUs, start)
      }
      let end = Self.end(of: connections[place])
      if end > last.endUs { last = (place, end) }
    }
    guard let longest else { return nil }
    lengthUs = longest.endUs - longest.startUs
    let span = min(last.endUs, connections.map(\.endUs).max() ?? 0) - connections[first].startUs
    guard lengthUs >= Self.least, lengthUs >= span / 2 else { return nil }
    (before, after) = (longest.before, longest.after)
    attempts = capture.attempts.count {
      $0.startUs >= longest.startUs && $0.startUs <= longest.endUs && $0.connection == nil
        && $0.ended != .captureEnd
    }
  }

  /// Its end is not known where the capture does not have it.
  private static func end(of connection: ReportV1.Connection) -> Int {
    connection.isOpen ? .max : connection.endUs
  }

  /// `Between connections 1 and 2 there was none for 1 h 11 min, and 6 attempts were in vain.`
  var words: String {
    let vain =
      attempts > 0
      ? ", and \(Quantity.count(attempts, "attempt")) \(attempts == 1 ? "was" : "were") in vain"
      : ""
    return "Between connections \(before) and \(after) there was none for "
      + "\(Quantity.duration(us: lengthUs))\(vain)."
  }
}
