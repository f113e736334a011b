import Report

extension ControllerSilentRule {
  static let summary = "The controller did not answer this host's commands any more."
  static let explanation = """
    A controller answers each command with Command Complete or Command Status, within a second \
    (Core Vol 4, Part E, 4.4 and 4.5). The rule reports commands that had neither for 2 s and \
    to the end of the capture, where no later command was answered either: the controller's \
    firmware has stopped, or its transport has. It is an error from \(sure) on. It reports nothing in captures without any such \
    answer, where lost records may hold it, or of commands that a vendor defines.
    """

  var message: String {
    "The controller did not answer \(breach.opcode?.name ?? "a command") (#\(breach.frame)) in "
      + "\(Wording.duration(breach.openUs ?? 0)), until the end of the capture"
      + (breach.count > 1
        ? ", nor \(Wording.count(breach.count - 1, "command")) after it." : ".")
  }

  var advice: String? {
    "Look at the controller: its firmware, its power, and the transport (UART flow control, USB). "
      + "A reset usually brings it back."
  }
}
