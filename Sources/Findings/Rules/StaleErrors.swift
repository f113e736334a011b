import Report

/// The ATT errors that handles of an earlier time explain.
enum StaleErrors {
  /// Whether some errors may be of that kind. Most are not, whichever handles were known.
  static func areIn(_ errors: [ReportV1.ATTError]) -> Bool { errors.contains(where: mayBeStale) }

  /// The frames of those of one connection.
  static func frames(
    _ connection: ReportV1.Connection, connection index: Int, in capture: ReportV1.Capture,
    _ history: PeerHistory
  ) -> Set<Int> {
    let now = Handles(of: [index], in: capture)
    let before = Handles(of: history.before(index), in: capture)
    let isBlind = !discovers(connection)
    let stale = connection.att.errors.filter { error in
      guard mayBeStale(error) else { return false }
      let handle = error.handle ?? 0
      switch error.code {
      case 0x12: return true
      case 0x01, 0x0A:
        return isBlind || now.remembered.contains(handle) || before.contains(handle)
      default:
        return now.rememberedCCCDs.contains(handle)
          || before.cccds.contains(handle) && !now.discovered.contains(handle)
      }
    }
    return Set(stale.map(\.frame))
  }

  /// Whether anyone looked for attributes in this connection.
  static func discovers(_ connection: ReportV1.Connection) -> Bool {
    let requests = [
      "read_by_group_type_request", "find_by_type_value_request", "find_information_request",
      "read_by_group_type_response", "find_by_type_value_response", "find_information_response",
    ]
    let pdus = connection.att.pdus
    return requests.contains { (pdus.tx[$0] ?? 0) > 0 || (pdus.rx[$0] ?? 0) > 0 }
  }

  private static func mayBeStale(_ error: ReportV1.ATTError) -> Bool {
    switch error.code {
    case 0x12: true
    case 0x01, 0x0A: error.handle ?? 0 != 0 && !error.answersDiscovery
    case 0x02, 0x03, 0x0D: error.handle ?? 0 != 0
    default: false
    }
  }

  /// The handles of values and descriptors that were known of a server in some connections.
  private struct Handles {
    var discovered: Set<Int> = []
    var remembered: Set<Int> = []
    var cccds: Set<Int> = []
    var rememberedCCCDs: Set<Int> = []

    init(of connections: [Int], in capture: ReportV1.Capture) {
      for index in connections {
        for server in capture.connections[index].servers { add(server) }
      }
    }

    func contains(_ handle: Int) -> Bool {
      discovered.contains(handle) || remembered.contains(handle)
    }

    private mutating func add(_ server: ReportV1.GATT) {
      let characteristics = server.services.flatMap(\.characteristics)
      let descriptors = characteristics.flatMap(\.descriptors)
      let handles = characteristics.map(\.valueHandle) + descriptors.map(\.handle)
      let cccds = descriptors.filter { $0.uuid == "2902" }.map(\.handle)
      self.cccds.formUnion(cccds)
      if server.remembered {
        remembered.formUnion(handles)
        rememberedCCCDs.formUnion(cccds)
      } else {
        discovered.formUnion(handles)
      }
    }
  }
}
