import BluetoothProtocol

/// What was in force on a link, and how it ended.
extension ReportV1 {
  /// The end of a connection, with the controller's reason.
  public struct Disconnect: ReportObject {
    public var frame = 0
    public var reason: HCIStatus = .success
    public var name: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("reason", &reason)
      visitor.field("name", &name)
    }
  }

  /// The end of a connection, by either side.
  public struct End: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var cause: EndCause = .disconnection
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("cause", &cause)
    }
  }

  public enum EndCause: String, ReportWord {
    /// `disconnect` has the reason.
    case disconnection
    case controllerReset = "controller_reset"
    case controllerOff = "controller_off"
    /// The controller was unplugged.
    case controllerGone = "controller_gone"
  }

  /// Connection parameters in force from `frame` on.
  public struct Parameters: ReportObject {
    public var frame = 0
    public var intervalUs = 0
    /// Connection events that the peripheral may skip; of those that are used, where the connection
    /// is subrated.
    public var latency = 0
    public var supervisionTimeoutUs = 0
    /// Of so many connection events one is used; 1 where the connection is not subrated.
    public var subrateFactor = 1
    /// So many further events are used after one with data.
    public var continuationNumber = 0
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    /// LE Connection Update, where this host sent it.
    public var commandFrame: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("interval_us", &intervalUs)
      visitor.field("latency", &latency)
      visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
      visitor.field("subrate_factor", &subrateFactor)
      visitor.field("continuation_number", &continuationNumber)
      visitor.field("time_us", &timeUs)
      visitor.field("command_frame", &commandFrame)
    }

    /// From one connection event that is used to the next, while there are no data.
    public var usedIntervalUs: Int {
      let (product, overflow) = intervalUs.multipliedReportingOverflow(by: max(1, subrateFactor))
      return overflow ? .max : product
    }

    /// The same while data flow: after an event with some, the next one is used too if the
    /// connection has continuation events.
    public var dataIntervalUs: Int { continuationNumber > 0 ? intervalUs : usedIntervalUs }

    /// As long as a peripheral may sleep: it skips events while it has nothing to say.
    public var sleepUs: Int {
      let (product, overflow) = usedIntervalUs.multipliedReportingOverflow(
        by: max(0, min(latency, 0xFFFF)) + 1)
      return overflow ? .max : product
    }
  }

  /// A wish for other connection parameters, and what became of it.
  public struct ParameterRequest: ReportObject {
    public var frame = 0
    public var direction: Direction = .rx
    public var via: ParameterRequestPath = .l2cap
    public var minUs = 0
    public var maxUs = 0
    public var latency = 0
    public var supervisionTimeoutUs = 0
    public var result: ParameterRequestResult = .unanswered
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("direction", &direction)
      visitor.field("via", &via)
      visitor.field("min_us", &minUs)
      visitor.field("max_us", &maxUs)
      visitor.field("latency", &latency)
      visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
      visitor.field("result", &result)
      visitor.field("time_us", &timeUs)
    }

    /// Whether an interval is what was asked for, as nearly as a controller has it: intervals are
    /// multiples of 1.25 ms, and some controllers round to the next.
    package func allows(_ intervalUs: Int) -> Bool {
      intervalUs >= minUs.minus(ConnectionInterval.unitUs)
        && intervalUs <= maxUs.plus(ConnectionInterval.unitUs)
    }
  }

  /// What the peer's Peripheral Preferred Connection Parameters (2A04) say. Core Vol 3, Part C,
  /// 12.3.
  public struct PreferredParameters: ReportObject {
    /// In which the value was read.
    public var frame = 0
    /// `nil` where any will do.
    public var minUs: Int?
    public var maxUs: Int?
    public var latency = 0
    /// `nil` where any will do.
    public var supervisionTimeoutUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("min_us", &minUs)
      visitor.field("max_us", &maxUs)
      visitor.field("latency", &latency)
      visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    }
  }

  /// An update of the connection parameters that the controller refused, or that failed on the way.
  public struct ParameterUpdateFailure: ReportObject {
    public var frame = 0
    public var status: HCIStatus = .success
    public var name: String?
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    /// LE Connection Update and what it wanted, where this host sent it.
    public var commandFrame: Int?
    public var minUs: Int?
    public var maxUs: Int?
    public var latency: Int?
    public var supervisionTimeoutUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("status", &status)
      visitor.field("name", &name)
      visitor.field("time_us", &timeUs)
      visitor.field("command_frame", &commandFrame)
      visitor.field("min_us", &minUs)
      visitor.field("max_us", &maxUs)
      visitor.field("latency", &latency)
      visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    }
  }

  public enum ParameterRequestPath: String, ReportWord {
    /// L2CAP Connection Parameter Update Request.
    case l2cap
    /// Link layer Connection Parameters Request.
    case ll
  }

  public enum ParameterRequestResult: String, ReportWord {
    case accepted, rejected, unanswered
    /// Accepted, but no update followed.
    case notApplied = "not_applied"
  }

  /// The physical layers in use from `frame` on.
  public struct PHYChange: ReportObject {
    public var frame = 0
    public var tx: PHY?
    public var rx: PHY?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("tx", &tx)
      visitor.field("rx", &rx)
    }
  }

  public enum PHY: String, ReportWord {
    case le1M = "1M"
    case le2M = "2M"
    case coded
  }

  /// The largest link layer payloads, and the time they take, from `frame` on.
  public struct DataLength: ReportObject {
    public var frame = 0
    public var txOctets = 0
    public var rxOctets = 0
    public var txTimeUs = 0
    public var rxTimeUs = 0
    /// In a sniffed capture: the two PDUs that settled it, in order.
    public var offers: [LengthOffer] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("tx_octets", &txOctets)
      visitor.field("rx_octets", &rxOctets)
      visitor.field("tx_time_us", &txTimeUs)
      visitor.field("rx_time_us", &rxTimeUs)
      visitor.field("offers", &offers)
    }
  }

  /// What one side says that it can send and receive, in LL_LENGTH_REQ or LL_LENGTH_RSP.
  public struct LengthOffer: ReportObject {
    public var frame = 0
    public var party: AirParty = .central
    public var sendOctets = 0
    public var receiveOctets = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("party", &party)
      visitor.field("send_octets", &sendOctets)
      visitor.field("receive_octets", &receiveOctets)
    }
  }

  /// Encryption switched on or off.
  public struct Encryption: ReportObject {
    public var frame = 0
    public var enabled = false
    /// In octets.
    public var keySize: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("enabled", &enabled)
      visitor.field("key_size", &keySize)
    }
  }

  /// Encryption that was asked for and did not come about.
  public struct EncryptionFailure: ReportObject {
    public var frame = 0
    public var kind: EncryptionFailureKind = .change
    /// `nil` where it was our own host that had no key.
    public var status: HCIStatus?
    public var name: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("kind", &kind)
      visitor.field("status", &status)
      visitor.field("name", &name)
    }
  }

  public enum EncryptionFailureKind: String, ReportWord {
    /// Encryption Change.
    case change = "encryption_change"
    /// Encryption Key Refresh Complete.
    case keyRefresh = "key_refresh"
    /// LE Long Term Key Request Negative Reply.
    case keyRefused = "key_refused"
  }
}
