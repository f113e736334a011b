import BluetoothProtocol

/// What each original becomes. The same salt gives the same replacements; a run has a salt of its
/// own.
package struct Replacements: Sendable {
  /// Of originals that are remembered, for the search after it and for `--map`: so many addresses,
  /// names, keys and notes, and so many others.
  var limit = 100_000
  private static let nameLimit = 1 << 16

  private var permutation: KeyedPermutation
  let kept: Set<RedactedKind>
  let shape: MarkerShape
  /// Names by their originals; and those that are taken.
  private var names: [[UInt8]: [UInt8]] = [:]
  private var takenNames: Set<[UInt8]> = []
  private(set) var counts: [RedactedKind: Int] = [:]
  private(set) var originals: [Original: [UInt8]] = [:]
  /// How many of them are values and other data.
  private var dataCount = 0
  /// Whether some originals are not remembered.
  private(set) var isIncomplete = false

  /// UUIDs and the like, which stay.
  private(set) var keptOctets: Set<[UInt8]> = []
  /// The first three octets of addresses, in both orders.
  private(set) var addressBeginnings: Set<[UInt8]> = []
  /// Parts of all addresses that are known.
  private(set) var parts: AddressParts
  /// Addresses that are looked for whatever becomes of their packets.
  private var seen: Set<[UInt8]> = []
  /// What must not be in the octets that are kept; nil where nothing is known beforehand.
  private let known: SecretSearch?
  private let identities: SecretSearch?
  /// Whether nothing is replaced: what there is to replace is only noted.
  let isLearning: Bool
  /// Values of few different octets, and what replaces them.
  private var plains: [[UInt8]: [UInt8]] = [:]
  private var takenPlains: Set<[UInt8]> = []
  private static let plainLimit = 1 << 14

  struct Original: Hashable, Sendable {
    var kind: RedactedKind
    var octets: [UInt8]
  }

  package init(
    salt: [UInt8], markers: [[UInt8]], kept: Set<RedactedKind>, known: RedactionKnowledge?,
    isLearning: Bool = false
  ) {
    self.known = kept.isEmpty ? nil : known?.all
    identities = known?.identities
    addressBeginnings = known?.addressBeginnings ?? []
    parts = known?.parts ?? AddressParts()
    self.isLearning = isLearning
    permutation = KeyedPermutation(key: salt)
    shape = MarkerShape(markers)
    self.kept = kept
  }

  private mutating func note(
    _ kind: RedactedKind, _ original: [UInt8], _ replacement: [UInt8], isSearched: Bool = true
  ) {
    guard original != replacement || isLearning else { return }
    counts[kind, default: 0] += 1
    guard isSearched else { return }
    let key = Original(kind: kind, octets: original)
    guard originals[key] == nil else { return }
    let count = kind.isData ? dataCount : originals.count - dataCount
    guard count < limit else {
      isIncomplete = true
      return
    }
    originals[key] = replacement
    if kind.isData { dataCount += 1 }
    if kind == .addresses {
      addressBeginnings.insert(Array(original.prefix(3)))
      addressBeginnings.insert(Array(original.reversed().prefix(3)))
      parts.insert(original)
    }
  }

  /// Takes note of an address that the output must not hold, whatever its packet is taken for.
  mutating func lookFor(address octets: [UInt8]) {
    guard !kept.contains(.addresses), !Self.isNoAddress(octets), seen.count < limit else { return }
    if seen.insert(octets).inserted { parts.insert(octets) }
  }

  /// All that the output must not hold.
  var searched: [Original] {
    let others = seen.map { Original(kind: .addresses, octets: $0) }
    return Array(originals.keys) + others.filter { originals[$0] == nil }
  }

  /// All zeros, or all ones.
  private static func isNoAddress(_ octets: [UInt8]) -> Bool {
    octets.allSatisfy { $0 == octets[0] } && (octets[0] == 0 || octets[0] == 0xFF)
  }

  // MARK: - What stays

  /// Takes note of octets that stay: data that is the same is no secret.
  mutating func keep(_ octets: [UInt8]) {
    guard octets.count >= SecretSearch.shortestElse, !isLearning,
      keptOctets.count < limit
    else { return }
    keptOctets.insert(octets)
  }

  /// Octets of a kind that is kept; what else is known to be secret is replaced in them.
  private mutating func withoutKnown(_ octets: [UInt8]) -> [UInt8] {
    guard let known else { return octets }
    var image = octets
    for range in known.hits(in: octets) { image.replaceSubrange(range, with: part(image[range])) }
    for range in parts.left(in: image, of: octets)
    where image[range] == octets[range] {
      image.replaceSubrange(range, with: part(image[range]))
    }
    return image
  }

  /// Where addresses, names and keys of the capture are in octets that stay.
  func identities(in octets: [UInt8]) -> [Range<Int>] { identities?.hits(in: octets) ?? [] }

  /// Where parts of addresses are in octets that stayed.
  func partsLeft(in octets: [UInt8], of original: [UInt8], from start: Int) -> [Range<Int>] {
    isLearning ? [] : parts.left(in: octets, of: original, from: start)
  }

  /// What replaces such octets.
  mutating func part(_ octets: some Sequence<UInt8>) -> [UInt8] {
    permutation.permute(Array(octets), tweak: Array("raw".utf8))
  }

  // MARK: - Addresses

  /// Whether octets begin as an address does that was seen: in either order, or as hexadecimal
  /// digits. Devices put their own into their manufacturer data, some without a company identifier.
  func isLikeAddress(_ octets: [UInt8]) -> Bool {
    if addressBeginnings.contains(Array(octets.prefix(3))) { return true }
    let digits = octets.prefix(6).compactMap { digit in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit & 15
      case UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "a")...UInt8(ascii: "f"):
        (digit & 15) + 9
      default: nil as UInt8?
      }
    }
    guard digits.count == 6 else { return false }
    let beginning = [0, 2, 4].map { digits[$0] << 4 | digits[$0 + 1] }
    return addressBeginnings.contains(beginning)
  }

  /// A company identifier that is none: no company has what replaces it.
  mutating func company(_ octets: [UInt8]) -> [UInt8] {
    guard octets.count == 2, !kept.contains(.advertising), !isLearning else { return octets }
    var image = octets
    for _ in 0..<256 {
      image = permutation.permute(image, tweak: Array("raw".utf8))
      let number = UInt16(image[0]) | UInt16(image[1]) << 8
      if image != octets, CompanyNames.name(for: number) == nil { break }
    }
    note(.advertising, octets, image)
    return image
  }

  /// The two bits that say what kind of random address it is stay; the others are permuted. An
  /// address is the same wherever it stands, whatever is known of its type.
  ///
  /// - Parameter octets: six, in the order of the air.
  mutating func address(_ octets: [UInt8]) -> [UInt8] {
    guard octets.count == 6, !Self.isNoAddress(octets), !kept.contains(.addresses) else {
      return octets
    }
    let type = octets[5] & 0xC0
    var image = octets
    if isLearning { note(.addresses, octets, octets) }
    guard !isLearning else { return octets }
    // Few steps lead back to the same kind: of four images one has it.
    for _ in 0..<256 {
      image = permutation.permute(image, tweak: Array("address".utf8))
      if image[5] & 0xC0 == type, image != octets { break }
    }
    note(.addresses, octets, image)
    return image
  }

  mutating func address(_ address: DeviceAddress) -> DeviceAddress {
    let value = self.address(
      (0..<6).map { UInt8(truncatingIfNeeded: address.rawValue >> (8 * $0)) })
    return DeviceAddress(
      littleEndian48: value.enumerated().reduce(0) { $0 | UInt64($1.element) << (8 * $1.offset) })
  }

  // MARK: - Names

  /// Letters, as many as there were octets before the first NUL; all after it goes by `rest`.
  mutating func name(_ octets: [UInt8], as kind: RedactedKind = .names) -> [UInt8] {
    guard !kept.contains(kind) else { return withoutKnown(octets) }
    let end = octets.firstIndex(of: 0) ?? octets.count
    let name = Array(octets[..<end])
    let rest = Array(octets[end...])
    let isPadding = rest.allSatisfy { $0 == 0 }
    return letters(name, kind) + (isPadding ? rest : [0] + raw(Array(rest.dropFirst()), kind))
  }

  private mutating func letters(_ name: [UInt8], _ kind: RedactedKind) -> [UInt8] {
    guard !name.isEmpty else { return [] }
    if isLearning { note(kind, name, name) }
    guard !isLearning else { return name }
    if let known = names[name] {
      note(kind, name, known)
      return known
    }
    var letters: [UInt8] = []
    // Names of one letter soon are all taken.
    for attempt in 0..<UInt8(64) {
      let stream = permutation.stream(Array("name".utf8) + [attempt] + name, count: name.count)
      letters = stream.enumerated().map { index, octet in
        (index == 0 ? UInt8(ascii: "A") : UInt8(ascii: "a")) + octet % 26
      }
      if letters != name, !takenNames.contains(letters) { break }
    }
    if names.count < Self.nameLimit {
      names[name] = letters
      takenNames.insert(letters)
    }
    note(kind, name, letters)
    return letters
  }

  // MARK: - Octets

  /// A key: all zeros mean that there is none. The one for debugging is public, and a finding of
  /// its own.
  mutating func key(_ octets: [UInt8]) -> [UInt8] {
    guard !octets.allSatisfy({ $0 == 0 }), !SMPPublicKey.isDebugCoordinate(octets) else {
      return octets
    }
    return raw(octets, .keys)
  }

  /// Octets of which nothing is known but their number.
  ///
  /// - Parameters:
  ///   - isKeepable: whether it may stay where its kind does.
  ///   - isSearched: whether it must not be in the output.
  ///   - isAllowed: what may replace it, where there is a choice.
  mutating func raw(
    _ octets: [UInt8], _ kind: RedactedKind, isKeepable: Bool = true, isSearched: Bool = true,
    _ isAllowed: ([UInt8]) -> Bool = { _ in true }
  ) -> [UInt8] {
    guard !octets.isEmpty else { return octets }
    guard !kept.contains(kind) || !isKeepable else { return withoutKnown(octets) }
    if isLearning, !kind.isData { note(kind, octets, octets, isSearched: isSearched) }
    guard !isLearning else { return octets }
    var image = octets
    for _ in 0..<64 {
      image = permutation.permute(image, tweak: Array("raw".utf8))
      if isAllowed(image) { break }
    }
    note(kind, octets, image, isSearched: isSearched)
    return image
  }

  /// A checksum of what was replaced, which is not one of the original any more.
  mutating func checksum(_ octets: [UInt8]) -> [UInt8] {
    permutation.permute(octets, tweak: Array("checksum".utf8))
  }

  /// An octet that some bits of must stay: another of those that are allowed, if there is one.
  mutating func octet(_ octet: UInt8, _ isAllowed: (UInt8) -> Bool) -> UInt8 {
    guard !kept.contains(.values), !isLearning else { return octet }
    var image = octet
    // The permutation leads back to the octet itself, at last.
    for _ in 0..<256 {
      image = permutation.permute([image], tweak: Array("octet".utf8))[0]
      if isAllowed(image) { return image }
    }
    return octet
  }

  /// The value of an attribute. A marker at its end stays, a value of few different octets gets one
  /// of as few: analysis looks at no more of it.
  ///
  /// - Parameters:
  ///   - mayBeLast: whether it may end a message with a marker that is not all of it.
  ///   - isKept: octets that belong to a protocol, and stay too.
  ///   - isAllowed: whether another value may follow those before it.
  mutating func value(
    _ octets: [UInt8], mayBeLast: Bool = false, keeping isKept: [Bool] = [],
    _ isAllowed: ([UInt8]) -> Bool = { _ in true }
  ) -> [UInt8] {
    guard !octets.isEmpty, !isLearning else { return octets }
    guard !kept.contains(.values) else { return withoutKnown(octets) }
    let form = shape.form(octets, mayBeLast: mayBeLast)
    var closed = form
    for (index, isKept) in isKept.enumerated() where isKept { closed.kept[index] = true }
    let open = octets.indices.filter { !closed.kept[$0] }
    guard !open.isEmpty else { return octets }
    let isPlain = form.isPlain && open.count >= MarkerShape.plainLength
    let tweak = Array("value".utf8) + closed.kept.map { $0 ? 1 : 0 }
    let original = open.map { octets[$0] }
    var part = original
    var image = octets
    for attempt in 0..<UInt8(64) {
      part =
        isPlain
        ? plain(original, tweak, attempt) : permutation.permute(part, tweak: tweak)
      for (index, position) in open.enumerated() { image[position] = part[index] }
      guard shape.form(image, mayBeLast: mayBeLast) == form, isAllowed(image) else { continue }
      if !isPlain || take(part, for: original, tweak) { break }
    }
    if isKept.isEmpty {
      note(.values, octets, image)
    } else {
      noteParts(octets, image, closed.kept)
    }
    return image
  }

  /// As many different octets, in other places.
  private mutating func plain(_ part: [UInt8], _ tweak: [UInt8], _ attempt: UInt8) -> [UInt8] {
    if attempt == 0, let known = plains[tweak + part] { return known }
    let symbols = Set(part).count
    guard symbols > 1 else {
      var image = [part[0]]
      for _ in 0...attempt { image = permutation.permute(image, tweak: tweak) }
      return part.map { _ in image[0] }
    }
    let stream = permutation.stream(
      Array("plain".utf8) + [attempt] + tweak + part, count: symbols + part.count)
    return stream.dropFirst(symbols).map { stream[Int($0) % symbols] }
  }

  /// Whether no other value has become these octets, and all symbols are among them.
  private mutating func take(_ image: [UInt8], for part: [UInt8], _ tweak: [UInt8]) -> Bool {
    let key = tweak + part
    if plains[key] == image { return true }
    guard Set(image).count == Set(part).count, !takenPlains.contains(image) else { return false }
    if plains.count < Self.plainLimit {
      plains[key] = image
      takenPlains.insert(image)
    }
    return true
  }

  /// What stays in a value may stand elsewhere too: only what is replaced is searched.
  private mutating func noteParts(_ octets: [UInt8], _ image: [UInt8], _ kept: [Bool]) {
    var start = 0
    while start < octets.count {
      var end = start + 1
      while end < octets.count, kept[end] == kept[start] { end += 1 }
      if !kept[start] { note(.values, Array(octets[start..<end]), Array(image[start..<end])) }
      start = end
    }
  }

  /// What was replaced at first gets another replacement.
  mutating func correct(_ original: [UInt8], _ replacement: [UInt8]) {
    let key = Original(kind: .values, octets: original)
    if originals[key] != nil { originals[key] = replacement }
  }
}
