import BluetoothProtocol
import Report

/// The response that showed an entry; 0 where none did that was asked for. Entries that differ in
/// this alone are equal.
package struct ShownIn: Hashable, Sendable {
  private(set) var frame: UInt32 = 0

  init() {}
  init(_ frame: Int) { self.frame = UInt32(clamping: frame) }

  package static func == (one: Self, other: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

extension ReportV1.DatabaseConflict {
  /// Two things that a server said of its attributes, and that cannot both be true.
  fileprivate init(
    _ kind: ReportV1.DatabaseConflictKind, _ shown: ShownIn, other: ShownIn, _ handle: ATTHandle,
    _ uuid: BluetoothUUID?, _ service: GATTDatabase.Service
  ) {
    self.init {
      $0.kind = kind
      $0.frame = Int(max(shown.frame, other.frame))
      $0.otherFrame = Int(min(shown.frame, other.frame))
      $0.handle = Int(handle.rawValue)
      $0.uuid = uuid?.description
      $0.startHandle = Int(service.start.rawValue)
      $0.endHandle = Int(service.end.rawValue)
      $0.serviceUuid = service.uuid?.description
    }
  }
}

extension GATTDatabase.Characteristic {
  /// Core Vol 3, Part G, 3.3.1.1.
  var mayBeRead: Bool { properties & 0x02 != 0 }
}

extension GATTDatabase {
  static let mostConflicts = 16

  /// What contradicts itself among the entries that were shown from a frame on. What an earlier
  /// connection has shown may have changed since, and nothing is concluded from it, nor from a
  /// service that an include declaration alone names.
  func conflicts(from first: Int) -> [ReportV1.DatabaseConflict] {
    let first = max(1, UInt32(clamping: first))
    let services = services.filter { $0.shown.frame >= first }
    let characteristics = characteristics.filter { $0.shown.frame >= first }
    var found = overlaps(services)
    let declarations = Dictionary(
      characteristics.map { ($0.declaration, $0) }, uniquingKeysWith: { one, _ in one })
    for characteristic in characteristics where found.count < Self.mostConflicts {
      let home = services.last {
        $0.start <= characteristic.declaration && characteristic.declaration <= $0.end
      }
      guard let home else { continue }
      func add(
        _ kind: ReportV1.DatabaseConflictKind, _ shown: ShownIn, other: ShownIn,
        _ handle: ATTHandle, _ uuid: BluetoothUUID
      ) {
        found.append(ReportV1.DatabaseConflict(kind, shown, other: other, handle, uuid, home))
      }
      let (value, uuid) = (characteristic.value, characteristic.uuid)
      if value <= characteristic.declaration {
        add(.valueMisplaced, characteristic.shown, other: home.shown, value, uuid)
      } else if let other = declarations[value] {
        add(.valueMisplaced, characteristic.shown, other: other.shown, value, uuid)
      } else if value > home.end {
        add(.valueOutsideService, characteristic.shown, other: home.shown, value, uuid)
      } else if let stray = strayDescriptor(of: characteristic, behind: home.end, from: first) {
        add(.descriptorOutsideService, stray.shown, other: home.shown, stray.handle, stray.type)
      }
    }
    return Array(found.prefix(Self.mostConflicts))
  }

  private func overlaps(_ services: [Service]) -> [ReportV1.DatabaseConflict] {
    zip(services, services.dropFirst()).filter { $0.end >= $1.start }.map { one, other in
      ReportV1.DatabaseConflict(
        .servicesOverlap, one.shown, other: other.shown, other.start, other.uuid, one)
    }
  }

  /// A descriptor behind the end of its service, where each handle from the value on is known to be
  /// that of a descriptor: no other service begins between.
  private func strayDescriptor(
    of characteristic: Characteristic, behind end: ATTHandle, from first: UInt32
  ) -> Attribute? {
    var handle = characteristic.value
    while handle < ATTHandle(.max) {
      handle = ATTHandle(handle.rawValue + 1)
      guard let attribute = attribute(handle), attribute.shown.frame >= first,
        attribute.type.descriptorName != nil
      else { return nil }
      if handle > end { return attribute }
    }
    return nil
  }
}
