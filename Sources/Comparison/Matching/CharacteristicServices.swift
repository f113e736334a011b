import Report

/// Which service the characteristic of a value handle belongs to, within one connection.
struct CharacteristicServices {
  private struct Value: Hashable {
    let handle: Int
    let uuid: String?
  }

  private var services: [Value: String?] = [:]

  init(_ connection: ReportV1.Connection) {
    for gatt in [connection.gatt, connection.gattOtherSide].compactMap(\.self) {
      for service in gatt.services {
        for characteristic in service.characteristics {
          let value = Value(handle: characteristic.valueHandle, uuid: characteristic.uuid)
          if services[value] == nil { services.updateValue(service.uuid, forKey: value) }
        }
      }
    }
  }

  func service(of valueHandle: Int, uuid: String?) -> String? {
    services[Value(handle: valueHandle, uuid: uuid)] ?? nil
  }
}

extension ReportV1.Transfer {
  /// Service, characteristic and marker; then without the service, which a capture that began late
  /// does not tell; then without the marker, which may have been lost.
  func matchingKeys(_ services: CharacteristicServices) -> [[String]] {
    let stream = "\(direction.rawValue)/\(kind.rawValue)/\(uuid ?? "")/"
    let service = services.service(of: valueHandle, uuid: uuid) ?? ""
    let marked = stream + (marker ?? "")
    return [["\(service)/\(marked)"], [marked], [stream]]
  }
}

extension ReportV1.NotificationStream {
  func matchingKeys(_ services: CharacteristicServices) -> [[String]] {
    let stream = "\(direction.rawValue)/\(kind.rawValue)/\(uuid ?? "")"
    return [["\(services.service(of: valueHandle, uuid: uuid) ?? "")/\(stream)"], [stream]]
  }
}
