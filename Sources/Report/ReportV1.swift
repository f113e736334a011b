/// The report, version 1: everything `bletrace analyze` has to say, as values.
///
/// Renderers turn it into bytes and look at nothing else. Each stored property is one key of the
/// JSON report: `startUs` is `start_us`. A name that ends in `Us` is in microseconds, one that ends
/// in `Frame` is a 1-based record number, as Wireshark counts. What the capture does not show is
/// `nil` or empty, never a made-up value. Everything has a default, so that a builder can fill a
/// value step by step.
public struct ReportV1: ReportObject {
  /// The name of this contract. A key renamed or removed needs another number.
  public static let schemaName = "bletrace-report/1"

  /// The version of the program that made the report.
  public var bletrace = ""
  public var captures: [Capture] = []
  public var findings: [Finding] = []
  /// Why the exit status was 2: what could not be read, or not to its end, or why nothing was done.
  public var errors: [String] = []
  /// Each rule of the budget on each capture, rule by rule; `nil` where none was checked.
  public var budget: [BudgetResult]?
  /// What the command line names and of which nothing is in `captures`: it could not be read.
  public var unread: [String] = []
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.constant("schema", Self.schemaName)
    visitor.field("bletrace", &bletrace)
    visitor.field("captures", &captures)
    visitor.field("findings", &findings)
    visitor.field("errors", &errors)
    visitor.field("budget", &budget)
    visitor.field("unread", &unread)
  }
}

