import Report

/// By what connections are found to be the same, in this order.
enum MatchPass: Int, CaseIterable {
  /// The address with what was carried and offered, with data in bulk, and so on.
  case addressAndAll, addressAndBulk, addressAndCarried, addressAndOffered, address
  case nameAndAll, nameAndBulk, nameAndCarried, nameAndOffered, name
  /// The connection of the same recording.
  case recording
  case services, handles, order
}

extension ReportV1.Connection {
  /// What the connection is, never its connection handle or its frames: the peer's address, then
  /// its name, then what it offers, then the attribute handles that it used, and at last its
  /// position among connections of which nothing of that is known.
  ///
  /// Of several connections with one device those belong together that carried the same: one more
  /// before them, as after a first try that failed, shifts none. Data in bulk say more than a few
  /// values: one that goes on with an update, or that the capture cuts short, is still the one that
  /// loads the log. Else those belong together that offered the same: a device in another mode,
  /// such as that of an update, has other services.
  ///
  /// - Parameters:
  ///   - namesCount: whether devices of different names are different, whatever they offer.
  ///   - position: of the connection in its capture, if all captures are of one recording.
  func matchingKeys(namesCount: Bool = true, position: Int? = nil) -> [PassKeys] {
    // What never came about did nothing that could be compared with a session.
    let kind = isFailedAttempt ? "attempt/" : ""
    let link = "\(transport?.rawValue ?? "")/\(role?.rawValue ?? "")/\(kind)"
    let uuids = offeredUUIDs
    let isKnown = peer.name != nil || !uuids.isEmpty
    let handles = isKnown ? [] : usedHandles
    let recording: PassKeys = position.map { ["#\($0)"] } ?? []
    return deviceKeys(link, peer.address) + deviceKeys(link, peer.name) + [
      recording, serviceKeys(link, uuids, namesCount: namesCount),
      handles.isEmpty ? [] : [link + handles.joined(separator: ",")],
      isKnown ? [] : Self.orderKeys(link, handles),
    ]
  }

  /// What shows which kind of device it is, on this kind of link.
  var serviceKeys: [String] {
    offeredUUIDs.map { "\(transport?.rawValue ?? "")/\(role?.rawValue ?? "")/\($0)" }
  }

  private func deviceKeys(_ link: String, _ device: String?) -> [PassKeys] {
    guard let device else { return [[], [], [], [], []] }
    let (all, bulk) = (carriedUUIDs, bulkUUIDs)
    let begin = link + device
    let carried = "\(begin)/carried \(Self.number(of: all))"
    let offered = offeredServices.map { Self.number(of: $0) }
    let offer = offered.map { "offered \($0)" } ?? "offered?"
    return [
      ["\(carried)/\(offer)/bulk \(Self.number(of: bulk))"],
      PassKeys(bulk.sorted().map { "\(begin)/\($0)" }),
      all.isEmpty ? [] : [carried], offered == nil ? [] : ["\(begin)/\(offer)"], [begin],
    ]
  }

  /// Of two devices that say their names those are compared before; here one of the two does not.
  private func serviceKeys(_ link: String, _ uuids: [String], namesCount: Bool) -> PassKeys {
    let (named, unnamed) = (uuids.map { "\(link)named/\($0)" }, uuids.map { link + $0 })
    guard namesCount else { return PassKeys(unnamed) }
    return peer.name == nil
      ? PassKeys(own: unnamed, wanted: unnamed + named) : PassKeys(own: named, wanted: unnamed)
  }

  /// Connections that both used attributes, and none in common, are not the same.
  private static func orderKeys(_ link: String, _ handles: [String]) -> PassKeys {
    let (idle, busy) = (link + "idle", link + "busy")
    let used = handles.map { link + $0 }
    return handles.isEmpty
      ? PassKeys(own: [idle], wanted: [idle, busy])
      : PassKeys(own: [busy] + used, wanted: used + [idle])
  }

  /// The controller said that it was connected, and never heard the peer: 0x3E, Connection Failed
  /// to be Established. How many such tries there are is up to the air. Core Vol 1, Part F, 2.57.
  var isFailedAttempt: Bool { disconnect?.reason == 0x3E }

  /// The characteristics whose values it carried, each with its way.
  private var carriedUUIDs: Set<String> {
    Set(
      transfers.map { "\($0.kind.rawValue) \($0.uuid ?? "") transfer" }
        + (notifications + writes).map { "\($0.kind.rawValue) \($0.uuid ?? "")" })
  }

  /// The characteristics that carried data in bulk, each with its way.
  var bulkUUIDs: Set<String> {
    Set(
      (runs.map { "\($0.kind.rawValue) \($0.uuid ?? "#\($0.valueHandle)")" }
        + transfers.map { "\($0.kind.rawValue) \($0.uuid ?? "#\($0.valueHandle)")" })
        .prefix(Self.mostHandles))
  }

  /// The services that it showed itself; `nil` where it showed none.
  var offeredServices: Set<String>? {
    let services = Set(
      [gatt, gattOtherSide].compactMap(\.self).filter { !$0.remembered }.flatMap(\.services)
        .filter { $0.startHandle != nil }.compactMap(\.uuid))
    return services.isEmpty ? nil : services
  }

  /// As a text a set may take more than the connection itself.
  private static func number(of words: Set<String>) -> Int {
    var hasher = Hasher()
    hasher.combine(words)
    return hasher.finalize()
  }

  private static let mostHandles = 64

  /// The handles of the values that it carried, each with its way.
  var usedHandles: [String] {
    Set((notifications + writes).map { "\($0.kind.rawValue) \($0.valueHandle)" }).sorted()
      .prefix(Self.mostHandles).map(\.self)
  }

  /// Services and characteristics, as far as they distinguish one kind of device from another. Each
  /// once.
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
