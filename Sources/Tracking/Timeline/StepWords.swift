import BluetoothProtocol
import Report

/// Connections, and what becomes of them.
extension PacketWords {
  func step(_ step: SessionStep, _ entry: TimelineEntry) -> TimelineLine? {
    func line(_ event: String, _ detail: String = "") -> TimelineLine {
      TimelineLine(entry.moment, entry.connection, event, detail)
    }
    switch step {
    case .scanStarted: return nil
    case .advertisingStarted(_, let status):
      return status == .success
        ? line("advertising started") : line("advertising refused", "\(status)")
    case .advertisingStopped: return line("advertising stopped")
    case .connecting(_, let request):
      let way = request.transport == .brEDR ? ", over BR/EDR" : ""
      return line(
        "connecting",
        request.peer == nil
          ? "to any device in the Filter Accept List" : peer(request.peer, request) + way
      )
    case .connectFailed(_, let attempt):
      let peer = names.peer(attempt.peer, attempt.peerType)
      // What the controller answers to LE Create Connection Cancel.
      return attempt.status == .unknownConnectionIdentifier
        ? line("connection called off", peer)
        : line("connection failed", "\(peer): \(attempt.status)")
    case .connected(let link, let attempt):
      return line("connected", connected(attempt, link, entry))
    case .closing(_, let reason): return line("disconnecting", "\(reason), asked for by the host")
    case .disconnected(_, let reason): return line("disconnected", "\(reason)")
    case .lost(let link, let cause):
      return line("connection ended", (names.state(link).end?.cause ?? cause).words)
    case .parameters(_, let fact):
      return line("parameters", TimelineNames.parameters(fact))
    case .parameterRequest(_, let fact):
      return line("parameters requested", request(fact.report))
    case .parameterAnswer(_, let fact):
      return line(
        fact.report.result == .accepted ? "parameters accepted" : "parameters rejected",
        "requested in #\(fact.moment.frame)")
    case .updateFailed(_, let fact): return line("parameters not updated", "\(fact.status)")
    case .phy(_, let fact):
      return line("PHY", "tx \(phy(fact.tx)), rx \(phy(fact.rx))")
    case .dataLength(_, let fact):
      return line("data length", "tx \(fact.txOctets) B, rx \(fact.rxOctets) B")
    case .encryption(_, let fact):
      let key = fact.keySize.map { "key of \($0) octets" } ?? ""
      return line(fact.enabled ? "encryption on" : "encryption off", key)
    case .encryptionFailed(_, let fact):
      return line("encryption failed", fact.status.map { "\($0)" } ?? "the host has no key")
    case .pairing(_, let step):
      let sender = step.sender == .local ? "sent" : "received"
      let reason = step.reason.map { ": \($0)" } ?? ""
      return line("pairing", "\(step.code.words) \(sender)\(reason)")
    case .classicPairing(_, let step): return line("pairing", classic(step))
    case .channelOpened(_, let step): return line("channel opened", channel(step))
    case .channelRefused(_, let step): return line("channel refused", channel(step))
    case .channelClosed(_, let step): return line("channel closed", channel(step))
    case .adapter(let fact):
      if fact.isUnplugging(names.sessions) { return nil }
      return line("controller \(word(fact.state))", controller(fact))
    // The packets that they follow from are listed, and transfers and stalls as they are at the
    // end.
    case .noticed, .peerKnown, .mtu, .subscription, .transferBegun, .transferEnded, .pause, .stall:
      return nil
    }
  }

  private func classic(_ step: ClassicPairingStep) -> String {
    switch step.kind {
    case .complete(let status) where status != .success,
      .authenticated(let status) where status != .success:
      "\(step.name): \(status)"
    default: step.name
    }
  }

  private func word(_ state: ReportV1.AdapterStateName) -> String {
    switch state {
    case .resetting: "reset"
    case .poweredOn: "on"
    case .poweredOff: "off"
    case .gone: "gone"
    }
  }

  private func controller(_ fact: AdapterStateFact) -> String {
    "controller \(names.sessions.controllers[fact.controller].index)"
  }

  private func peer(_ address: DeviceAddress?, _ request: ConnectionRequestFact) -> String {
    names.peer(address, request.peerType)
  }

  private func connected(
    _ attempt: ConnectionAttempt, _ link: Int, _ entry: TimelineEntry
  ) -> String {
    var facts = [names.peer(attempt.peer, attempt.peerType)]
    if let place = names.state(link).airLink {
      // A sniffer is neither of the two.
      let central = names.sessions.air.links[place].initiator
      facts = [
        "central \(names.peer(central?.address, central?.type))", "peripheral \(facts[0])",
      ]
    } else if attempt.role == .central {
      facts.append("as central")
    } else if attempt.role == .peripheral {
      facts.append("as peripheral")
    }
    if let first = names.state(link).parameters.first, first.frame == entry.moment.frame {
      facts.append(TimelineNames.parameters(first))
    }
    if let request = attempt.request {
      let time = entry.moment.time.since(request.moment.time)
      facts.append(
        "requested in #\(request.moment.frame), \(TimelineNames.latency(time)) earlier")
    }
    return facts.joined(separator: ", ")
  }

  private func phy(_ phy: ReportV1.PHY?) -> String {
    phy.map { Wording.sentence($0.rawValue) } ?? "unknown"
  }

  private func request(_ fact: ReportV1.ParameterRequest) -> String {
    let ends = [fact.minUs, fact.maxUs].map(TimelineNames.interval)
    let range = ends[0] == ends[1] ? ends[0] : ends.joined(separator: " to ")
    return "\(fact.direction == .tx ? "by the host" : "by the peer"), "
      + "\(fact.via == .l2cap ? "L2CAP" : "link layer"): interval \(range), "
      + "latency \(fact.latency), timeout \(TimelineNames.interval(fact.supervisionTimeoutUs))"
  }

  private func channel(_ step: ChannelStep) -> String {
    var facts = ["SPSM \(TimelineNames.hex(step.spsm))"]
    if let mtu = step.mtu { facts.append("MTU \(mtu)") }
    if let mps = step.mps { facts.append("MPS \(mps)") }
    facts.append(step.initiator == .local ? "requested by the host" : "requested by the peer")
    return facts.joined(separator: ", ")
  }
}

extension SMPCode {
  /// Core Vol 3, Part H, 3.3, table 3.3.
  var words: String {
    let names = [
      "Pairing Request", "Pairing Response", "Pairing Confirm", "Pairing Random", "Pairing Failed",
      "Encryption Information", "Central Identification", "Identity Information",
      "Identity Address Information", "Signing Information", "Security Request",
      "Pairing Public Key", "Pairing DHKey Check", "Pairing Keypress Notification",
    ]
    let index = Int(rawValue) - 1
    return names.indices.contains(index) ? names[index] : "unknown command \(rawValue)"
  }
}
