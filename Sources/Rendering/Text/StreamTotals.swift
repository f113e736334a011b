import Report
import Text

/// What devices sent by themselves, at a period: what a capture is about where nothing was asked.
struct StreamTotals {
  private struct Key: Hashable {
    let peer: String
    let handle: Int
    let direction: ReportV1.Direction
  }

  private struct Sent {
    var name = ""
    var kind: ReportV1.ValueKind
    var count = 0
    var bytes = 0
    var connections = 0
    /// Of all, where it is the same within a tenth.
    var periodUs: Int?
    /// Several values come together at the period.
    var areGroups = false
  }

  private var streams: [Sent] = []
  private var indices: [Key: Int] = [:]

  /// Fewer values are not what a connection was for.
  private static let fewest = 20
  /// Nor are so few of all.
  private static let leastPart = 10

  init() {}

  init(_ connection: borrowing ReportV1.Connection) { add(connection) }

  var isEmpty: Bool { streams.isEmpty }

  /// Whether they are a part of all values that is worth a word.
  func areMany(of traffic: Traffic) -> Bool {
    !isEmpty && streams.map(\.count).total >= traffic.valueCount / Self.leastPart
  }

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    for index in connection.notifications.indices
    where connection.notifications[index].purpose == .periodic
      && connection.notifications[index].count >= Self.fewest
    {
      add(connection.notifications[index], connection)
    }
  }

  private mutating func add(
    _ stream: ReportV1.NotificationStream, _ connection: borrowing ReportV1.Connection
  ) {
    let key = Key(
      // Devices without a known address may all be different ones.
      peer: connection.peer.address ?? "connection \(connection.id)", handle: stream.valueHandle,
      direction: stream.direction)
    let place = indices[key] ?? streams.count
    if place == streams.count {
      indices[key] = place
      streams.append(Sent(kind: stream.kind))
      streams[place].periodUs = stream.periodUs
    } else if let one = streams[place].periodUs {
      let isSame = stream.periodUs.map { abs(one - $0) <= one / 10 } ?? false
      if !isSame { streams[place].periodUs = nil }
    }
    streams[place].count = Int(reported: streams[place].count + stream.count)
    streams[place].bytes = Int(reported: streams[place].bytes + stream.bytes)
    streams[place].connections += 1
    streams[place].areGroups = streams[place].areGroups || stream.comesInGroups
    if streams[place].name.isEmpty || stream.uuid != nil {
      streams[place].name = Name.characteristic(
        stream.valueHandle, uuid: stream.uuid, in: connection)
    }
  }

  /// `2,276 notifications of 0x000E, one every 22.5 ms (143 kB)`, of the one with most octets.
  var words: String {
    guard let most = streams.max(by: { $0.bytes < $1.bytes }) else { return "" }
    let noun = most.kind == .indication ? "indication" : "notification"
    var text = "\(Quantity.count(most.count, noun)) of \(most.name)"
    if let period = most.periodUs {
      text += ", \(most.areGroups ? "in groups, " : "")one every \(Quantity.duration(us: period))"
    }
    text += " (\(Quantity.bytes(most.bytes)))"
    if most.connections > 1 { text += ", in \(Quantity.count(most.connections)) connections" }
    if streams.count > 1 {
      let count = streams.map(\.count).total - most.count
      text +=
        ", \(Quantity.count(count)) of \(Quantity.count(streams.count - 1, "other stream"))"
    }
    return text
  }
}

extension ReportV1.NotificationStream {
  /// Whether its period is that of groups: so many values would take far longer one by one.
  var comesInGroups: Bool {
    guard let periodUs, let firstUs, let lastUs else { return false }
    return Double(count) * Double(periodUs) > 1.5 * (Double(lastUs) - Double(firstUs))
  }
}
