import Report
import Text

extension ReportV1.Role {
  /// A sniffer takes no part in a connection, and Observer is the name of another role.
  var word: String { self == .observer ? "sniffed" : rawValue }

  /// ` as central`, after what has the role.
  var clause: String { self == .observer ? ", sniffed" : " as \(rawValue)" }
}

/// A connection in one sentence.
enum Verdict {
  /// - Parameter isBrief: a name that is very long is cut.
  static func of(_ connection: ReportV1.Connection, isBrief: Bool = false) -> StyledText {
    let peer = isBrief ? Name.shortPeer(connection.peer) : Name.peer(connection.peer)
    let role = connection.role.map(\.clause) ?? ", role unknown"
    var facts = [transport(connection.transport)]
    if let length = connection.lengthUs {
      facts.append((connection.isOpen ? "at least " : "") + Quantity.duration(us: length))
    }
    return StyledText("Connection\u{A0}\(connection.id)", .heading)
      + StyledText(" \(peer)\(role), \(facts.joined(separator: ", ")): ")
      + outcome(of: connection)
  }

  static func transport(_ transport: ReportV1.Transport?) -> String {
    switch transport {
    case .le: "LE"
    case .brEDR: "BR/EDR"
    case nil: "transport unknown"
    }
  }

  static func withoutConnections(_ capture: ReportV1.Capture) -> StyledText {
    let devices = capture.advertisers.count
    if devices == 0 { return "No connections, and no advertising devices." }
    let reports = capture.advertisers.map(\.reports).total
    return StyledText(
      "No connections. \(Quantity.count(devices, "advertising device")), "
        + "in " + Quantity.count(reports, "advertising report") + ".")
  }

  private static func outcome(of connection: ReportV1.Connection) -> StyledText {
    var parts: [StyledText] = []
    let transfers = connection.transfers
    if !transfers.isEmpty {
      parts.append(state(of: transfers))
      let cost = transfers.count == 1 ? LargestCost.words(transfers[0], in: connection) : ""
      parts.append(StyledText(volume(of: transfers) + cost))
      if let back = connection.backAfterUpdateUs {
        parts.append(StyledText("the device was back after \(Quantity.duration(us: back))"))
      }
    } else if !connection.runs.isEmpty {
      parts.append(StyledText(RunSection.summary(connection.runs)))
    }
    if !connection.dialogues.isEmpty {
      parts.append(StyledText(DialogueTotals(connection).words))
    }
    let (streams, traffic) = (StreamTotals(connection), Traffic(connection))
    if parts.isEmpty, streams.isEmpty || !traffic.isNearlyNamed {
      parts.append(StyledText(traffic.words + few(connection)))
    }
    if streams.areMany(of: traffic) { parts.append(StyledText(streams.words)) }
    parts += troubles(of: connection)
    return parts.dropFirst().reduce(parts[0]) { $0 + ", " + $1 }
  }

  /// `, 5 different values`: of commands that come again and again.
  private static func few(_ connection: ReportV1.Connection) -> String {
    guard
      let most = connection.writes.max(by: { $0.count < $1.count }), most.count >= fewestCommands,
      let distinct = most.distinctValues, distinct * 4 <= most.count
    else { return "" }
    let name = Name.characteristic(most.valueHandle, uuid: most.uuid, in: connection)
    var text = ", \(Quantity.count(distinct, "different value")) written to \(name)"
    if let equal = most.repeatedValues, equal * 2 >= most.count {
      text += ", \(Quantity.count(equal)) equal to the one before"
    }
    return text
  }

  private static let fewestCommands = 50

