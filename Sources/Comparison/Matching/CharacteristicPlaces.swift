import Reports

/// Which service the characteristic of a value handle belongs to, within one connection.
struct CharacteristicPlaces {
  private var services: [Int: [(uuid: String, service: String?)]] = [:]

  init(_ connection: ReportV1.Connection) {
    for gatt in [connection.gatt, connection.gattOtherSide].compactMap(\.self) {
      for service in gatt.services {
        for characteristic in service.characteristics {
          services[characteristic.valueHandle, default: []].append(
            (characteristic.uuid, service.uuid))
        }
      }
    }
  }

  func service(of valueHandle: Int, uuid: String?) -> String? {
    services[valueHandle]?.first { $0.uuid == uuid }?.service
  }
}

extension ReportV1.Transfer {
  /// Service, characteristic and marker; then without the service, which a capture that began late
  /// does not tell; then without the marker, which may have been lost.
  func matchingKeys(_ places: CharacteristicPlaces) -> [[String]] {
    let stream = "\(direction.rawValue)/\(kind.rawValue)/\(uuid ?? "")/"
    let service = places.service(of: valueHandle, uuid: uuid) ?? ""
    let marked = stream + (marker ?? "")
    return [["\(service)/\(marked)"], [marked], [stream]]
  }
}

extension ReportV1.NotificationStream {
  func matchingKeys(_ places: CharacteristicPlaces) -> [[String]] {
    let stream = "\(direction.rawValue)/\(kind.rawValue)/\(uuid ?? "")"
    return [["\(places.service(of: valueHandle, uuid: uuid) ?? "")/\(stream)"], [stream]]
  }
}
