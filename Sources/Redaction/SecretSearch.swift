/// Looks for originals in what was written: as they are, backwards, as hexadecimal digits and in
/// base64. Nothing of them may be there.
package struct SecretSearch: Sendable {
  /// Shorter ones occur by chance.
  private static let shortest = [RedactedKind.addresses: 6, .names: 5, .notes: 8]
  static let shortestElse = 8
  /// Of longer ones the beginning is searched.
  private static let longest = 24
  /// Octets by which a form is found; each has as many.
  private static let window = 6

  private var forms: [UInt64: [(form: [UInt8], kind: RedactedKind)]] = [:]
  /// Whether some form begins with octets of this hash.
  private var mayBegin = [Bool](repeating: false, count: 1 << 16)
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
      // What has few different octets, such as zeros, is elsewhere too.
      guard original.octets.count >= least, Set(octets).count >= 4 else { continue }
      count += 1
      add(octets, original.kind)
      add(octets.reversed(), original.kind)
      guard original.kind != .values, original.kind != .undecoded else { continue }
      for order in [octets, octets.reversed()] {
        add(hex(order, UInt8(ascii: "A")), original.kind)
        add(hex(order, UInt8(ascii: "a")), original.kind)
        if original.kind == .addresses {
          add(hex(order, UInt8(ascii: "A"), separator: UInt8(ascii: ":")), original.kind)
          add(hex(order, UInt8(ascii: "a"), separator: UInt8(ascii: ":")), original.kind)
        }
        for skipped in 0..<3 { add(base64(Array(order.dropFirst(skipped))), original.kind) }
      }
    }
    for octets in kept { forget(in: octets) }
  }

  /// Values that are equal to what stays, such as a UUID, are no secret.
  private mutating func forget(in octets: [UInt8]) {
    guard octets.count >= Self.window else { return }
    for start in 0...octets.count - Self.window {
      let key = Self.key(octets, at: start)
      forms[key]?.removeAll { form, kind in
        [.values, .advertising, .undecoded].contains(kind) && octets[start...].starts(with: form)
      }
    }
  }

  /// Where originals are in octets.
  func hits(in octets: [UInt8]) -> [Range<Int>] {
    guard octets.count >= Self.window, !forms.isEmpty else { return [] }
    var hits: [Range<Int>] = []
    for start in 0...octets.count - Self.window {
      let key = Self.key(octets, at: start)
      guard mayBegin[Self.hash(key)], let candidates = forms[key] else { continue }
      let lengths = candidates.map(\.form).filter { octets[start...].starts(with: $0) }.map(\.count)
      if let longest = lengths.max() { hits.append(start..<start + longest) }
    }
    return hits
  }

  private mutating func add(_ form: [UInt8], _ kind: RedactedKind) {
    guard form.count >= Self.window else { return }
    isLongest = max(isLongest, form.count)
    let key = Self.key(form, at: 0)
    forms[key, default: []].append((form, kind))
    mayBegin[Self.hash(key)] = true
  }

  /// Searches the next octets of the output; what spans two calls is found too.
  package mutating func search(_ octets: [UInt8]) {
    guard found == nil, !forms.isEmpty else { return }
    let text = rest + octets
    guard text.count >= Self.window else {
      searched += octets.count
      rest = text
      return
    }
    var key: UInt64 = 0
    for index in 0..<Self.window - 1 { key = key << 8 | UInt64(text[index]) }
    for start in 0...text.count - Self.window {
      key = (key << 8 | UInt64(text[start + Self.window - 1])) & 0xFFFF_FFFF_FFFF
      guard mayBegin[Self.hash(key)], let candidates = forms[key] else { continue }
      for (form, kind) in candidates
      where start + form.count <= text.count && text[start..<start + form.count].elementsEqual(form)
      {
        found = kind
        position = searched - rest.count + start
        return
      }
    }
    searched += octets.count
    rest = Array(text.suffix(isLongest))
  }

  private static func key(_ octets: [UInt8], at start: Int) -> UInt64 {
    octets[start..<start + window].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func hash(_ key: UInt64) -> Int {
    Int((key &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }
}

private func hex(_ octets: [UInt8], _ ten: UInt8, separator: UInt8? = nil) -> [UInt8] {
  var text: [UInt8] = []
  for (index, octet) in octets.enumerated() {
    if index > 0, let separator { text.append(separator) }
    for digit in [octet >> 4, octet & 15] {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : ten + digit - 10)
    }
  }
  return text
}

/// The base64 of whole groups of three octets: what stands in a longer text that begins with them.
private func base64(_ octets: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  var index = 0
  while index + 3 <= octets.count {
    let group =
      UInt32(octets[index]) << 16 | UInt32(octets[index + 1]) << 8 | UInt32(octets[index + 2])
    for shift in [18, 12, 6, 0] as [UInt32] { text.append(alphabet[Int(group >> shift & 63)]) }
    index += 3
  }
  return text
}

extension Redactor {
  /// A search for all that was replaced.
  package var search: SecretSearch {
    SecretSearch(replacements.originals.keys, besides: replacements.keptOctets)
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
