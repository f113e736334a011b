import BluetoothProtocol
import Report

/// Requests that were answered with an error.
enum ATTErrorRule: Rule {
  static let name = "att-error"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "Requests were answered with an error; the finding explains the error."
  static let explanation = """
    Equal errors to equal requests about one characteristic of a device, or about descriptors of \
    one type, make one finding. An \
    error that says that the server failed or that the request was wrong (Unlikely Error, Invalid \
    Attribute Value Length, Android's 0x85 and similar) is a warning from the first one. A refusal \
    that an app may intend (Read or Write Not Permitted, Value Not Allowed, the errors 0x80 to \
    0x9F that an app defines) is info. It is a warning if the same handle has refused three times, \
    because the client repeats a request that cannot succeed, or if a subscription was refused: \
    then no values are sent. Errors that a central's own server sends to the peer are info: that \
    server belongs to the operating system. The rule does not report the errors that the protocol \
    uses normally, to end a discovery or a read of a long value. Refusals because of missing \
    security, and errors on remembered handles, have their own rules.
    """

  /// The same handle refusing this often is no refusal by design any more.
  static let inVain = 3

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].att.errors.contains(where: isReported)
    }.findings { connection, index in
      let stale = file.staleErrors[index] ?? []
      var groups: [Group] = []
      var indices: [Group.Key: Int] = [:]
      for error in connection.att.errors
      where isReported(error) && !stale.contains(error.frame) {
        let name = AttributeName(error.handle, of: error.asked, in: connection)
        let key = Group.Key(error, name)
        if let position = indices[key] {
          groups[position].add(error, name)
        } else {
          indices[key] = groups.count
          groups.append(Group(error, name))
        }
      }
      return groups.map { finding(connection, $0) }
    }
  }

  private static func isReported(_ error: ReportV1.ATTError) -> Bool {
    !error.isOrdinaryEnd && !error.asksForSecurity
  }

  /// The same error to the same kind of request about attributes of the same kind.
  private struct Group {
    struct Key: Hashable {
      var code: Int
      var request: ATTOpcode?
      var asked: ReportV1.PairingSide?
      /// Descriptors of one type are of one kind, and so are all values.
      var descriptor: String?

      init(_ error: ReportV1.ATTError, _ name: AttributeName) {
        code = error.code
        request = error.request
        asked = error.asked
        if case .descriptor(let uuid, _) = name.kind { descriptor = uuid }
        if name.kind == .none, error.request == .writeRequest { descriptor = "" }
      }
    }

    var key: Key
    var errors: [ReportV1.ATTError] = []
    var names: [AttributeName] = []
    /// By handle.
    var counts: [Int: Int] = [:]

    init(_ error: ReportV1.ATTError, _ name: AttributeName) {
      key = Key(error, name)
      add(error, name)
    }

    mutating func add(_ error: ReportV1.ATTError, _ name: AttributeName) {
      errors.append(error)
      counts[error.handle ?? 0, default: 0] += 1
      if counts[error.handle ?? 0] == 1 { names.append(name) }
    }

    /// The peer asked for something that the server of our system has; it is no app's.
    func isOfSystem(_ connection: ReportV1.Connection) -> Bool {
      key.asked == .local && connection.role == .central && connection.air == nil
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ group: Group
  ) -> RuleFinding {
    let (errors, first) = (group.errors, group.errors[0])
    let meaning = ATTErrorMeaning(first)
    let most = group.counts.values.max() ?? 0
    let handles = group.counts.keys.filter { $0 != 0 }.sorted()
    let isSubscription =
      first.request == .writeRequest && group.names.count == 1 && group.names[0].isCCCD
    let isGrave = meaning.isFailure || most >= inVain || isSubscription
    let misled = isMistakenForCCCD(group)
    let accepted = misled ? acceptedSubscription(group, connection) : nil
    return RuleFinding(
      isGrave && !group.isOfSystem(connection) ? .warning : .info,
      connection: connection.id, frames: Wording.handful(errors.map(\.frame)),
      message(group, connection.sides, meaning, misled, accepted),
      evidence: .by(
        first.asked.map { $0 == .peer ? .local : .remote }, connection,
        [
          .code: .int(first.code), .name: first.name.map { .string($0) } ?? .null,
          .request: first.request.map { .string($0.word) } ?? .null, .count: .int(errors.count),
          .subscriptionTo: isSubscription ? group.names[0].ownerEvidence : .null,
          .handles: .list(handles.prefix(16).map { .int($0) }), .mostOnOneHandle: .int(most),
          .attribute: group.names[0].uuidEvidence,
          .written: first.written.map { .string($0) } ?? .null,
        ]),
      advice: accepted != nil
        ? "This write is not needed. Leave it out, and look up the Client Characteristic "
          + "Configuration descriptor (2902) by its UUID, not by its position."
        : misled
          ? "Subscribe by the Client Characteristic Configuration descriptor (2902): look up the "
            + "descriptor by its UUID, not by its position."
          : group.names[0].kind == .none && first.request == .writeRequest
            ? "Look in the \(group.isOfSystem(connection) ? "peer's firmware" : "client's app") for a "
              + "write that is sent before its attribute was found." : meaning.advice
    ).about(
      connection, "\(first.code) \(first.request?.word ?? "") \(group.key)", count: errors.count)
  }

  private static func message(
    _ group: Group, _ sides: Sides, _ meaning: ATTErrorMeaning, _ misled: Bool, _ accepted: Int?
  ) -> String {
    let (errors, first) = (group.errors, group.errors[0])
    let isOurs = first.asked == .local
    let request = Wording.pdu(first.request)
    let value = first.written.map { " of \($0)" } ?? ""
    let isKnown = group.names.contains { $0.handle ?? 0 > 0 } || group.names[0].kind == .none
    let target = isKnown && first.handle != nil ? " to \(AttributeName.words(group.names))" : ""
    let many = Wording.count(errors.count, request)
    let subject =
      errors.count == 1
      ? "\(isOurs ? sides.opening(.remote) + "'s" : "The") \(request)"
        + "\(group.names[0].kind == .none ? value : "")\(target) was"
      : "\(many)\(isOurs ? " of \(sides.name(.remote))" : "")\(target) were"
    let why =
      misled
      ? "a write of 0x0001 or 0x0002 was sent to a descriptor that is not the Client "
        + "Characteristic Configuration descriptor"
      : group.names[0].kind == .none ? "no attribute has that handle" : meaning.words
    let itself =
      accepted.map {
        group.names.count == 1
          ? "; the client also subscribed correctly (#\($0))"
          : "; the client also subscribed correctly (first in #\($0))"
      } ?? ""
    return "\(subject) answered\(isOurs ? " by \(sides.name(.local))" : "") with "
      + "\(Wording.named(first.name, first.code)): \(why)\(itself)."
  }

  /// The frame of the first write that did subscribe to the same characteristic, where there is one
  /// for each descriptor.
  private static func acceptedSubscription(
    _ group: Group, _ connection: ReportV1.Connection
  ) -> Int? {
    guard let asked = group.key.asked, group.names.count <= 64,
      let server = connection.servers.first(where: { $0.server == asked })
    else { return nil }
    let values = server.services.flatMap(\.characteristics)
    var frames: [Int] = []
    for name in group.names {
      guard let handle = name.handle,
        let value = values.filter({ $0.valueHandle < handle }).map(\.valueHandle).max(),
        let found = server.subscriptions.first(where: {
          $0.valueHandle == value && $0.value != .off && !$0.guessed
        }), !connection.att.pending.contains(where: { $0.frame == found.frame })
      else { return nil }
      frames.append(found.frame)
    }
    return frames.min()
  }

  /// Whether what was written is what a CCCD takes, and the descriptor is another.
  private static func isMistakenForCCCD(_ group: Group) -> Bool {
    guard case .descriptor(let uuid, _) = group.names[0].kind, uuid != AttributeName.cccd else {
      return false
    }
    return group.errors.allSatisfy { ["0100", "0200"].contains($0.written) }
  }
}
