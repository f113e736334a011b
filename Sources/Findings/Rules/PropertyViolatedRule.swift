import Report

/// A client that does what the declared properties of a characteristic do not allow.
///
/// What was found: one kind of use, of characteristics of one server.
struct PropertyViolatedRule: Rule, RuleFacts {
  static let name = "property-violated"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true

  enum Use: String {
    case command = "write_without_response"
    case write, read, notify, indicate

    static let signedWrites = "authenticated_signed_writes"
  }

  /// One characteristic, and how often it was used so.
  struct Place {
    var characteristic: ReportV1.Characteristic
    var name: AttributeName
    var count: Int
    var frame: Int
  }

  let connection: ReportV1.Connection
  let server: Party
  let use: Use
  private(set) var places: [Place]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      // In a file without events, one handle may be several connections.
      ($0[$1].air != nil || file.showsEvents)
        && ($0[$1].gattOtherSide != nil || !$0[$1].gatt.services.isEmpty)
    }.findings { connection, _ in
      connection.servers.flatMap { server in
        server.declaresAfresh ? all(in: connection, server).map(\.finding) : []
      }
    }
  }

  private static func all(
    in connection: ReportV1.Connection, _ server: ReportV1.GATT
  ) -> [Self] {
    guard let side = server.server else { return [] }
    var declared: [Int: ReportV1.Characteristic] = [:]
    for characteristic in server.services.flatMap(\.characteristics)
    where characteristic.declarationHandle != nil {
      declared[characteristic.valueHandle] = characteristic
    }
    var found: [Self] = []
    func note(_ use: Use, _ handle: Int, _ count: Int, _ frame: Int) {
      guard let characteristic = declared[handle], !use.isAllowed(by: characteristic.properties)
      else { return }
      let name = AttributeName(handle, of: side, in: connection)
      let place = Place(characteristic: characteristic, name: name, count: count, frame: frame)
      if let known = found.firstIndex(where: { $0.use == use }) {
        found[known].add(place)
      } else {
        found.append(Self(connection: connection, server: Party(side), use: use, places: [place]))
      }
    }
    let toServer: ReportV1.Direction = side == .peer ? .tx : .rx
    for stream in connection.writes where stream.direction == toServer {
      if let commands = stream.commands, let frame = stream.firstCommandFrame {
        note(.command, stream.valueHandle, commands, frame)
      }
      if let frame = stream.firstRequestFrame {
        note(.write, stream.valueHandle, stream.count - (stream.commands ?? 0), frame)
      }
    }
    for series in connection.reads where series.server == side {
      note(.read, series.handle, series.count, series.firstFrame)
    }
    for (use, write) in subscriptions(of: server, in: connection) {
      guard let handle = write.valueHandle else { continue }
      note(use, handle, 1, write.frame)
    }
    return found
  }

  /// Those that the server accepted, and that no other rule speaks of.
  private static func subscriptions(
    of server: ReportV1.GATT, in connection: ReportV1.Connection
  ) -> [(Use, ReportV1.Subscription)] {
    guard server.subscriptions.contains(where: { $0.value != .off && !$0.guessed }) else {
      return []
    }
    let others = ValueNotSubscribedRule.all(in: connection).filter {
      $0.server == server.server.map(Party.init)
    }
    let elsewhere = Set(others.map(\.stream.valueHandle))
    return server.subscriptions.compactMap { write in
      guard write.value != .off, !write.guessed, !elsewhere.contains(write.valueHandle ?? 0),
        !connection.att.pending.contains(where: { $0.frame == write.frame })
      else { return nil }
      if write.both {
        let characteristic = connection.declaration(write.valueHandle, of: server.server)
        if characteristic?.properties.contains(Use.indicate.rawValue) ?? true { return nil }
      }
      return (write.value == .indicate ? .indicate : .notify, write)
    }
  }

  private mutating func add(_ place: Place) {
    if let known = places.firstIndex(where: { $0.name == place.name }) {
      places[known].count += place.count
    } else {
      places.append(place)
    }
  }

  private var finding: RuleFinding {
    finding(.info, connection.id, frames: Wording.handful(places.map(\.frame)))
      .about(connection, "\(server.rawValue) \(use.rawValue)", count: count)
  }

  var count: Int { places.map(\.count).total }

  var evidence: EvidenceList {
    [
      .property: .of(use.rawValue), .count: .of(count),
      .valueHandles: .of(places.prefix(16).compactMap(\.name.handle)),
      .uuid: places[0].name.uuidEvidence,
      .properties: .of(places[0].characteristic.properties),
    ] + connection.by(server.other)
  }
}

extension PropertyViolatedRule.Use {
  /// A Signed Write Command is one, too.
  func isAllowed(by properties: [String]) -> Bool {
    properties.contains(rawValue)
      || self == .command && properties.contains(Self.signedWrites)
  }
}
