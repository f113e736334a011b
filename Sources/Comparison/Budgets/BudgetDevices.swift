import Report

/// Which connections of some runs are with the devices that a budget, or `--device`, names.
struct BudgetDevices {
  private struct Found {
    /// By run, then by the position of the connection.
    var connections: [Int: [Int: MatchBasis]] = [:]
  }

  private let runs: [Run]
  private var devices: [String: Found] = [:]

  /// - Parameter least: the least by which a connection is taken for the device's: its address, its
  ///   name too, the services that it offers too, or anything.
  init(_ runs: [Run], _ names: some Sequence<String>, by least: MatchBasis) {
    self.runs = runs
    for name in Set(names) { devices[name] = find(name, by: least) }
  }

  /// How a connection was found to be with a device; `nil` where it is not.
  func basis(_ name: String, run: Int, _ position: Int) -> MatchBasis? {
    devices[name]?.connections[run]?[position]
  }

  /// The runs with nothing of other devices.
  var chosen: [Run] {
    runs.enumerated().map { number, run in
      var positions: Set<Int> = []
      for found in devices.values { positions.formUnion((found.connections[number] ?? [:]).keys) }
      return run.only(positions.sorted())
    }
  }

  private func find(_ name: String, by least: MatchBasis) -> Found {
    var found = Found()
    var services: Set<String> = []
    var handles: Set<String> = []
    for (number, run) in runs.enumerated() {
      for (position, connection) in run.capture.connections.enumerated() {
        guard let basis = connection.peer.basis(of: name), basis <= least else { continue }
        found.connections[number, default: [:]][position] = basis
        if least > .name {
          services.formUnion(connection.serviceKeys)
          handles.formUnion(connection.usedHandles)
        }
      }
    }
    guard least > .name, !found.connections.isEmpty else { return found }
    for (number, run) in runs.enumerated() {
      for (position, connection) in run.capture.connections.enumerated()
      where found.connections[number]?[position] == nil {
        guard let basis = connection.guess(services, handles), basis <= least else { continue }
        found.connections[number, default: [:]][position] = basis
      }
    }
    return found
  }
}

extension ReportV1.Peer {
  /// How it is called so: by its address or by its name.
  func basis(of wanted: String) -> MatchBasis? {
    if let address, address == wanted || address == wanted.uppercased() { return .address }
    return name == wanted ? .name : nil
  }
}

extension ReportV1.Connection {
  /// By what it may be with the device that offers these services and used these handles.
  fileprivate func guess(_ services: Set<String>, _ handles: Set<String>) -> MatchBasis? {
    let own = serviceKeys
    if !own.isEmpty { return own.contains(where: services.contains) ? .services : nil }
    // It says its name, which is another.
    guard peer.name == nil else { return nil }
    let used = usedHandles
    if used.isEmpty { return .nothing }
    return used.contains(where: handles.contains) ? .handles : nil
  }
}

extension MatchBasis {
  /// What is said of a connection that was taken for one with a device; `nil` where it is sure.
  var guessWords: String? {
    switch self {
    case .identity, .address, .recording, .name: nil
    case .services: "taken for it by its services"
    case .handles: "taken for it by the attribute handles it used"
    case .nothing: "taken for it, because nothing is known of it"
    }
  }
}
