/// How much of what a capture can make grow is kept: the one table of all bounds.
///
/// Of each list the beginning is kept (of gaps the longest). Traffic beyond a bound is still
/// counted where that is possible; the bound that was hit is named in the report, and in a finding.
package enum Bound: Int, CaseIterable, Sendable {
  // Of a capture.
  case memory, controllers, connections, advertisers, scans
  case connectionFailures, attempts, adapterStates, qualityReports, clockSteps, dropPoints,
    audioLinks
  case timeline, transfers, findings, messages
  // Of a controller.
  case knownPeers
  // Of a connection.
  case channels, streams, parameters, pairings, subscriptions
  case attErrors, pendingRequests, unanswered, gattEntries, longValues
  case reassembly, sdus, stalls, phases
  // Of a characteristic and its transfers.
  case gaps, values, payloads, resends, chunkSizes, runs
  // Of a connection: protocols that frame data, and what they did that they must not.
  case framings, framingFaults, framedMessages

  /// As in the report: `connection_failures`.
  package var name: String {
    "\(self)".utf8.reduce(into: "") { name, octet in
      let isCapital = (0x41...0x5A).contains(octet)
      if isCapital { name += "_" }
      name.unicodeScalars.append(Unicode.Scalar(isCapital ? octet + 0x20 : octet))
    }
  }

  /// How many are kept of each capture, controller, connection, or whatever `scope` names; octets
  /// for memory and buffers.
  package var limit: Int {
    switch self {
    // With the program itself, the file's window and payloads under way this stays well below
    // 256 MB, and there is room for ten thousand connections with their facts.
    case .memory: 176 << 20
    case .controllers: 64
    case .connections, .attempts: 10_240
    case .advertisers: 32_768
    case .scans: 4096
    case .connectionFailures, .adapterStates, .clockSteps, .dropPoints: 1024
    case .qualityReports: 16_384
    case .timeline: 100_000
    case .transfers: 10_000
    case .findings: 1000
    case .messages: 16 << 20
    case .knownPeers: 4096
    case .channels: 64
    case .streams: 256
    case .parameters, .pairings, .subscriptions, .attErrors, .unanswered, .longValues: 1024
    case .pendingRequests: 16
    case .gattEntries: 4096
    case .reassembly, .sdus: 65_539
    case .gaps, .stalls, .audioLinks: 256
    case .values: 512
    case .payloads: 1 << 20
    case .resends: 1024
    case .chunkSizes, .runs: 64
    case .phases: 32
    case .framings: 8
    case .framingFaults, .framedMessages: 256
    }
  }

  /// The worst that a rule could say of what this bound leaves out; `nil` where no rule asks for
  /// it, or what is left out is counted.
  package var hides: ReportV1.Severity? {
    switch self {
    case .memory, .controllers, .connections, .connectionFailures, .attempts, .transfers, .channels,
      .streams, .pairings, .attErrors, .pendingRequests, .unanswered, .reassembly, .sdus, .framings,
      .framingFaults:
      .error
    case .scans, .clockSteps, .parameters, .subscriptions, .gattEntries, .longValues, .stalls,
      .gaps, .resends, .runs, .knownPeers, .advertisers, .messages:
      .warning
    case .adapterStates, .qualityReports, .dropPoints, .audioLinks, .timeline, .findings, .phases,
      .values, .payloads, .chunkSizes, .framedMessages:
      nil
    }
  }

  /// What one entry takes, in octets: in the sessions, the measures and the report, as far as these
  /// exist at the same time. Measured with `bletrace-bench bounds`, and rounded up.
  package var weight: Int {
    switch self {
    case .memory, .findings, .messages, .payloads, .reassembly, .sdus, .values, .pendingRequests: 0
    // They are transfers, and counted as those.
    case .framedMessages: 0
    // At most a few megabytes, whatever comes.
    case .controllers, .clockSteps, .dropPoints, .audioLinks, .chunkSizes: 0
    case .connections: 6144
    case .advertisers: 1536
    case .scans: 512
    case .connectionFailures, .adapterStates: 192
    case .attempts: 768
    case .qualityReports: 512
    case .timeline: 800
    case .transfers, .runs: 2560
    case .knownPeers: 256
    // With its ATT bearer, in case it has one.
    case .channels: 1792
    case .streams: 2304
    case .parameters: 144
    case .pairings: 288
    case .stalls: 160
    case .subscriptions: 128
    case .unanswered: 112
    case .attErrors: 144
    case .gattEntries: 352
    case .longValues: 448
    case .gaps: 256
    case .resends: 96
    case .phases: 384
    case .framings: 3072
    case .framingFaults: 448
    }
  }
}

extension Bound {
  /// What a connection takes beside its weight while it is open: distributions of which every value
  /// may still be needed, and the ring of packets that are out.
  package static let openConnection = 40 << 10
  /// The same for a characteristic that sends: two distributions, and the end of a payload.
  package static let openStream = 24 << 10
  /// A device of the Filter Accept List that is listed with an attempt to connect.
  package static let listed = 96
  /// What puts values together by a layout that was given, without those that it holds.
  package static let givenFraming = 512
  /// What is kept of the questions with which a client looks for attributes.
  package static let discovery = 720
  /// What is kept of the reads of an attribute.
  package static let readSeries = 160
  /// What is kept of one that was asked again.
  package static let repetition = 128
  /// An attribute that is remembered from an earlier connection, and was not looked up again.
  package static let rememberedEntry = 64
  /// What a bearer may keep of each side's values without being counted for it.
  package static let freeClientOctets = 256
}
