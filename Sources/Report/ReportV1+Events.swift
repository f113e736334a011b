import BluetoothProtocol

extension ReportV1 {
  /// A connection that was asked for and did not come about.
  public struct ConnectionFailure: ReportObject {
    public var frame = 0
    public var status: HCIStatus = .success
    public var name: String?
    public var peer = Peer()
    public var timeUs: Int?
    public var transport: Transport?
    /// The command that asked for it.
    public var requestFrame: Int?
    public var requestUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("status", &status)
      visitor.field("name", &name)
      visitor.field("peer", &peer)
      visitor.field("time_us", &timeUs)
      visitor.field("transport", &transport)
      visitor.field("request_frame", &requestFrame)
      visitor.field("request_us", &requestUs)
    }

    /// Unknown Connection Identifier is what a controller answers when the host calls its request
    /// off. Core Vol 4, Part E, 7.8.13.
    public var isCalledOff: Bool { status == .unknownConnectionIdentifier }
  }

  /// A controller that says it broke.
  public struct HardwareError: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var controller = 0
    /// The maker's own.
    public var code = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("controller", &controller)
      visitor.field("code", &code)
    }
  }

  /// A step of the clock: between two HCI packets backwards, or forward by a day or more, which may
  /// as well be a log that went on another time; or one that `bletrace live` has noted; or one within
  /// a wait that is longer than its client waits.
  public struct ClockStep: ReportObject {
    /// The first record after it.
    public var frame = 0
    /// Negative for a step back.
    public var stepUs = 0
    /// `bletrace live` noted it, and the times of the capture leave it out.
    public var isCorrected = false
    /// The ATT request that waited meanwhile, of a client that went on after its answer.
    public var requestFrame: Int?
    /// The answer: the client's timer ran for no more than 30 s until it came.
    public var answerFrame: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("step_us", &stepUs)
      visitor.field("corrected", &isCorrected)
      visitor.field("request_frame", &requestFrame)
      visitor.field("answer_frame", &answerFrame)
    }
  }

  /// Where the capture lost records, as far as its counter shows.
  public struct DropPoint: ReportObject {
    /// The loss lies between these two records.
    public var afterFrame = 0
    public var beforeFrame = 0
    public var count = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("after_frame", &afterFrame)
      visitor.field("before_frame", &beforeFrame)
      visitor.field("count", &count)
    }
  }

  /// A change of the controller's state, in Core Bluetooth's words.
  public struct AdapterState: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var controller = 0
    public var state: AdapterStateName = .poweredOn
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("controller", &controller)
      visitor.field("state", &state)
    }
  }

  /// An Android Bluetooth Quality Report event: the controller's own count of what happened on the
  /// air.
  public struct QualityReport: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The `id` of the connection, where the handle is one of an open connection, or of one that
    /// was there before the capture and shows itself later.
    public var connection: Int?
    /// `monitor`, `approach-lsto`, `connect-fail`, ...
    public var report = ""
    public var handle = 0
    /// In dBm.
    public var txPower: Int?
    /// In dBm.
    public var rssi: Int?
    /// In dB.
    public var snr: Int?
    /// Link supervision timeout.
    public var supervisionTimeoutUs: Int?
    public var retransmissions: Int?
    public var noRx: Int?
    public var nak: Int?
    public var flowOff: Int?
    public var overflowBytes: Int?
    public var underflowBytes: Int?
    /// The peer's, where the controller states it.
    public var address: String?
    /// Ours.
    public var role: Role?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("connection", &connection)
      visitor.field("report", &report)
      visitor.field("handle", &handle)
      visitor.field("tx_power", &txPower)
      visitor.field("rssi", &rssi)
      visitor.field("snr", &snr)
      visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
      visitor.field("retransmissions", &retransmissions)
      visitor.field("no_rx", &noRx)
      visitor.field("nak", &nak)
      visitor.field("flow_off", &flowOff)
      visitor.field("overflow_bytes", &overflowBytes)
      visitor.field("underflow_bytes", &underflowBytes)
      visitor.field("address", &address)
      visitor.field("role", &role)
    }
  }

  /// One line of the timeline.
  public struct TimelineEvent: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var connection: Int?
    /// What happened: the packet's name, or the delegate callback's.
    public var event = ""
    public var detail = ""
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("connection", &connection)
      visitor.field("event", &event)
      visitor.field("detail", &detail)
    }
  }

  public enum AdapterStateName: String, ReportWord {
    case resetting
    case poweredOn = "powered_on"
    case poweredOff = "powered_off"
    /// The controller was unplugged.
    case gone
  }
}
