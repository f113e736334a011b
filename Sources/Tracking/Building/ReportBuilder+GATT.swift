import BluetoothProtocol
import Report

extension ReportBuilder {
  /// The server that matters comes first: the one whose values moved, or of which more is known.
  mutating func addGATT(
    _ state: ConnectionState, _ link: LinkMeasures, to report: inout ReportV1.Connection
  ) {
    func weight(_ side: Side) -> (Int, Int) {
      let values = link.streams.reduce(0) { $0 + ($1.server == side ? $1.rhythm.count : 0) }
      let subscriptions = state.subscriptions.count { $0.server == side }
      let database = state.database(of: side)
      return (values + subscriptions, database.isRemembered ? 0 : database.count)
    }
    let main: Side = weight(.local) > weight(.peer) ? .local : .peer
    if weight(main) != (0, 0) || !state.database(of: main).isEmpty {
      report.gatt = gatt(state, main)
    }
    let other = main.other
    if weight(other) != (0, 0) { report.gattOtherSide = gatt(state, other) }
  }

  private mutating func gatt(_ state: ConnectionState, _ side: Side) -> ReportV1.GATT {
    let database = state.database(of: side)
    var report = ReportV1.GATT()
    report.server = side == .local ? .local : .peer
    report.remembered = database.isRemembered
    report.subscriptions = state.subscriptions.filter { $0.server == side }.map {
      ReportV1.Subscription(
        frame: $0.moment.frame, timeUs: offset($0.moment.time), cccdHandle: Int($0.cccd.rawValue),
        valueHandle: Int($0.value.rawValue),
        value: $0.bits & 1 != 0 ? .notify : $0.bits & 2 != 0 ? .indicate : .off,
        guessed: $0.isGuess)
    }
    report.services = services(of: state, side)
    report.serviceChanges = state.serviceChanges.filter { $0.server == side }.map {
      ReportV1.ServiceChange(
        frame: $0.frame, startHandle: Int($0.start.rawValue), endHandle: Int($0.end.rawValue))
    }
    report.databaseHashes = state.databaseHashes.filter { $0.server == side }.map {
      ReportV1.DatabaseHash(frame: $0.frame, value: hexadecimal($0.octets))
    }
    return report
  }

  /// Of a device that connects again and again all connections share one list: nothing else would
  /// keep ten thousand of them small.
  private mutating func services(
    of state: ConnectionState, _ side: Side
  ) -> [ReportV1.Service] {
    let database = state.database(of: side)
    let isPeer = side == .peer
    let key = ServerKey(
      controller: state.controller, address: isPeer ? state.peer : nil,
      type: isPeer ? state.peerType : nil, side: side)
    if let told = serversTold[key], told.database.isSame(as: database) { return told.services }
    let services = services(database)
    if !database.isEmpty { serversTold[key] = (database, services) }
    return services
  }

  private func services(_ database: GATTDatabase) -> [ReportV1.Service] {
    let characteristics = characteristics(database)
    var services = database.services.map { service in
      ReportV1.Service(
        uuid: service.uuid?.description, name: service.uuid?.serviceName,
        startHandle: Int(service.start.rawValue), endHandle: Int(service.end.rawValue),
        primary: service.isPrimary,
        includes: database.includes.filter {
          service.start <= $0.handle && $0.handle <= service.end
        }
        .map {
          ReportV1.Include(
            handle: Int($0.handle.rawValue), startHandle: Int($0.start.rawValue),
            endHandle: Int($0.end.rawValue), uuid: $0.uuid?.description)
        })
    }
    var homeless: [ReportV1.Characteristic] = []
    for characteristic in characteristics {
      let handle = characteristic.declarationHandle ?? characteristic.valueHandle
      let home = services.lastIndex {
        ($0.startHandle ?? .max) <= handle && handle <= ($0.endHandle ?? .min)
      }
      if let home {
        services[home].characteristics.append(characteristic)
      } else {
        homeless.append(characteristic)
      }
    }
    // Characteristics whose service was not discovered in this capture.
    if !homeless.isEmpty { services.append(ReportV1.Service(characteristics: homeless)) }
    return services
  }

  private func characteristics(_ database: GATTDatabase) -> [ReportV1.Characteristic] {
    var list = database.characteristics.map { characteristic in
      ReportV1.Characteristic(
        uuid: characteristic.uuid.description, name: characteristic.uuid.characteristicName,
        declarationHandle: Int(characteristic.declaration.rawValue),
        valueHandle: Int(characteristic.value.rawValue),
        properties: properties(characteristic.properties))
    }
    let declarations = Set(database.characteristics.map(\.declaration))
    for attribute in database.attributes {
      let isDeclaration = attribute.type.declarationName != nil
      let isKnown =
        database.characteristic(value: attribute.handle) != nil
        || declarations.contains(attribute.handle)
      if isDeclaration || isKnown { continue }
      // Some devices give a descriptor the UUID of its characteristic.
      if let owner = database.owner(ofDescriptor: attribute.handle),
        attribute.type.characteristicName == nil || attribute.type == owner.uuid,
        let place = list.firstIndex(where: { $0.valueHandle == Int(owner.value.rawValue) })
      {
        list[place].descriptors.append(
          ReportV1.Descriptor(
            uuid: attribute.type.description, handle: Int(attribute.handle.rawValue)))
      } else if attribute.type.descriptorName == nil {
        list.append(
          ReportV1.Characteristic(
            uuid: attribute.type.description, name: attribute.type.characteristicName,
            valueHandle: Int(attribute.handle.rawValue)))
      }
    }
    return list.sorted { $0.valueHandle < $1.valueHandle }
  }

  /// Core Vol 3, Part G, 3.3.1.1, from the lowest bit up.
  private func properties(_ octet: UInt8) -> [String] {
    let names = [
      "broadcast", "read", "write_without_response", "write", "notify", "indicate",
      "authenticated_signed_writes", "extended_properties",
    ]
    return names.enumerated().compactMap { octet >> UInt8($0.offset) & 1 == 1 ? $0.element : nil }
  }
}

/// Whose attributes they are.
struct ServerKey: Hashable {
  var controller: Int
  var address: DeviceAddress?
  var type: AddressType?
  var side: Side
}
