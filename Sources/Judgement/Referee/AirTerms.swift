import Report

/// The terms of a connection as a PDU on the air has them, to be held against what is allowed.
package struct AirTerms: Sendable {
  /// In microseconds, of requests the least and the greatest; nil where it has none.
  package var interval: ClosedPair?
  /// Whether the interval is one of the rate procedures of Core 6.2, which may be shorter.
  package var isRate = false
  package var latency = 0
  package var timeout = 0
  /// Of the first channel selection algorithm.
  package var hop: Int?
  /// How many channels may be used.
  package var channels: Int?

  package struct ClosedPair: Sendable {
    package var least: Int
    package var greatest: Int

    package init(_ least: Int, _ greatest: Int) {
      self.least = least
      self.greatest = greatest
    }
  }

  package struct Fault: Equatable, Sendable {
    package let parameter: ReportV1.IllegalParameter
    package let value: Int
    package let limit: Int
  }

  package init() {}

  private static let intervals = 7_500...4_000_000
  private static let rateIntervals = 375...4_000_000
  private static let mostLatency = 499
  private static let timeouts = 100_000...32_000_000
  private static let hops = 5...16
  private static let fewestChannels = 2

  /// Core Vol 6, Part B, 4.5.1 and 4.5.2: interval, latency and timeout; 2.3.3.1: hop; 4.5.8.1:
  /// channels. Core 6.2: shorter intervals, by the rate procedures.
  package var faults: [Fault] {
    var found: [Fault] = []
    if let interval { found += faults(of: interval) }
    if let hop, !Self.hops.contains(hop) {
      found.append(Self.fault(.hop, hop, Self.hops))
    }
    if let channels, channels < Self.fewestChannels {
      found.append(Fault(parameter: .channels, value: channels, limit: Self.fewestChannels))
    }
    return found
  }

  private func faults(of interval: ClosedPair) -> [Fault] {
    var found: [Fault] = []
    let allowed = isRate ? Self.rateIntervals : Self.intervals
    let outside = [interval.least, interval.greatest].first { !allowed.contains($0) }
    if let outside { found.append(Self.fault(.interval, outside, allowed)) }
    if interval.least > interval.greatest {
      found.append(
        Fault(parameter: .intervalRange, value: interval.least, limit: interval.greatest))
    }
    if latency > Self.mostLatency {
      found.append(Fault(parameter: .latency, value: latency, limit: Self.mostLatency))
    }
    // At most 1 + 65535 times 82 s, twice.
    let demanded = (1 + latency) * interval.greatest * 2
    if !Self.timeouts.contains(timeout) {
      found.append(Self.fault(.timeout, timeout, Self.timeouts))
    } else if found.isEmpty, timeout <= demanded {
      found.append(Fault(parameter: .timeoutForLatency, value: timeout, limit: demanded))
    }
    return found
  }

  private static func fault(
    _ parameter: ReportV1.IllegalParameter, _ value: Int, _ allowed: ClosedRange<Int>
  ) -> Fault {
    Fault(
      parameter: parameter, value: value,
      limit: value < allowed.lowerBound ? allowed.lowerBound : allowed.upperBound)
  }
}
