/// What analysis sees in a value beside its length and which other values are equal: whether a
/// marker ends a message there, and whether it has so few different octets that a repetition means
/// nothing.
struct MarkerShape: Sendable {
  /// Shorter values are never taken for resends.
  static let plainLength = 8
  private static let fewSymbols = 4
  /// A value is nearly a marker if it has so many blanks after it, or other cases of letters.
  private static let mostBehind = 2
  private static let leastForNear = 3
  /// A shorter marker would be in so many values that these could be read.
  static let leastOctets = 3

  struct Form: Hashable {
    /// Octets of markers.
    var kept: [Bool]
    /// Whether it has fewer than four different octets.
    var isPlain: Bool
  }

  private let markers: [[UInt8]]
  let longest: Int

  init(_ markers: [[UInt8]]) {
    self.markers = markers.filter { !$0.isEmpty }
    longest = markers.reduce(0) { max($0, $1.count) }
  }

  /// A marker stays where it ends a message; another case of letters only where the value is
  /// nothing else.
  ///
  /// - Parameter mayBeLast: whether the value may end with a marker that is not all of it.
  func form(_ octets: [UInt8], mayBeLast: Bool) -> Form {
    let end = end(of: octets, mayBeLast: mayBeLast) ?? []
    let isNear = almost(octets) != nil
    let kept = octets.indices.map { isNear || $0 >= octets.count - end.count }
    var seen: [UInt8] = []
    for octet in octets where seen.count < Self.fewSymbols && !seen.contains(octet) {
      seen.append(octet)
    }
    return Form(
      kept: kept, isPlain: octets.count >= Self.plainLength && seen.count < Self.fewSymbols)
  }

  /// The marker that a value is, or that it ends with: the longest of those.
  func end(of octets: [UInt8], mayBeLast: Bool) -> [UInt8]? {
    let ends = markers.filter {
      mayBeLast ? octets.count >= $0.count && octets.suffix($0.count) == $0[...] : octets == $0
    }
    return ends.max { $0.count < $1.count }
  }

  /// The marker that a value is but for what analysis calls nearly one.
  func almost(_ octets: [UInt8]) -> [UInt8]? {
    markers.first { marker in
      guard marker.count >= Self.leastForNear, octets.count >= marker.count,
        octets.count <= marker.count + Self.mostBehind
      else { return false }
      return zip(marker, octets).allSatisfy { lower($0) == lower($1) }
        && octets[marker.count...].allSatisfy(isBlank)
    }
  }

  private func isBlank(_ octet: UInt8) -> Bool {
    octet == 0 || octet == 0x20 || (0x09...0x0D).contains(octet)
  }

  private func lower(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
  }

  enum Beginning { case none, part, whole }

  /// Whether octets are the beginning of a marker, or all of one.
  func beginning(_ octets: [UInt8]) -> Beginning {
    if markers.contains(octets) { return .whole }
    return markers.contains { $0.starts(with: octets) } ? .part : .none
  }
}

/// Follows markers that come in several values of one stream, as analysis does.
struct MarkerSplit: Sendable {
  private(set) var octets: [UInt8] = []

  enum Step {
    /// It ends what came before, and begins nothing.
    case none
    /// It may be the first part of one; what came before was none.
    case begins
    case continues
    case ends
  }

  mutating func add(_ value: [UInt8], isCut: Bool, _ shape: MarkerShape) -> Step {
    guard !isCut, (1..<max(shape.longest, 1)).contains(value.count) else {
      octets = []
      return .none
    }
    let before = octets
    if !before.isEmpty {
      switch shape.beginning(before + value) {
      case .whole:
        octets = []
        return .ends
      case .part:
        octets = before + value
        return .continues
      case .none: break
      }
    }
    if case .part = shape.beginning(value) {
      octets = value
      return .begins
    }
    octets = []
    return .none
  }
}
