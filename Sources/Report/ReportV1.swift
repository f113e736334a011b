/// The report, version 1: everything `bletrace analyze` has to say, as values.
///
/// Renderers turn it into bytes and look at nothing else. Each stored property is one key of the
/// JSON report: `startUs` is `start_us`. A name that ends in `Us` is in microseconds, one that ends
/// in `Frame` is a 1-based record number, as Wireshark counts. What the capture does not tell is
/// `nil` or empty, never a made-up value. Everything has a default, so that a builder can fill a
/// value step by step.
package struct ReportV1: Equatable, Sendable {
  /// The name of this contract. A key renamed or removed needs another number.
  package static let schemaName = "bletrace-report/1"

  /// The version of the program that made the report.
  package var bletrace: String
  package var captures: [Capture]
  package var findings: [Finding]

  package init(bletrace: String = "", captures: [Capture] = [], findings: [Finding] = []) {
    self.bletrace = bletrace
    self.captures = captures
    self.findings = findings
  }
}

extension ReportV1 {
  /// One capture file: how it was read, and what was in it.
  package struct Capture: Equatable, Sendable {
    package var path: String
    /// The container: `btsnoop`, `btsnooz`, `pcap`, `pcapng`, `packetlogger`,
    /// `hcidump`, `zephyr`.
    package var format: String
    /// What a record holds: `hci-h4`, `hci-h1`, `hci-h4-phdr`, `linux-monitor`.
    package var linkType: String?
    package var records: Int
    /// Records of which the logger kept only the beginning.
    package var truncatedRecords: Int
    /// Records that the logger says it could not write.
    package var droppedRecords: Int
    /// Records in which some layer could not be decoded.
    package var undecodableRecords: Int
    /// Records of a controller vendor's own log, set apart from Bluetooth traffic.
    package var vendorLogRecords: Int
    /// The file ends in the middle of a record.
    package var cutShort: Bool
    /// The time of the first record, `2013-03-12T09:15:02.125000Z`; `nil` also where the capture tells
    /// only how much time passed between records.
    package var start: String?
    package var durationUs: Int?
    package var controllers: [Controller]
    package var scans: [Scan]
    package var advertisers: [Advertiser]
    package var connections: [Connection]
    /// Records passed over because they are of a kind that holds no Bluetooth packet.
    package var skippedRecords: Int
    /// Where and why reading stopped before the end of the file, or skipped a part of it.
    package var damage: Damage?
    /// Advertising reports of devices beyond the number that is kept.
    package var advertiserReportsOmitted: Int
    /// Connections beyond the number that is kept.
    package var connectionsOmitted: Int
    /// Complete transfers beyond the number that is kept.
    package var transfersOmitted: Int
    /// Limits of what is kept that this capture ran into, by name.
    package var boundsReached: [String]
    package var connectionFailures: [ConnectionFailure]
    package var clockSteps: [ClockStep]
    package var dropPoints: [DropPoint]
    package var adapterStates: [AdapterState]
    package var qualityReports: [QualityReport]
    /// What happened in order; only where it was asked for.
    package var timeline: [TimelineEvent]?
    /// Events of the timeline beyond the number that is kept.
    package var timelineOmitted: Int
    package var hardwareErrors: [HardwareError]
    /// Records that `bletrace live` caused itself when it asked the kernel.
    package var ownRecords: Int

    package init(
      path: String = "", format: String = "", linkType: String? = nil, records: Int = 0,
      truncatedRecords: Int = 0, droppedRecords: Int = 0, undecodableRecords: Int = 0,
      vendorLogRecords: Int = 0, cutShort: Bool = false, start: String? = nil,
      durationUs: Int? = nil, controllers: [Controller] = [], scans: [Scan] = [],
      advertisers: [Advertiser] = [], connections: [Connection] = [], skippedRecords: Int = 0,
      damage: Damage? = nil, advertiserReportsOmitted: Int = 0, connectionsOmitted: Int = 0,
      transfersOmitted: Int = 0,
      boundsReached: [String] = [],
      connectionFailures: [ConnectionFailure] = [], clockSteps: [ClockStep] = [],
      dropPoints: [DropPoint] = [], adapterStates: [AdapterState] = [],
      qualityReports: [QualityReport] = [], timeline: [TimelineEvent]? = nil,
      timelineOmitted: Int = 0, hardwareErrors: [HardwareError] = [], ownRecords: Int = 0
    ) {
      self.path = path
      self.format = format
      self.linkType = linkType
      self.records = records
      self.truncatedRecords = truncatedRecords
      self.droppedRecords = droppedRecords
      self.undecodableRecords = undecodableRecords
      self.vendorLogRecords = vendorLogRecords
      self.cutShort = cutShort
      self.start = start
      self.durationUs = durationUs
      self.controllers = controllers
      self.scans = scans
      self.advertisers = advertisers
      self.connections = connections
      self.skippedRecords = skippedRecords
      self.damage = damage
      self.advertiserReportsOmitted = advertiserReportsOmitted
      self.connectionsOmitted = connectionsOmitted
      self.transfersOmitted = transfersOmitted
      self.boundsReached = boundsReached
      self.connectionFailures = connectionFailures
      self.clockSteps = clockSteps
      self.dropPoints = dropPoints
      self.adapterStates = adapterStates
      self.qualityReports = qualityReports
      self.timeline = timeline
      self.timelineOmitted = timelineOmitted
      self.hardwareErrors = hardwareErrors
      self.ownRecords = ownRecords
    }
  }

