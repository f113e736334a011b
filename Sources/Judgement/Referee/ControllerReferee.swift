import BluetoothProtocol
import Report

/// Holds the commands and events of one controller against what a host and its controller owe each
/// other: a command gets a status, a question gets an answer, buffers come back, and nothing is
/// asked of a connection that has ended.
package struct ControllerReferee: Sendable {
  private var pending: [Command] = []
  private var asked: [Question] = []
  private var refused: [BreachFact] = []
  private var succeeded: Set<UInt16> = []
  private var lastSuccess: UInt16 = 0
  private var breaches: [BreachFact] = []
  /// By handle: when the connection that had it last ended.
  private var ended: [UInt16: (time: Int64, frame: Int)] = [:]
  private var buffers = HostBuffers()
  private var answers = 0
  /// The last answer to a command, and the last row of all.
  private var answerFrame = 0
  private var lastFrame = 0

  private struct Command: Sendable {
    var opcode: UInt16
    var time: Int64
    var frame: Int
    /// Its first octet: of commands that switch something, whether on or off.
    var first: UInt8
  }

  fileprivate struct Question: Sendable {
    let obligation: HostObligation
    var key: UInt64
    /// The connection that it is about, where it names one.
    var link: UInt16?
    var time: Int64
    var frame: Int
  }

  private static let mostPending = 64
  private static let mostAsked = 64
  private static let mostBreaches = 256
  /// A controller answers a command within a second: Core Vol 4, Part E, 4.4.
  private static let silence: Int64 = 2_000_000
  private static let fewestAnswers = 3
  /// What the host sends meanwhile may cross with the event.
  private static let crossing: Int64 = 100_000

  package init() {}

  /// Whether packets of data have to be counted: see `receive`.
  var countsData: Bool { buffers.isOn }

  package mutating func take(_ row: HCIRow) {
    lastFrame = row.frame
    switch row.kind {
    case .command: command(row)
    case .status: answer(row, HCIStatus(row.octet(at: 0)))
    case .complete: complete(row)
    case .event: event(row)
    case .subevent: subevent(row)
    }
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
    if pending.count >= Self.mostPending { pending.removeFirst() }
    pending.append(
      Command(opcode: row.code, time: row.time, frame: row.frame, first: row.octet(at: 0)))
  }

  /// Core Vol 4, Part E, 5.3.1: a handle is valid until its Disconnection Complete.
  private mutating func noteEnded(_ row: HCIRow) {
    guard !ended.isEmpty, HandleCommands.contains(row.code) else { return }
    let handle = row.handle(at: 0)
    guard let end = ended[handle], row.time &- end.time >= Self.crossing else { return }
    let same = breaches.firstIndex {
      $0.obligation == .sentAfterEnd && $0.handle == handle && $0.causeFrame == end.frame
    }
    if let same { return breaches[same].add(row.frame) }
    var breach = BreachFact(.sentAfterEnd, by: .local, at: row.time, frame: row.frame)
    breach.causeFrame = end.frame
    breach.handle = handle
    breach.command = HCIOpcode(row.code)
    breach.openMicroseconds = row.time &- end.time
    keep(breach)
  }

  private mutating func keep(_ breach: BreachFact) {
    if breaches.count < Self.mostBreaches { breaches.append(breach) }
  }

  // MARK: - Answers

  private mutating func answer(_ row: HCIRow, _ status: HCIStatus) {
    guard row.code != 0 else { return }
    answers &+= 1
    answerFrame = row.frame
    guard let index = pending.firstIndex(where: { $0.opcode == row.code }) else { return }
    let command = pending.remove(at: index)
    guard status != .success else {
      // A Command Status says that it was begun, not that it came about.
      if row.kind == .complete, row.code != lastSuccess {
        succeeded.insert(row.code)
        lastSuccess = row.code
      }
      return
    }
    let same = refused.firstIndex {
      $0.command?.rawValue == row.code && $0.status == status
        && ($0.value == 0) == (command.first == 0)
    }
    if let same { return refused[same].add(row.frame) }
    guard refused.count < Self.mostBreaches else { return }
    var breach = BreachFact(.commandRefused, by: .local, at: row.time, frame: row.frame)
    breach.causeFrame = command.frame
    breach.command = HCIOpcode(row.code)
    breach.status = status
    breach.value = Int(command.first)
    refused.append(breach)
  }

  private mutating func complete(_ row: HCIRow) {
    let status = row.length > 0 ? HCIStatus(row.octet(at: 0)) : .success
    answer(row, status)
    guard row.code == HCIOpcode.reset.rawValue else { return }
    (pending, asked, ended) = ([], [], [:])
    buffers = HostBuffers()
  }

  // MARK: - Events

  private mutating func event(_ row: HCIRow) {
    switch UInt8(truncatingIfNeeded: row.code) {
    case HCIEventCode.disconnectionComplete.rawValue:
      guard row.octet(at: 0) == 0 else { return }
      let handle = row.handle(at: 1)
      ended[handle] = (row.time, row.frame)
      settle(row) { $0.link == handle || $0.isOfHandle && $0.key == UInt64(handle) }
    case HCIEventCode.connectionComplete.rawValue,
      HCIEventCode.synchronousConnectionComplete.rawValue:
      if row.octet(at: 0) == 0 { ended[row.handle(at: 1)] = nil }
    default: break
    }
    settle(row) { !$0.isOfHandle && $0.obligation.over == row.code }
    ask(row, isSubevent: false)
  }

  private mutating func subevent(_ row: HCIRow) {
    switch LEMetaSubevent(UInt8(truncatingIfNeeded: row.code)) {
    case .connectionComplete, .enhancedConnectionCompleteV1, .enhancedConnectionCompleteV2:
      if row.octet(at: 0) == 0 { ended[row.handle(at: 1)] = nil }
    default:
      // CIS Established: status and handle stand in the same places.
      if row.code == 0x19 || row.code == 0x2A, row.octet(at: 0) == 0 {
        ended[row.handle(at: 1)] = nil
      }
    }
    ask(row, isSubevent: true)
  }

  private mutating func ask(_ row: HCIRow, isSubevent: Bool) {
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
        keep(breach)
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
    var breach = BreachFact(
      .hostRequestUnanswered, by: .local, at: question.time, frame: question.frame)
    breach.name = question.obligation.name
    breach.handle = question.link
    breach.peer = question.isOfHandle ? nil : question.key
    breach.openMicroseconds = waited
    breach.raise(to: 1, last: isOver ? frame : question.frame)
    return breach
  }

  /// What has been found so far was judged, and is not asked for again.
  mutating func release() {
    breaches = []
    refused = []
  }

  // MARK: - The end

  /// What stands when the capture ends.
  ///
  /// - Parameter losses: records were lost before these frames.
  package func finish(at end: Int64, losses: [UInt32]) -> [BreachFact] {
    var found = breaches.filter { !$0.mayBeLost(losses, until: $0.lastFrame) }
    var open: [BreachFact] = []
    // A capture without commands has no answers of the host either.
    if answers > 0 {
      open = asked.compactMap {
        Self.breach($0, until: end, frame: lastFrame, isOver: false)
      }
    } else {
      found.removeAll { $0.obligation == .hostRequestUnanswered }
    }
    if let breach = silentBreach(at: end) { open.append(breach) }
    if let breach = buffers.breach(at: end) { open.append(breach) }
    found += open.filter { !$0.mayBeLost(losses, until: .max) }
    found += refused.map { breach in
      var breach = breach
      breach.worked = breach.command.map { succeeded.contains($0.rawValue) } ?? false
      return breach
    }
    return found.sorted { $0.frames[0] < $1.frames[0] }
  }

  /// Commands that were never answered, and nothing was after them. What the maker of the
  /// controller defines may have no answer, and so may a reset before it is switched off.
  private func silentBreach(at end: Int64) -> BreachFact? {
    guard answers >= Self.fewestAnswers,
      let first = pending.first(where: { !HCIOpcode($0.opcode).isVendorSpecific }),
      end &- first.time >= Self.silence, first.frame > answerFrame
    else { return nil }
    var breach = BreachFact(.controllerSilent, by: .controller, at: first.time, frame: first.frame)
    for command in pending where command.frame > first.frame { breach.add(command.frame) }
    breach.command = HCIOpcode(first.opcode)
    breach.openMicroseconds = end &- first.time
    return breach
  }
}

extension ControllerReferee.Question {
  fileprivate var isOfHandle: Bool {
    if case .handle = obligation.subject { return true }
    return false
  }
}
