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
  /// does not say; then without the marker, which may have been lost; and at last by the handle,
  /// where one side does not know the characteristic.
  func matchingKeys(_ services: CharacteristicServices) -> [PassKeys] {
    let way = "\(direction.rawValue)/\(kind.rawValue)/"
    let stream = "\(way)\(uuid ?? "#\(valueHandle)")/"
    let service = services.service(of: valueHandle, uuid: uuid) ?? ""
    let marked = stream + (marker ?? "")
    return [
      ["\(service)/\(marked)"], [marked], [stream],
      .ofHandle(valueHandle, way, isNamed: uuid != nil),
    ]
  }
}

extension ReportV1.NotificationStream {
  func matchingKeys(_ services: CharacteristicServices) -> [PassKeys] {
    services.keys("\(direction.rawValue)/\(kind.rawValue)/", valueHandle, uuid)
  }
}

extension ReportV1.Run {
  func matchingKeys(_ services: CharacteristicServices) -> [PassKeys] {
    services.keys("\(direction.rawValue)/\(kind.rawValue)/", valueHandle, uuid)
  }
}

extension CharacteristicServices {
  /// Of the values of a characteristic, one way and of one kind: with its service; then without,
  /// which a capture that began late does not say; then by the handle.
  fileprivate func keys(_ way: String, _ handle: Int, _ uuid: String?) -> [PassKeys] {
    let stream = "\(way)\(uuid ?? "#\(handle)")"
    return [
      ["\(service(of: handle, uuid: uuid) ?? "")/\(stream)"], [stream],
      .ofHandle(handle, way, isNamed: uuid != nil),
    ]
  }
}

extension PassKeys {
  /// A characteristic whose name is not known, as nothing was discovered in that capture, is the
  /// one of the same handle. Two names are never the same one.
  fileprivate static func ofHandle(_ handle: Int, _ way: String, isNamed: Bool) -> PassKeys {
    let (named, unnamed) = ("named/\(way)\(handle)", "unnamed/\(way)\(handle)")
    return isNamed
      ? PassKeys(own: [named], wanted: [unnamed])
      : PassKeys(own: [unnamed], wanted: [unnamed, named])
  }
}
