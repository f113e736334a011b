/// What a first reading of a capture has shown that must be nowhere in its redacted form.
package struct RedactionKnowledge: Sendable {
  /// All that was replaced.
  let all: SecretSearch
  /// Who is in it: addresses, names, keys, notes.
  let identities: SecretSearch
  let addressBeginnings: Set<[UInt8]>
  let parts: AddressParts
}

extension Redactor {
  /// What the records up to now have shown.
  package var knowledge: RedactionKnowledge {
    RedactionKnowledge(
      all: search,
      identities: SecretSearch(
        replacements.searched.filter { !$0.kind.isData }, besides: []),
      addressBeginnings: replacements.addressBeginnings, parts: replacements.parts)
  }
}
