import BluetoothProtocol
import Report

extension ClosedByTimerRule {
  static let summary =
    "A side ended the connection after its request or indication had waited \(timer)."
  static let explanation = """
    After \(timer) without a response or a confirmation an ATT transaction has failed, and no more \
    may be sent on its bearer (Core Vol 3, Part F, 3.3.3). Many stacks then end the connection, even \
    if it carries values at the same time. The rule reports a connection that the side which waited \
    ended at that time, within \(slack); it says nothing if the end came earlier or later. The \
    answer was owed by the other side: the server answers a request, and the client confirms an \
    indication. It reports the same of a request of L2CAP's signalling channel, for which a side \
    waits \(signalling) at most (Core Vol 3, Part A, 6.2.1). It takes the place of att-request-unanswered, early-disconnect and \
    disconnect-by-peer.
    """

  private var isIndication: Bool { waiting.pending?.request == .handleValueIndication }

  var message: String {
    let sides = connection.sides
    let target = name.map { (isIndication ? " of " : " to ") + $0.words } ?? ""
    let frame = connection.disconnectRequest?.frame ?? connection.disconnect?.frame
    let at = frame.map { " (#\($0))" } ?? ""
    let answer = isIndication ? "confirmed" : "answered"
    var message =
      "\(sides.opening(party)) ended the \(connection.noun)\(at) "
      + "\(Wording.duration(waitedUs)) after its \(what)\(target) "
      + "(#\(waiting.frame)), which \(sides.name(party.other)) never \(answer): \(reason)"
    if let heardUs {
      message +=
        ". The link was alive: data of \(sides.name(party.other)) came until "
        + "\(Wording.duration(heardUs)) before that"
    }
    return message + "."
  }

  private var what: String {
    switch waiting {
    case .attribute(let pending): Wording.pdu(pending.request)
    case .signal(let breach): breach.name ?? "request"
    }
  }

  private var reason: String {
    switch waiting {
    case .attribute: "an ATT transaction times out after \(Self.timer)"
    case .signal: "L2CAP waits \(Self.signalling) at most"
    }
  }

  var advice: String? {
    let (asker, other) = (connection.sides.name(party), connection.sides.name(party.other))
    if isIndication {
      return "The client owes a confirmation for each indication, and here that is \(other): look "
        + "at whether it has a GATT client at all. The server of \(asker) should indicate only to "
        + "clients that have subscribed to it."
    }
    if case .signal = waiting {
      return "Look at the stack of \(other): it has to answer each request, with a refusal if need "
        + "be."
    }
    return "Find out why \(other) did not answer: its stack answers discovery, its app reads and "
      + "writes. A handler that never calls respond looks like this."
  }
}
