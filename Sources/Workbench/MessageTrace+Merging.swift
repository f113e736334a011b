import Framing
import Report

extension MessageTrace {
  /// Kinds of all connections together; more are counted.
  private static let mostKinds = 64
  /// Octets of an example.
  static let mostExample = 64

  /// The layouts of a capture. Connections whose streams and layout are the same count together.
  ///
  /// - Parameters:
  ///   - traced: the messages of all connections.
  ///   - names: what the user calls their kinds.
  package static func all(
    in capture: ReportV1.Capture, traced: [TracedMessage], names: [NamedKind] = []
  ) -> [MessageTrace] {
    struct Place: Hashable {
      var connection: Int
      var index: Int
    }
    var byPlace: [Place: [TracedMessage]] = [:]
    for message in traced {
      byPlace[Place(connection: message.connection, index: message.messages), default: []]
        .append(message)
    }
    var found: [MessageTrace] = []
    for connection in capture.connections {
      for (index, messages) in connection.messages.enumerated()
      where messages.confidence != .candidate || messages.layout == nil {
        let traced = byPlace[Place(connection: connection.id, index: index)] ?? []
        guard var trace = MessageTrace(messages, traced, names: names) else { continue }
        trace.connections = [connection.id]
        trace.peer = connection.peer.address
        if let known = found.firstIndex(where: { $0.isSame(as: trace) }) {
          found[known].add(trace)
        } else {
          found.append(trace)
        }
      }
    }
    for index in found.indices {
      found[index].number = index + 1
      found[index].traced.sort { ($0.timeUs, $0.lastFrame) < ($1.timeUs, $1.lastFrame) }
    }
    return found
  }

  /// Whether the other one has the same layout on the same characteristics.
  private func isSame(as other: MessageTrace) -> Bool {
    // Handles of another device, and values without a layout, may be anything.
    let isKnown = messages.layout != nil && messages.streams.allSatisfy { $0.uuid != nil }
    return (isKnown || peer == other.peer) && messages.layout == other.messages.layout
      && messages.streams.count == other.messages.streams.count
      && zip(messages.streams, other.messages.streams).allSatisfy { $0.isSame(as: $1) }
  }

  private mutating func take(counts other: MessageTrace) {
    messages.count += other.messages.count
    messages.values += other.messages.values
    messages.omitted += other.messages.omitted
    messages.damaged = Array((messages.damaged + other.messages.damaged).sorted().prefix(20))
    messages.damagedCount += other.messages.damagedCount
    messages.resets += other.messages.resets
    var flaws: [String: Int] = [:]
    var order: [String] = []
    for flaw in messages.flaws.entries + other.messages.flaws.entries {
      if flaws[flaw.key] == nil { order.append(flaw.key) }
      flaws[flaw.key, default: 0] += flaw.value
    }
    messages.flaws = ReportV1.KeyedList(order.map { .init(key: $0, value: flaws[$0] ?? 0) })
    if let odds = other.messages.oddsLog10 {
      messages.oddsLog10 = messages.oddsLog10.map { min($0, odds) } ?? odds
    }
  }

  /// Takes the messages of another connection.
  private mutating func add(_ other: MessageTrace) {
    connections += other.connections
    take(counts: other)
    var ids: [Int: Int] = [:]
    for kind in other.messages.kinds {
      if let index = messages.kinds.firstIndex(where: { $0.isCompatible(with: kind) }) {
        ids[kind.id] = messages.kinds[index].id
        messages.kinds[index].add(kind)
      } else if messages.kinds.count >= Self.mostKinds {
        messages.kindsTotal += 1
      } else {
        var kind = kind
        let id = (messages.kinds.map(\.id).max() ?? 0) + 1
        ids[kind.id] = id
        kind.id = id
        // By the numbers of the other connection.
        kind.answeredBy = kind.answeredBy.map { -$0 }
        messages.kinds.append(kind)
        messages.kindsTotal += 1
      }
    }
    for index in messages.kinds.indices {
      if let answer = messages.kinds[index].answeredBy, answer < 0 {
        messages.kinds[index].answeredBy = ids[-answer]
      }
    }
    traced += other.traced.map { message in
      var message = message
      message.kind = message.kind.flatMap { ids[$0] }
      return message
    }
  }
}

extension ReportV1.MessageStream {
  func isSame(as other: ReportV1.MessageStream) -> Bool {
    kind == other.kind && direction == other.direction
      && (uuid == nil && other.uuid == nil ? valueHandle == other.valueHandle : uuid == other.uuid)
  }
}

extension ReportV1.MessageKind {
  /// Whether messages of both may be of one kind: no octet that all have differs, and some agree.
  func isCompatible(with other: ReportV1.MessageKind) -> Bool {
    guard direction == other.direction else { return false }
    let (own, others) = (KindPattern(self), KindPattern(other))
    if own == others { return true }
    // Messages of one length each are not the same kind where the lengths differ.
    let isFixed = own.least == own.most && others.least == others.most
    guard !isFixed || own.least == others.least else { return false }
    var agree = 0
    for (a, b) in zip(own.octets, others.octets) {
      guard let a, let b else { continue }
      guard a == b else { return false }
      agree += 1
    }
    return agree > 0
  }

  /// Takes the messages of another one that is compatible.
  mutating func add(_ other: ReportV1.MessageKind) {
    let (own, others) = (KindPattern(self), KindPattern(other))
    let shared = zip(own.octets, others.octets).map { $0 == $1 ? $0 : nil }
    bytes = min(bytes, other.bytes)
    bytesMax = max(bytesMax, other.bytesMax)
    varying = KindPattern(octets: shared, least: bytes, most: bytesMax).varying
    count += other.count
    fields += other.fields.filter { !fields.contains($0) }
    // One octet belongs to one field.
    var free: [ReportV1.MessageField] = []
    for field in fields where !free.contains(where: { $0.overlaps(field) }) { free.append(field) }
    fields = free
    if periodUs != other.periodUs { periodUs = periodUs ?? other.periodUs }
  }
}

extension ReportV1.MessageField {
  func overlaps(_ other: ReportV1.MessageField) -> Bool {
    offset < other.offset &+ other.bytes && other.offset < offset &+ bytes
  }
}
