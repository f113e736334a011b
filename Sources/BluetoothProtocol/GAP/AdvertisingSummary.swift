import Bytes

/// What advertising data says, gathered from all its structures.
///
/// Where a type comes twice, lists grow, and of single values the first counts; only a complete
/// name takes the place of a shortened one. Nothing here is text yet: a name is a range of whatever
/// octets were sent.
///
/// Core Specification Supplement, Part A, 1.
package struct AdvertisingSummary: Hashable, Sendable {
  package struct LocalName: Hashable, Sendable {
    package let octets: ByteRange
    package let isComplete: Bool
  }

  package struct ServiceData: Hashable, Sendable {
    package let uuid: BluetoothUUID
    package let data: ByteRange
  }

  package struct ManufacturerData: Hashable, Sendable {
    package let companyIdentifier: UInt16
    /// What follows the company identifier.
    package let data: ByteRange
  }

  package private(set) var flags: UInt8?
  package private(set) var localName: LocalName?
  package private(set) var serviceUUIDs: [BluetoothUUID] = []
  package private(set) var solicitedServiceUUIDs: [BluetoothUUID] = []
  /// In dBm.
  package private(set) var txPowerLevel: Int8?
  package private(set) var appearance: UInt16?
  package private(set) var manufacturerData: ManufacturerData?
  package private(set) var serviceData: [ServiceData] = []
  package private(set) var beacon: Beacon?
  /// The first thing that was wrong with the data. What came before it is here, and what came
  /// after it too unless the walk itself had to end.
  package private(set) var issue: DecodeIssue?

  package init(_ data: ByteRange, in bytes: Span<UInt8>) {
    var walk = AdvertisingData(data)
    do throws(DecodeIssue) {
      while let structure = try walk.next(in: bytes) {
        do throws(DecodeIssue) {
          try add(structure, in: bytes)
        } catch {
          issue = issue ?? error
        }
      }
    } catch {
      issue = issue ?? error
    }
  }

  private mutating func add(
    _ structure: AdvertisingStructure, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.gap, structure.value)
    switch structure.type {
    case .flags:
      let value = try cursor.u8(in: bytes)
      flags = flags ?? value
    case .incompleteServiceUUIDs16, .incompleteServiceUUIDs32, .incompleteServiceUUIDs128,
      .completeServiceUUIDs16, .completeServiceUUIDs32, .completeServiceUUIDs128:
      try cursor.readUUIDs(structure.type.uuidWidth, into: &serviceUUIDs, in: bytes)
    case .serviceSolicitationUUIDs16, .serviceSolicitationUUIDs32, .serviceSolicitationUUIDs128:
      try cursor.readUUIDs(structure.type.uuidWidth, into: &solicitedServiceUUIDs, in: bytes)
    case .shortenedLocalName, .completeLocalName:
      let isComplete = structure.type == .completeLocalName
      if localName == nil || (isComplete && localName?.isComplete == false) {
        localName = LocalName(octets: structure.value, isComplete: isComplete)
      }
    case .txPowerLevel:
      let value = try cursor.i8(in: bytes)
      txPowerLevel = txPowerLevel ?? value
    case .appearance:
      let value = try cursor.u16le(in: bytes)
      appearance = appearance ?? value
    case .serviceData16, .serviceData32, .serviceData128:
      let uuid = try cursor.uuid(structure.type.uuidWidth, in: bytes)
      try addServiceData(ServiceData(uuid: uuid, data: cursor.rest), in: bytes)
    case .manufacturerSpecificData:
      let company = try cursor.u16le(in: bytes)
      addManufacturerData(
        ManufacturerData(companyIdentifier: company, data: cursor.rest), in: bytes)
    default:
      break
    }
  }

  private mutating func addServiceData(
    _ entry: ServiceData, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    serviceData.append(entry)
    guard beacon == nil, entry.uuid == BluetoothUUID(uuid16: 0xFEAA) else { return }
    beacon = try EddystoneFrame(entry.data, in: bytes).map { .eddystone($0) }
  }

  private mutating func addManufacturerData(_ entry: ManufacturerData, in bytes: Span<UInt8>) {
    manufacturerData = manufacturerData ?? entry
    guard beacon == nil, entry.companyIdentifier == 0x004C else { return }
    beacon = IBeacon(entry.data, in: bytes).map { .iBeacon($0) }
  }
}

private enum UUIDWidth {
  case bits16, bits32, bits128
}

extension ADType {
  fileprivate var uuidWidth: UUIDWidth {
    switch self {
    case .incompleteServiceUUIDs32, .completeServiceUUIDs32, .serviceSolicitationUUIDs32,
      .serviceData32:
      .bits32
    case .incompleteServiceUUIDs128, .completeServiceUUIDs128, .serviceSolicitationUUIDs128,
      .serviceData128:
      .bits128
    default:
      .bits16
    }
  }
}

extension ByteCursor {
  fileprivate mutating func uuid(
    _ width: UUIDWidth, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> BluetoothUUID {
    switch width {
    case .bits16: return BluetoothUUID(uuid16: try u16le(in: bytes))
    case .bits32: return BluetoothUUID(uuid32: try u32le(in: bytes))
    case .bits128:
      // Both halves or an issue about the whole.
      let start = try skip(16)
      return BluetoothUUID(high: bytes.u64le(start + 8), low: bytes.u64le(start))
    }
  }

  /// Reads to the end; what is read before an issue stays in `list`.
  fileprivate mutating func readUUIDs(
    _ width: UUIDWidth, into list: inout [BluetoothUUID], in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    while remaining > 0 {
      list.append(try uuid(width, in: bytes))
    }
  }
}