  /// The place at which a file stopped making sense, or its source failed.
  package struct Damage: Equatable, Sendable {
    /// Octets from the beginning of the file.
    package var offset: Int
    package var reason: String
    /// Nothing is wrong with what was read: the disk, device or connection gave no more.
    package var sourceFailed: Bool
    /// Octets that were skipped, the first of them there, where reading went on behind them; 0 where
    /// it stopped.
    package var skippedOctets: Int

    package init(
      offset: Int = 0, reason: String = "", sourceFailed: Bool = false, skippedOctets: Int = 0
    ) {
      self.offset = offset
      self.reason = reason
      self.sourceFailed = sourceFailed
      self.skippedOctets = skippedOctets
    }
  }

  /// A Bluetooth controller seen in the capture.
  package struct Controller: Equatable, Sendable {
    package var index: Int
    package var address: String?
    package var name: String?
    package var manufacturer: String?
    /// The buffers it has for outgoing LE data.
    package var leACLBuffers: ACLBuffers?

    package init(
      index: Int = 0, address: String? = nil, name: String? = nil, manufacturer: String? = nil,
      leACLBuffers: ACLBuffers? = nil
    ) {
      self.index = index
      self.address = address
      self.name = name
      self.manufacturer = manufacturer
      self.leACLBuffers = leACLBuffers
    }
  }

  /// Packets of `bytes` octets, of which the controller holds `count` at once.
  package struct ACLBuffers: Equatable, Sendable {
    package var bytes: Int
    package var count: Int

    package init(bytes: Int = 0, count: Int = 0) {
      self.bytes = bytes
      self.count = count
    }
  }

  /// One time of listening for advertisements.
  package struct Scan: Equatable, Sendable {
    package var startFrame: Int
    package var stopFrame: Int?
    package var startUs: Int
    package var durationUs: Int?
    package var type: ScanType?
    package var filterDuplicates: Bool?
    /// How long the scanner listens at a time, and how long it is from one such time to the next;
    /// `nil` where the capture does not tell.
    package var windowUs: Int?
    package var intervalUs: Int?

    package init(
      startFrame: Int = 0, stopFrame: Int? = nil, startUs: Int = 0, durationUs: Int? = nil,
      type: ScanType? = nil, filterDuplicates: Bool? = nil, windowUs: Int? = nil,
      intervalUs: Int? = nil
    ) {
      self.startFrame = startFrame
      self.stopFrame = stopFrame
      self.startUs = startUs
      self.durationUs = durationUs
      self.type = type
      self.filterDuplicates = filterDuplicates
      self.windowUs = windowUs
      self.intervalUs = intervalUs
    }

    /// How much of the time the scanner listens.
    package var sharePercent: Int? {
      guard let windowUs, let intervalUs, windowUs > 0, intervalUs > 0 else { return nil }
      return windowUs >= intervalUs ? 100 : Int(Double(windowUs) / Double(intervalUs) * 100 + 0.5)
    }
  }

  /// One statement of a rule about the capture, with what led to it.
  package struct Finding: Equatable, Sendable {
    /// The rule's name, `notification-gap`.
    package var rule: String
    package var severity: Severity
    /// Index into `captures`.
    package var capture: Int
    /// The `id` of a connection of that capture.
    package var connection: Int?
    package var frames: [Int]
    package var message: String
    /// The numbers behind the message; the keys depend on the rule.
    package var evidence: KeyedList<Evidence>
    package var advice: String?

    package init(
      rule: String = "", severity: Severity = .info, capture: Int = 0, connection: Int? = nil,
      frames: [Int] = [], message: String = "", evidence: KeyedList<Evidence> = [:],
      advice: String? = nil
    ) {
      self.rule = rule
      self.severity = severity
      self.capture = capture
      self.connection = connection
      self.frames = frames
      self.message = message
      self.evidence = evidence
      self.advice = advice
    }
  }

  package enum ScanType: String, CaseIterable, Sendable {
    case active, passive
  }

  package enum Severity: String, CaseIterable, Sendable {
    case info, warning, error
  }
}
