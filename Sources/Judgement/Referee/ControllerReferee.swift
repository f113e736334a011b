import BluetoothProtocol
import Report

/// Holds the commands and events of one controller against what a host and its controller owe each
/// other: a command gets a status, a question gets an answer, buffers come back, and nothing is
/// asked of a connection that has ended.
package struct ControllerReferee: Sendable {
  private var pending: [Command] = []
  private var asked: [Question] = []
  private var succeeded: Set<UInt16> = []
  private var lastSuccess: UInt16 = 0
  private var breaches: [BreachFact] = []
  /// By handle: when the connection that had it last ended.
  private var ended: [UInt16: (time: Int64, frame: Int)] = [:]
  private var buffers = HostBuffers()
  private var procedures = ProcedureWatch()
  private var answers = 0
  /// The last answer to a command, and the last row of all.
  private var answerFrame = 0
  private var lastFrame = 0

  private struct Command: Sendable {
    var opcode: UInt16
    var time: Int64
    var frame: Int
    /// Its parameters, as a row has them.
    var head: UInt64
    var length: Int

    /// Its first octet: of commands that switch something, whether on or off.
    var first: UInt8 { UInt8(truncatingIfNeeded: head) }
  }

  private struct Question: Sendable {
    let obligation: HostObligation
    var key: UInt64
    /// The connection that it is about, where it names one.
    var link: UInt16?
    var time: Int64
    var frame: Int
  }

  private static let mostPending = 64
  private static let mostAsked = 64
  private static let mostBreaches = 512
  /// A controller answers a command within a second: Core Vol 4, Part E, 4.4.
  private static let silence: Int64 = 2_000_000
  private static let fewestAnswers = 3
  /// What the host sends meanwhile may cross with the event.
  private static let crossing: Int64 = 100_000

  package init() {}

  /// Whether packets of data have to be counted: see `receive`.
  var countsData: Bool { buffers.isOn }

  /// - Returns: when the command came that the row answers, and its frame.
  @discardableResult
  package mutating func take(_ row: HCIRow) -> (time: Int64, frame: Int)? {
    lastFrame = row.frame
    if row.kind != .command { procedures.hear(at: row.time) }
    switch row.kind {
    case .command: command(row)
    case .status: return answer(row, HCIStatus(row.octet(at: 0)))
    case .complete: return complete(row)
    case .event, .subevent: event(row)
    }
    return nil
  }

  /// A packet of data came from the controller.
  package mutating func receive(at time: Int64, frame: Int) {
    buffers.receive(at: time, frame: frame)
  }

  // MARK: - Commands

  private mutating func command(_ row: HCIRow) {
    if !asked.isEmpty {
      asked.removeAll {
        $0.obligation.answers.contains(row.code) && $0.obligation.answerKey(row) == $0.key
      }
    }
    if row.code == HostBuffers.completed { return buffers.giveBack(row) }
    noteEnded(row)
    buffers.command(row)
    procedures.command(row)
    if pending.count >= Self.mostPending { pending.removeFirst() }
    pending.append(
      Command(
        opcode: row.code, time: row.time, frame: row.frame, head: row.head, length: row.length))
  }

  /// Core Vol 4, Part E, 5.3.1: a handle is valid until its Disconnection Complete.
  private mutating func noteEnded(_ row: HCIRow) {
    guard !ended.isEmpty, HandleCommands.contains(row.code) else { return }
    let handle = row.handle(at: 0)
    guard let end = ended[handle], row.time &- end.time >= Self.crossing else { return }
    note(
      BreachFact(.sentAfterEnd, by: .local, at: row.time, frame: row.frame) {
        $0.causeFrame = end.frame
        $0.handle = Int(handle)
        $0.command = Int(row.code)
        $0.openUs = Int(reported: row.time &- end.time)
      }
    ) { $0.handle == Int(handle) && $0.causeFrame == end.frame }
  }

  /// - Parameter isSame: whether a breach of the same obligation is the same one, once more.
  private mutating func note(
    _ breach: BreachFact, isSame: (ReportV1.Breach) -> Bool = { _ in false }
  ) {
    let same = breaches.firstIndex {
      $0.report.obligation == breach.report.obligation && isSame($0.report)
    }
    if let same {
      breaches[same].add(breach.report.frame)
    } else if breaches.count < Self.mostBreaches {
      breaches.append(breach)
    }
  }

  // MARK: - Answers

  private mutating func answer(_ row: HCIRow, _ status: HCIStatus) -> (time: Int64, frame: Int)? {
    guard row.code != 0 else { return nil }
    answers &+= 1
    answerFrame = row.frame
    guard let index = pending.firstIndex(where: { $0.opcode == row.code }) else { return nil }
    let command = pending.remove(at: index)
    if status == .success {
      // A Command Status says that it was begun, not that it came about.
      if row.kind == .status {
        procedures.begin(
          row.code, command.head, length: command.length, at: command.time, frame: command.frame)
      } else if row.code != lastSuccess {
        succeeded.insert(row.code)
        lastSuccess = row.code
      }
    } else {
      note(
        BreachFact(.commandRefused, by: .local, at: row.time, frame: row.frame) {
          $0.causeFrame = command.frame
          $0.command = Int(row.code)
          ($0.status, $0.statusName) = (status, status.name)
          $0.value = Int(command.first)
        }
      ) {
        $0.command == Int(row.code) && $0.status == status
          && ($0.value == 0) == (command.first == 0)
      }
    }
    return (command.time, command.frame)
  }

  private mutating func complete(_ row: HCIRow) -> (time: Int64, frame: Int)? {
    let command = answer(row, row.length > 0 ? HCIStatus(row.octet(at: 0)) : .success)
    if row.code == HCIOpcode.reset.rawValue {
      (pending, asked, ended) = ([], [], [:])
      buffers = HostBuffers()
      procedures.reset()
    }
    return command
  }

  // MARK: - Events

  /// What begins a connection, with its status and then its handle: Connection Complete,
  /// Synchronous Connection Complete; of LE Connection Complete, Enhanced Connection Complete and
  /// CIS Established.
  private static let beginnings: (events: [UInt16], subevents: [UInt16]) = (
    [0x03, 0x2C], [0x01, 0x0A, 0x29, 0x19, 0x2A]
  )
  /// Of these CIS Established, whose handle has waited for it.
  private static let streams: [UInt16] = [0x19, 0x2A]

  private mutating func event(_ row: HCIRow) {
    let isSubevent = row.kind == .subevent
    let beginnings = isSubevent ? Self.beginnings.subevents : Self.beginnings.events
    let handle = row.handle(at: 1)
    procedures.event(row)
    if beginnings.contains(row.code), row.octet(at: 0) == 0 {
      ended[handle] = nil
      if !isSubevent || !Self.streams.contains(row.code) { procedures.forget(handle) }
    }
    if !isSubevent {
      if row.code == UInt16(HCIEventCode.disconnectionComplete.rawValue), row.octet(at: 0) == 0 {
        ended[handle] = (row.time, row.frame)
        procedures.end(handle, reason: row.octet(at: 3), row)
        settle(row) { $0.link == handle || $0.obligation.isSubevent && $0.key == UInt64(handle) }
      }
      settle(row) { !$0.obligation.isSubevent && $0.obligation.over == row.code }
      if row.code == UInt16(HCIEventCode.hardwareError.rawValue) { procedures.fail() }
    }
    let obligation = HostObligation.all.first {
      $0.code == row.code && $0.isSubevent == isSubevent
    }
    guard let obligation else { return }
    let key = obligation.key(row)
    asked.removeAll { $0.obligation.code == row.code && $0.key == key }
    if asked.count >= Self.mostAsked { asked.removeFirst() }
    asked.append(
      Question(
        obligation: obligation, key: key, link: isSubevent ? row.handle(at: 0) : nil,
        time: row.time, frame: row.frame))
  }

  /// What was asked is over, without an answer of the host.
  private mutating func settle(_ row: HCIRow, where isOver: (Question) -> Bool) {
    guard !asked.isEmpty else { return }
    for question in asked where isOver(question) {
      if let breach = Self.breach(question, until: row.time, frame: row.frame, isOver: true) {
        note(breach)
      }
    }
    asked.removeAll(where: isOver)
  }

  private static func breach(
    _ question: Question, until end: Int64, frame: Int, isOver: Bool
  ) -> BreachFact? {
    let waited = end &- question.time
    // A user may still answer when the capture ends.
    let patience =
      question.obligation.isForUser && !isOver
      ? HostObligation.userPatience : HostObligation.patience
    guard waited >= patience else { return nil }
    return BreachFact(
      .hostRequestUnanswered, by: .local, at: question.time, frame: question.frame,
      peer: question.obligation.isSubevent ? nil : question.key
    ) {
      $0.name = question.obligation.name
      $0.handle = question.link.map(Int.init)
      $0.openUs = Int(reported: waited)
      if isOver { $0.lastFrame = max(frame, question.frame) }
    }
  }

  /// What has been found so far was judged, and is not asked for again.
  mutating func release() {
    breaches = []
    procedures.release()
  }

  /// What was under way when connections ended.
  package var openAtEnds: [OpenAtEnd] { procedures.openAtEnds }

  // MARK: - The end

  /// What stands when the capture ends.
  ///
  /// - Parameters:
  ///   - losses: records were lost before these frames.
  ///   - lastReport: when the controller sent the last of whatever it sends, data included.
  package func finish(
    at end: Int64, losses: [UInt32], lastReport: Int64 = .min
  ) -> [BreachFact] {
    var found = (breaches + procedures.breaches).filter {
      !$0.mayBeLost(losses, until: $0.report.lastFrame)
    }
    var open = [silentBreach(at: end), buffers.breach(at: end)].compactMap(\.self)
    // A capture without commands has no answers of the host either.
    if answers > 0 {
      open += asked.compactMap { Self.breach($0, until: end, frame: lastFrame, isOver: false) }
    } else {
      found.removeAll { $0.report.obligation == .hostRequestUnanswered }
    }
    open += procedures.unfinished(at: lastReport, lastFrame: lastFrame)
    found += open.filter { !$0.mayBeLost(losses, until: .max) }
    for index in found.indices where found[index].report.obligation == .commandRefused {
      let command = found[index].report.command.map { UInt16(truncatingIfNeeded: $0) }
      found[index].report.worked = command.map(succeeded.contains) ?? false
    }
    return found.sorted { $0.report.frame < $1.report.frame }
  }

  /// Commands that were never answered, and nothing was after them. What the maker of the
  /// controller defines may have no answer, and so may a reset before it is switched off.
  private func silentBreach(at end: Int64) -> BreachFact? {
    guard answers >= Self.fewestAnswers,
      let first = pending.first(where: { !HCIOpcode($0.opcode).isVendorSpecific }),
      end &- first.time >= Self.silence, first.frame > answerFrame
    else { return nil }
    var breach = BreachFact(.controllerSilent, by: .controller, at: first.time, frame: first.frame)
    {
      $0.command = Int(first.opcode)
      $0.openUs = Int(reported: end &- first.time)
    }
    for command in pending where command.frame > first.frame { breach.add(command.frame) }
    return breach
  }
}
