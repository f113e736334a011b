import Bytes
import Text

/// Logs that a logger has written in parts, known by their names.
///
/// - `LOG.last` is what came before `LOG`: Android's btsnoop goes on in a new file after 65,535
///   packets, and at each start of Bluetooth (`snoop_logger.cc` of its Bluetooth module).
/// - `LOG.pcap`, `LOG.pcap1`, `LOG.pcap2`: `tcpdump -C`.
/// - `LOG_00001_20260101120000.pcapng`: dumpcap and Wireshark with several files.
enum RotatedLogs {
  /// Parts that are opened for the time of their first packets.
  private static let mostOpened = 100

  /// A name without what says which part it is.
  struct Part: Equatable {
    var log: [UInt8]
    /// The older, the less, as far as the name knows.
    var rank = 0
    var isMarked = false

    init(_ name: [UInt8]) {
      log = name
      for suffix in [".gz", ".curf"] { _ = take(suffix) }
      while take(".last") {
        rank -= 1
        isMarked = true
      }
      if !isMarked { takeNumber() }
      if !isMarked { takeRing() }
    }

    private mutating func take(_ suffix: String) -> Bool {
      guard log.count > suffix.utf8.count, log.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      else { return false }
      log.removeLast(suffix.utf8.count)
      return true
    }

    /// `tcpdump -C`
    private mutating func takeNumber() {
      let digits = log.reversed().prefix { isDigit($0) }.count
      let rest = log.dropLast(digits)
      guard (1...6).contains(digits),
        [".pcap", ".pcapng", ".cap"].contains(where: {
          rest.reversed().starts(with: $0.utf8.reversed())
        })
      else { return }
      rank = Int(String(decoding: log.suffix(digits), as: UTF8.self)) ?? 0
      log = Array(rest)
      isMarked = true
    }

    /// `_00001_20260101120000` before the dot, or at the end.
    private mutating func takeRing() {
      let name = log.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
      let dot = log[name...].lastIndex(of: UInt8(ascii: ".")) ?? log.endIndex
      let mark = log[name..<dot].suffix(21)
      guard mark.count == 21, dot - 21 > name else { return }
      for (index, octet) in mark.enumerated() {
        guard index == 0 || index == 6 ? octet == UInt8(ascii: "_") : isDigit(octet) else { return }
      }
      rank = Int(String(decoding: mark.dropFirst().prefix(5), as: UTF8.self)) ?? 0
      log.removeSubrange((dot - 21)..<dot)
      isMarked = true
    }

    private func isDigit(_ octet: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
    }
  }

  /// Those of which there are several parts, by their indices, in the order of the names.
  static func groups(of names: [[UInt8]]) -> [[Int]] {
    let parts = names.map { Part($0) }
    guard parts.contains(where: \.isMarked) else { return [] }
    var groups: [[UInt8]: [Int]] = [:]
    for (index, part) in parts.enumerated() { groups[part.log, default: []].append(index) }
    return groups.values.filter { group in
      group.count > 1 && group.contains { parts[$0].isMarked }
    }.sorted { $0[0] < $1[0] }
  }

  /// The same names, the parts of a log one after the other, the oldest first, where the first of
  /// them was.
  static func sorted(_ names: [Argument], _ invocation: Invocation) -> [Argument] {
    let groups = groups(of: names.map(\.bytes))
    guard !groups.isEmpty else { return names }
    let moved = Set(groups.joined())
    var first: [Int: [Int]] = [:]
    for group in groups { first[group[0]] = inOrder(group, names, invocation) }
    return names.indices.flatMap { index in
      first[index] ?? (moved.contains(index) ? [] : [index])
    }.map { names[$0] }
  }

  /// By the time of the first packet, as a ring of files has its oldest anywhere; by name where one
  /// of them has none.
  private static func inOrder(
    _ group: [Int], _ names: [Argument], _ invocation: Invocation
  ) -> [Int] {
    let ranks = group.map { Part(names[$0].bytes).rank }
    var times: [TraceTime] = []
    if group.count <= mostOpened {
      times = group.compactMap { try? JoinedCaptures.Beginning(names[$0], invocation).time }
    }
    let isTimed = times.count == group.count
    return group.indices.sorted { left, right in
      if isTimed, times[left] != times[right] { return times[left] < times[right] }
      return (ranks[left], left) < (ranks[right], right)
    }.map { group[$0] }
  }

  /// Logs that are named in a call, and parts of each.
  private static let mostSaid = 3
  private static let mostParts = 4

  /// What is said of captures that are parts of one log; a line for each log.
  static func lines(of paths: [String]) -> [String] {
    let groups = groups(of: paths.map { Array($0.utf8) })
    var lines = groups.prefix(mostSaid).map { group in
      let named = group.prefix(mostParts).map {
        paths[$0].cut(to: 360 / min(group.count, mostParts))
      }
      return named.joined(separator: ", ") + (group.count > named.count ? ", ..." : "")
        + ": \(group.count) parts of one log; 'bletrace export' joins them"
    }
    let more = groups.count - lines.count
    if more > 0 {
      lines.append(
        more == 1 ? "1 more log is in parts" : "\(grouped(more)) more logs are in parts")
    }
    return lines
  }
}
