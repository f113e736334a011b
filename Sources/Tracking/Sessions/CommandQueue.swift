import BluetoothProtocol
import Report

/// Commands of one kind that wait for Command Status, which names no connection: a controller
/// answers the commands of a kind in their order. Core Vol 4, Part E, 4.4.
struct CommandQueue<Command: SentCommand>: Sendable {
  private var waiting: [Command] = []

  /// A controller takes no more than so many commands at a time: Num_HCI_Command_Packets is one
  /// octet.
  private static var most: Int { 255 }
  /// The status of an older command is missing in the capture: it would shift all later ones.
  private static var patience: Int64 { 5_000_000 }

  mutating func add(_ command: Command) {
    dropStale(at: command.moment)
    if waiting.count == Self.most { waiting.removeFirst() }
    waiting.append(command)
  }

  /// The command that a status is for.
  mutating func answer(at moment: Moment) -> Command? {
    dropStale(at: moment)
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private mutating func dropStale(at moment: Moment) {
    guard let first = waiting.first, moment.time.since(first.moment.time) > Self.patience else {
      return
    }
    waiting.removeAll { moment.time.since($0.moment.time) > Self.patience }
  }
}

protocol SentCommand: Sendable {
  var moment: Moment { get }
}

extension RefusedCloseFact: SentCommand {}

/// An LE Connection Update, and what it wanted.
struct UpdateCommand: SentCommand {
  var moment: Moment
  var update: LEConnectionUpdate
}
