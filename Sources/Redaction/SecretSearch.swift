/// Looks for originals in what was written: as they are, backwards, as hexadecimal digits and in
/// base64. Nothing of them may be there.
package struct SecretSearch: Sendable {
  /// Shorter ones occur by chance.
  private static let shortest = [RedactedKind.addresses: 6, .names: 6, .notes: 8]
  static let shortestElse = 8
  /// Of longer ones the beginning is searched.
  private static let longest = 24
  /// Octets by which a form is found; each has as many.
  private static let window = 6

  /// Forms by their beginnings.
  private struct Table: Sendable {
    var forms: [UInt64: [(form: [UInt8], kind: RedactedKind)]] = [:]
    /// Whether some form begins with octets of this hash.
    private var mayBegin = [Bool](repeating: false, count: 1 << 16)

    mutating func add(_ form: [UInt8], _ kind: RedactedKind) {
      let key = SecretSearch.key(form)
      forms[key, default: []].append((form, kind))
      mayBegin[Self.hash(key)] = true
    }

    func candidates(_ key: UInt64) -> [(form: [UInt8], kind: RedactedKind)]? {
      mayBegin[Self.hash(key)] ? forms[key] : nil
    }

    private static func hash(_ key: UInt64) -> Int {
      Int((key &* 0x9E37_79B9_7F4A_7C15) >> 48)
    }
  }

  private var exact = Table()
  /// Hexadecimal digits, in lower case: they are found in either, and in both.
  private var digits = Table()
  private var rest: [UInt8] = []
  /// How many originals are searched.
  package private(set) var count = 0
  /// The first that was found, by its kind.
  package private(set) var found: RedactedKind?
  /// Where that begins in the output.
  package private(set) var position = 0
  private var isLongest = 0
  private var searched = 0

  /// - Parameter kept: octets that are in the output on purpose.
  init(_ originals: some Sequence<Replacements.Original>, besides kept: Set<[UInt8]>) {
    for original in originals {
      let least = Self.shortest[original.kind] ?? Self.shortestElse
      let octets = Array(original.octets.prefix(Self.longest))
      guard original.octets.count >= least, Self.isTelling(octets, original.kind) else {
        continue
      }
      count += 1
      add(octets, original.kind)
      add(octets.reversed(), original.kind)
      guard original.kind != .values, original.kind != .undecoded else { continue }
      for order in [octets, octets.reversed()] {
        add(hex(order), original.kind, isDigits: true)
        for separator in original.kind == .addresses ? Self.separators : [] {
          add(hex(order, separator: separator), original.kind, isDigits: true)
        }
        for before in 0..<3 { add(base64(order, after: before), original.kind) }
      }
    }
    for octets in kept { forget(in: octets) }
  }

  /// Whether it is likely that octets are elsewhere only if they mean the same. Those with few
  /// different ones may be, as zeros are; those of an address or a name are, without zeros.
  private static func isTelling(_ octets: [UInt8], _ kind: RedactedKind) -> Bool {
    let symbols = Set(octets)
    if symbols.count >= 4 { return true }
    return !kind.isData && symbols.count > 1 && !symbols.contains(0) && !symbols.contains(0xFF)
  }

  private static let separators = Array(":- ".utf8)

  /// Data that is equal to what stays, such as a UUID, is no secret.
  private mutating func forget(in octets: [UInt8]) {
    guard octets.count >= Self.window else { return }
    for start in 0...octets.count - Self.window {
      let key = Self.key(octets[start...])
      guard exact.candidates(key) != nil else { continue }
      exact.forms[key]?.removeAll { form, kind in
        kind.isData && octets[start...].starts(with: form)
      }
    }
  }

  /// Where originals are in octets.
  func hits(in octets: [UInt8]) -> [Range<Int>] {
    var hits: [Range<Int>] = []
    forEachHit(in: octets) { hit, _ in
      hits.append(hit)
      return true
    }
    return hits
  }

  private mutating func add(_ form: [UInt8], _ kind: RedactedKind, isDigits: Bool = false) {
    guard form.count >= Self.window else { return }
    isLongest = max(isLongest, form.count)
    if isDigits { digits.add(form, kind) } else { exact.add(form, kind) }
  }

  /// Searches the next octets of the output; what spans two calls is found too.
  ///
  /// - Parameter isUnchanged: whether the octets in a range of the output are those of one record
  ///   before it was redacted. Others are data by chance only, as numbers of the format and what
  ///   replaces another value may be.
  package mutating func search(
    _ octets: [UInt8], isUnchanged: (Range<Int>) -> Bool = { _ in true }
  ) {
    guard found == nil else { return }
    let text = rest + octets
    let before = searched - rest.count
    var first: (position: Int, kind: RedactedKind)?
    forEachHit(in: text) { hit, kind in
      let place = before + hit.lowerBound..<before + hit.upperBound
      if kind.isData, !isUnchanged(place) { return true }
      first = (place.lowerBound, kind)
      return false
    }
    if let first { (position, found) = (first.position, first.kind) }
    searched += octets.count
    rest = Array(text.suffix(isLongest))
  }

  /// - Parameter take: returns whether to go on.
  private func forEachHit(in text: [UInt8], _ take: (Range<Int>, RedactedKind) -> Bool) {
    guard text.count >= Self.window, !exact.forms.isEmpty || !digits.forms.isEmpty else { return }
    var (key, folded): (UInt64, UInt64) = (0, 0)
    for end in text.indices {
      key = (key << 8 | UInt64(text[end])) & Self.mask
      folded = (folded << 8 | UInt64(Self.folded(text[end]))) & Self.mask
      let start = end - Self.window + 1
      guard start >= 0 else { continue }
      for (form, kind) in exact.candidates(key) ?? []
      where text[start...].starts(with: form) {
        guard take(start..<start + form.count, kind) else { return }
      }
      for (form, kind) in digits.candidates(folded) ?? []
      where text[start...].starts(with: form, by: { Self.folded($0) == $1 }) {
        guard take(start..<start + form.count, kind) else { return }
      }
    }
  }

  /// A hexadecimal digit in lower case.
  private static func folded(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(octet) ? octet | 0x20 : octet
  }

  private static let mask: UInt64 = 0xFFFF_FFFF_FFFF

  /// The first octets of a form as a number.
  private static func key(_ octets: some Sequence<UInt8>) -> UInt64 {
    octets.prefix(window).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private func hex(_ octets: [UInt8], separator: UInt8? = nil) -> [UInt8] {
  var text: [UInt8] = []
  for (index, octet) in octets.enumerated() {
    if index > 0, let separator { text.append(separator) }
    for digit in [octet >> 4, octet & 15] {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
  return text
}

/// The base64 of octets that stand in longer data, so many after a group of three begins: those
/// letters that no other octet changes.
private func base64(_ octets: [UInt8], after before: Int) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  // Six bits a letter; of bits, the first that begins one.
  var bit = (6 - 8 * before % 6) % 6
  while bit + 6 <= 8 * octets.count {
    let pair =
      UInt16(octets[bit / 8]) << 8 | (bit / 8 + 1 < octets.count ? UInt16(octets[bit / 8 + 1]) : 0)
    text.append(alphabet[Int(pair >> (10 - bit % 8) & 63)])
    bit += 6
  }
  return text
}

extension Redactor {
  /// A search for all that was replaced.
  package var search: SecretSearch {
    SecretSearch(replacements.searched, besides: replacements.keptOctets)
  }

  /// How many of each kind were replaced, and how many different ones.
  package var report: [(kind: RedactedKind, places: Int, different: Int)] {
    var different: [RedactedKind: Int] = [:]
    for original in replacements.originals.keys { different[original.kind, default: 0] += 1 }
    return replacements.counts.sorted { $0.key < $1.key }.map {
      ($0.key, $0.value, different[$0.key] ?? 0)
    }
  }

  /// Whether there were more originals than are remembered, searched and mapped.
  package var isIncomplete: Bool { replacements.isIncomplete }

  /// What became what, sorted.
  package var mapping: [(kind: RedactedKind, original: [UInt8], replacement: [UInt8])] {
    replacements.originals.map { ($0.key.kind, $0.key.octets, $0.value) }.sorted {
      $0.kind != $1.kind
        ? $0.kind < $1.kind : $0.original.lexicographicallyPrecedes($1.original)
    }
  }
}
