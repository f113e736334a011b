import BluetoothProtocol
import Report
import Text

/// The details of one connection.
enum ConnectionSection {
  /// What the connection and its link were. More of it with each level: with 1 what it takes to
  /// know which connection this is, with 2 what happened to the link, with 3 how it was used, with
  /// 4 all.
  static func writeFacts(
    _ connection: ReportV1.Connection, level: Int, note: String = "", to document: inout Document
  ) {
    if level == 0 { return }
    let limit = level == 1 ? 3 : level < 4 ? 6 : ReportExtent.mostRows
    let peer = level < 4 ? Name.shortPeer(connection.peer) : Name.peer(connection.peer)
    document.skip()
    document.paragraph(
      StyledText("Connection\u{A0}\(connection.id)\(note): \(peer)", .heading), hanging: 2)
    writeLink(connection, limit: limit, to: &document)
    if let words = deviceWords(connection.peer) { document.item("Device", StyledText(words)) }
    if level > 1 { writeChanges(connection, limit: limit, to: &document) }
    document.item("MTU", description(of: connection.mtu, connection.att))
    if level > 1 { writeSecurity(connection, limit: limit, to: &document) }
    document.item("Ended", EndingLine.words(connection))
    if level > 1, let rssi = connection.rssi {
      let source = connection.rssiSource == .qualityReport ? ", from quality reports" : ""
      document.item("RSSI", RadioSection.description(of: rssi) + StyledText(source))
    }
    if level > 1, let air = connection.air {
      AirSection.write(
        air, from: connection.startUs, to: connection.endUs, isFull: level > 3, in: &document)
    }
    if level > 2 { ATTSection.writeSummary(connection, to: &document) }
    if level > 3 { ATTSection.writePDUs(connection.att, to: &document) }
    if level > 2 { FlowSection.writeSummary(connection.flow, to: &document) }
    if level > 3 { FlowSection.writeThroughput(connection.flow.throughput, to: &document) }
    if level > 1 {
      writeChannels(connection, limit: limit, to: &document)
      writeLongValues(connection.longValues, limit: limit, to: &document)
    }
  }

  private static func writeLink(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    document.item("Link", StyledText(linkWords(connection)))
    document.item("Time", StyledText(timeWords(connection)))
    let parameters = connection.parameters.map { item in
      let setter = item.commandFrame.map { ", set by this host's command \(Name.frame($0))" }
      return StyledText(
        "\(Name.frame(item.frame)) \(item.intervalWords), "
          + "latency\u{A0}\(item.latency), "
          + "timeout\u{A0}\(Quantity.interval(us: item.supervisionTimeoutUs))\(setter ?? "")")
    }
    if connection.transport != .brEDR {
      document.items("Parameters", parameters.isEmpty ? ["unknown"] : parameters, limit: limit)
    }
  }

