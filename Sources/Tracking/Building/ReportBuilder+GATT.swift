import BluetoothProtocol
import Report

extension ReportBuilder {
  /// The server that matters comes first: the one whose values moved, or of which more is known.
  mutating func addGATT(
    _ state: ConnectionState, _ link: LinkMeasures, to report: inout ReportV1.Connection
  ) {
    func weight(_ side: Side) -> (Int, Int) {
      var values = 0
      for index in link.streams.indices where link.streams.server(at: index) == side {
        values += link.streams[index].rhythm.count
      }
      let subscriptions = state.subscriptions.count { $0.server == side }
      let database = state.database(of: side)
      return (values + subscriptions, database.isRemembered ? 0 : database.count)
    }
    let (local, peer) = (weight(.local), weight(.peer))
    let main: Side = local > peer ? .local : .peer
    let (most, least) = main == .local ? (local, peer) : (peer, local)
    if most != (0, 0) || !state.database(of: main).isEmpty {
      report.gatt = gatt(state, link, main)
    }
    if least != (0, 0) { report.gattOtherSide = gatt(state, link, main.other) }
  }

  private mutating func gatt(
    _ state: ConnectionState, _ link: LinkMeasures, _ side: Side
  ) -> ReportV1.GATT {
    let database = state.database(of: side)
    var report = ReportV1.GATT()
    report.server = side.reported
    report.remembered = database.isRemembered
    report.subscriptions = state.subscriptions.filter { $0.server == side }.map { fact in
      ReportV1.Subscription {
        $0.frame = fact.moment.frame
        $0.timeUs = offset(fact.moment.time)
        $0.cccdHandle = Int(fact.cccd.rawValue)
        $0.valueHandle = Int(fact.value.rawValue)
        $0.value = ReportV1.SubscriptionValue(bits: fact.bits)
        $0.guessed = fact.isGuess
        $0.both = fact.bits & 3 == 3
      }
    }
    report.services = services(of: state, side)
    report.serviceChanges = state.serviceChanges.filter { $0.server == side }.map { fact in
      ReportV1.ServiceChange {
        $0.frame = fact.frame
        $0.startHandle = Int(fact.start.rawValue)
        $0.endHandle = Int(fact.end.rawValue)
      }
    }
    report.databaseHashes = state.databaseHashes.filter { $0.server == side }.map { fact in
      ReportV1.DatabaseHash {
        $0.frame = fact.frame
        $0.value = hexadecimal(fact.octets)
      }
    }
    report.conflicts = database.conflicts(from: state.first.frame)
    // What found no room is not listed, and is there all the same.
    let isWhole =
      !state.bounds.contains(.gattEntries) && !database.bounds.contains(.gattEntries)
      && !lacksPackets(state, link)
    report.searched = (isWhole ? state.searches(of: side) : []).map { search in
      ReportV1.SearchedHandles {
        $0.kind = search.kind
        $0.uuid = search.uuid?.description
        $0.startHandle = Int(search.first)
        $0.endHandle = Int(search.last)
      }
    }
    return report
  }

  /// Whether the controller completed more packets than the capture holds since the connection
  /// began: then requests are missing, and the answer to one of them looks like that to another.
  private func lacksPackets(_ state: ConnectionState, _ link: LinkMeasures) -> Bool {
    state.completeFrame != nil && link.flow.excess > 0
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
    if let built = serversBuilt[key], built.database.isSame(as: database) { return built.services }
    let services = services(database)
    if !database.isEmpty { serversBuilt[key] = (database, services) }
    return services
  }

  private func services(_ database: GATTDatabase) -> [ReportV1.Service] {
    let characteristics = characteristics(database)
    var services = database.services.map { service in
      ReportV1.Service {
        $0.uuid = service.uuid?.description
        $0.name = service.uuid?.serviceName
        $0.startHandle = Int(service.start.rawValue)
        $0.endHandle = Int(service.end.rawValue)
        $0.primary = service.isPrimary
        $0.includes = database.includes.filter {
          service.start <= $0.handle && $0.handle <= service.end
        }
        .map { fact in
          ReportV1.Include {
            $0.handle = Int(fact.handle.rawValue)
            $0.startHandle = Int(fact.start.rawValue)
            $0.endHandle = Int(fact.end.rawValue)
            $0.uuid = fact.uuid?.description
          }
        }
      }
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
    if !homeless.isEmpty { services.append(ReportV1.Service { $0.characteristics = homeless }) }
    return services
  }

  private func characteristics(_ database: GATTDatabase) -> [ReportV1.Characteristic] {
    var list = database.characteristics.map { characteristic in
      ReportV1.Characteristic {
        $0.uuid = characteristic.uuid.description
        $0.name = characteristic.uuid.characteristicName
        $0.declarationHandle = Int(characteristic.declaration.rawValue)
        $0.valueHandle = Int(characteristic.value.rawValue)
        $0.properties = properties(characteristic.properties)
      }
    }
    let declarations = Set(database.characteristics.map(\.declaration))
    // The last descriptor, and its characteristic. Behind a handle of which nothing is known, a
    // characteristic may begin whose declaration the capture lacks.
    var latest: (handle: Int, value: Int)?
    for attribute in database.attributes {
      let isDeclaration = attribute.type.declarationName != nil
      let isKnown =
        database.characteristic(value: attribute.handle) != nil
        || declarations.contains(attribute.handle)
      if isDeclaration || isKnown { continue }
      // Some devices give a descriptor the UUID of its characteristic.
      if let owner = database.owner(ofDescriptor: attribute.handle),
        attribute.type.characteristicName == nil || attribute.type == owner.uuid,
        let index = list.firstIndex(where: { $0.valueHandle == Int(owner.value.rawValue) })
      {
        let (handle, value) = (Int(attribute.handle.rawValue), Int(owner.value.rawValue))
        let before = latest.map { $0.value == value ? $0.handle : value } ?? value
        guard handle == before + 1 else { continue }
        latest = (handle, value)
        list[index].descriptors.append(
          ReportV1.Descriptor {
            $0.uuid = attribute.type.description
            $0.handle = Int(attribute.handle.rawValue)
          })
      } else if attribute.type.descriptorName == nil {
        list.append(
          ReportV1.Characteristic {
            $0.uuid = attribute.type.description
            $0.name = attribute.type.characteristicName
            $0.valueHandle = Int(attribute.handle.rawValue)
          })
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
