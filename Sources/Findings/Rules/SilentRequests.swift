import BluetoothProtocol
import Report

/// Values that a client wrote in one connection to a device that can answer, without a subscription
/// to the answers, and without one.
struct SilentRequests {
  struct Key: Hashable {
    var peer: String
    var client: Party
    /// Whether another connection shows what answers.
    var isKnown: Bool
  }

  let id: Int
  let key: Key
  /// What was written to, and how often in all.
  let handles: [Int]
  let count: Int
  let firstFrame: Int
  /// The characteristics that answer elsewhere, or that could.
  let answers: [Int]
  /// Another connection, in which the client subscribed to them, and how many values came.
  let elsewhere: (id: Int, values: Int)?

  var client: Party { key.client }

  static func all(in file: CaseFile) -> Picked<[SilentRequests]> {
    // The write that subscribes may be among the records that were lost.
    let isWhole = file.capture.droppedRecords == 0
    let answered = isWhole ? AnsweredRequests(file.capture) : AnsweredRequests()
    return file.connections {
      isWhole && $0[$1].completeFrame != nil && $0[$1].air == nil
        && $0[$1].writes.containsInPlace { $0.count > 0 }
    }.facts { connection, index in
      guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return nil }
      let found = [ReportV1.Direction.tx, .rx].compactMap {
        Self($0, connection, answered)
      }
      if found.isEmpty || !SubscriptionLostRule.findings(connection, index, file).isEmpty {
        return nil
      }
      return found
    }
  }

  private init?(
    _ direction: ReportV1.Direction, _ connection: ReportV1.Connection, _ answered: AnsweredRequests
  ) {
    let writes = connection.writes.filter { $0.direction == direction && $0.count > 0 }
    guard !writes.isEmpty, let peer = connection.peer.address else { return nil }
    let side: ReportV1.PairingSide = direction == .tx ? .peer : .local
    let server = connection.servers.first { $0.server == side }
    let subscriptions = server?.subscriptions.filter { $0.value != .off } ?? []
    let received = Set(
      connection.notifications.lazy.filter { $0.direction != direction && $0.count > 0 }
        .map(\.valueHandle))
    let known = writes.filter {
      guard let place = answered.place(of: $0, peer) else { return false }
      return !answered.hasStrayPrefix($0, at: place)
    }
    let subscribed = known.isEmpty ? [] : answered.subscriptions(to: known, peer)
    let answers = Set(subscribed.map(\.valueHandle))
    let isKnown = !answers.isEmpty
    let asked = isKnown ? known : Self.repeated(writes, connection)
    let wanted =
      isKnown ? answers : Set(asked.flatMap { Self.beside($0.valueHandle, server) })
    // Of what the capture does not say what it belongs to, the handle alone is known.
    let isSubscribed = subscriptions.contains { made in
      made.valueHandle.map(wanted.contains) ?? !isKnown
        || subscribed.contains { $0.cccdHandle == made.cccdHandle } || !isKnown && made.guessed
    }
    guard !wanted.isEmpty, !isSubscribed, wanted.isDisjoint(with: received),
      asked.map(\.count).total >= NeverSubscribedRule.fewest.value,
      let first = asked.min(by: { $0.firstFrame < $1.firstFrame }), let start = first.firstUs,
      connection.endUs - start >= NeverSubscribedRule.shortest.value,
      isKnown || !Self.mayBeBonded(connection)
    else { return nil }
    id = connection.id
    key = Key(peer: peer, client: direction == .tx ? .local : .remote, isKnown: isKnown)
    handles = asked.map(\.valueHandle).sorted()
    count = asked.map(\.count).total
    firstFrame = first.firstFrame
    self.answers = wanted.sorted()
    elsewhere = isKnown ? answered.example(of: asked, peer) : nil
  }

  /// Requests that were the same again and again, and whose device sent nothing.
  private static func repeated(
    _ writes: [ReportV1.NotificationStream], _ connection: ReportV1.Connection
  ) -> [ReportV1.NotificationStream] {
    writes.filter { stream in
      stream.repeats?.count ?? 0 >= NeverSubscribedRule.fewestEqual.value
        && stream.purpose != .upload
        && !connection.notifications.containsInPlace { $0.direction != stream.direction }
        && connection.reads.isEmpty
    }
  }

  /// The characteristics that can notify, of the service of a handle.
  private static func beside(_ handle: Int, _ server: ReportV1.GATT?) -> [Int] {
    let service = server?.services.first {
      $0.characteristics.contains { $0.valueHandle == handle && $0.declarationHandle != nil }
    }
    return service?.characteristics.filter {
      !$0.properties.allSatisfy { $0 != "notify" && $0 != "indicate" }
    }.map(\.valueHandle) ?? []
  }

  /// A device that is bonded remembers what the client subscribed to.
  private static func mayBeBonded(_ connection: ReportV1.Connection) -> Bool {
    let paired = connection.pairing.first?.firstFrame ?? .max
    return connection.encryption.contains { $0.enabled && $0.frame < paired }
  }
}

