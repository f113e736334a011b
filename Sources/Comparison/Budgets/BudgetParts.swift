import Report

/// The devices of some runs, found once for all the rules about each.
struct DeviceRuns {
  /// In the order in which they come first.
  private(set) var names: [String] = []
  private let all: [Run]
  /// Where the connections are that a device is named by: copies of them would take as much memory
  /// as the reports.
  private var connections: [String: [(run: Int, index: Int)]] = [:]
  /// For each run, the positions of the connections that a rule about a device would be checked on.
  private var indices: [[String: [Int]]] = []

  /// - Parameter label: what a connection's device is called in a budget.
  init(_ runs: [Run], label: (ReportV1.Connection) -> String?) {
    all = runs
    for (number, run) in runs.enumerated() {
      var indices: [String: [Int]] = [:]
      for (index, connection) in run.capture.connections.enumerated() {
        let peer = connection.peer
        for key in Set([peer.name, peer.address].compactMap(\.self)) {
          indices[key, default: []].append(index)
        }
        guard let name = label(connection) else { continue }
        if connections[name] == nil { names.append(name) }
        connections[name, default: []].append((number, index))
      }
      self.indices.append(indices)
    }
    // Connections with devices of which nothing is known are one device's.
    if names.isEmpty, runs.contains(where: { !$0.capture.connections.isEmpty }) { names = [""] }
  }

  /// The connections that have this name; of the only device, all.
  func connections(of device: String) -> AnySequence<ReportV1.Connection> {
    if names.count == 1 { return AnySequence(all.lazy.flatMap(\.capture.connections)) }
    let found = (connections[device] ?? []).lazy
    return AnySequence(found.map { [all] in all[$0.run].capture.connections[$0.index] })
  }

  /// The runs with nothing in them but connections that may be the device's.
  func runs(with device: String) -> [Run] {
    zip(all, indices).map { run, indices in
      var part = run
      let keys = Set([device, device.uppercased()])
      let found = Set(keys.flatMap { indices[$0] ?? [] }).sorted()
      part.capture.connections = found.map { run.capture.connections[$0] }
      return part
    }
  }
}

/// The transfers and streams of some runs by characteristic.
struct PartRuns {
  private let all: [Run]
  /// For each characteristic and run, the positions of connections that have it.
  private var transfers: [String?: [Int: [Int: [Int]]]] = [:]
  private var notifications: [String?: [Int: [Int: [Int]]]] = [:]

  init(_ runs: [Run]) {
    all = runs
    for (run, value) in runs.enumerated() {
      for (index, connection) in value.capture.connections.enumerated() {
        for (part, transfer) in connection.transfers.enumerated() {
          transfers[transfer.uuid, default: [:]][run, default: [:]][index, default: []].append(part)
        }
        for (part, stream) in connection.notifications.enumerated() {
          notifications[stream.uuid, default: [:]][run, default: [:]][index, default: []].append(
            part)
        }
      }
    }
  }

  /// The runs with nothing in them but the transfers of one characteristic.
  func runs(with uuid: String?, in list: WritableKeyPath<ReportV1.Connection, [ReportV1.Transfer]>)
    -> [Run]
  {
    runs(transfers[uuid] ?? [:], list)
  }

  /// The same with the streams of one characteristic.
  func runs(
    with uuid: String?, in list: WritableKeyPath<ReportV1.Connection, [ReportV1.NotificationStream]>
  ) -> [Run] {
    runs(notifications[uuid] ?? [:], list)
  }

  private func runs<Part>(
    _ indices: [Int: [Int: [Int]]], _ list: WritableKeyPath<ReportV1.Connection, [Part]>
  ) -> [Run] {
    all.enumerated().map { number, run in
      var result = run
      result.capture.connections = (indices[number] ?? [:]).sorted { $0.key < $1.key }.map {
        index, parts in
        var connection = run.capture.connections[index]
        connection[keyPath: list] = parts.map { connection[keyPath: list][$0] }
        return connection
      }
      return result
    }
  }
}
