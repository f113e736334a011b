/// The evidence of a finding: its keys are known ones, in the order of the rule.
package struct EvidenceList: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var entries: [Entry]

  private struct Entry: Equatable {
    var key: EvidenceKey
    var value: ReportV1.Evidence
  }

  package init(dictionaryLiteral elements: (EvidenceKey, ReportV1.Evidence)...) {
    entries = []
    for (key, value) in elements { append(key, value) }
  }

  package subscript(key: EvidenceKey) -> ReportV1.Evidence? {
    entries.first { $0.key == key }?.value
  }

  package mutating func append(_ key: EvidenceKey, _ value: ReportV1.Evidence) {
    assert(key.kind.holds(value), "\(key.word) is not \(value)")
    entries.append(Entry(key: key, value: value))
  }

  /// Takes the place of what has the key, or comes last.
  package mutating func set(_ key: EvidenceKey, _ value: ReportV1.Evidence) {
    if let index = entries.firstIndex(where: { $0.key == key }) {
      entries[index].value = value
    } else {
      append(key, value)
    }
  }

  package static func + (one: Self, other: Self) -> Self {
    var copy = one
    copy.entries += other.entries
    return copy
  }

  /// As the report has it.
  package var keyed: ReportV1.KeyedList<ReportV1.Evidence> {
    .init(entries.map { .init(key: $0.key.word, value: $0.value) })
  }
}

extension ReportV1.KeyedList<ReportV1.Evidence> {
  package subscript(key: EvidenceKey) -> ReportV1.Evidence? { self[key.word] }

  /// The value of a key whose values are of a list of words.
  package subscript<Word: ReportWord>(key: EvidenceKey, as _: Word.Type) -> Word? {
    self[key]?.text.flatMap(Word.init)
  }
}

extension ReportV1.Evidence {
  package var int: Int? { if case .int(let number) = self { number } else { nil } }
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var ints: [Int] { if case .list(let list) = self { list.compactMap(\.int) } else { [] } }
}

extension ReportV1 {
  /// Whose doing a finding is. A host that captures is `local`; what a sniffer hears is of the
  /// central or of the peripheral.
  package enum Actor: String, ReportWord {
    case local, remote, central, peripheral
  }
}
