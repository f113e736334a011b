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

  /// A shorter one may be chance: each event is up to 10 ms late. Core Vol 6, Part B,
  /// 4.4.2.2.
  private static let leastPeriodUs = 500_000
  private static let delayUs = 10_000
  /// From an event in the air to its record.
  private static let loggingUs = 20_000
  private static let longestUs = 60_000_000
  /// What is reported sooner is the response to a scan, or the connection at that event.
  private static let sameEventUs = 15_000
  private static let fewest = 4

  /// - Parameter connections: those to one device, in their order.
  init?(_ connections: [ReportV1.Connection]) {
    let gaps = Self.gaps(connections)
    guard gaps.count >= Self.fewest, let shortest = gaps.min(), shortest >= Self.leastPeriodUs
    else { return nil }
    let multiples = gaps.map { $0.plus(shortest / 2) / shortest }
    let period = gaps.total / multiples.total
    let fits = zip(gaps, multiples).allSatisfy { gap, multiple in
      let allowed = multiple.times(Self.delayUs).plus(Self.loggingUs)
      return allowed < period / 4
        && Int(gap.minus(multiple.times(period)).magnitude) <= allowed
    }
    guard fits else { return nil }
    periodUs = period
  }

  /// The times from one event of its advertising to the next one seen.
  private static func gaps(_ connections: [ReportV1.Connection]) -> [Int] {
    var gaps: [Int] = []
    var last: Int?
    func see(_ time: Int?) {
      guard let time else { return }
      defer { last = time }
      guard let before = last else { return }
      let gap = time.minus(before)
      if gap >= sameEventUs, gap <= longestUs { gaps.append(gap) }
    }
    for connection in connections {
      see(connection.connectRequest?.lastHeardUs)
      see(connection.connectRequest?.advertisementUs)
      see(connection.startUs)
      // Where there was a connection, the device did not advertise meanwhile.
      if connection.disconnect?.reason != .connectionFailedToBeEstablished { last = nil }
    }
    return gaps
  }
}