/// Of each device what answered what was written to it, where the client had subscribed to that.
struct AnsweredRequests {
  private struct Key: Hashable {
    var peer: String
    var direction: ReportV1.Direction
    var handle: Int
  }

  struct Answering {
    var valueHandle: Int
    var cccdHandle: Int
  }

  private struct Entry {
    var id: Int
    /// What answered, and the subscription to it.
    var subscriptions: [Answering]
    var values: Int
    /// What all requests with an answer begin with.
    var octets: String?
  }

  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []

  init() {}

  /// Of each handle that was written the first connection that shows it.
  init(_ capture: ReportV1.Capture) {
    for index in capture.connections.indices {
      guard let peer = capture.connections[index].peer.address,
        capture.connections[index].notifications.containsInPlace({ $0.count > 0 }),
        !capture.connections[index].writes.isEmpty
      else { continue }
      add(capture.connections[index], peer)
    }
  }

  private mutating func add(_ connection: ReportV1.Connection, _ peer: String) {
    for server in connection.servers where !server.subscriptions.isEmpty {
      let direction: ReportV1.Direction = server.server == .local ? .rx : .tx
      var subscribed: [Int: Int] = [:]
      for made in server.subscriptions where made.value != .off {
        if let handle = made.valueHandle { subscribed[handle] = made.cccdHandle }
      }
      let values = connection.notifications.filter {
        $0.direction != direction && $0.count > 0 && subscribed[$0.valueHandle] != nil
      }
      for write in connection.writes where write.direction == direction && write.count > 0 {
        let dialogues = connection.dialogues.filter {
          $0.request.valueHandle == write.valueHandle
            && ($0.client == .local) == (direction == .tx)
        }
        let answers = Set(dialogues.map(\.answer.valueHandle))
        let found = values.filter {
          answers.contains($0.valueHandle) || $0.valueHandle == write.valueHandle
        }
        let key = Key(peer: peer, direction: direction, handle: write.valueHandle)
        guard !found.isEmpty, places[key] == nil else { continue }
        places[key] = entries.count
        entries.append(
          Entry(
            id: connection.id,
            subscriptions: found.map {
              Answering(
                valueHandle: $0.valueHandle, cccdHandle: subscribed[$0.valueHandle] ?? 0)
            },
            values: found.map(\.count).total,
            octets: dialogues.lazy.compactMap(\.answeredOctets).first))
      }
    }
  }

  func place(of stream: ReportV1.NotificationStream, _ peer: String) -> Int? {
    places[Key(peer: peer, direction: stream.direction, handle: stream.valueHandle)]
  }

  func subscriptions(
    to streams: [ReportV1.NotificationStream], _ peer: String
  ) -> [Answering] {
    streams.flatMap { stream in place(of: stream, peer).map { entries[$0].subscriptions } ?? [] }
  }

  /// The first connection that shows it of the first of them, and all that came there.
  func example(
    of streams: [ReportV1.NotificationStream], _ peer: String
  ) -> (id: Int, values: Int)? {
    let known = streams.compactMap { place(of: $0, peer).map { entries[$0] } }
    return known.first.map { first in
      (first.id, known.filter { $0.id == first.id }.map(\.values).total)
    }
  }

  /// Whether the device did not know the requests: then that they have no answer is no wonder.
  func hasStrayPrefix(_ stream: ReportV1.NotificationStream, at place: Int) -> Bool {
    StrayPrefix(unanswered: stream.commonOctets, answered: entries[place].octets) != nil
  }
}
