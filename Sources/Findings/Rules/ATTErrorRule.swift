import Report

/// Requests that were answered with an error.
enum ATTErrorRule: Rule {
  static let name = "att-error"
  static let severity = ReportV1.Severity.warning
  static let summary = "Requests were answered with an error; what it means to the app."
  static let explanation = """
    The same error to the same kind of request makes one finding for a connection. An error that \
    says that the server failed or that the request was wrong (Unlikely Error, Invalid Attribute \
    Value Length, Android's 0x85 and their like) is a warning from the first on. A refusal that an \
    app may well intend (Read or Write Not Permitted, Value Not Allowed, the errors 0x80 to 0x9F \
    that an app defines) is told as information, and is a warning once the same handle has \
    refused three times, as by then the client asks in vain, or where a subscription was refused: \
    then no values come. Quiet about what the protocol uses in the \
    ordinary way: the error that ends a discovery or a read of a long value. Refusals for want \
    of security, and errors on remembered handles, have rules of their own.
    """

  /// The same handle refusing this often is no refusal by design any more.
  static let inVain = 3

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.errors.contains(where: isTold) }.findings { connection, index in
      let stale = file.staleErrors[index] ?? []
      var groups: [[ReportV1.ATTError]] = []
      for error in connection.att.errors
      where isTold(error) && !stale.contains(error.frame) {
        let group = groups.firstIndex {
          $0[0].code == error.code && $0[0].request == error.request
        }
        if let group { groups[group].append(error) } else { groups.append([error]) }
      }
      return groups.map { finding(connection, $0) }
    }
  }

  private static func isTold(_ error: ReportV1.ATTError) -> Bool {
    !error.isOrdinaryEnd && !error.asksForSecurity
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ errors: [ReportV1.ATTError]
  ) -> RuleFinding {
    let first = errors[0]
    let meaning = ATTErrorMeaning(first)
    var counts: [Int: Int] = [:]
    for error in errors { counts[error.handle ?? 0, default: 0] += 1 }
    let most = counts.values.max() ?? 0
    let handles = counts.keys.filter { $0 != 0 }.sorted()
    let owner = subscription(errors, connection)
    var place = handles.isEmpty ? "" : " to \(Wording.handles(handles))"
    if let owner { place += ", which subscribes to \(owner)," }
    let subject =
      errors.count == 1
      ? "The \(Wording.request(first.request))\(place) was answered"
      : "\(Wording.count(errors.count, Wording.request(first.request)))\(place) were answered"
    return RuleFinding(
      meaning.isFailure || most >= inVain || owner != nil ? .warning : .info,
      connection: connection.id,
      frames: Wording.handful(errors.map(\.frame)),
      "\(subject) with \(Wording.named(first.name, first.code)): \(meaning.words).",
      evidence: [
        "code": .int(first.code), "name": first.name.map { .string($0) } ?? .null,
        "request": first.request.map { .string($0) } ?? .null, "count": .int(errors.count),
        "subscription_to": owner.map { .string($0) } ?? .null,
        "handles": .list(handles.prefix(16).map { .int($0) }), "most_on_one_handle": .int(most),
      ],
      advice: meaning.advice)
  }

  /// The characteristic that the client tried to subscribe to, where that is all that was refused.
  private static func subscription(
    _ errors: [ReportV1.ATTError], _ connection: ReportV1.Connection
  ) -> String? {
    guard let first = errors.first, first.request == "write_request",
      errors.allSatisfy({ $0.handle == first.handle })
    else { return nil }
    return connection.servers.flatMap(\.services).flatMap(\.characteristics).first {
      $0.descriptors.contains { $0.uuid == "2902" && $0.handle == first.handle }
    }?.uuid
  }
}
