import Report

/// The attributes of a server, as its services and characteristics are named,
/// and where some were looked for.
struct KnownAttributes {
  struct Item {
    var kind: Kind
    var uuid: String?
    /// The characteristic's value handle, the service's first.
    var handle: Int?
    /// The last handle that may belong to it.
    var end: Int?
    var properties: [String]
    /// The name of what it is in.
    var parent: String?
  }

  enum Kind: String {
    case service
    case secondaryService = "secondary service"
    case characteristic, descriptor

    var isService: Bool { self == .service || self == .secondaryService }
  }

  /// By name: `180D`, `2A37 in 180D`, `2902 of 2A37 in 180D`; numbered where a name comes again.
  private(set) var items: [String: Item] = [:]
  private(set) var names: [String] = []
  private var searches = SearchList()
  /// How often each name came.
  private var counts: [String: Int] = [:]

  /// What several connections showed together: what one of them found is there.
  init(_ servers: some Sequence<ReportV1.GATT>) {
    for server in servers {
      let one = KnownAttributes(of: server)
      for name in one.names where items[name] == nil {
        items[name] = one.items[name]
        names.append(name)
      }
    }
    searches = SearchList(servers.lazy.flatMap(\.searched))
  }

  private init(of gatt: ReportV1.GATT) {
    for service in gatt.services {
      // Characteristics that were seen, though not their service, say nothing about what is there.
      guard let uuid = service.uuid, let start = service.startHandle else { continue }
      let kind = service.primary == false ? Kind.secondaryService : .service
      let name = add(
        uuid, Item(kind: kind, uuid: uuid, handle: start, end: service.endHandle, properties: []))
      for (index, characteristic) in service.characteristics.enumerated() {
        let next = index + 1
        let end =
          next < service.characteristics.count
          ? service.characteristics[next].declarationHandle.map { $0 - 1 } : service.endHandle
        let inner = add(
          "\(characteristic.uuid) in \(name)",
          Item(
            kind: .characteristic, handle: characteristic.valueHandle, end: end,
            properties: characteristic.properties, parent: name))
        for descriptor in characteristic.descriptors {
          _ = add(
            "\(descriptor.uuid) of \(inner)",
            Item(kind: .descriptor, handle: descriptor.handle, properties: [], parent: inner))
        }
      }
    }
  }

  private mutating func add(_ name: String, _ item: Item) -> String {
    var unique = name
    var count = counts[name, default: 0] + 1
    if count > 1 { unique = "\(name) (\(count))" }
    // A report may have such a name of its own.
    while items[unique] != nil {
      count += 1
      unique = "\(name) (\(count))"
    }
    counts[name] = count
    items[unique] = item
    names.append(unique)
    return unique
  }

  /// Whether the other looked for one of these services, and did not find it.
  func hasService(missingIn other: KnownAttributes) -> Bool {
    items.contains { name, item in
      item.kind.isService && other.items[name] == nil && other.wouldHave(item)
    }
  }

  /// Whether all handles were searched in which an attribute would be that another list has.
  func wouldHave(_ item: Item) -> Bool {
    switch item.kind {
    case .service:
      return searches.cover(.primaryServices, item.uuid, 1...0xFFFF)
    case .secondaryService:
      return searches.cover(.secondaryServices, item.uuid, 1...0xFFFF)
    case .characteristic:
      guard let service = item.parent.flatMap({ items[$0] }), let range = service.range else {
        return false
      }
      return searches.cover(.characteristics, nil, range)
    case .descriptor:
      guard let owner = item.parent.flatMap({ items[$0] }), let range = owner.range,
        // Where the next characteristic begins is known where all of them were looked for.
        let service = owner.parent.flatMap({ items[$0] })?.range,
        searches.cover(.characteristics, nil, service)
      else { return false }
      return range.isEmpty || searches.cover(.attributes, nil, range)
    }
  }
}

extension KnownAttributes.Item {
  /// The handles behind its own that may belong to it; empty where there is none.
  fileprivate var range: Range<Int>? {
    guard let handle, let end, end < 0xFFFF + 1, handle >= 0 else { return nil }
    return end <= handle ? handle..<handle : handle + 1..<end + 1
  }
}

/// Which handles were searched for what.
private struct SearchList {
  private struct Key: Hashable {
    var kind: ReportV1.SearchKind
    var uuid: String?
  }

  /// By kind, in order; none touches another.
  private var ranges: [Key: [ClosedRange<Int>]] = [:]

  init() {}

  init(_ searched: some Sequence<ReportV1.SearchedHandles>) {
    for search in searched
    where search.startHandle <= search.endHandle && search.startHandle >= 0
      && search.endHandle <= 0xFFFF
    {
      ranges[Key(kind: search.kind, uuid: search.uuid), default: []].append(
        search.startHandle...search.endHandle)
    }
    for (key, list) in ranges {
      var whole: [ClosedRange<Int>] = []
      for range in list.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = whole.last, range.lowerBound <= last.upperBound + 1 {
          whole[whole.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
        } else {
          whole.append(range)
        }
      }
      ranges[key] = whole
    }
  }

  func cover(_ kind: ReportV1.SearchKind, _ uuid: String?, _ range: Range<Int>) -> Bool {
    range.isEmpty || cover(kind, uuid, range.lowerBound...range.upperBound - 1)
  }

  /// Whether a search for any such attribute, or one for the service, covers the range.
  func cover(_ kind: ReportV1.SearchKind, _ uuid: String?, _ range: ClosedRange<Int>) -> Bool {
    [nil, uuid].contains { ranges[Key(kind: kind, uuid: $0)].map { covers($0, range) } ?? false }
  }

  private func covers(_ list: [ClosedRange<Int>], _ range: ClosedRange<Int>) -> Bool {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if list[middle].upperBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low].lowerBound <= range.lowerBound
      && range.upperBound <= list[low].upperBound
  }
}
