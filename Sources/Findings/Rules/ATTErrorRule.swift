import BluetoothProtocol
import Report

/// Requests that were answered with an error.
///
/// What was found: the same error to the same kind of request about attributes of the same kind.
struct ATTErrorRule: Rule, RuleFacts {
  static let name = "att-error"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [inVain]

  /// The same handle refusing this often is no refusal by design any more.
  static let inVain = RuleLimit("refusals_in_vain", 3, .times)

  let connection: ReportV1.Connection
  private let key: Key
  private(set) var errors: [ReportV1.ATTError] = []
  private(set) var names: [AttributeName] = []
  /// By handle.
  private var counts: [Int: Int] = [:]

  private struct Key: Hashable {
    var code: Int
    var request: ATTOpcode?
    var opcode: Int?
    var asked: ReportV1.PairingSide?
    /// Descriptors of one type are of one kind, and so are all values.
    var descriptor: String?

    init(_ error: ReportV1.ATTError, _ name: AttributeName) {
      code = error.code
      request = error.request
      opcode = error.opcode
      asked = error.asked
      if case .descriptor(let uuid, _) = name.kind { descriptor = uuid }
      if name.kind == .none, error.request == .writeRequest { descriptor = "" }
    }

    var text: String {
      "\(code) \(request?.word ?? "") \(opcode ?? 0) \(asked?.rawValue ?? "") \(descriptor ?? "-")"
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].att.errors.contains(where: isReported)
    }.findings { connection, index in
      let stale = file.staleErrors[index] ?? []
      let known = Self.reportedElsewhere(connection.breaches)
      return connection.att.errors.filter {
        isReported($0) && !stale.contains($0.frame) && !known.contains($0.frame)
      }.map { (error: $0, name: AttributeName($0.handle, of: $0.asked, in: connection)) }
        .grouped { Key($0.error, $0.name) }.map { key, all in
          var group = Self(connection: connection, key: key)
          for (error, name) in all { group.add(error, name) }
          return group.finding
        }
    }
  }

  /// Errors that nothing had asked for, and the refusal that made a server keep to the smallest
  /// MTU.
  private static func reportedElsewhere(_ breaches: [ReportV1.Breach]) -> Set<Int> {
    var frames: Set<Int> = []
    for breach in breaches {
      if breach.obligation == .responseUnmatched { frames.formUnion(breach.frames) }
      if breach.obligation == .valuesCutAtMTU, let refusal = breach.causeFrame {
        frames.insert(refusal)
      }
    }
    return frames
  }

  private static func isReported(_ error: ReportV1.ATTError) -> Bool {
    !error.isOrdinaryEnd && !error.asksForSecurity
  }

  private mutating func add(_ error: ReportV1.ATTError, _ name: AttributeName) {
    errors.append(error)
    counts[error.handle ?? 0, default: 0] += 1
    if counts[error.handle ?? 0] == 1 { names.append(name) }
  }

  private var finding: RuleFinding {
    let isGrave =
      meaning.isFailure || mostOnOneHandle >= Self.inVain.value
      || isSubscription && acceptedLater == nil
      || isNeverLookedUp || hungUpFrame != nil
    return finding(
      isGrave && !isOfSystem ? .warning : .info, connection.id,
      frames: Wording.handful(errors.map(\.frame) + [hungUpFrame].compactMap(\.self))
    ).about(connection, key.text, count: errors.count)
  }

  /// Where this host, as the client, ended the connection because its Exchange MTU was refused: it
  /// sent nothing more before that.
  var hungUpFrame: Int? { connection.hungUpOnMTUFrame(after: first) }

  var first: ReportV1.ATTError { errors[0] }
  var meaning: ATTErrorMeaning { ATTErrorMeaning(first, names, in: connection) }
  private var mostOnOneHandle: Int { counts.values.max() ?? 0 }

  /// The peer asked for something that the server of our system has; it is no app's.
  var isOfSystem: Bool {
    key.asked == .local && connection.role == .central && connection.air == nil
  }

  private var isSubscription: Bool {
    first.request == .writeRequest && names.count == 1 && names[0].isCCCD
  }

  /// Whether what was written is what a CCCD takes, and the descriptor is another.
  var isMistakenForCCCD: Bool {
    guard case .descriptor(let uuid, _) = names[0].kind, uuid != AttributeName.cccd else {
      return false
    }
    return errors.allSatisfy { ["0100", "0200"].contains($0.written) }
  }

  /// Whether it looks like a subscription, and the capture has no request with which the client
  /// could learn that a descriptor is there.
  var isNeverLookedUp: Bool {
    guard first.request == .writeRequest, names.count == 1, names[0].kind == .unknown,
      let handle = names[0].handle, let asked = key.asked,
      errors.allSatisfy({ ["0100", "0200"].contains($0.written) })
    else { return false }
    let searched = connection.servers.filter { $0.server == asked }.flatMap(\.searched)
    return !searched.contains {
      $0.kind == .attributes && $0.startHandle <= handle && handle <= $0.endHandle
    }
  }

  /// The frame of a later write to the same descriptor that did subscribe.
  var acceptedLater: Int? {
    guard isSubscription, let asked = key.asked, let last = errors.last?.frame,
      let server = connection.servers.first(where: { $0.server == asked })
    else { return nil }
    return server.subscriptions.first {
      $0.cccdHandle == names[0].handle && $0.frame > last && isAccepted($0)
    }?.frame
  }

  /// Whether what was written first subscribes to nothing.
  var isWrongValue: Bool {
    errors.allSatisfy { $0.written.map { !["0100", "0200", "0300"].contains($0) } ?? false }
  }

  private func isAccepted(_ subscription: ReportV1.Subscription) -> Bool {
    subscription.value != .off && !subscription.guessed
      && !connection.att.pending.contains { $0.frame == subscription.frame }
  }

  /// The frame of the first write that did subscribe to the same characteristic, where a CCCD was
  /// meant and there is one for each descriptor.
  var acceptedSubscription: Int? {
    guard isMistakenForCCCD, let asked = key.asked, names.count <= 64,
      let server = connection.servers.first(where: { $0.server == asked })
    else { return nil }
    let values = server.services.flatMap(\.characteristics).map(\.valueHandle)
    var frames: [Int] = []
    for name in names {
      guard let handle = name.handle, let value = values.filter({ $0 < handle }).max(),
        let found = server.subscriptions.first(where: {
          $0.valueHandle == value && isAccepted($0)
        })
      else { return nil }
      frames.append(found.frame)
    }
    return frames.min()
  }

  var evidence: EvidenceList {
    let handles = counts.keys.filter { $0 != 0 }.sorted()
    return [
      .code: .of(first.code), .name: .of(first.name), .request: .of(first.request),
      .opcode: .of(first.opcode),
      .count: .of(errors.count),
      .subscriptionTo: isSubscription ? names[0].ownerEvidence : .null,
      .handles: .of(Array(handles.prefix(16))), .mostOnOneHandle: .of(mostOnOneHandle),
      .attribute: names[0].uuidEvidence, .written: .of(first.written),
      .neverLookedUp: .of(isNeverLookedUp),
    ] + (hungUpFrame.map { [.endedFrame: .of($0)] } ?? [:])
      + connection.by(first.asked.map { $0 == .peer ? .local : .remote })
  }
}

extension ReportV1.Connection {
  /// The command with which this host ended a connection in which the peer refused its Exchange
  /// MTU, and in which it sent nothing after that.
  func hungUpOnMTUFrame(after error: ReportV1.ATTError) -> Int? {
    guard error.request == .exchangeMTURequest, error.asked == .peer, air == nil,
      let request = disconnectRequest, wasClosedByHost, request.frame > error.frame,
      lastTxFrame ?? .max < error.frame
    else { return nil }
    return request.frame
  }
}
