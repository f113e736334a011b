import Reports

extension ReportV1.Connection {
  /// What the connection is, never its handle or its frames: the peer's address, then its name, then
  /// what it offers, and at last its place among connections of which nothing of that is known.
  func matchingKeys() -> [[String]] {
    let link = "\(transport?.rawValue ?? "")/\(role?.rawValue ?? "")/"
    let uuids = offeredUUIDs
    return [
      peer.address.map { [link + $0] } ?? [],
      peer.name.map { [link + $0] } ?? [],
      uuids.map { link + $0 },
      peer.name == nil && uuids.isEmpty ? [link] : [],
    ]
  }

  /// Services and characteristics, as far as they tell one device from another: those in GAP and GATT
  /// every device has. Each once.
  private var offeredUUIDs: [String] {
    let everywhere: Set<String> = ["1800", "1801", "2A00", "2A01", "2A04", "2A05", "2AA6", "2B2A"]
    let services = [gatt, gattOtherSide].compactMap(\.self).flatMap(\.services)
    let found =
      services.compactMap(\.uuid) + services.flatMap { $0.characteristics.map(\.uuid) }
      + (notifications + writes).compactMap(\.uuid)
    var seen: Set<String> = []
    return found.filter { !everywhere.contains($0) && seen.insert($0).inserted }
  }
}

/// Names for the connections that were matched: the device's, and which of its connections it is.
func subjects(of slots: [Slot], in runs: [Run]) -> [Subject] {
  let devices = slots.map { slot -> String in
    let connections = slot.places.sorted { $0.key < $1.key }.map {
      runs[$0.key].capture.connections[$0.value]
    }
    let peers = connections.map(\.peer)
    return peers.lazy.compactMap(\.name).first ?? peers.lazy.compactMap(\.address).first
      ?? "unknown device"
  }
  var counts: [String: Int] = [:]
  for device in devices { counts[device, default: 0] += 1 }
  var seen: [String: Int] = [:]
  return devices.map { device in
    guard counts[device, default: 0] > 1 else { return Subject(device: device) }
    seen[device, default: 0] += 1
    return Subject(device: device, connection: seen[device])
  }
}
