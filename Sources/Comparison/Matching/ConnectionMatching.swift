import Report

extension ReportV1.Connection {
  /// What the connection is, never its handle or its frames: the peer's address, then its name, then
  /// what it offers, and at last its place among connections of which nothing of that is known.
  /// `MatchBasis` names these passes.
  ///
  /// Of several connections with one device those belong together that carried the same: one more
  /// before them, as after a first try that failed, shifts none.
  func matchingKeys() -> [[String]] {
    // What never came about did nothing that could be compared with a session.
    let kind = isFailedAttempt ? "attempt/" : ""
    let link = "\(transport?.rawValue ?? "")/\(role?.rawValue ?? "")/\(kind)"
    let uuids = offeredUUIDs
    let carried = carriedUUIDs
    return [
      peer.address.map { [link + $0 + carried] } ?? [],
      peer.address.map { [link + $0] } ?? [],
      peer.name.map { [link + $0 + carried] } ?? [],
      peer.name.map { [link + $0] } ?? [],
      uuids.map { link + $0 },
      peer.name == nil && uuids.isEmpty ? [link] : [],
    ]
  }

  /// The controller said that it was connected, and never heard the peer: 0x3E, Connection Failed to be
  /// Established. How many such tries there are is up to the air. Core Vol 1, Part F, 2.57.
  var isFailedAttempt: Bool { disconnect?.reason == 0x3E }

  /// The characteristics whose values it carried, each with its way, as a number: as a text they may
  /// take more than the connection itself.
  private var carriedUUIDs: String {
    let all =
      transfers.map { "\($0.kind.rawValue) \($0.uuid ?? "") transfer" }
      + (notifications + writes).map { "\($0.kind.rawValue) \($0.uuid ?? "")" }
    var hasher = Hasher()
    hasher.combine(Set(all))
    return "/\(hasher.finalize())"
  }

  /// Services and characteristics, as far as they tell one kind of device from another. Each once.
  private var offeredUUIDs: [String] {
    let services = [gatt, gattOtherSide].compactMap(\.self).flatMap(\.services).filter {
      !everywhere.contains($0.uuid ?? "")
    }
    let found =
      services.compactMap(\.uuid) + services.flatMap { $0.characteristics.map(\.uuid) }
      + (notifications + writes).compactMap(\.uuid)
    var seen: Set<String> = []
    return found.filter { !everywhere.contains($0) && seen.insert($0).inserted }
  }
}

/// Generic Access, Generic Attribute, Device Information and Battery, and what of them is read or
/// notified: devices of every kind have those.
private let everywhere: Set<String> = [
  "1800", "1801", "180A", "180F", "2A00", "2A01", "2A04", "2A05", "2A19", "2A23", "2A24", "2A25",
  "2A26", "2A27", "2A28", "2A29", "2A2A", "2A50", "2AA6", "2B29", "2B2A",
]

/// Names for the connections that were matched: the device's, and which of its connections it is.
func subjects(of slots: [Slot], in runs: [Run]) -> [Subject] {
  let devices = slots.map { slot -> String in
    Subject.device(
      of: slot.indices.sorted { $0.key < $1.key }.map {
        runs[$0.key].capture.connections[$0.value].peer
      })
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
