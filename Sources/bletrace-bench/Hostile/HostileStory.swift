/// A capture that is out to take all memory: each goes for one bound, the last for all of them.
package enum HostileStory: String, CaseIterable, Sendable {
  case devices, names, connections
  case openLinks = "open-links"
  case channels, reassembly, sdus, requests, unanswered
  case gattEntries = "gatt-entries"
  case remembered, subscriptions
  case longReads = "long-reads"
  case preparedWrites = "prepared-writes"
  case streams, gaps, transfers, payload
  case openPayloads = "open-payloads"
  case errors, parameters, events, interfaces, findings, everything, timeline

  static let prefix = "hostile-"
  static let list = allCases.map { prefix + $0.rawValue }.joined(separator: ", ")

  /// With or without the prefix that tells it from the benchmark's stories.
  init?(argument: String) {
    self.init(
      rawValue: argument.hasPrefix(Self.prefix)
        ? String(argument.dropFirst(Self.prefix.count)) : argument)
  }

  /// How many records it takes to reach its bound with much to spare.
  package var records: Int {
    switch self {
    case .devices: 10_000_000
    case .names: 300_000
    case .connections, .openLinks, .remembered: 500_000
    case .reassembly, .sdus, .openPayloads: 30_000
    case .payload: 66_000
    case .interfaces: 20_000
    case .everything, .timeline: 4_000_000
    default: 2_000_000
    }
  }

  /// What findings must name: bounds, or the rule that tells of it otherwise.
  package var told: [String] {
    switch self {
    case .devices: ["advertisers"]
    case .names: ["advertisers"]
    case .connections, .remembered: ["connections"]
    case .openLinks: ["connections", "memory"]
    case .channels: ["channels", "memory"]
    case .reassembly: ["reassembly", "memory"]
    case .sdus: ["sdus", "memory"]
    case .requests: ["pending_requests", "memory"]
    case .unanswered: ["unanswered"]
    case .gattEntries: ["gatt_entries", "memory"]
    case .subscriptions: ["subscriptions", "memory"]
    case .longReads, .preparedWrites: ["long_values", "memory"]
    case .streams: ["streams", "memory"]
    case .gaps: ["gaps", "memory"]
    case .transfers: ["transfers"]
    case .payload: ["payloads"]
    case .openPayloads: ["memory"]
    case .errors: ["att_errors"]
    case .parameters: ["parameters", "memory"]
    case .events:
      ["scans", "connection_failures", "adapter_states", "quality_reports", "clock_steps"]
    case .interfaces: ["capture-cut"]
    case .findings: ["findings"]
    case .everything: ["memory", "connections", "advertisers"]
    case .timeline: ["timeline"]
    }
  }

  /// What it consists of, for the table.
  package var input: String {
    switch self {
    case .devices: "as many random addresses as records"
    case .names: "devices with names of 229 octets and 14 services of 128 bits"
    case .connections: "connections, one after the other"
    case .openLinks: "connections that stay open, on 64 controllers"
    case .channels: "70 channels on each connection"
    case .reassembly: "fragments of 60 000 octets that wait for more, on 8 controllers"
    case .sdus: "segments of 60 000 octets that wait for more, on 64 channels each"
    case .requests: "20 unanswered writes of 500 octets on each open connection"
    case .unanswered: "1500 requests without an answer on each connection"
    case .gattEntries: "4100 characteristics on each server"
    case .remembered: "a device with 200 characteristics that connects again and again"
    case .subscriptions: "1100 subscriptions on each connection"
    case .longReads: "1100 values of 500 octets read in parts on each connection"
    case .preparedWrites: "100 000 octets prepared, never executed, on each open connection"
    case .streams: "300 characteristics that notify on each connection"
    case .gaps: "300 gaps on each of four characteristics of each connection"
    case .transfers: "transfers of one value and a marker"
    case .payload: "one transfer of 4 GB"
    case .openPayloads: "transfers of 600 000 octets under way on each connection"
    case .errors: "1100 errors on each connection"
    case .parameters: "1100 updates of the parameters on each connection"
    case .events: "scans, failed connects, resets, quality reports, a clock that steps back"
    case .interfaces: "sections of 4000 interfaces with names of 60 000 octets, then 5000"
    case .findings: "connections that are lost after an error"
    case .everything: "all of these by turns"
    case .timeline: "the same with --timeline"
    }
  }
}
