import BluetoothProtocol
import CaptureFiles
import Report

/// The timeline in the words of the packets.
///
/// A request and its answer are one line: where something is asked for, at the answer that brings
/// it; where something is sent, at the request that brings it.
struct PacketWords {
  let names: TimelineNames
  /// Values that are markers of their own, by their frames: the transfer's line speaks for them.
  let markerFrames: Set<Int>

  func lines(for entry: TimelineEntry) -> [TimelineLine] {
    switch entry.content {
    case .step(let step): return self.step(step, entry).map { [$0] } ?? []
    case .heard(let device): return [heard(device, entry)]
    case .transaction(let transaction): return [self.transaction(transaction, entry)]
    case .run(let run): return self.run(run, entry)
    }
  }

  private func heard(_ device: HeardDevice, _ entry: TimelineEntry) -> TimelineLine {
    var facts = [TimelineNames.device(device.name, device.address)]
    if let rssi = device.rssi { facts.append("\(rssi) dBm") }
    facts += TimelineNames.content(device)
    let further = TimelineNames.further(device).map { "; " + $0 } ?? ""
    return TimelineLine(
      entry.moment, nil, device.isScanResponse ? "scan response" : "device heard",
      facts.joined(separator: ", ") + further)
  }

  // MARK: - Runs

  private func run(_ run: ValueRun, _ entry: TimelineEntry) -> [TimelineLine] {
    guard let link = entry.connection else { return [] }
    switch run.key.kind {
    case .rssi: return signal(run, entry)
    case .unaskedResponse(let opcode): return unasked(run, opcode, link)
    // Shown by the stalls.
    case .roomForNotifications, .roomForWrites: return []
    default: break
    }
    let (one, many) = run.key.kind.words
    let isSent = run.key.kind.isSent
    let name = names.attribute(run.key.handle, run.key.server, on: link)
    func moment(_ item: ValueRun.Item) -> Moment { isSent ? item.asked : item.moment }
    guard run.isFolded else {
      return run.items.compactMap { item in
        if markerFrames.contains(item.moment.frame) { return nil }
        return TimelineLine(
          moment(item), link, one,
          "\(name), \(TimelineNames.bytes(item.octets))\(trip(item, isSent: isSent))")
      }
    }
    let (first, last) = (moment(run.items[0]), moment(run.last))
    let time = TimelineNames.latency(last.time.since(first.time))
    return [
      TimelineLine(
        first, link, "\(run.count) \(many)",
        "\(name), \(TimelineNames.bytes(run.octets)), #\(first.frame)–#\(last.frame), \(time)")
    ]
  }

  private func trip(_ item: ValueRun.Item, isSent: Bool) -> String {
    guard item.asked != item.moment else { return "" }
    let latency = item.moment.time.since(item.asked.time)
    return ", " + trip(item.asked, item.moment, latency, isSent: isSent)
  }

  /// The other end of the round trip: `requested in #12, 30 ms`.
  private func trip(_ asked: Moment, _ answer: Moment, _ latency: Int64, isSent: Bool) -> String {
    let other = isSent ? "answered in #\(answer.frame)" : "requested in #\(asked.frame)"
    return "\(other), \(TimelineNames.latency(latency))"
  }

  private func unasked(_ run: ValueRun, _ opcode: ATTOpcode, _ link: Int) -> [TimelineLine] {
    let (first, last) = (run.items[0].moment, run.last.moment)
    let count = run.count > 1 ? "\(run.count) × " : ""
    let span = TimelineNames.latency(last.time.since(first.time))
    let sender = run.key.server == .peer ? [] : ["by \(owner(on: link))"]
    let frames = run.count > 1 ? ["#\(first.frame)–#\(last.frame), \(span)"] : []
    return [
      TimelineLine(
        first, link, "\(count)\(Wording.pdu(opcode)) without its request",
        (sender + frames).joined(separator: ", "))
    ]
  }

  private func signal(_ run: ValueRun, _ entry: TimelineEntry) -> [TimelineLine] {
    guard run.isFolded else {
      return run.items.map {
        TimelineLine($0.moment, entry.connection, "RSSI", "\($0.dBm) dBm")
      }
    }
    let (first, last) = (run.items[0], run.last)
    return [
      TimelineLine(
        first.moment, entry.connection, "\(run.count) × RSSI",
        "\(first.dBm) dBm first, \(last.dBm) dBm last, \(run.range.lowerBound) to "
          + "\(run.range.upperBound) dBm, #\(first.moment.frame)–#\(last.moment.frame)")
    ]
  }

  // MARK: - Requests

  /// Whose attributes are not the peer's.
  private func owner(on link: Int) -> String {
    names.state(link).airLink != nil ? "the central" : "this host"
  }

