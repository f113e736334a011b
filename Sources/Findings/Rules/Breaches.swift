import BluetoothProtocol
import Report

extension CaseFile {
  /// What a rule finds where one side of a link owed the other something, or its controller.
  func ofLinks(
    _ obligation: ReportV1.Obligation,
    _ find: (ReportV1.Breach, ReportV1.Connection) -> RuleFinding?
  ) -> [RuleFinding] {
    connections { !$0[$1].breaches.isEmpty }.findings { connection, _ in
      connection.breaches.filter { $0.obligation == obligation }
        .compactMap { find($0, connection) }
    }
  }

  /// The same of a host and its controller, where it is about no one link.
  func ofControllers(
    _ obligation: ReportV1.Obligation, _ find: (ReportV1.Breach) -> RuleFinding?
  ) -> [RuleFinding] {
    capture.breaches.filter { $0.obligation == obligation }.compactMap(find)
  }
}

extension ReportV1.Breach {
  var isOurs: Bool { party == .local }
  var side: Party { isOurs ? .local : .remote }

  var opcode: HCIOpcode? { command.map { HCIOpcode(UInt16(truncatingIfNeeded: $0)) } }

  /// The end of a connection that the client closed right after a response that it had not asked
  /// for.
  func hungUpFrame(in connection: borrowing ReportV1.Connection) -> Int? {
    guard obligation == .responseUnmatched, party == .peer,
      let request = connection.disconnectRequest, request.frame > lastFrame,
      request.timeUs - timeUs <= ResponseUnmatchedRule.soon.value
    else { return nil }
    return request.frame
  }
}