  /// `maker "Nordic Semiconductor", model "nRF52840", firmware "1.2.0"`: what it said of itself.
  private static func deviceWords(_ peer: ReportV1.Peer) -> String? {
    let texts = [
      ("maker", peer.maker), ("model", peer.model), ("serial", peer.serial),
      ("hardware", peer.hardware), ("firmware", peer.firmware), ("software", peer.software),
    ]
    let facts = texts.compactMap { name, text in
      text.map { "\(name)\u{A0}\(Printable.quotedPhrase($0))" }
    }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  // Each part by itself: the compiler takes 20 s for one expression of all of them.
  private static func linkWords(_ connection: ReportV1.Connection) -> String {
    let transport = Verdict.transport(connection.transport)
    let role = connection.role?.word ?? "role unknown"
    let unknownType = connection.transport == .brEDR ? "" : "unknown peer address type, "
    let addressType =
      connection.peer.addressType.map { "peer address \(Name.addressType($0)), " } ?? unknownType
    let place: String
    if let air = connection.air {
      let central = air.central.address.map { address in
        let type = air.central.addressType.map { " (\(Name.addressType($0)))" } ?? ""
        return ", central \(address)\(type)"
      }
      place = "access address\u{A0}\(air.accessAddress)\(central ?? "")"
    } else {
      let handle = Quantity.handle(connection.handle)
      place = "handle\u{A0}\(handle), controller\u{A0}\(connection.controller)"
    }
    return "\(transport), \(role), \(addressType)\(place)"
  }

  private static func timeWords(_ connection: ReportV1.Connection) -> String {
    let connected = connection.completeFrame.map { "connected in \(Name.frame($0)), " }
    let began: String = connected ?? "\(connection.beginningWords), "
    let learned: String = connection.learnedFrom.map { "peer and role \($0.words), " } ?? ""
    let frames = Name.frames(connection.firstFrame, connection.lastFrame)
    let times: String
    if connection.endUs < connection.startUs {
      times = "times unreliable: the clock was set"
    } else {
      let start = Quantity.moment(us: connection.startUs)
      times = "\(start) to \(Quantity.moment(us: connection.endUs))"
    }
    return "\(began)\(learned)frames \(frames), \(times)"
  }

  private static func writeChanges(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    document.items(
      "Modes",
      connection.modes.map { item in
        let interval = item.intervalUs.map { ", interval\u{A0}\(Quantity.interval(us: $0))" }
        return StyledText("\(Name.frame(item.frame)) \(item.mode.rawValue)\(interval ?? "")")
      }, limit: limit)
    document.items(
      "Requested", connection.parameterRequests.map { description(of: $0, in: connection) },
      limit: limit)
    document.items(
      "Not updated",
      connection.parameterUpdateFailures.map {
        StyledText("\(Name.frame($0.frame)) \(Name.status($0.status, $0.name))", .warning)
      }, limit: limit)
    document.items(
      "PHY",
      connection.phys.map {
        StyledText(
          "\(Name.frame($0.frame)) tx\u{A0}\($0.tx?.rawValue ?? "unknown"), "
            + "rx\u{A0}\($0.rx?.rawValue ?? "unknown")")
      }, limit: limit)
    if let words = unextended(connection) { document.item("Data length", StyledText(words)) }
    document.items(
      "Data length",
      connection.dataLengths.map {
        StyledText(
          "\(Name.frame($0.frame)) tx\u{A0}\(Quantity.bytes($0.txOctets)) in "
            + "\(Quantity.interval(us: $0.txTimeUs)), rx\u{A0}\(Quantity.bytes($0.rxOctets)) in "
            + Quantity.interval(us: $0.rxTimeUs))
      }, limit: limit)
  }

  /// `27 B, never extended, although the MTU is 247: 3 PDUs came in fragments`
  private static func unextended(_ connection: ReportV1.Connection) -> String? {
    let fragments = connection.flow.rx.fragmentedPdus
    guard connection.air == nil, connection.transport == .le, connection.completeFrame != nil,
      connection.dataLengths.isEmpty, fragments > 0, let mtu = connection.mtu.effective,
      mtu > LEDataLength.least
    else { return nil }
    return "\(Quantity.bytes(LEDataLength.least)), never extended, although the MTU is \(mtu): "
      + "\(Quantity.count(fragments, "PDU")) came in fragments"
  }

  private static func description(
    of request: ReportV1.ParameterRequest, in connection: ReportV1.Connection
  ) -> StyledText {
    let ends = [request.minUs, request.maxUs].map { Quantity.interval(us: $0) }
    let range = ends[0] == ends[1] ? ends[0] : ends.joined(separator: "\u{A0}to\u{A0}")
    let (result, style): (String, TextStyle) =
      switch request.result {
      case .accepted: ("accepted", .good)
      case .rejected: ("rejected", .warning)
      case .unanswered: ("unanswered", .warning)
      case .notApplied: ("accepted, never applied", .warning)
      }
    let via = request.via == .l2cap ? "L2CAP" : "Link Layer"
    return StyledText(
      "\(Name.frame(request.frame)) \(request.direction.rawValue), \(via): interval\u{A0}\(range), "
        + "latency\u{A0}\(request.latency), "
        + "timeout\u{A0}\(Quantity.interval(us: request.supervisionTimeoutUs)): ")
      + StyledText(result, style)
      + StyledText(request.result == .accepted ? departure(from: request, in: connection) : "")
  }

  /// What a central chose otherwise than it was asked for, in the update that followed.
  private static func departure(
    from request: ReportV1.ParameterRequest, in connection: ReportV1.Connection
  ) -> String {
    let next = connection.parameterRequests.map(\.frame).filter { $0 > request.frame }.min() ?? .max
    let updates = connection.parameters.filter {
      // One that was commanded before it answers something else.
      $0.frame > request.frame && $0.frame < next && $0.commandFrame ?? .max > request.frame
    }
    func departures(_ update: ReportV1.Parameters) -> [String] {
      var others: [String] = []
      if !request.allows(update.intervalUs) {
        others.append("interval\u{A0}\(Quantity.interval(us: update.intervalUs))")
      }
      if update.latency != request.latency { others.append("latency\u{A0}\(update.latency)") }
      if update.supervisionTimeoutUs != request.supervisionTimeoutUs {
        others.append("timeout\u{A0}\(Quantity.interval(us: update.supervisionTimeoutUs))")
      }
      return others
    }
    guard let first = updates.first, case let others = departures(first), !others.isEmpty,
      (first.timeUs ?? 0) - (request.timeUs ?? 0) <= patienceUs
    else { return "" }
    let fitting = updates.first { departures($0).isEmpty }.map {
      " before \(Name.frame($0.frame)) applied what was requested"
    }
    return ", but \(Name.frame(first.frame)) applied \(others.joined(separator: ", "))"
      + (fitting ?? "")
  }

  /// An update that comes later has another reason.
  private static let patienceUs = 5_000_000

  /// A capture of one direction alone cannot hold an answer.
  private static func noAnswer(_ pdus: ReportV1.PDUCounts) -> String {
    pdus.rx.isEmpty || pdus.tx.isEmpty
      ? "the answer to the exchange is not in the capture" : "the exchange was not answered"
  }

  private static func description(of mtu: ReportV1.MTU, _ att: ReportV1.ATT) -> StyledText {
    guard let effective = mtu.effective else {
      let offered = mtu.client.map { "client \($0)" } ?? mtu.server.map { "server \($0)" }
      return StyledText("unknown" + (offered.map { " (\($0))" } ?? ""))
    }
    guard let frame = mtu.frame else {
      let refusal = att.errors.first { $0.request == .exchangeMTURequest }
      let asked = [att.pdus.tx, att.pdus.rx].contains { $0[.exchangeMTURequest] > 0 }
      let why =
        refusal.map { ", the exchange was refused (\(Name.frame($0.frame)))" }
        ?? (asked ? ", \(noAnswer(att.pdus))" : ", the default (no exchange)")
      return StyledText("\(effective)" + (mtu.client == nil ? why : ""))
    }
    let sides =
      "client \(mtu.client.map(String.init) ?? "unknown"), "
      + "server \(mtu.server.map(String.init) ?? "unknown")"
    return StyledText("\(effective) (\(sides), \(Name.frame(frame)))")
  }

  private static func writeSecurity(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    let switched = connection.encryption.map { change in
      let key = change.keySize.map { ", key of \(Quantity.count($0, "octet"))" } ?? ""
      return (
        change.frame,
        StyledText("\(Name.frame(change.frame)) \(change.enabled ? "on" + key : "off")")
      )
    }
    let failed = connection.encryptionFailures.map { failure in
      (
        failure.frame,
        StyledText("\(Name.frame(failure.frame)) \(failure.kind.words)", .warning)
          + StyledText(failure.status.map { ": " + Name.status($0, failure.name) } ?? "", .warning)
      )
    }
    document.items(
      "Encryption", (switched + failed).sorted { $0.0 < $1.0 }.map(\.1), limit: limit)
    if let air = connection.air { writeDecryption(air, limit: limit, to: &document) }
    document.items(
      "Pairing",
      connection.pairing.map { description(of: $0, connection) },
      limit: limit)
  }

  /// "Just works" gives none, whatever was asked for.
  private static func protection(_ pairing: ReportV1.Pairing) -> String? {
    guard let mitm = pairing.mitm else { return nil }
    if pairing.authenticated ?? false { return "MITM protection" }
    if !mitm { return "no MITM protection" }
    return pairing.method == "just-works"
      ? "MITM protection requested, but not achieved" : "MITM protection requested"
  }

  private static func description(
    of pairing: ReportV1.Pairing, _ connection: ReportV1.Connection
  ) -> StyledText {
    // To a sniffer no side is local.
    let air = connection.air
    var facts = [pairing.method.map(Name.pairingMethod) ?? "unknown method"]
    if let secure = pairing.secureConnections {
      let older = connection.transport == .brEDR ? "secure simple pairing" : "legacy"
      facts.append(secure ? "secure connections" : older)
    }
    if let bonding = pairing.bonding { facts.append(bonding ? "bonding" : "no bonding") }
    if pairing.method == "passkey-entry", let air,
      air.encryptions.contains(where: {
        $0.key == .temporaryKeyZero && pairing.frames.contains($0.firstFrame)
      })
    {
      facts.append("passkey 000000, which anyone can try")
    } else if let words = protection(pairing) {
      facts.append(words)
    }
    let capabilities = [pairing.ioCapabilityInitiator, pairing.ioCapabilityResponder]
    if capabilities.contains(where: { $0 != nil }) {
      let names = capabilities.map { $0.map(Name.ioCapability) ?? "unknown" }
      facts.append(names.joined(separator: " with "))
    }
    let frames = Name.frames(pairing.firstFrame, pairing.lastFrame)
    let side =
      pairing.initiator.map {
        let names = air != nil ? ("central", "peripheral") : ("this host", "the peer")
        return " by " + ($0 == .local ? names.0 : names.1)
      } ?? ""
    var text = StyledText("\(frames)\(side): \(facts.joined(separator: ", ")): ")
    text += StyledText(pairing.result.rawValue, pairing.result == .completed ? .good : .warning)
    if let reason = pairing.reason {
      text += StyledText(
        ", \(Quantity.code(reason)) "
          + Printable.unbroken(pairing.reasonName ?? "unknown reason"), .warning)
    } else if pairing.result == .failed, let name = pairing.reasonName {
      text += StyledText(", \(Printable.unbroken(name))", .warning)
    }
    return text
  }

  private static func writeLongValues(
    _ values: [ReportV1.LongValue], limit: Int, to document: inout Document
  ) {
    document.items(
      "Long values",
      values.map { value in
        StyledText(
          "\(Name.frames(value.firstFrame, value.lastFrame)) \(value.kind.rawValue) "
            + "\(Quantity.handle(value.valueHandle))"
            + (value.uuid.map { " \($0)" } ?? "") + ": \(Quantity.bytes(value.bytes)) in "
            + Quantity.count(value.parts, "part"))
      }, limit: limit)
  }

  private static func writeChannels(
    _ connection: ReportV1.Connection, limit: Int, to document: inout Document
  ) {
    let refused = connection.channelRefusals.map { refusal in
      StyledText(
        "\(Name.frame(refusal.frame)) \(refusal.kind == .eatt ? "EATT" : "credit-based"), "
          + "SPSM\u{A0}\(Quantity.handle(refusal.psm)), requested by "
          + (refusal.initiator == .local ? "this host: " : "the peer: "))
        + StyledText("refused, \(Name.status(refusal.result, refusal.name))", .warning)
    }
    document.items(
      "Channels",
      connection.channels.map { channel in
        func handle(_ value: Int?) -> String { value.map { Quantity.handle($0) } ?? "unknown" }
        func count(_ value: Int?) -> String { value.map(String.init) ?? "unknown" }
        let opened = channel.frame.map { Name.frame($0) + " " } ?? ""
        let closed = channel.closeFrame.map { ", closed \(Name.frame($0))" } ?? ""
        return StyledText(
          "\(opened)\(channel.kind == .eatt ? "EATT" : "credit-based"), "
            + "PSM\u{A0}\(handle(channel.psm)), CID\u{A0}\(handle(channel.cidLocal)) local, "
            + "\(handle(channel.cidRemote)) remote, MTU\u{A0}\(count(channel.mtu)), "
            + "MPS\u{A0}\(count(channel.mps)), rx\u{A0}\(Quantity.bytes(channel.rxBytes)), "
            + "tx\u{A0}\(Quantity.bytes(channel.txBytes))\(closed)")
          + waits("this side", channel.txCreditWaits) + waits("the peer", channel.rxCreditWaits)
      } + refused, limit: limit)
  }

  private static func waits(_ side: String, _ waits: ReportV1.CreditWaits?) -> StyledText {
    guard let waits else { return "" }
    return StyledText(
      ", \(side) waited \(Quantity.duration(us: waits.totalUs)) for credits, at most "
        + Quantity.duration(us: waits.longestUs),
      waits.longestUs >= 500_000 ? .warning : .plain)
  }
}

extension ReportV1.Pairing {
  fileprivate var frames: ClosedRange<Int> { firstFrame...max(firstFrame, lastFrame) }
}