  private static func state(of all: [ReportV1.Transfer]) -> StyledText {
    var text = StyledText("")
    let (transfers, noun) = Traffic.counted(all)
    func add(_ outcome: ReportV1.Transfer.Outcome, _ words: (Int) -> StyledText) {
      let count = transfers.count { $0.outcome == outcome }
      guard count > 0 else { return }
      if !text.isEmpty { text += ", " }
      text += words(count)
    }
    add(.complete) { StyledText(Quantity.count($0, noun) + " complete", .good) }
    add(.undelivered) { count in
      let packets = transfers.map {
        $0.outcome == .undelivered ? $0.delivery?.uncompletedPackets ?? 0 : 0
      }.total
      return StyledText(
        "\(Quantity.count(count, noun)) queued, but \(Quantity.count(packets, "packet")) of "
          + "\(count == 1 ? "it" : "them") never reported as completed",
        .warning)
    }
    add(.incomplete) { StyledText(Quantity.count($0, noun) + " incomplete", .warning) }
    add(.unknown) { StyledText(Quantity.count($0, noun) + " whose end is not known", .note) }
    add(.repeatedMarker) { StyledText(Quantity.count($0, "marker") + " repeated", .note) }
    return text
  }

  /// `141 B of JSON in 0.42 s (336 B/s)`
  private static func volume(of transfers: [ReportV1.Transfer]) -> String {
    let bytes = transfers.map(\.payloadBytes).total
    let time = transfers.map(\.paceUs).total
    var text =
      transfers.contains { $0.sizeIsKnown } ? Quantity.bytes(bytes) : "size not known,"
    let types = Set(transfers.lazy.filter { $0.outcome != .repeatedMarker }.map(\.payloadType))
    if types.count == 1, let type = types.first ?? nil { text += " of \(Name.payloadType(type))" }
    let isQueuedOnly = transfers.contains { $0.direction == .tx && $0.delivery?.durationUs == nil }
    text += "\(isQueuedOnly ? " queued" : "") in \(Quantity.duration(us: time))"
    if transfers.count == 1, let rate = transfers[0].paceBytesPerS {
      let share = CeilingSection.share(of: transfers[0])
      let possible = share.map { $0 < 80 ? ", \($0)\u{A0}% of the possible rate" : "" } ?? ""
      text += " (\(Quantity.rate(rate))\(possible))"
    } else if transfers.count == 1, transfers[0].direction == .rx, transfers[0].durationUs > 0 {
      text += ", in one connection event"
    }
    return text
  }

  static func troubles(of connection: ReportV1.Connection) -> [StyledText] {
    var parts: [StyledText] = []
    func add(_ text: String) { parts.append(StyledText(text, .warning)) }
    let resends = connection.transfers.reduce(0) { $0 + $1.resends.count }
    if resends > 0 { add(Quantity.count(resends, "resend")) }
    let stalls = connection.headlineStalls
    if let longest = stalls.map(\.durationUs).max() {
      add(counted(stalls.count, "stall", longest))
    }
    // A device that sends in bursts is silent between them; that is its rhythm.
    let bursty = Set(
      connection.notifications.filter {
        Double($0.countedGaps ?? .max) * 20 > Double($0.gapUs.count)
      }
      .map(\.valueHandle))
    // Between transfers the sender has nothing to say, and a timer in front of a marker is meant.
    let gaps = GapList.gaps(of: connection)
      .filter {
        connection.transfers.isEmpty ? !bursty.contains($0.valueHandle) : $0.transfer != nil
      }
      .map(\.gap).filter { $0.explainedBy == nil }
    if let longest = gaps.map(\.gapUs).max() { add(counted(gaps.count, "gap", longest)) }
    let unanswered = connection.unansweredRequests
    if unanswered > 0 { add(Quantity.count(unanswered, "unanswered request")) }
    return parts
  }

  static func counted(_ count: Int, _ noun: String, _ longest: Int) -> String {
    let length = Quantity.duration(us: longest)
    return Quantity.count(count, noun) + (count == 1 ? " of \(length)" : " up to \(length)")
  }
}

extension ReportV1.Connection {
  /// How long after the end the device was there again that had got all of an update.
  var backAfterUpdateUs: Int? {
    guard let ending, ending.by != .local, ending.dataComplete != false, let after = ending.after,
      transfers.containsInPlace({ $0.complete && $0.isFirmware && $0.direction == .tx })
    else { return nil }
    return [after.advertisedUs, after.connectedUs].compactMap(\.self).filter { $0 >= 0 }.min()
  }
}
