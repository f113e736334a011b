import BluetoothProtocol
import Report

/// What an attribute is, as far as discovery showed it, and how findings name it.
struct AttributeName: Hashable {
  enum Kind: Hashable {
    /// Handle 0x0000, which no attribute has.
    case none
    case value(uuid: String, name: String?)
    case descriptor(uuid: String, owner: String)
    case unknown
  }

  var kind: Kind
  var handle: Int?

  /// - Parameter side: whose server it is on; either where that is not known.
  init(_ handle: Int?, of side: ReportV1.PairingSide?, in connection: ReportV1.Connection) {
    self.handle = handle
    kind = Self.kind(handle, side, connection)
  }

  private static func kind(
    _ handle: Int?, _ side: ReportV1.PairingSide?, _ connection: ReportV1.Connection
  ) -> Kind {
    guard let handle else { return .unknown }
    guard handle > 0 else { return .none }
    for server in connection.servers where side == nil || server.server == side {
      if let found = find(handle, in: server.services) { return found }
    }
    return .unknown
  }

  static func isValue(_ handle: Int, in services: [ReportV1.Service]) -> Bool {
    if case .value = find(handle, in: services) { return true }
    return false
  }

  /// By halves, as there may be thousands of errors, and of attributes: lists of a report stand in
  /// the order of their handles, with characteristics of unknown services last.
  private static func find(_ handle: Int, in services: [ReportV1.Service]) -> Kind? {
    let next = services.firstInOrder { ($0[$1].startHandle ?? .max) > handle }
    let homeless = services.last?.startHandle == nil ? services.count - 1 : -1
    let candidates = homeless == next - 1 ? [homeless] : [next - 1, homeless]
    for index in candidates where services.indices.contains(index) {
      let characteristics = services[index].characteristics
      let behind = characteristics.firstInOrder { $0[$1].valueHandle > handle }
      guard behind > 0 else { continue }
      let characteristic = characteristics[behind - 1]
      if characteristic.valueHandle == handle {
        return .value(uuid: characteristic.uuid, name: characteristic.name)
      }
      let descriptors = characteristic.descriptors
      let end = descriptors.firstInOrder { $0[$1].handle > handle }
      if end > 0, descriptors[end - 1].handle == handle {
        return .descriptor(uuid: descriptors[end - 1].uuid, owner: characteristic.uuid)
      }
    }
    return nil
  }

  static let cccd = "2902"

  var isCCCD: Bool {
    if case .descriptor(Self.cccd, _) = kind { return true }
    return false
  }

  /// What it has in common with others of its kind: for a descriptor its type, whichever
  /// characteristic has it.
  var type: String {
    switch kind {
    case .none: "0000"
    case .value(let uuid, _), .descriptor(let uuid, _): uuid
    case .unknown: ""
    }
  }

  /// The characteristic that a descriptor belongs to.
  var owner: String? {
    if case .descriptor(_, let owner) = kind { return owner }
    return nil
  }

  var ownerEvidence: ReportV1.Evidence { owner.map { .string($0) } ?? .null }

  var uuidEvidence: ReportV1.Evidence { type.isEmpty ? .null : .string(type) }

  /// `handle 0x0013`, `2A19 (Battery Level) at handle 0x0013`, `the Client Characteristic
  /// Configuration descriptor (handle 0x0014) of 2A19`.
  var words: String {
    let number = handle.map { Wording.handle($0) } ?? "an unknown handle"
    switch kind {
    case .none: return number
    case .unknown: return number
    case .value(let uuid, let name):
      return "\(Self.named(uuid, name)) at \(number)"
    case .descriptor(let uuid, let owner):
      return "the \(Self.descriptor(uuid)) (\(number)) of \(owner)"
    }
  }

  /// `2A19 (Battery Level, handle 0x0013)`: where another number follows.
  var bracketed: String {
    let number = handle.map { Wording.handle($0) } ?? "an unknown handle"
    switch kind {
    case .none, .unknown: return "the attribute (\(number))"
    case .value(let uuid, let name):
      return "\(uuid) (\(name.map { "\($0), " } ?? "")\(number))"
    case .descriptor(let uuid, let owner):
      return "the \(Self.descriptor(uuid)) (\(number)) of \(owner)"
    }
  }

  /// Of several attributes of one type.
  static func words(_ names: [AttributeName]) -> String {
    let handles = Set(names.compactMap(\.handle)).sorted()
    guard let first = names.first, handles.count > 1 else { return names.first?.words ?? "" }
    guard names.allSatisfy({ $0.type == first.type }) else {
      let shown = names.prefix(4).map(\.words)
      let more = names.count - shown.count
      return Wording.list(more > 0 ? shown + ["\(more) more"] : shown)
    }
    switch first.kind {
    case .none, .unknown: return Wording.handles(handles)
    case .value(let uuid, let name):
      return "\(named(uuid, name)) at \(Wording.handles(handles))"
    case .descriptor(let uuid, _):
      return "the \(descriptor(uuid, many: true)) at \(Wording.handles(handles))"
    }
  }

  private static func named(_ uuid: String, _ name: String?) -> String {
    name.map { "\(uuid) (\($0))" } ?? uuid
  }

  private static func descriptor(_ uuid: String, many: Bool = false) -> String {
    let s = many ? "s" : ""
    if uuid == cccd { return "Client Characteristic Configuration descriptor\(s)" }
    let known = BluetoothUUID(parsing: uuid)?.descriptorName
    return known.map { "\($0) descriptor\(s)" } ?? "descriptor\(s) \(uuid)"
  }
}

extension Array {
  /// The first index for which a test holds that holds for all after it too; the count where it
  /// holds for none.
  fileprivate func firstInOrder(_ test: (Self, Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if test(self, middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Whose server a request is about: the side that was asked, but of an indication the other one.
extension ReportV1.SlowStep {
  var server: ReportV1.PairingSide? { asked.map { $0.server(of: request) } }
}

extension ReportV1.PendingRequest {
  var server: ReportV1.PairingSide? { asked.map { $0.server(of: request) } }
}

extension ReportV1.PairingSide {
  fileprivate func server(of request: ATTOpcode) -> Self {
    guard request == .handleValueIndication else { return self }
    return self == .local ? .peer : .local
  }
}
