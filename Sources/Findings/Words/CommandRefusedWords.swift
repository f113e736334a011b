import BluetoothProtocol
import Report

extension CommandRefusedRule {
  static let summary = "The controller refused a command of this host."
  static let explanation = """
    A controller answers each command with a status; any but Success says that it did not do what \
    it was asked for (Core Vol 4, Part E, 4.5, and Vol 1, Part F for the codes). There is one \
    finding for each command and status. It is an error if advertising, an isochronous stream or \
    periodic advertising could not be set up by it, info if the same command succeeded at another \
    time of the capture, otherwise a warning. The rule reports nothing where a stack asks only to see what its controller can do \
    (Unknown HCI Command and Unsupported Feature, also of vendor commands, but not of the commands \
    that set up legacy advertising), where the same command \
    succeeded at another time and nothing was to be set up by it, where something is switched off that was not on, where a connection had just ended, and where another rule \
    reports it: connections, their parameters and their ends.
    """

  var message: String {
    let times = breach.count == 1 ? "" : " \(breach.count) times"
    return "The controller refused \(command.name ?? "command \(command)")"
      + "\(times) with \(Wording.named(breach.statusName, breach.status ?? .success)) "
      + "(#\(breach.frame))"
      + (breach.worked ? "; at another time it did what it was asked for." : ".")
  }

  var advice: String? { breach.status.flatMap(CommandRefusal.advice) }
}
