import BluetoothProtocol
import Report
import Text

extension ProcedureUnfinishedRule {
  static let summary = "A procedure began, and its end never came."
  static let explanation = """
    A command that the controller accepts with Command Status begins a procedure, of which an \
    event reports the end, with success or an error (Core Vol 4, Part E, 7): Encryption Change, \
    LE Connection Update Complete, LE PHY Update Complete, LE CIS Established, the features, \
    version or name of the other device, Mode Change, Role Change and others. The rule reports \
    one whose event never came, although connection and capture went on for longer than the \
    procedure may take: \(linkLayer) for what the Link Layer has to give up after 40 s (Core Vol \
    6, Part B, 5.2), \(instant) for what has an instant, \(linkManager) for the Link Manager, \
    \(several) where a device is searched for or a person asked, \(own) for what a controller \
    does alone. Others of the connection that waited meanwhile are counted with the first.

    It also reports requests of L2CAP's signalling channels that a side did not answer in \
    \(signalling) or more up to the end, and channels of BR/EDR that a side never configured, \
    although it sent something else (Core Vol 3, Part A, 4); and in a sniffed capture requests of \
    the Link Layer that the other side did not answer in \(air) or more up to the end, although \
    \(airPackets) more of it were heard and none may have been missed (Core Vol 6, Part B, 5.1).

    And it reports an attempt of this host to connect to one device by its address that went on \
    for \(longWait) or more without a cancel: a warning if the device was heard, otherwise info.

    It is info where this host stopped in the middle of a discovery of all services, and sent \
    nothing for \(DiscoveryStopped.patience) and more; one that goes on with what it found has \
    ended its discovery (Core Vol 3, Part G, 4.4.1).

    It reports nothing where this host gave the procedure up, the controller was reset, the event \
    was masked, records were lost, answers were encrypted, or the connection ended before. \
    procedure-timeout, closed-by-timer, host-request-unanswered, controller-silent, and the rules \
    about pairing, encryption and requests for parameters take its place.
    """

  var message: String {
    let took = Wording.duration(breach.openUs ?? 0)
    let awaited = breach.awaited ?? "its end"
    switch kind {
    case .command where breach.party == .peer:
      return "\(procedure) (#\(breach.frame)) went on for \(took) without \(awaited): what it "
        + "searched for was not found, and this host did not give it up."
    case .command:
      var message =
        "The controller accepted \(procedure) (#\(breach.frame)), and \(awaited) did not come in "
        + took
      if let first = others.first {
        message +=
          "; \(Wording.count(others.count, "more command")) waited, too "
          + "(the first in #\(first.frame))"
      }
      return message + "."
    case .signal where breach.awaited == "L2CAP Configuration Request":
      return "\(opening) did not send \(awaited) in \(took) for the channel that was opened in "
        + "#\(breach.frame), which carries nothing until both sides have."
    case .signal:
      return "\(opening) did not answer \(procedure) (#\(breach.frame)) in \(took), although it "
        + "sent something else."
    case .discovery:
      return "\(opening) began to discover all services of the peer (#\(breach.frame)) and stopped "
        + "at handle \(Quantity.handle(breach.handle ?? 0)) (#\(breach.lastFrame)), with more to "
        + "come; it sent nothing in the \(took) after that."
    case .attempt(let attempt):
      let heard =
        attempt.heard.map { heard in
          let signal = heard.rssi.map { " with \($0) dBm" } ?? ""
          return "; the device was heard meanwhile or just before (the last report in "
            + "#\(heard.frame)\(signal))"
        } ?? ""
      return "This host asked for a connection to \(attempt.target ?? "a device") "
        + "(#\(breach.frame)), got none and did not cancel the attempt in \(took)\(heard). A "
        + "controller begins no other LE connection meanwhile."
    case .air:
      return "\(opening) did not answer \(procedure) (#\(breach.frame)) with \(awaited) in "
        + "\(took), although the sniffer heard \(Wording.count(breach.value ?? 0, "more packet")) "
        + "of it and missed none."
    }
  }

  private var opening: String {
    guard let connection, let party else { return "The other side" }
    return connection.sides.opening(party)
  }

  var advice: String? {
    switch kind {
    case .command where breach.party == .peer:
      "Give such a search up after a while, and look at whether this host scans meanwhile and "
        + "whether the device sends at all."
    case .command:
      "The controller has to report the end, if only with an error: look at its firmware. The host "
        + "should not wait for the event without a timeout of its own."
    case .signal:
      "Look at the stack of the side that owed the answer: it has to answer each request, with a "
        + "refusal if need be."
    case .discovery:
      "Look at this host's stack and app: something keeps the client from going on."
    case .attempt:
      "Let the host cancel an attempt after a while: until then no other device can be connected."
    case .air:
      "Look at the firmware of the side that owed the answer: what it does not know it answers "
        + "with LL_UNKNOWN_RSP."
    }
  }
}
