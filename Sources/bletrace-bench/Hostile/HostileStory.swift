/// A capture that is out to take all memory: each goes for one bound, the last ones for all of
/// them.
package enum HostileStory: String, CaseIterable, Sendable {
  case devices, names, connections
  case openLinks = "open-links"
  case controllers, peers, channels, reassembly, sdus, requests, unanswered
  case gattEntries = "gatt-entries"
  case remembered, subscriptions
  case longReads = "long-reads"
  case preparedWrites = "prepared-writes"
  case sent
  case streams, gaps, stalls, transfers, payload
  case openPayloads = "open-payloads"
  case resends
  case chunkSizes = "chunk-sizes"
  case runs, messages
  case framingFaults = "framing-faults"
  case framedMessages = "framed-messages"
  case values, errors, pairings, parameters, updates, events, attempts, notes
  case loggerNotes = "logger-notes"
  case interfaces, options, findings, everything, timeline

  static let prefix = "hostile-"
  static let list = allCases.map { prefix + $0.rawValue }.joined(separator: ", ")

  /// With or without the prefix that distinguishes it from the benchmark's stories.
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
    case .connections, .openLinks, .remembered, .peers, .controllers, .values, .messages: 500_000
    case .reassembly, .sdus, .openPayloads, .notes, .loggerNotes: 30_000
    case .payload: 66_000
    case .interfaces: 20_000
    case .options: 1_001_000
    case .sent: 3_200_000
    case .everything, .timeline: 4_000_000
    default: 2_000_000
    }
  }

  /// The layout of what handle 1 carries, which its bound needs.
  package var layout: String? {
    self == .framedMessages ? "start:A55A,length:u8@2/payload,sum:8" : nil
  }

  /// How many it takes to reach it where connections, devices and lists may take `fewOctets` only.
  package var fewRecords: Int {
    switch self {
    case .reassembly, .sdus, .payload, .notes, .loggerNotes: 60
    case .options: 200
    case .openPayloads: 300
    case .events: 16_000
    case .peers: 40_000
    case .everything, .timeline, .sent: 60_000
    default: 8000
    }
  }

  package var fewOctets: Int {
    switch self {
    case .findings: 128 << 20
    // With less there is no room for its streams.
    case .messages: 16 << 20
    case .peers: 256 << 20
    default: 1 << 19
    }
  }

  /// What the report must name: bounds, or the rule that reports it otherwise. Notes and options
  /// are read and not kept, so that nothing is to be reported.
  package var reported: [String] {
    switch self {
    case .devices, .names: ["advertisers"]
    case .connections, .remembered, .sent: ["connections"]
    case .openLinks: ["connections", "memory"]
    case .controllers: ["controllers"]
    case .peers: ["known_peers"]
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
    case .stalls: ["stalls"]
    case .transfers, .framedMessages: ["transfers"]
    case .payload: ["payloads"]
    case .openPayloads: ["memory"]
    case .resends: ["resends"]
    case .chunkSizes: ["chunk_sizes"]
    case .runs: ["runs", "memory"]
    case .messages: ["messages"]
    case .framingFaults: ["framing_faults"]
    case .values: ["values"]
    case .errors: ["att_errors", "phases"]
    case .pairings: ["pairings"]
    case .parameters, .updates: ["parameters", "memory"]
    case .events:
      [
        "quality_reports", "scans", "connection_failures", "adapter_states", "clock_steps",
        "drop_points", "audio_links",
      ]
    case .notes, .loggerNotes, .options: []
    case .attempts: ["attempts"]
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
    case .names: "devices with names of 225 octets and 28 services of 128 bits"
    case .connections: "connections, one after the other"
    case .openLinks: "connections that stay open"
    case .controllers: "65 536 controllers with names of 248 octets, plugged in and out"
    case .peers: "servers, each of another device"
    case .channels: "70 channels with ATT bearers on each connection"
    case .reassembly: "fragments of 60 000 octets that wait for more"
    case .sdus: "segments of 60 000 octets that wait for more, on 64 channels each"
    case .requests: "20 unanswered writes of 500 octets on each open connection"
    case .unanswered: "1500 requests without an answer on each connection"
    case .gattEntries: "4100 characteristics on each server"
    case .remembered: "a device with 200 characteristics that connects again and again"
    case .subscriptions: "1100 subscriptions on each connection"
    case .longReads: "1100 values of 500 octets read in parts on each connection"
    case .preparedWrites: "100 000 octets prepared, never executed, on each open connection"
    case .sent: "300 values sent on each connection, none of them completed"
    case .streams: "300 characteristics that notify on each connection"
    case .gaps: "300 gaps on each of four characteristics of each connection"
    case .stalls: "300 stalls of one second on each connection"
    case .transfers: "transfers of one value and a marker"
    case .payload: "one transfer of 4 GB"
    case .openPayloads: "transfers of 600 000 octets under way on each connection"
    case .resends: "transfers in which 1100 values are sent twice"
    case .chunkSizes: "transfers with chunks of 70 sizes"
    case .runs: "70 stretches of 2500 octets, minutes apart, on each of ten characteristics"
    case .messages: "100 values of 500 octets of each of 200 characteristics, to find messages in"
    case .framingFaults: "300 MCUmgr requests without an answer on each connection"
    case .framedMessages: "300 messages with a length and a checksum on each connection"
    case .values: "values of 600 octets where the format is known"
    case .errors: "1100 errors on each connection, to reads and searches in turns"
    case .pairings: "1100 pairings on each connection"
    case .parameters: "1100 updates of the parameters on each connection"
    case .updates: "1100 updates of PHY, data length and encryption on each connection"
    case .events:
      "scans, failures, resets, quality reports, voice links, losses, a clock that steps back"
    case .attempts: "attempts to connect by a list of 255 devices, each given up after a minute"
    case .notes: "system notes, user logs, vendors' logs of 60 000 octets"
    case .loggerNotes: "notes of 60 000 octets in a PacketLogger file"
    case .interfaces: "sections of 4000 interfaces with names of 60 000 octets, then 5000"
    case .options: "a million interfaces, then packets with 250 000 options each"
    case .findings: "connections that are lost after an error"
    case .everything: "all of these by turns"
    case .timeline: "the same with --timeline"
    }
  }
}
