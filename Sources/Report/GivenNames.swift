/// Names that the user gives to devices and attributes, as no capture says them.
package struct GivenNames: Hashable, Sendable {
  /// By addresses as the report writes them.
  package var devices: [String: String] = [:]
  /// By UUIDs as the report writes them.
  package var attributes: [String: String] = [:]

  package init() {}

  var isEmpty: Bool { devices.isEmpty && attributes.isEmpty }
}

extension ReportV1.Capture {
  /// Gives names; they count more than what devices say of themselves.
  package mutating func apply(_ names: GivenNames) {
    guard !names.isEmpty else { return }
    for index in advertisers.indices {
      if let name = names.devices[advertisers[index].address] { advertisers[index].name = name }
    }
    for index in connectionFailures.indices { connectionFailures[index].peer.apply(names) }
    for index in connections.indices {
      connections[index].peer.apply(names)
      connections[index].gatt.apply(names)
      connections[index].gattOtherSide?.apply(names)
    }
  }
}

extension ReportV1.Peer {
  fileprivate mutating func apply(_ names: GivenNames) {
    guard let address, let given = names.devices[address] else { return }
    name = given
    nameSource = .given
  }
}

extension ReportV1.GATT {
  fileprivate mutating func apply(_ names: GivenNames) {
    guard !names.attributes.isEmpty else { return }
    for service in services.indices {
      if let name = services[service].uuid.flatMap({ names.attributes[$0] }) {
        services[service].name = name
      }
      for index in services[service].characteristics.indices {
        let uuid = services[service].characteristics[index].uuid
        if let name = names.attributes[uuid] {
          services[service].characteristics[index].name = name
        }
      }
    }
  }
}
