import Report
import Text

/// What the dialogues of one connection or of several come to: what was asked, at which pace, and
/// whether it was answered.
struct DialogueTotals {
  private struct Key: Hashable {
    let peer: String
    let handle: Int
    let client: ReportV1.PairingSide
  }

  /// What one side asks of one characteristic of a device.
  private struct Asked {
    var name = ""
    var isOfPeer = false
    /// Connections in which it is a dialogue, and how often it was asked in them.
    var dialogues = 0
    var requests = 0
    var unanswered = 0
    /// Connections in which the same was written at a period, and nothing answered.
    var unheard = 0
    var unheardRequests = 0
    /// Of all, where it is the same.
    var periodUs: Int?
    /// Of a single dialogue.
    var latencyUs: Int?
    var distinct: Int?
    /// How long it waited, and all that it took.
    var waitedUs = 0
    var durationUs = 0
    /// What all with an answer begin with, and all of those connections in which there was none.
    var answeredOctets: String?
    var unheardOctets: String?

    var connections: Int { dialogues + unheard }
    /// ` (each begins with 20 00, which the others lack)`
    var stray: String {
      StrayPrefix(unanswered: unheardOctets, answered: answeredOctets).map {
        " (each begins with \($0.octets), which the others lack)"
      } ?? ""
    }
    var all: Int { Int(reported: requests + unheardRequests) }

    mutating func count(period: Int?) {
      if connections == 0 {
        periodUs = period
        return
      }
      let same = periodUs.flatMap { one in period.map { abs(one - $0) <= one / 10 } } ?? false
      if !same { periodUs = nil }
    }
  }

  private var asked: [Asked] = []
  private static let leastWait = 5_000_000
  private var indices: [Key: Int] = [:]

  init() {}

  init(_ connection: borrowing ReportV1.Connection) { add(connection) }

  /// Whether nothing was asked that was answered.
  var isEmpty: Bool { !asked.contains { $0.dialogues > 0 } }

  mutating func add(_ connection: borrowing ReportV1.Connection) {
    // Devices without a known address may all be different ones.
    let peer = connection.peer.address ?? "connection \(connection.id)"
    var seen: Set<Key> = []
    for index in connection.dialogues.indices {
      let dialogue = connection.dialogues[index]
      let key = Key(peer: peer, handle: dialogue.request.valueHandle, client: dialogue.client)
      // Requests that several streams answer are one dialogue here.
      guard seen.insert(key).inserted else { continue }
      let name = Name.characteristic(
        dialogue.request.valueHandle, uuid: dialogue.request.uuid, in: connection)
      change(key) { asked in
        asked.count(period: dialogue.periodUs)
        let isOnly = asked.connections == 0
        asked.latencyUs = isOnly ? dialogue.latencyUs.p50 : nil
        asked.distinct = isOnly ? dialogue.distinctRequests : nil
        asked.dialogues += 1
        asked.waitedUs = Int(reported: asked.waitedUs + dialogue.waitedUs)
        asked.durationUs = Int(reported: asked.durationUs + dialogue.durationUs)
        asked.answeredOctets = asked.answeredOctets ?? dialogue.answeredOctets
        asked.requests = Int(reported: asked.requests + dialogue.requests)
        asked.unanswered = Int(reported: asked.unanswered + dialogue.unanswered)
        // A connection that begins late does not know what it writes to.
        if asked.name.isEmpty || dialogue.request.uuid != nil { asked.name = name }
      }
    }
    for index in connection.writes.indices where connection.writes[index].isPoll {
      let key = Key(
        peer: peer, handle: connection.writes[index].valueHandle,
        client: connection.writes[index].direction == .tx ? .local : .peer)
      guard !seen.contains(key) else { continue }
      let count = connection.writes[index].count
      let period =
        connection.writes[index].comesInGroups ? nil : connection.writes[index].periodUs
      let uuid = connection.writes[index].uuid
      let name = Name.characteristic(key.handle, uuid: uuid, in: connection)
      change(key) { asked in
        asked.count(period: period)
        (asked.latencyUs, asked.distinct) = (nil, nil)
        let octets = connection.writes[index].commonOctets
        if asked.unheard == 0 { asked.unheardOctets = octets }
        if asked.unheardOctets != octets { asked.unheardOctets = nil }
        asked.unheard += 1
        asked.unheardRequests = Int(reported: asked.unheardRequests + count)
        if asked.name.isEmpty || uuid != nil { asked.name = name }
      }
    }
  }

  private mutating func change(_ key: Key, _ change: (inout Asked) -> Void) {
    let index = indices[key] ?? asked.count
    if index == asked.count {
      indices[key] = index
      asked.append(Asked(isOfPeer: key.client == .peer))
    }
    change(&asked[index])
  }

  /// `132 requests to FFE2, one every 1.28 s, 5 different, answered after 209 ms, 16 not answered`;
  /// of several connections, `1,577 requests to FFE9, one every 1 s, in 4 connections, 7 not
  /// answered, in 2 of them none of 1,190 was answered`.
  var words: String {
    let heard = asked.filter { $0.dialogues > 0 }
    guard let most = heard.max(by: { $0.all < $1.all }) else { return "" }
    var facts = [
      "\(Quantity.count(most.all, "request"))\(most.isOfPeer ? " of the peer" : "") to \(most.name)"
    ]
    if let period = most.periodUs { facts.append("one every \(Quantity.duration(us: period))") }
    if most.connections > 1 { facts.append("in \(Quantity.count(most.connections)) connections") }
    if let distinct = most.distinct, distinct * 2 <= most.requests {
      facts.append("\(Quantity.count(distinct)) different")
    }
    if let latency = most.latencyUs {
      facts.append("answered after \(Quantity.duration(us: latency))")
    }
    if most.unanswered > 0 { facts.append("\(Quantity.count(most.unanswered)) not answered") }
    if most.unheard > 0 {
      facts.append(
        "in \(Quantity.count(most.unheard)) of them none of "
          + "\(Quantity.count(most.unheardRequests)) was answered\(most.stray)")
    } else if most.waitedUs >= Self.leastWait, most.waitedUs >= most.durationUs / 2 {
      facts.append(
        "\(Quantity.duration(us: most.waitedUs)) of \(Quantity.duration(us: most.durationUs)) "
          + "waiting for answers")
    }
    if heard.count > 1 {
      let requests = heard.map(\.requests).total - most.requests
      let unanswered = heard.map(\.unanswered).total - most.unanswered
      facts.append(
        "\(Quantity.count(requests, "request")) in "
          + Quantity.count(heard.count - 1, "other dialogue"))
      if unanswered > 0 { facts.append("\(Quantity.count(unanswered)) not answered") }
    }
    return facts.joined(separator: ", ")
  }

  /// `2 dialogues: 2,190 requests, 1 not answered`, where there is little room.
  var briefWords: String {
    let heard = asked.filter { $0.dialogues > 0 }
    let unanswered = heard.map(\.unanswered).total
    return "\(Quantity.count(heard.count, "dialogue")): "
      + Quantity.count(heard.map(\.requests).total, "request")
      + (unanswered > 0 ? ", \(Quantity.count(unanswered)) not answered" : "")
  }
}

extension ReportV1.NotificationStream {
  /// Whether the same few values are written again and again by a timer: else it is no request, but
  /// data that are sent at a pace.
  fileprivate var isPoll: Bool {
    purpose == .periodic && distinctValues.map { $0 * 10 <= count } ?? false
  }
}
