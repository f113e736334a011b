import Report

/// How often a device advertised, as the times of attempts to connect to it show.
///
/// A central connects at an advertisement, and a host that stops its scan at the first report sees
/// no two of them in a row. The times between these moments are multiples of the advertising
/// interval all the same, as long as no connection was there: the device advertises while it has
/// none.
struct AdvertisingGrid {
  /// The interval of which all of them are multiples. The device may advertise more often.
  let periodUs: Int
  /// So many of them begin at a connection that failed with 0x3E: the device went on in step, and
  /// did not start again as it does after a connection.
  let acrossFailures: Int
  /// Whether these times hardly fit by chance: several, or few that fit closely into a period that
  /// the other times show without them.
  let isKept: Bool

  /// A shorter one may be chance: each event is up to 10 ms late. Core Vol 6, Part B,
  /// 4.4.2.2.
  private static let leastPeriodUs = 500_000
  private static let delayUs = 10_000
  /// From an event in the air to its record.
  private static let loggingUs = 20_000
  private static let longestUs = 60_000_000
  /// What is reported sooner is the response to a scan, or the connection at that event.
  private static let sameEventUs = 15_000
  static let fewest = RuleLimit("least_attempts_for_period", 4, .times)

  /// Those of all devices that this host connected to several times.
  static func all(in file: CaseFile) -> [Peer: AdvertisingGrid] {
    var attempts: [Peer: [Int]] = [:]
    let connections = file.capture.connections
    file.connections {
      $0[$1].connectRequest != nil && $0[$1].completeFrame != nil && $0[$1].role == .central
        && $0[$1].transport == .le
    }.visit { connection, index in
      guard let peer = Peer(connection) else { return }
      attempts[peer, default: []].append(index)
    }
    return attempts.compactMapValues {
      $0.count < 2 ? nil : AdvertisingGrid(connections, $0)
    }
  }

  struct Peer: Hashable {
    let address: String
    let controller: Int

    init?(_ connection: borrowing ReportV1.Connection) {
      guard let address = connection.peer.address else { return nil }
      self.address = address
      controller = connection.controller
    }
  }

  /// - Parameter indexes: of the connections to one device, in their order.
  private init?(_ connections: [ReportV1.Connection], _ indexes: [Int]) {
    let (gaps, across) = Self.gaps(connections, indexes)
    guard gaps.count >= Self.fewest.value, let shortest = gaps.min(), shortest >= Self.leastPeriodUs
    else { return nil }
    let multiples = gaps.map { ($0 + shortest / 2) / shortest }
    let period = gaps.total / multiples.total
    func allowed(_ multiple: Int) -> Int {
      Int(reported: Double(multiple) * Double(Self.delayUs)) + Self.loggingUs
    }
    let fits = zip(gaps, multiples).allSatisfy { gap, multiple in
      allowed(multiple) < period / 4
        && (gap - multiple * period).magnitude <= allowed(multiple)
    }
    guard fits else { return nil }
    periodUs = period
    acrossFailures = across.count
    // Early or late, one of twenty would fit by chance at most.
    let areClose = across.allSatisfy { allowed(($0 + period / 2) / period) <= period / 40 }
    isKept =
      across.count >= Self.fewestAcross
      || (!across.isEmpty && areClose && gaps.count - across.count >= Self.fewest.value)
  }

  private static let fewestAcross = 3

  /// The times from one event of its advertising to the next one seen, and those of them that begin
  /// at a connection that failed.
  private static func gaps(
    _ connections: [ReportV1.Connection], _ indexes: [Int]
  ) -> (gaps: [Int], acrossFailures: [Int]) {
    var gaps: [Int] = []
    var acrossFailures: [Int] = []
    var last: Int?
    var hasFailed = false
    func see(_ time: Int?) {
      guard let time else { return }
      defer { last = time }
      guard let before = last else { return }
      let gap = time - before
      guard gap >= sameEventUs else { return }
      // The next gap begins here, and no longer at the failure.
      defer { hasFailed = false }
      guard gap <= longestUs else { return }
      gaps.append(gap)
      if hasFailed { acrossFailures.append(gap) }
    }
    for index in indexes {
      see(connections[index].connectRequest?.lastHeardUs)
      see(connections[index].connectRequest?.advertisementUs)
      see(connections[index].startUs)
      hasFailed = connections[index].disconnect?.reason == .connectionFailedToBeEstablished
      // Where there was a connection, the device did not advertise meanwhile.
      if !hasFailed { last = nil }
    }
    return (gaps, acrossFailures)
  }
}