  private func transaction(
    _ transaction: TimelineTransaction, _ entry: TimelineEntry
  ) -> TimelineLine {
    let link = entry.connection ?? 0
    let isSent: Bool =
      switch transaction.opcode {
      case .writeRequest, .prepareWriteRequest, .executeWriteRequest: transaction.error == nil
      default: false
      }
    let trip = trip(
      transaction.request, transaction.answer, transaction.latency, isSent: isSent)
    if let error = transaction.error { return refused(transaction, error, trip, link) }
    func at(_ moment: Moment, _ event: String, _ detail: String) -> TimelineLine {
      TimelineLine(moment, link, event, detail.isEmpty ? trip : "\(detail), \(trip)")
    }
    let name = names.attribute(transaction.handle, transaction.server, on: link)
    // A client looks through the peer's, as a rule; this is the other one.
    let owner = transaction.server == .peer ? "" : " of \(owner(on: link))"
    if let bits = transaction.subscription {
      let subject = names.subscribed(transaction.handle, transaction.server, on: link)
      let kind = bits & 3 == 2 ? "indications" : bits & 3 == 3 ? "both kinds" : "notifications"
      return at(
        transaction.request, bits & 3 == 0 ? "unsubscribed" : "subscribed",
        bits & 3 == 0 ? subject : "\(kind) of \(subject)")
    }
    switch transaction.opcode {
    case .exchangeMTURequest:
      let exchange = names.state(link).mtuExchange
      let known = exchange.frame == transaction.answer.frame
      let sides =
        known ? "client \(number(exchange.client)), server \(number(exchange.server))" : ""
      return at(
        transaction.answer, "MTU \(known ? number(exchange.effective) : "exchanged")", sides)
    case .readByGroupTypeRequest, .findByTypeValueRequest:
      return at(transaction.answer, "services\(owner) found", services(transaction))
    case .findInformationRequest:
      return at(transaction.answer, "descriptors\(owner) found", attributes(transaction))
    case .readByTypeRequest:
      switch transaction.type?.short16 {
      case 0x2803:
        return at(
          transaction.answer, "characteristics\(owner) found", characteristics(transaction))
      case 0x2802:
        return at(transaction.answer, "included services\(owner) found", services(transaction))
      default: return at(transaction.answer, "read by type", attributes(transaction))
      }
    case .readRequest, .readBlobRequest:
      let event = transaction.opcode == .readRequest ? "read" : "read of a further part"
      let size = TimelineNames.bytes(transaction.octets)
      return at(transaction.answer, event, "\(name), \(size)")
    case .writeRequest, .prepareWriteRequest:
      let event = transaction.opcode == .writeRequest ? "write" : "write prepared"
      let size = TimelineNames.bytes(transaction.octets)
      return at(transaction.request, event, "\(name), \(size)")
    case .executeWriteRequest: return at(transaction.request, "prepared writes executed", "")
    default:
      return at(transaction.answer, transaction.opcode.key ?? "unknown request", "")
    }
  }

  private func refused(
    _ transaction: TimelineTransaction, _ error: ATTErrorCode, _ trip: String, _ link: Int
  ) -> TimelineLine {
    if error == .attributeNotFound, let what = transaction.searched {
      return TimelineLine(transaction.answer, link, "no more \(what)", trip)
    }
    let subject =
      transaction.searched
      ?? (transaction.opcode == .exchangeMTURequest
        ? "MTU" : names.attribute(transaction.handle, transaction.server, on: link))
    return TimelineLine(
      transaction.answer, link, "\(Wording.request(transaction.opcode)) refused",
      "\(subject): \(error), \(trip)")
  }

  private func number(_ value: Int?) -> String { value.map(String.init) ?? "unknown" }

  private func services(_ transaction: TimelineTransaction) -> String {
    transaction.found.map { found in
      let name = found.uuid.map { TimelineNames.uuid($0, $0.serviceName) } ?? "unknown"
      let end = found.other.map { "–" + TimelineNames.hex($0.rawValue) } ?? ""
      return "\(name) \(TimelineNames.hex(found.handle.rawValue))\(end)"
    }.joined(separator: ", ")
  }

  private func characteristics(_ transaction: TimelineTransaction) -> String {
    transaction.found.map { found in
      let name = found.uuid.map { TimelineNames.uuid($0, $0.characteristicName) } ?? "unknown"
      return "\(name) \(TimelineNames.hex((found.other ?? found.handle).rawValue))"
    }.joined(separator: ", ")
  }

  private func attributes(_ transaction: TimelineTransaction) -> String {
    transaction.found.map { found in
      let name = found.uuid.map { TimelineNames.uuid($0, $0.attributeTypeName) } ?? "unknown"
      return "\(name) \(TimelineNames.hex(found.handle.rawValue))"
    }.joined(separator: ", ")
  }
}

extension ValueRun.Kind {
  /// What one is called, and several.
  var words: (one: String, many: String) {
    switch self {
    case .notification: ("notification", "notifications")
    case .indication: ("indication", "indications")
    case .writeCommand: ("write command", "write commands")
    case .read: ("read", "reads")
    case .writeRequest: ("write", "writes")
    case .readOn: ("read of a further part", "reads of further parts")
    case .writePrepared: ("write prepared", "prepared writes")
    case .rssi, .roomForNotifications, .roomForWrites, .unaskedResponse: ("", "")
    }
  }

  /// Whether it is listed when it is sent, and not with its answer.
  var isSent: Bool {
    switch self {
    case .writeCommand, .writeRequest, .writePrepared: true
    default: false
    }
  }
}

extension TimelineTransaction {
  /// What a discovery looks for; `nil` for a request that is none.
  var searched: String? {
    switch opcode {
    case .readByGroupTypeRequest, .findByTypeValueRequest: "services"
    case .findInformationRequest: "descriptors"
    case .readByTypeRequest:
      switch type?.short16 {
      case 0x2803: "characteristics"
      case 0x2802: "included services"
      default: "attributes of that type"
      }
    default: nil
    }
  }
}
