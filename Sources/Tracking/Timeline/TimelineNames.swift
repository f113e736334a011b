import BluetoothProtocol
import Report

/// One line of the timeline while it is being put together.
struct TimelineLine {
  var moment: Moment
  /// Index among the connections.
  var connection: Int?
  var event: String
  var detail: String

  init(_ moment: Moment, _ connection: Int?, _ event: String, _ detail: String = "") {
    self.moment = moment
    self.connection = connection
    self.event = event
    self.detail = detail
  }
}

/// How the lines of both vocabularies name what they are about.
struct TimelineNames {
  let sessions: Sessions
  let measures: Measures

  func state(_ link: Int) -> ConnectionState { sessions.connections[link] }

  /// `2A37 Heart Rate Measurement`, or `handle 0x0012` where the UUID is not known.
  func attribute(_ handle: ATTHandle?, _ server: Side, on link: Int) -> String {
    guard let handle else { return "an unknown handle" }
    guard let uuid = sessions.connections[link].database(of: server).valueType(handle) else {
      return Wording.handle(Int(handle.rawValue))
    }
    return Self.uuid(uuid, uuid.attributeTypeName)
  }

  /// The characteristic of a descriptor.
  func owner(ofDescriptor handle: ATTHandle?, _ server: Side, on link: Int) -> String? {
    handle.flatMap { sessions.connections[link].database(of: server).owner(ofDescriptor: $0) }
      .map { Self.uuid($0.uuid, $0.uuid.characteristicName) }
  }

  /// The characteristic that a write to a CCCD is about.
  func subscribed(_ cccd: ATTHandle?, _ server: Side, on link: Int) -> String {
    if let owner = owner(ofDescriptor: cccd, server, on: link) { return owner }
    let fact = sessions.connections[link].subscriptions.last {
      $0.cccd == cccd && $0.server == server
    }
    return attribute(fact?.value ?? cccd, server, on: link)
  }

  /// The service whose handles hold this one.
  func service(at handle: ATTHandle?, _ server: Side, on link: Int) -> GATTDatabase.Service? {
    guard let handle else { return nil }
    return sessions.connections[link].database(of: server).services.last {
      $0.start <= handle && handle <= $0.end
    }
  }

  static func service(_ service: GATTDatabase.Service) -> String {
    guard let uuid = service.uuid else { return Wording.handle(Int(service.start.rawValue)) }
    return self.uuid(uuid, uuid.serviceName)
  }

  static func uuid(_ uuid: BluetoothUUID, _ name: String?) -> String {
    name.map { "\(uuid) \($0)" } ?? uuid.description
  }

  /// `"BCS" 7A:5D:10:C3:22:84`, by the name that was heard under the address.
  func peer(_ address: DeviceAddress?, _ type: AddressType?) -> String {
    guard let address, let type else { return "unknown address" }
    let name = measures.advertisers.device(address, type)?.name ?? []
    return Self.device(name, address)
  }

  static func device(_ name: [UInt8], _ address: DeviceAddress) -> String {
    (name.isEmpty ? "" : quoted(name) + " ") + address.description
  }

  /// A name from the air cannot end its own quotes. What else is in it, the renderers escape.
  static func quoted(_ octets: [UInt8]) -> String {
    var text = "\""
    for scalar in String(decoding: octets, as: UTF8.self).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  static func bytes(_ count: Int) -> String { Wording.bytes(count) }

  /// `48.75 ms`: intervals are whole numbers of small steps, and are given to the last of them.
  static func interval(_ microseconds: Int) -> String {
    if microseconds >= 1_000_000 { return Wording.duration(microseconds) }
    let digits = String(microseconds % 1000)
    var fraction = String(repeating: "0", count: max(0, 3 - digits.utf8.count)) + digits
    while fraction.last == "0" { fraction.removeLast() }
    return "\(microseconds / 1000)\(fraction.isEmpty ? "" : "." + fraction) ms"
  }

  static func latency(_ microseconds: Int64) -> String {
    Wording.duration(Int(reported: microseconds))
  }

  static func parameters(_ fact: ReportV1.Parameters) -> String {
    let subrate = fact.subrateFactor > 1 ? "subrate factor \(fact.subrateFactor), " : ""
    return "interval \(interval(fact.intervalUs)), \(subrate)latency \(fact.latency), "
      + "timeout \(interval(fact.supervisionTimeoutUs))"
  }

  static func company(_ company: UInt16) -> String {
    CompanyNames.advertiser(company) ?? "company \(hex(company))"
  }

  /// `0x0080`
  static func hex(_ value: UInt16) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// What a device advertised, beside its name.
  static func content(_ device: HeardDevice) -> [String] {
    var facts = device.services.map { uuid($0, $0.serviceName) }
    if let power = device.txPower { facts.append("TX power \(power) dBm") }
    if let company = device.company { facts.append(self.company(company)) }
    return facts
  }

  /// `43 more until #93, -69 to -22 dBm`
  static func further(_ device: HeardDevice) -> String? {
    let further = device.further
    guard further.count > 0 else { return nil }
    var text = "\(further.count) more until #\(further.last.frame)"
    if let range = further.range {
      let low = range.lowerBound == range.upperBound ? "" : "\(range.lowerBound) to "
      text += ", \(low)\(range.upperBound) dBm"
    }
    return text
  }
}
