import BluetoothProtocol
import Report

/// The ATT errors that handles of an earlier time explain.
enum StaleErrors {
  /// Whether some errors may be of that kind. Most are not, whichever handles were known.
  static func areIn(_ errors: [ReportV1.ATTError]) -> Bool { errors.contains(where: mayBeStale) }

  /// The frames of those of one connection.
  static func frames(
    _ connection: ReportV1.Connection, connection index: Int, _ history: PeerHistory
  ) -> Set<Int> {
    let errors = connection.att.errors.filter { mayBeStale($0) && isOurMatter($0, connection) }
    return errors.isEmpty
      ? []
      : Set(
        [.peer, .local].flatMap { side in
          frames(
            errors.filter { ($0.asked ?? .peer) == side }, side, connection, index, history
          )
        })
  }

  /// The peer asks the server of a central's system: it is no app's, and its errors say nothing of
  /// what either app remembers.
  private static func isOurMatter(
    _ error: ReportV1.ATTError, _ connection: ReportV1.Connection
  ) -> Bool {
    error.asked != .local || connection.role != .central
  }

  /// - Parameter side: whose server answered the errors.
  private static func frames(
    _ errors: [ReportV1.ATTError], _ side: ReportV1.PairingSide, _ connection: ReportV1.Connection,
    _ index: Int, _ history: PeerHistory
  ) -> [Int] {
    guard !errors.isEmpty else { return [] }
    let now = Handles(of: [connection], side)
    let before = Handles(of: history.all(before: index), side)
    // What a connection older than the capture discovered is unknown.
    let isBlind = connection.completeFrame != nil && !discovers(connection, of: side)
    let stale = errors.filter { error in
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
    return stale.map(\.frame)
  }

  /// Whether the client of a server looked for attributes in this connection; of either server
  /// where none is named.
  static func discovers(
    _ connection: ReportV1.Connection, of side: ReportV1.PairingSide? = nil
  ) -> Bool {
    let procedures: [(request: ATTOpcode, response: ATTOpcode)] = [
      (.readByGroupTypeRequest, .readByGroupTypeResponse),
      (.findByTypeValueRequest, .findByTypeValueResponse),
      (.findInformationRequest, .findInformationResponse),
    ]
    let pdus = connection.att.pdus
    return procedures.contains { request, response in
      let toPeer = pdus.tx[request] > 0 || pdus.rx[response] > 0
      let toUs = pdus.rx[request] > 0 || pdus.tx[response] > 0
      return side == .peer ? toPeer : side == .local ? toUs : toPeer || toUs
    }
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

    init(of connections: [ReportV1.Connection], _ side: ReportV1.PairingSide) {
      for connection in connections {
        for server in connection.servers where server.server ?? side == side {
          add(server)
        }
      }
    }

    func contains(_ handle: Int) -> Bool {
      discovered.contains(handle) || remembered.contains(handle)
    }

    private mutating func add(_ server: ReportV1.GATT) {
      let characteristics = server.services.flatMap(\.characteristics)
      let descriptors = characteristics.flatMap(\.descriptors)
      let handles = characteristics.map(\.valueHandle) + descriptors.map(\.handle)
      let cccds = descriptors.filter { $0.uuid == AttributeName.cccd }.map(\.handle)
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
