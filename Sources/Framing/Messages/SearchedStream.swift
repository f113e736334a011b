/// The values of one stream in which messages are looked for, as many as were kept.
public struct SearchedStream: Sendable {
  public var isFromServer: Bool
  public var values: [ArraySlice<UInt8>]
  /// Indexes of the values before which something may be missing: another connection begins.
  public var breaks: [Int]

  public init(isFromServer: Bool, values: [ArraySlice<UInt8>], breaks: [Int] = []) {
    self.isFromServer = isFromServer
    self.values = values
    self.breaks = breaks
  }

  /// Some values of the beginning, the middle and the end, with which layouts are tried.
  func spread(_ most: Int, octets: Int) -> SearchedStream {
    let part = most / 3
    guard values.count > most else { return sample(most, octets: octets) }
    var chosen: [ArraySlice<UInt8>] = []
    var parted: [Int] = []
    for start in [0, values.count / 3, values.count - part] {
      var size = 0
      if start > 0 { parted.append(chosen.count) }
      for index in start..<start + part where size < octets / 3 {
        if index > start, breaks.contains(index) { parted.append(chosen.count) }
        size += values[index].count
        chosen.append(values[index])
      }
    }
    return SearchedStream(isFromServer: isFromServer, values: chosen, breaks: parted)
  }

  /// The first values, from which layouts are learned.
  func sample(_ most: Int, octets: Int) -> SearchedStream {
    var count = 0
    var size = 0
    while count < values.count, count < most, size < octets {
      size += values[count].count
      count += 1
    }
    return SearchedStream(
      isFromServer: isFromServer, values: Array(values.prefix(count)),
      breaks: breaks.filter { $0 < count })
  }
}

/// What a search may cost: octets that it looks at. It proposes nothing more when little is left,
/// and ends when nothing is.
public struct SearchBudget: Sendable {
  public private(set) var left: Int
  /// What is kept to try what was proposed.
  private var reserve: Int

  public init(octets: Int) {
    left = octets
    reserve = octets / 4
  }

  /// For proposals.
  public var isSpent: Bool { left <= reserve }
  /// For a second look, which may need as much as the first.
  var isHalfSpent: Bool { left <= 2 * reserve }
  var isGone: Bool { left <= 0 }

  public mutating func take(_ octets: Int) { left &-= octets }

  /// Once more what was kept, and then nothing.
  mutating func useReserve() {
    left = reserve
    reserve = 0
  }
}
