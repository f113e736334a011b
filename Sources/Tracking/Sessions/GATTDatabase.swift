import BluetoothProtocol
import Report

/// What is known of a server's attributes, from whatever procedure showed it.
///
/// Each table is sorted by its handle and holds each handle once; what is learned later wins.
package struct GATTDatabase: Sendable {
  package struct Service: Hashable, Sendable {
    package var start: ATTHandle
    package var end: ATTHandle
    var shown = ShownIn()
    /// `nil` for an included service with a 128-bit UUID that was not read yet.
    package var uuid: BluetoothUUID?
    package var isPrimary: Bool
  }

  package struct Include: Hashable, Sendable {
    package var handle: ATTHandle
    package var start: ATTHandle
    package var end: ATTHandle
    package var uuid: BluetoothUUID?
  }

  package struct Characteristic: Hashable, Sendable {
    package var declaration: ATTHandle
    package var value: ATTHandle
    /// The properties octet of the declaration. Core Vol 3, Part G, 3.3.1.1.
    package var properties: UInt8
    package var uuid: BluetoothUUID
    var shown = ShownIn()
  }

  package struct Attribute: Hashable, Sendable {
    package var handle: ATTHandle
    var shown = ShownIn()
    package var type: BluetoothUUID
  }

  package private(set) var services: [Service] = []
  package private(set) var includes: [Include] = []
  package private(set) var characteristics: [Characteristic] = []
  /// Attributes that are known by handle and type alone: descriptors, and values read by type.
  package private(set) var attributes: [Attribute] = []
  /// Whether it was learned on an earlier connection.
  package var isRemembered = false
  package private(set) var bounds: BoundsReached
  /// Entries whose memory an earlier connection shares: counted in full only when one changes, as
  /// then all are copied.
  private var shared = 0
  /// What was learned since it was last asked for.
  private var news: [Attribute] = []

  package init(_ ledger: Ledger) { bounds = BoundsReached(ledger) }

  /// The same for a connection that comes later.
  func remembered(_ ledger: Ledger) -> GATTDatabase {
    var copy = self
    copy.isRemembered = true
    copy.shared = count
    copy.bounds = BoundsReached(ledger)
    copy.news = []
    return copy
  }

  /// Whether it holds the same entries as another one.
  package func isSame(as other: GATTDatabase) -> Bool {
    services == other.services && includes == other.includes
      && characteristics == other.characteristics && attributes == other.attributes
  }

  package var isEmpty: Bool {
    services.isEmpty && includes.isEmpty && characteristics.isEmpty && attributes.isEmpty
  }

  package var count: Int {
    services.count + includes.count + characteristics.count + attributes.count
  }

  mutating func insert(_ service: Service) {
    if let slot = slot(for: service, in: services) { services.put(service, slot) }
  }

  /// An include names a service that its own declaration may have described better.
  mutating func noteIncluded(_ service: Service) {
    if find(service.start, in: services) == nil { insert(service) }
  }

  mutating func insert(_ include: Include) {
    if let slot = slot(for: include, in: includes) { includes.put(include, slot) }
  }

  mutating func insert(_ characteristic: Characteristic) {
    if let slot = slot(for: characteristic, in: characteristics) {
      characteristics.put(characteristic, slot)
    }
    news.append(Attribute(handle: characteristic.value, type: characteristic.uuid))
  }

  mutating func insert(_ attribute: Attribute) {
    if let slot = slot(for: attribute, in: attributes) { attributes.put(attribute, slot) }
    news.append(attribute)
  }

  /// The types of values and descriptors that were learned since the last call.
  mutating func takeNews() -> [Attribute] {
    defer { news = [] }
    return news
  }

  /// The types of all values and descriptors.
  var valueTypes: [Attribute] {
    attributes + characteristics.map { Attribute(handle: $0.value, type: $0.uuid) }
  }

  /// A read of an included service's declaration: which holds its 128-bit UUID.
  mutating func name(serviceAt start: ATTHandle, _ uuid: BluetoothUUID) {
    for index in includes.indices
    where includes[index].start == start && includes[index].uuid != uuid {
      guard makeOwn() else { return }
      includes[index].uuid = uuid
    }
    if let known = find(start, in: services), services[known].uuid == nil {
      guard makeOwn() else { return }
      services[known].uuid = uuid
    }
  }

  package func characteristic(value: ATTHandle) -> Characteristic? {
    find(value, in: characteristics).map { characteristics[$0] }
  }

  /// The UUID of the characteristic with this value handle, declared or read by type.
  package func valueType(_ handle: ATTHandle) -> BluetoothUUID? {
    characteristic(value: handle)?.uuid ?? attributeType(handle)
  }

  package func attributeType(_ handle: ATTHandle) -> BluetoothUUID? { attribute(handle)?.type }

  func attribute(_ handle: ATTHandle) -> Attribute? {
    find(handle, in: attributes).map { attributes[$0] }
  }

  /// The characteristic that a descriptor belongs to: the last one whose value comes before it, if
  /// no service begins between them. Core Vol 3, Part G, 3.3.
  package func owner(ofDescriptor handle: ATTHandle) -> Characteristic? {
    let index = lowerBound(handle, in: characteristics)
    guard index > 0 else { return nil }
    if index < characteristics.count, characteristics[index].declaration < handle { return nil }
    let owner = characteristics[index - 1]
    // The service that begins last before this handle.
    let service = lowerBound(handle, in: services)
    return service > 0 && services[service - 1].start > owner.value ? nil : owner
  }

  /// What the declaration with this handle declares.
  package func declared(_ handle: ATTHandle) -> BluetoothUUID? {
    // A declaration stands right in front of the value that it declares, as a rule.
    if handle.rawValue < .max, let next = characteristic(value: ATTHandle(handle.rawValue + 1)),
      next.declaration == handle
    {
      return next.uuid
    }
    return find(handle, in: services).flatMap { services[$0].uuid }
  }

  /// Whether nothing at all is known about the handle.
  package func isUnknown(_ handle: ATTHandle) -> Bool {
    attributeType(handle) == nil && characteristic(value: handle) == nil
      && !characteristics.contains { $0.declaration == handle }
  }

  /// Forgets all that lies between two handles.
  mutating func forget(from first: ATTHandle, to last: ATTHandle) {
    guard makeOwn() else { return }
    let before = count
    defer { bounds.give((before - count) * Bound.gattEntries.weight) }
    let isGone = { (handle: ATTHandle) in first <= handle && handle <= last }
    services.removeAll { isGone($0.start) }
    includes.removeAll { isGone($0.handle) }
    characteristics.removeAll { isGone($0.value) }
    attributes.removeAll { isGone($0.handle) }
  }

  // MARK: - Sorted tables

  /// Whether the entries may be changed: those of an earlier connection are copied first.
  private mutating func makeOwn() -> Bool {
    guard shared > 0 else { return true }
    let octets = shared * (Bound.gattEntries.weight - Bound.rememberedEntry)
    guard bounds.take(octets, for: .gattEntries) else { return false }
    shared = 0
    return true
  }

  /// Where an entry goes; nil where it is there already, or there is no room.
  private mutating func slot<Entry: TableEntry>(for entry: Entry, in table: [Entry]) -> TableSlot? {
    let index = lowerBound(entry.key, in: table)
    if index < table.count, table[index].key == entry.key {
      return table[index] != entry && makeOwn() ? .replace(index) : nil
    }
    guard count < Bound.gattEntries.limit else {
      bounds.insert(.gattEntries)
      return nil
    }
    guard makeOwn(), bounds.take(Bound.gattEntries.weight, for: .gattEntries) else { return nil }
    return .insert(index)
  }

  private func find<Entry: TableEntry>(_ handle: ATTHandle, in table: [Entry]) -> Int? {
    let index = lowerBound(handle, in: table)
    return index < table.count && table[index].key == handle ? index : nil
  }

  private func lowerBound<Entry: TableEntry>(_ handle: ATTHandle, in table: [Entry]) -> Int {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if table[middle].key < handle { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// An entry of a table, and the handle by which the table is sorted.
private protocol TableEntry: Equatable {
  var key: ATTHandle { get }
}

extension GATTDatabase.Service: TableEntry {
  fileprivate var key: ATTHandle { start }
}

extension GATTDatabase.Include: TableEntry {
  fileprivate var key: ATTHandle { handle }
}

extension GATTDatabase.Characteristic: TableEntry {
  fileprivate var key: ATTHandle { value }
}

extension GATTDatabase.Attribute: TableEntry {
  fileprivate var key: ATTHandle { handle }
}

private enum TableSlot {
  case replace(Int)
  case insert(Int)
}

extension Array {
  fileprivate mutating func put(_ entry: Element, _ slot: TableSlot) {
    switch slot {
    case .replace(let index): self[index] = entry
    case .insert(let index): insert(entry, at: index)
    }
  }
}