extension ReportV1 {
  /// One capture file: how it was read, and what was in it.
  public struct Capture: ReportObject {
    public var path = ""
    /// The container, such as `btsnoop`, `pcapng` or `zephyr`.
    public var format = ""
    /// What a record holds: of a host such as `hci-h4` or `linux-monitor`; `packetlogger`; of a
    /// sniffer such as `le-ll-phdr` or `nordic-ble` (see ``isAir``); or `mixed`.
    public var linkType: String?
    public var records = 0
    /// Records of which the logger kept only the beginning.
    public var truncatedRecords = 0
    /// Records that the logger says it could not write.
    public var droppedRecords = 0
    /// Records in which some layer could not be decoded.
    public var undecodableRecords = 0
    /// Records of a controller vendor's own log, set apart from Bluetooth traffic.
    public var vendorLogRecords = 0
    /// The file ends in the middle of a record.
    public var cutShort = false
    /// The time of the first HCI packet, `2013-03-12T09:15:02.125000Z`, from which all times of
    /// events count; of the first record where there is no packet. `nil` also where the capture
    /// says only how much time passed between records.
    public var start: String?
    /// From the first HCI packet to the latest one; `nil` where there is none.
    public var durationUs: Int?
    public var controllers: [Controller] = []
    public var scans: [Scan] = []
    public var advertisers: [Advertiser] = []
    public var connections: [Connection] = []
    /// Records passed over because they are of a kind that holds no Bluetooth packet.
    public var skippedRecords = 0
    /// Where and why reading stopped before the end of the file, or skipped a part of it.
    public var damage: Damage?
    /// Advertising reports of devices beyond the number that is kept.
    public var advertiserReportsOmitted = 0
    /// Connections beyond the number that is kept.
    public var connectionsOmitted = 0
    /// Complete transfers beyond the number that is kept.
    public var transfersOmitted = 0
    /// Limits of what is kept that this capture ran into, by name.
    public var boundsReached: [String] = []
    public var connectionFailures: [ConnectionFailure] = []
    public var clockSteps: [ClockStep] = []
    public var dropPoints: [DropPoint] = []
    public var adapterStates: [AdapterState] = []
    public var qualityReports: [QualityReport] = []
    /// What happened in order; only where it was asked for.
    public var timeline: [TimelineEvent]?
    /// Events of the timeline beyond the number that is kept.
    public var timelineOmitted = 0
    public var hardwareErrors: [HardwareError] = []
    /// Records that `bletrace live` caused itself when it asked the kernel.
    public var ownRecords = 0
    /// Records that are no HCI packets, such as the logger's notes, before the traffic and after
    /// it.
    public var strayRecords = 0
    public var firstTruncatedFrame: Int?
    public var firstVendorLogFrame: Int?
    /// The first 16 of the records that could not be decoded though the logger kept all of them.
    public var undecodable: [Undecodable] = []
    public var needlessRequests: [NeedlessRequest] = []
    /// All packets are ACL data: HCI commands and events were left out.
    public var aclOnly = false
    public var refusedDisconnects: [RefusedDisconnect] = []
    /// The logger's note that its connection to the device was lost.
    public var deviceLostFrame: Int?
    /// How the file arrived that was to be compared with what came; empty where none was named.
    public var expected: [ExpectedArrival] = []
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("path", &path)
      visitor.field("format", &format)
      visitor.field("link_type", &linkType)
      visitor.field("records", &records)
      visitor.field("truncated_records", &truncatedRecords)
      visitor.field("dropped_records", &droppedRecords)
      visitor.field("undecodable_records", &undecodableRecords)
      visitor.field("vendor_log_records", &vendorLogRecords)
      visitor.field("cut_short", &cutShort)
      visitor.field("start", &start)
      visitor.field("duration_us", &durationUs)
      visitor.field("controllers", &controllers)
      visitor.field("scans", &scans)
      visitor.field("advertisers", &advertisers)
      visitor.field("connections", &connections)
      visitor.field("skipped_records", &skippedRecords)
      visitor.field("damage", &damage)
      visitor.field("advertiser_reports_omitted", &advertiserReportsOmitted)
      visitor.field("connections_omitted", &connectionsOmitted)
      visitor.field("transfers_omitted", &transfersOmitted)
      visitor.field("bounds_reached", &boundsReached)
      visitor.field("connection_failures", &connectionFailures)
      visitor.field("clock_steps", &clockSteps)
      visitor.field("drop_points", &dropPoints)
      visitor.field("adapter_states", &adapterStates)
      visitor.field("quality_reports", &qualityReports)
      visitor.field("timeline", &timeline)
      visitor.field("timeline_omitted", &timelineOmitted)
      visitor.field("hardware_errors", &hardwareErrors)
      visitor.field("own_records", &ownRecords)
      visitor.field("stray_records", &strayRecords)
      visitor.field("first_truncated_frame", &firstTruncatedFrame)
      visitor.field("first_vendor_log_frame", &firstVendorLogFrame)
      visitor.field("undecodable", &undecodable)
      visitor.field("needless_requests", &needlessRequests)
      visitor.field("acl_only", &aclOnly)
      visitor.field("refused_disconnects", &refusedDisconnects)
      visitor.field("device_lost_frame", &deviceLostFrame)
      visitor.field("expected", &expected)
    }
  }

  /// The offset at which a file stopped making sense, or its source failed.
  public struct Damage: ReportObject {
    /// Octets from the beginning of the file.
    public var offset = 0
    public var reason = ""
    /// Nothing is wrong with what was read: the disk, device or connection gave no more.
    public var sourceFailed = false
    /// Octets that were skipped, the first of them there, where reading went on after them; 0 where
    /// it stopped.
    public var skippedOctets = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("offset", &offset)
      visitor.field("reason", &reason)
      visitor.field("source_failed", &sourceFailed)
      visitor.field("skipped_octets", &skippedOctets)
    }
  }

  /// A record of which some layer is too short for what it says it holds.
  public struct Undecodable: ReportObject {
    public var frame = 0
    /// `hci`, `acl`, `l2cap`, `signalling`, `att`, `smp`, ...
    public var layer = ""
    public var direction: Direction?
    public var connection: Int?
    /// Octets that the next field of the layer takes, and octets that are left for it.
    public var neededOctets = 0
    public var availableOctets = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("layer", &layer)
      visitor.field("direction", &direction)
      visitor.field("connection", &connection)
      visitor.field("needed_octets", &neededOctets)
      visitor.field("available_octets", &availableOctets)
    }
  }

  /// A Bluetooth controller seen in the capture.
  public struct Controller: ReportObject {
    public var index = 0
    public var address: String?
    public var name: String?
    public var manufacturer: String?
    /// The buffers it has for outgoing LE data.
    public var leACLBuffers: ACLBuffers?
    public var leFeatures: LEFeatures?
    /// Who says what `address` is; `nil` without one.
    public var addressSource: AddressSource?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("index", &index)
      visitor.field("address", &address)
      visitor.field("name", &name)
      visitor.field("manufacturer", &manufacturer)
      visitor.field("le_acl_buffers", &leACLBuffers)
      visitor.field("le_features", &leFeatures)
      visitor.field("address_source", &addressSource)
    }
  }

  public enum AddressSource: String, ReportWord {
    /// The controller, or the kernel that asked it.
    case controller
    /// A note of the logger, such as PacketLogger's.
    case note
  }

  /// What a Link Layer can do, of what matters for the pace of data. Core Vol 6, Part B, 4.6.
  public struct LEFeatures: ReportObject {
    public var dataLengthExtension = false
    public var le2MPHY = false
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("data_length_extension", &dataLengthExtension)
      visitor.field("le_2m_phy", &le2MPHY)
    }
  }

  /// Packets of `bytes` octets, of which the controller holds `count` at once.
  public struct ACLBuffers: ReportObject {
    public var bytes = 0
    public var count = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("bytes", &bytes)
      visitor.field("count", &count)
    }
  }

  /// One time of listening for advertisements.
  public struct Scan: ReportObject {
    public var startFrame = 0
    public var stopFrame: Int?
    public var startUs = 0
    public var durationUs: Int?
    public var type: ScanType?
    public var filterDuplicates: Bool?
    /// How long the scanner listens at a time, and how long it is from one such time to the next;
    /// `nil` where the capture does not say.
    public var windowUs: Int?
    public var intervalUs: Int?
    /// From the command that ends the scan to the controller's answer.
    public var stopAnswerUs: Int?
    /// Where reports came in bursts that neither the scan nor the devices explain.
    public var bursts: ScanBursts?
    /// The longest time without any report, where many devices that had not been heard before were
    /// heard right after it.
    public var silence: ScanSilence?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("start_frame", &startFrame)
      visitor.field("stop_frame", &stopFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("type", &type)
      visitor.field("filter_duplicates", &filterDuplicates)
      visitor.field("window_us", &windowUs)
      visitor.field("interval_us", &intervalUs)
      visitor.field("stop_answer_us", &stopAnswerUs)
      visitor.field("bursts", &bursts)
      visitor.field("silence", &silence)
    }

    /// How much of the time the scanner listens.
    public var sharePercent: Int? {
      guard let windowUs, let intervalUs, windowUs > 0, intervalUs > 0 else { return nil }
      return windowUs >= intervalUs ? 100 : Int(Double(windowUs) / Double(intervalUs) * 100 + 0.5)
    }
  }

  /// A time in which a scan received nothing, although many devices advertised.
  public struct ScanSilence: ReportObject {
    /// The last report before, and the first one after.
    public var afterFrame = 0
    public var frame = 0
    public var durationUs = 0
    /// Devices that were heard for the first time after it: so many, or more.
    public var newDevices = 0
    /// From the end of the silence to the last of their reports.
    public var heardUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("after_frame", &afterFrame)
      visitor.field("frame", &frame)
      visitor.field("duration_us", &durationUs)
      visitor.field("new_devices", &newDevices)
      visitor.field("heard_us", &heardUs)
    }
  }

  /// Advertising of many devices that was received in bursts, with silence of all of them between.
  public struct ScanBursts: ReportObject {
    public var count = 0
    public var reports = 0
    /// There were so many, or more.
    public var devices = 0
    /// All pauses together.
    public var silentUs = 0
    public var shortestPauseUs = 0
    public var longestPauseUs = 0
    /// From the beginning of a burst to that of the next: the median.
    public var periodUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("reports", &reports)
      visitor.field("devices", &devices)
      visitor.field("silent_us", &silentUs)
      visitor.field("shortest_pause_us", &shortestPauseUs)
      visitor.field("longest_pause_us", &longestPauseUs)
      visitor.field("period_us", &periodUs)
    }
  }

  /// One statement of a rule about the capture, with what led to it.
  public struct Finding: ReportObject {
    /// The rule's name, `notification-gap`.
    public var rule = ""
    public var severity: Severity = .info
    /// Index into `captures`.
    public var capture = 0
    /// The `id` of a connection of that capture.
    public var connection: Int?
    public var frames: [Int] = []
    public var message = ""
    /// The numbers of the message; the keys depend on the rule.
    public var evidence: KeyedList<Evidence> = [:]
    public var advice: String?
    /// What is known of its rule; not in JSON, so that a report that was read has none. Who
    /// compares reports asks the list of the rules instead.
    package var traits: RuleTraits = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("rule", &rule)
      visitor.field("severity", &severity)
      visitor.field("capture", &capture)
      visitor.field("connection", &connection)
      visitor.field("frames", &frames)
      visitor.field("message", &message)
      visitor.field("evidence", &evidence)
      visitor.field("advice", &advice)
    }
  }

  public enum ScanType: String, ReportWord {
    case active, passive
  }

  public enum Severity: String, ReportWord {
    case info, warning, error
  }
}
