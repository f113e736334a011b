import Report

extension SentAfterEndRule {
  static let summary = "This host sent commands for a connection that had ended."
  static let explanation = """
    A connection handle is valid until the controller reports Disconnection Complete (Core Vol 4, \
    Part E, 5.3.1). Commands for it after that are refused: the host's stack or app acts on a \
    connection that is over. The rule reports them if the end was reported 100 ms before the \
    command or more, since event and command may cross. A Disconnect command is left to \
    disconnect-refused. The rule reports nothing where records were lost between the \
    two.
    """

  var message: String {
    let rest = breach.count - 1
    return "This host sent \(breach.opcode?.name ?? "a command") (#\(breach.frame))"
      + (rest > 0 ? " and \(Wording.count(rest, "more command"))" : "")
      + " for \(Wording.handle(breach.handle ?? 0)) \(Wording.duration(breach.openUs ?? 0)) after that "
      + "connection had ended (#\(breach.causeFrame ?? 0))."
  }

  var advice: String? {
    "The host's stack or app should take Disconnection Complete as the end of the connection."
  }
}
