import BluetoothProtocol

extension ReportV1.Capture {
  /// What it takes in memory, with all that it holds. An estimate: the system gives out memory in
  /// pieces that are somewhat larger than what was asked for.
  package var weight: Int { MemoryLayout<Self>.stride + heapOctets }
}

/// Adds up what the values of an object take beside the object itself.
private struct WeightVisitor: FieldVisiting {
  private(set) var octets = 0

  @inline(never)
  mutating func field<Value: ReportValue>(_ key: StaticString, _ value: inout Value) {
    octets += value.heapOctets
  }

  @inline(never)
  mutating func number(_ key: StaticString, _ value: inout Double?, decimals: Int) {}

  @inline(never)
  mutating func numbers(_ key: StaticString, _ value: inout [Double?], decimals: Int) {
    octets += listOctets(value)
  }

  @inline(never)
  mutating func constant(_ key: StaticString, _ value: String) {}
}

/// A list's own storage, without what its elements hold elsewhere.
private func listOctets<Element>(_ list: [Element]) -> Int {
  list.isEmpty ? 0 : 32 + list.capacity * MemoryLayout<Element>.stride
}

extension ReportObject {
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package var heapOctets: Int {
    var weight = WeightVisitor()
    var object = self
    object.describe(to: &weight)
    return weight.octets
  }
}

extension Int {
  package var heapOctets: Int { 0 }
}

extension Bool {
  package var heapOctets: Int { 0 }
}

extension HCIStatus {
  package var heapOctets: Int { 0 }
}

extension ATTOpcode {
  package var heapOctets: Int { 0 }
}

extension String {
  /// Up to 15 octets are in the value itself.
  package var heapOctets: Int { utf8.count > 15 ? 32 + utf8.count : 0 }
}

extension Optional where Wrapped: ReportValue {
  package var heapOctets: Int { self?.heapOctets ?? 0 }
}

extension Array where Element: ReportValue {
  package var heapOctets: Int {
    var octets = listOctets(self)
    let elements = span
    for index in elements.indices { octets += elements[index].heapOctets }
    return octets
  }
}

extension ReportV1.KeyedList where Value: ReportValue {
  package var heapOctets: Int {
    entries.reduce(listOctets(entries)) { $0 + $1.key.heapOctets + $1.value.heapOctets }
  }
}

extension ReportV1.Evidence {
  package var heapOctets: Int {
    switch self {
    case .string(let text): text.heapOctets
    case .list(let values): values.heapOctets
    case .int, .double, .bool, .null: 0
    }
  }
}

extension ReportWord {
  package var heapOctets: Int { 0 }
}
