/// How much of what a capture can make grow is kept. Traffic beyond a bound is still counted; the
/// bound that was hit is named in the report.
package enum Bound: String, CaseIterable, Sendable {
  case controllers, connections, channels, bearers
  case attErrors = "att_errors"
  case unanswered, parameters, pairings, subscriptions
  case gattEntries = "gatt_entries"
  case longValues = "long_values"
  case scans, advertisers, streams, transfers, gaps, stalls
  case connectionFailures = "connection_failures"
  case adapterStates = "adapter_states"
  case qualityReports = "quality_reports"
  case clockSteps = "clock_steps"
  case dropPoints = "drop_points"
  case timeline

  package var limit: Int {
    switch self {
    case .controllers: 64
    // Ten thousand in one capture must fit, each with what was found out about it.
    case .connections: 16_384
    // LE allows 64 dynamic channels a connection.
    case .channels: 64
    case .bearers: 66
    case .attErrors, .unanswered, .parameters, .pairings, .subscriptions: 1024
    case .gattEntries: 4096
    case .longValues: 1024
    case .scans: 4096
    case .advertisers: 65_536
    case .streams: 256
    // Over all connections; each takes about 1 KB, and as much in the report.
    case .transfers: 10_000
    case .gaps, .stalls: 256
    case .connectionFailures, .adapterStates, .clockSteps, .dropPoints: 1024
    case .qualityReports: 16_384
    case .timeline: 100_000
    }
  }
}

/// The bounds that were hit, in the order of their table.
package struct BoundsReached: Sendable {
  private var mask: UInt32 = 0

  package init() {}

  package mutating func insert(_ bound: Bound) {
    mask |= 1 << UInt32(Bound.allCases.firstIndex(of: bound) ?? 0)
  }

  package mutating func formUnion(_ other: BoundsReached) { mask |= other.mask }

  package var names: [Bound] {
    Bound.allCases.enumerated().compactMap { mask >> UInt32($0.offset) & 1 == 1 ? $0.element : nil }
  }
}

extension Array {
  /// Appends where the bound allows it, and notes where it does not.
  mutating func append(_ element: Element, within bound: Bound, _ reached: inout BoundsReached) {
    if count < bound.limit { append(element) } else { reached.insert(bound) }
  }
}
