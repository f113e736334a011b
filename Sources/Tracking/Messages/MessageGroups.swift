import Report

/// Which streams share a search: those of a dialogue, and those of one service of one device.
struct MessageGroups {
  /// Of each device its groups, of each of these its streams, and of each of these what each
  /// connection has of it.
  private(set) var devices: [[[[MessageSource]]]] = []
  /// Streams that have too few values to show something themselves.
  private(set) var small: [[MessageSource]] = []

  /// Streams of which all connections together have fewer values are not looked at.
  static let leastValues = 8
  private static let mostTogether = 6

  init(_ sources: [MessageSource], _ connections: [ReportV1.Connection]) {
    var order: [MessageSource.Key] = []
    var streams: [MessageSource.Key: [MessageSource]] = [:]
    for source in sources {
      let connection = connections[source.connection]
      let device = connection.peer.address ?? "#\(connection.id)"
      let key = MessageSource.Key(
        device: device, handle: source.handle, kind: source.kind, direction: source.direction)
      if streams[key] == nil { order.append(key) }
      streams[key, default: []].append(source)
    }
    var named: [String: [MessageSource.Key]] = [:]
    var names: [String] = []
    for key in order {
      let name = Self.group(key, streams[key] ?? [], connections)
      if named[name] == nil { names.append(name) }
      named[name, default: []].append(key)
    }
    var places: [String: Int] = [:]
    for name in names {
      // A few values say something beside those of another stream only.
      let isWorth = (named[name] ?? []).contains { key in
        let found = streams[key] ?? []
        return found.reduce(0) { $0 + $1.values.count } >= Self.leastValues
          || found.contains { $0.given != nil }
      }
      guard isWorth else {
        small += (named[name] ?? []).compactMap { streams[$0] }
        continue
      }
      func count(_ key: MessageSource.Key) -> Int {
        streams[key]?.reduce(0) { $0 + $1.values.count } ?? 0
      }
      let keys = (named[name] ?? []).sorted { (count($0), $1.handle) > (count($1), $0.handle) }
      let device = keys[0].device
      let place = places[device] ?? devices.count
      if place == devices.count {
        devices.append([])
        places[device] = place
      }
      // The most frequent ones are looked at together.
      var rest = keys[...]
      while !rest.isEmpty {
        devices[place].append(rest.prefix(Self.mostTogether).compactMap { streams[$0] })
        rest = rest.dropFirst(Self.mostTogether)
      }
    }
  }

  /// The service, or the dialogue where no service is known.
  private static func group(
    _ key: MessageSource.Key, _ sources: [MessageSource], _ connections: [ReportV1.Connection]
  ) -> String {
    let server = (key.kind == .write) == (key.direction == .tx) ? "peer" : "local"
    for source in sources {
      let connection = connections[source.connection]
      for dialogue in connection.dialogues {
        guard
          dialogue.request.valueHandle == key.handle || dialogue.answer.valueHandle == key.handle
        else { continue }
        let first = connection.dialogues.first {
          [$0.request.valueHandle, $0.answer.valueHandle].contains(dialogue.request.valueHandle)
        }
        return "\(key.device) dialogue \(first?.request.valueHandle ?? key.handle)"
      }
    }
    for source in sources {
      let connection = connections[source.connection]
      for gatt in [connection.gatt, connection.gattOtherSide].compactMap({ $0 }) {
        let service = gatt.services.firstIndex { service in
          service.characteristics.contains { $0.valueHandle == key.handle }
        }
        if let service { return "\(key.device) \(server) service \(service)" }
      }
    }
    return "\(key.device) \(server)"
  }
}
