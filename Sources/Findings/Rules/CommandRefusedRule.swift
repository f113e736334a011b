import BluetoothProtocol
import Report

/// A controller answered a command of its host with an error.
struct CommandRefusedRule: Rule, RuleFacts {
  static let name = "command-refused"
  static let severity = ReportV1.Severity.error

  let breach: ReportV1.Breach
  let command: HCIOpcode

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofControllers(.commandRefused) { breach in
      guard let command = breach.opcode, let status = breach.status else { return nil }
      let refusal = CommandRefusal(command: command, status: status, first: breach.value ?? 0)
      guard !refusal.isHarmless, !refusal.isReportedElsewhere,
        refusal.failsPurpose || !breach.worked
      else { return nil }
      return Self(breach: breach, command: command).finding(
        breach.worked ? .info : refusal.failsPurpose ? .error : .warning,
        frames: Wording.handful([breach.causeFrame] + breach.frames)
      ).about("", "\(command.rawValue) \(status.rawValue)", count: breach.count)
    }
  }

  var evidence: EvidenceList {
    [
      .command: .of(command.description), .opcode: .of(Int(command.rawValue)),
      .status: .of(breach.status), .name: .of(breach.statusName), .count: .of(breach.count),
      .succeeded: .of(breach.worked), .party: .of(Party.local),
    ]
  }
}
