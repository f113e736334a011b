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
  /// The captures, in the order in which they were given.
  public var captures: [Capture] = []
  /// What the rules found, the worst first.
  public var findings: [Finding] = []
  /// Files of a directory that are no captures; where the exit status was 2, what could not be
  /// read, or not to its end, or why nothing was done.
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
    /// The path as it was given.
    public var path = ""
    /// The container, such as `btsnoop`, `pcapng` or `zephyr`.
    public var format = ""
    /// What a record holds: of a host such as `hci-h4` or `linux-monitor`; `packetlogger`; of a
    /// sniffer such as `le-ll-phdr` or `nordic-ble` (see ``isAir``); or `mixed`.
    public var linkType: String?
    /// How many records the file holds.
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
    /// The Bluetooth controllers that it shows.
    public var controllers: [Controller] = []
    /// Scans for LE advertising.
    public var scans: [Scan] = []
    /// Devices that were heard advertising.
    public var advertisers: [Advertiser] = []
    /// Connections, in the order in which they began.
    public var connections: [Connection] = []
    /// Records passed over because they are of a kind that holds no Bluetooth packet.
    public var skippedRecords = 0
    /// Where and why reading stopped before the end of the file, or skipped a part of it.
    public var damage: Damage?
    /// Advertising reports of devices beyond the number that is kept.
    public var advertiserReportsOmitted = 0
    /// Connections beyond the number that is kept; `folded` has those of them that were judged.
    public var connectionsOmitted = 0
    /// Complete transfers beyond the number that is kept; `folded` has those of them that were
    /// judged.
    public var transfersOmitted = 0
    /// Limits of what is kept that this capture ran into, by name.
    public var boundsReached: [String] = []
    /// Attempts to connect that failed.
    public var connectionFailures: [ConnectionFailure] = []
    /// Places where the clock of the recording was set.
    public var clockSteps: [ClockStep] = []
    /// Places where records are missing.
    public var dropPoints: [DropPoint] = []
    /// Changes of the state of a controller.
    public var adapterStates: [AdapterState] = []
    /// Bluetooth Quality Reports of an Android controller.
    public var qualityReports: [QualityReport] = []
    /// What happened in order; only where it was asked for.
    public var timeline: [TimelineEvent]?
    /// Events of the timeline beyond the number that is kept.
    public var timelineOmitted = 0
    /// Hardware Error events.
    public var hardwareErrors: [HardwareError] = []
    /// Records that `bletrace live` caused itself when it asked the kernel.
    public var ownRecords = 0
    /// Records that are no HCI packets, such as the logger's notes, before the traffic and after
    /// it.
    public var strayRecords = 0
    /// The first record that holds a part of its packet only.
    public var firstTruncatedFrame: Int?
    /// The first record of a vendor's debug log.
    public var firstVendorLogFrame: Int?
    /// The first 16 of the records that could not be decoded though the logger kept all of them.
    public var undecodable: [Undecodable] = []
    /// Requests to connect that could not succeed.
    public var needlessRequests: [NeedlessRequest] = []
    /// All packets are ACL data: HCI commands and events were left out.
    public var aclOnly = false
    /// Disconnect commands that the controller refused.
    public var refusedDisconnects: [RefusedDisconnect] = []
    /// The logger's note that its connection to the device was lost.
    public var deviceLostFrame: Int?
    /// How the file arrived that was to be compared with what came; empty where none was named.
    public var expected: [ExpectedArrival] = []
    /// Why the times of its packets cannot be true; nothing is measured by them then. `nil` where
    /// they may be true.
    public var timeFault: TimeFault?
    /// The sniffer wrote the strengths of signals without their sign; they are read as negative.
    public var signalSignMissing = false
    /// Notes in which the logger warns of the radio, such as of Wi-Fi beside it; at most 16.
    public var loggerWarnings: [LoggerWarning] = []
    /// Connections of which only sums are kept, although they were judged; `nil` where there are
    /// none.
    public var folded: Folded?
    /// Attempts of this host to connect, in the order in which they began.
    public var attempts: [Attempt] = []
    /// What a host or its controller owed by the specification, beside what `connections` have.
    public var breaches: [Breach] = []
    /// The packets that a sniffer wrote down, and their CRCs; `nil` of what a host captured.
    public var sniffed: Sniffed?
    /// The captures of several sniffers that were merged into this one; empty where none were.
    public var merged: [MergedCapture] = []
    /// Isochronous streams and periodic trains that a sniffer heard, the first 64.
    public var airStreams: [AirStream] = []
    /// Each message of `messages`, where it was asked for; not in JSON.
    package var traced: [TracedMessage] = []  // no key
    /// What the rules need of breaches; not in JSON, so that a report that was read has none.
    package var judged = JudgedParts()  // no key
    package static var isCompound: Bool { true }
  }

  /// What is wrong with the times of all packets.
  public struct TimeFault: ReportObject {
    /// What is wrong.
    public var kind: TimeFaultKind = .equal
    /// All times are so many microseconds apart, or a multiple of that; `nil` where all are equal.
    public var stepUs: Int?
    /// How many packets there were.
    public var packets = 0
  }

  public enum TimeFaultKind: String, ReportWord {
    /// All packets have one time.
    case equal
    /// The times go on in steps that are far too large.
    case steps
  }

  /// A note of the logger.
  public struct LoggerWarning: ReportObject {
    public var frame = 0
    /// What it says, its beginning at least.
    public var text = ""
  }

  /// The offset at which a file stopped making sense, or its source failed.
  public struct Damage: ReportObject {
    /// Octets from the beginning of the file.
    public var offset = 0
    /// What is wrong with the file there, in words.
    public var reason = ""
    /// Nothing is wrong with what was read: the disk, device or connection gave no more.
    public var sourceFailed = false
    /// Octets that were skipped, the first of them there, where reading went on after them; 0 where
    /// it stopped.
    public var skippedOctets = 0
  }

  /// A record of which some layer is too short for what it says it holds.
  public struct Undecodable: ReportObject {
    public var frame = 0
    /// `hci`, `acl`, `l2cap`, `signalling`, `att`, `smp`, ...
    public var layer = ""
    public var direction: Direction?
    /// The id of the connection.
    public var connection: Int?
    /// Octets that the next field of the layer takes, and octets that are left for it.
    public var neededOctets = 0
    /// How many octets there were.
    public var availableOctets = 0
  }

  /// A Bluetooth controller seen in the capture.
  public struct Controller: ReportObject {
    /// Its index, `hci0` is 0.
    public var index = 0
    /// Its public address.
    public var address: String?
    /// Its name.
    public var name: String?
    /// The manufacturer that it states.
    public var manufacturer: String?
    /// The buffers it has for outgoing LE data.
    public var leACLBuffers: ACLBuffers?
    /// LE features that it has.
    public var leFeatures: LEFeatures?
    /// Who says what `address` is; `nil` without one.
    public var addressSource: AddressSource?
  }

  public enum AddressSource: String, ReportWord {
    /// The controller, or the kernel that asked it.
    case controller
    /// A note of the logger, such as PacketLogger's.
    case note
  }

  /// What a Link Layer can do, of what matters for the pace of data. Core Vol 6, Part B, 4.6.
  public struct LEFeatures: ReportObject {
    /// LE Data Packet Length Extension.
    public var dataLengthExtension = false
    /// LE 2M PHY.
    public var le2MPHY = false  // key: le_2m_phy
  }

  /// Packets of `bytes` octets, of which the controller holds `count` at once.
  public struct ACLBuffers: ReportObject {
    /// The longest packet that a buffer takes, in octets.
    public var bytes = 0
    /// How many buffers there are.
    public var count = 0
  }

  /// One time of listening for advertisements.
  public struct Scan: ReportObject {
    /// The command that began it.
    public var startFrame = 0
    /// The command that ended it; `nil` where it went on.
    public var stopFrame: Int?
    public var startUs = 0
    public var durationUs: Int?
    /// Whether it asked advertisers for scan responses.
    public var type: ScanType?
    /// Whether the controller was to report each advertiser once only.
    public var filterDuplicates: Bool?
    /// How long the scanner listens at a time, and how long it is from one such time to the next;
    /// `nil` where the capture does not say.
    public var windowUs: Int?
    /// The scan interval.
    public var intervalUs: Int?
    /// From the command that ends the scan to the controller's answer.
    public var stopAnswerUs: Int?
    /// Where reports came in bursts that neither the scan nor the devices explain.
    public var bursts: ScanBursts?
    /// The longest time without any report, where many devices that had not been heard before were
    /// heard right after it.
    public var silence: ScanSilence?
    /// Only devices of the Filter Accept List were to be reported; `nil` where the capture does not
    /// say.
    public var acceptListOnly: Bool?
    /// Those devices, at most 16, as far as the capture shows them.
    public var listed: [ListedDevice] = []
    /// How many advertising reports it had; `nil` where the capture lacks its beginning.
    public var reports: Int?

    /// Nothing that this host did explains its bursts.
    package var hasUnexplainedBursts: Bool { bursts.map { $0.explainedBy == nil } ?? false }

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
  }

  /// Advertising of many devices that was received in bursts, with silence of all of them between.
  public struct ScanBursts: ReportObject {
    public var count = 0
    /// How many advertising reports there were.
    public var reports = 0
    /// There were so many, or more.
    public var devices = 0
    /// All pauses together.
    public var silentUs = 0
    /// The shortest pause between two bursts.
    public var shortestPauseUs = 0
    /// The longest pause between two bursts.
    public var longestPauseUs = 0
    /// From the beginning of a burst to that of the next: the median.
    public var periodUs = 0
    /// What this host did that explains them; `nil` where nothing in the capture does.
    public var explainedBy: ScanBurstCause?
    /// The command that did it.
    public var causeFrame: Int?
  }

  public enum ScanBurstCause: String, ReportWord {
    /// The scan interval is as long: the controller changes the channel then.
    case scanInterval = "scan-interval"
    /// A BR/EDR inquiry ran meanwhile.
    case inquiry
  }

  /// One statement of a rule about the capture, with what led to it.
  public struct Finding: ReportObject {
    /// The rule's name, `notification-gap`.
    public var rule = ""
    /// How bad it is.
    public var severity: Severity = .info
    /// Index into `captures`.
    public var capture = 0
    /// The `id` of a connection of that capture: the one that the frames are from.
    public var connection: Int?
    /// Frames that show it, at most five.
    public var frames: [Int] = []
    /// What was found, in words.
    public var message = ""
    /// The numbers of the message; the keys depend on the rule.
    public var evidence: KeyedList<Evidence> = [:]
    /// What to do about it, in words.
    public var advice: String?
    /// What is known of its rule; not in JSON, so that a report that was read has none. Who
    /// compares reports asks the list of the rules instead.
    package var traits: RuleTraits = []  // no key
    /// The `id` of each connection that the finding covers; `connection` is the first of them.
    public var connections: [Int] = []
    /// How much time would be saved without the fault, where the account of time shows it.
    public var savingUs: Int?

    /// `connections`; in a report of a version that did not write them, what it names otherwise.
    package var covered: [Int] {
      guard connections.isEmpty else { return connections }
      let list = evidence[.connections]?.ints ?? []
      guard let connection else { return list }
      // Some rules name the other connections that had a part in it.
      return list.contains(connection) ? list : [connection]
    }

    package func covers(_ connection: Int) -> Bool { covered.contains(connection) }
  }

  public enum ScanType: String, ReportWord {
    case active, passive
  }

  public enum Severity: String, ReportWord {
    case info, warning, error
  }
}
