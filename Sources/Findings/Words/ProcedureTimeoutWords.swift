import BluetoothProtocol
import Report

extension ProcedureTimeoutRule {
  static let summary = "The connection ended because a procedure was not finished in time."
  static let explanation = """
    A controller ends the connection with LL Response Timeout (0x22) if a Link Layer procedure was \
    not finished \(timer) after it began (Core Vol 6, Part B, 5.2). The rule says which procedure \
    that was, when it began, and who owed the next step, as far as the capture shows that: an \
    update of the parameters or a start of the encryption that failed with the same code, or a \
    request for parameters of that time (within \(slack)), or a command whose procedure was still \
    under way. Over BR/EDR the Link Manager waits \(linkManager) (Core Vol 2, Part C, 2.3): there \
    the rule speaks only if it can name such a command. It also reports a peer that ended the \
    connection with Unacceptable Connection Parameters (0x3B) \(signalling) or \(timer) after a \
    request that was not granted. It says nothing of a connection that is younger than the timer, \
    of an end that this host asked for, and where this host did not answer its own controller: \
    host-request-unanswered reports that. It takes the place of disconnect-by-fault.
    """

  var message: String {
    let named = Wording.named(end.name, end.reason)
    let beginning =
      connection.partyOfEnd == .remote
      ? "The peer ended the connection with \(named)" : "The connection ended with \(named)"
    return "\(beginning): \(what)."
  }

  private var began: String {
    let since = begunUs < 2 * Self.slack.value
    return since
      ? "at about the beginning of the connection"
      : "about \(Wording.duration(begunUs)) after the beginning of the connection"
  }

  private var what: String {
    let ran = Wording.duration(ranUs)
    switch procedure {
    case .update(let frame, let command?):
      return "the peer did not finish the update of the connection parameters that this host "
        + "commanded (#\(command)); the controller gave it up after \(ran) (#\(frame))"
    case .update(let frame, nil):
      return "an update of the connection parameters that this host had not commanded was not "
        + "finished (#\(frame)). It began \(ran) before, \(began): the Link Layer of the peer asked "
        + "for it, or this host's controller by itself"
    case .encryption(let frame):
      return "the start of the encryption was not finished in \(ran) (#\(frame)); it began \(began)"
    case .request(let request):
      let sides = connection.sides
      let result =
        switch request.result {
        case .rejected: "rejected"
        case .accepted, .notApplied: "accepted and did not set"
        case .unanswered: "did not answer"
        }
      return "\(ran) before, \(sides.name(request.party)) had asked for other connection "
        + "parameters (#\(request.frame)), which \(sides.name(request.party.other)) \(result)"
    case .command(let breach):
      let command = breach.opcode?.name ?? "a command"
      return "what this host's controller had begun \(ran) before with \(command) "
        + "(#\(breach.frame)) was not finished: the peer did not answer in time, and "
        + "\(breach.awaited ?? "the event that ends it") never came"
    case .unknown:
      return "a Link Layer procedure was not finished in \(ran). It began \(began), and nothing in "
        + "the capture shows which it was"
    }
  }

  var advice: String? {
    switch procedure {
    case .update(_, nil):
      return "Look at what the two controllers exchange when the connection begins: a peripheral "
        + "that asks for parameters at once can be made to wait a few seconds, or to ask over "
        + "L2CAP. A sniffer shows which of them owed the next packet."
    case .update(_, _?), .encryption, .command:
      return "Look at the firmware of the side that owed the next packet; a sniffer shows it."
    case .request(let request):
      return request.party == .remote
        ? "This host should answer the request, and set what it accepts."
        : "The peer's firmware should answer the request, or refuse it."
    case .unknown:
      return "Look at what began at that time: the exchange of features, version or data length, a "
        + "change of the PHY, the start of encryption, or a request for parameters. A sniffer shows "
        + "which of the two sides owed the next packet."
    }
  }
}
