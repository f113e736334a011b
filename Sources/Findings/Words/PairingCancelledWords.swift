import Report

extension PairingCancelledRule {
  static let summary = "One side ended a pairing, or neither side went on with it."
  static let explanation = """
    The rule reports pairings that a side ended although nothing had gone wrong in them: by Pairing \
    Failed with Passkey Entry Failed (0x01), Unspecified Reason (0x08) or Numeric Comparison Failed \
    (0x0C), by ending the connection, or by no further command until the Security Manager's timer \
    of \(timer) had run out (Core Vol 3, Part H, 3.4). It says which side did it, how long after \
    which command: mostly a person declined, or did not answer a dialog. All such pairings of a \
    connection are one finding. It is an error; a warning if a side only ended the connection, \
    which may have had another reason; info if a later pairing with the same peer succeeded. Failures with other reasons are pairing-failed. It takes the place of pairing-failed \
    and insufficient-security.
    """

  var message: String {
    guard attempts.count > 1 else { return single + ending }
    let method = Set(attempts.map(\.pairing.method))
    let by =
      method.count == 1
      ? (method.first ?? nil).map { " by \(Name.pairingMethod($0))" } ?? "" : ""
    return "\(attempts.count) pairings\(by) came to nothing: "
      + Wording.list(groups) + ending
  }

  private var ending: String {
    let refused =
      refusals.isEmpty
      ? ""
      : "; a request that was refused (#\(refusals[0].frame)) had asked for the pairing"
    return isMadeGood ? "\(refused). A later pairing succeeded." : "\(refused)."
  }

  private var single: String {
    let attempt = attempts[0]
    let sides = connection.sides
    let pairing = attempt.pairing
    let method = pairing.method.map { " by \(Name.pairingMethod($0))" } ?? ""
    let step = pairing.lastStep.map { " after \($0)" } ?? ""
    let frame = pairing.lastStepFrame.map { " (#\($0))" } ?? ""
    let after = "\(Wording.duration(attempt.afterUs))\(step)\(frame)"
    switch attempt.how {
    case .failed:
      let named = Wording.named(pairing.reasonName, pairing.reason ?? 0)
      return "\(opening(attempt.party, sides)) ended the pairing\(method) \(after) with \(named)"
    case .disconnected:
      return
        "\(opening(attempt.party, sides)) ended the connection in the middle of a pairing\(method), "
        + after
    case .timedOut:
      return "The pairing\(method) was not continued in \(after)"
    }
  }

  private func opening(_ party: Party?, _ sides: Sides) -> String {
    party.map(sides.opening) ?? "One side"
  }

  private struct End: Hashable {
    var how: How
    var party: Party?
  }

  /// Of those that ended alike, the most frequent first.
  private var groups: [String] {
    attempts.grouped { End(how: $0.how, party: $0.party) }
      .sorted { $0.members.count > $1.members.count }
      .map { words($0.members, $0.key.how, $0.key.party) }
  }

  private func words(_ list: [Attempt], _ how: How, _ party: Party?) -> String {
    let times = list.map(\.afterUs).sorted()
    let (least, most) = (Wording.duration(times[0]), Wording.duration(times[times.count - 1]))
    let range = least == most ? least : "\(least) to \(most)"
    let steps = Set(list.compactMap(\.pairing.lastStep))
    let step = steps.count == 1 ? " after \(steps.first ?? "")" : " after the command before"
    let who = party.map(connection.sides.name) ?? "no side"
    switch how {
    case .failed:
      let reasons = Set(list.compactMap { $0.pairing.reason })
      let named =
        reasons.count == 1
        ? " with \(Wording.named(list[0].pairing.reasonName, list[0].pairing.reason ?? 0))" : ""
      return "\(who) ended \(list.count)\(named), \(range)\(step)"
    case .disconnected: return "\(who) ended the connection in \(list.count), \(range)\(step)"
    case .timedOut:
      return "\(list.count) \(list.count == 1 ? "was" : "were") not continued in "
        + "\(Self.timer)\(step)"
    }
  }

  var advice: String? {
    if isMadeGood { return nil }
    guard let last = attempts.last else { return nil }
    let isCompared = last.pairing.method == "numeric-comparison"
    if isCompared {
      return "A person has to accept the number on both sides: look for a dialog or a notification "
        + "that is not shown, not seen or dismissed, and for an agent that answers by itself."
    }
    switch last.how {
    case .timedOut:
      return "See which side had to go on: often a dialog waits for a person, or an app has no "
        + "agent for pairings."
    case .failed, .disconnected:
      let who = last.party.map(connection.sides.name) ?? "the side that ended it"
      return "Look in the log of \(who) for the reason: a dialog that was declined, an app that "
        + "does not want to pair, or a limit of time."
    }
  }
}
