import Report
import Text

/// The GATT databases that devices showed. One that shows several, as application and boot loader
/// do, is another device to each client that keeps what it discovered.
struct PeerDatabases {
  /// What some connections to a device agree about.
  private struct Database {
    var services: [Int: ReportV1.Service]
    var characteristics: [Int: ReportV1.Characteristic]
    var connections: [Int]

    init(_ gatt: ReportV1.GATT, _ connection: Int) {
      services = [:]
      characteristics = [:]
      connections = []
      add(gatt, connection)
    }

    mutating func add(_ gatt: ReportV1.GATT, _ connection: Int) {
      connections.append(connection)
      for service in gatt.services {
        if let start = service.startHandle, service.endHandle != nil { services[start] = service }
        for characteristic in service.characteristics
        where characteristics[characteristic.valueHandle]?.properties.isEmpty ?? true {
          characteristics[characteristic.valueHandle] = characteristic
        }
      }
    }

    /// The lowest handle at which both know something, and not the same.
    func difference(from gatt: ReportV1.GATT) -> Int? {
      var handles: [Int] = []
      for service in gatt.services {
        if let start = service.startHandle, let end = service.endHandle,
          let known = services[start], known.uuid != service.uuid || known.endHandle != end
        {
          handles.append(start)
        }
        for characteristic in service.characteristics {
          if let known = characteristics[characteristic.valueHandle],
            known.uuid != characteristic.uuid || differ(known.properties, characteristic.properties)
          {
            handles.append(characteristic.valueHandle)
          }
        }
      }
      return handles.min()
    }

    /// Of a characteristic whose declaration was not heard none are known.
    private func differ(_ one: [String], _ other: [String]) -> Bool {
      !one.isEmpty && !other.isEmpty && one != other
    }
  }

  /// More connections and databases are not compared: a capture may have thousands.
  private static let mostConnections = 512
  private static let tableNames = ["A", "B", "C", "D"]
  private static var mostDatabases: Int { tableNames.count }
  private static let mostDevices = 3

  private var order: [String] = []
  private var databases: [String: [Database]] = [:]
  private var differences: [String: Int] = [:]

  init(_ connections: [ReportV1.Connection]) {
    for connection in connections.prefix(Self.mostConnections) {
      guard let peer = connection.peer.address,
        let gatt = [connection.gatt, connection.gattOtherSide].compactMap({ $0 })
          .first(where: { $0.server == .peer && !$0.remembered && !$0.services.isEmpty })
      else { continue }
      add(gatt, of: peer, connection.id)
    }
  }

  private mutating func add(_ gatt: ReportV1.GATT, of peer: String, _ connection: Int) {
    guard let known = databases[peer] else {
      order.append(peer)
      databases[peer] = [Database(gatt, connection)]
      return
    }
    for index in known.indices {
      guard let difference = known[index].difference(from: gatt) else {
        databases[peer]?[index].add(gatt, connection)
        return
      }
      differences[peer] = min(difference, differences[peer] ?? .max)
    }
    if known.count < Self.mostDatabases { databases[peer]?.append(Database(gatt, connection)) }
  }

  func write(to document: inout Document) {
    for peer in order.filter({ databases[$0]?.count ?? 0 > 1 }).prefix(Self.mostDevices) {
      document.paragraph(StyledText(words(peer)), hanging: 2, most: 5)
    }
  }

  private func words(_ peer: String) -> String {
    let known = databases[peer] ?? []
    let lists = known.map { Self.list($0.connections) }
    let tables = zip(Self.tableNames, lists).map { "\($0) in \($1)" }
    let from =
      differences[peer].map { ", which differ from handle\u{A0}\(Quantity.handle($0)) up" } ?? ""
    let names = known.map { Set($0.services.values.compactMap(\.uuid)) }
    let common = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
    let missing = zip(names, lists).compactMap { services, connections in
      services.subtracting(common).min().map {
        "\(Printable.unbroken(Name.shortened($0, to: 40))) exists only in \(connections)"
      }
    }
    return "\(Name.shortened(peer, to: 40)) showed \(known.count) GATT databases\(from): "
      + tables.joined(separator: "; ") + (missing.first.map { ". Service \($0)" } ?? "") + "."
  }

  /// `connections 1, 2, 3, 4, 5, 6 and 3 more`
  private static func list(_ connections: [Int]) -> String {
    // One more number is shorter than that there is one more.
    let shown = connections.prefix(connections.count == 7 ? 7 : 6).map(String.init)
    let rest = connections.count - shown.count
    let parts = rest > 0 ? shown + ["\(rest)\u{A0}more"] : shown
    let last = parts.last ?? ""
    let noun = connections.count == 1 ? "connection" : "connections"
    return parts.count == 1
      ? "\(noun)\u{A0}\(last)" : "\(noun) \(parts.dropLast().joined(separator: ", ")) and \(last)"
  }
}
