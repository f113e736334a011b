import BluetoothProtocol

/// What was in force on a link, and how it ended.
extension ReportV1 {
  /// The end of a connection, with the controller's reason.
  public struct Disconnect: ReportObject {
    public var frame = 0
    /// The reason code.
    public var reason: HCIStatus = .success
    /// The name of the reason.
    public var name: String?
  }

  /// The end of a connection, by either side.
  public struct End: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// What ended it.
    public var cause: EndCause = .disconnection
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
    /// The connection interval.
    public var intervalUs = 0
    /// Connection events that the peripheral may skip; of those that are used, where the connection
    /// is subrated.
    public var latency = 0
    /// The supervision timeout.
    public var supervisionTimeoutUs = 0
    /// Of so many connection events one is used; 1 where the connection is not subrated.
    public var subrateFactor = 1
    /// So many further events are used after one with data.
    public var continuationNumber = 0
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    /// LE Connection Update, where this host sent it.
    public var commandFrame: Int?

    /// From one connection event that is used to the next, while there are no data.
    public var usedIntervalUs: Int {
      Int(reported: Double(intervalUs) * Double(max(1, subrateFactor)))
    }

    /// The same while data flow: after an event with some, the next one is used too if the
    /// connection has continuation events.
    public var dataIntervalUs: Int { continuationNumber > 0 ? intervalUs : usedIntervalUs }

    /// How long a peripheral may sleep: it skips events while it has nothing to say. Longer waits
    /// have another reason. Core Vol 6, Part B, 4.5.1.
    public var sleepUs: Int {
      Int(reported: Double(usedIntervalUs) * Double(max(0, min(latency, 0xFFFF)) + 1))
    }

    /// How often a peripheral that sleeps as long as it may listens before the link is lost; `nil`
    /// where a number is not known. The Core demands more than two. Vol 4, Part E, 7.8.18.
    package var chancesInTimeout: Int? {
      sleepUs > 0 && supervisionTimeoutUs > 0 ? supervisionTimeoutUs / sleepUs : nil
    }
  }

  /// A wish for other connection parameters, and what became of it.
  public struct ParameterRequest: ReportObject {
    public var frame = 0
    public var direction: Direction = .rx
    /// Over which layer it was sent.
    public var via: ParameterRequestPath = .l2cap
    /// The shortest interval that was asked for.
    public var minUs = 0
    /// The longest interval that was asked for.
    public var maxUs = 0
    /// The peripheral latency that was asked for.
    public var latency = 0
    /// The supervision timeout that was asked for.
    public var supervisionTimeoutUs = 0
    /// What became of it.
    public var result: ParameterRequestResult = .unanswered
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    /// The first parameters that were set after it and before the next request of the same side.
    /// They may be others than those that were asked for, although it was accepted.
    public var setFrame: Int?

    /// Whether an interval is what was asked for, as nearly as a controller has it: intervals are
    /// multiples of 1.25 ms, and some controllers round to the next.
    package func allows(_ intervalUs: Int) -> Bool {
      intervalUs >= minUs - ConnectionInterval.unitUs
        && intervalUs <= maxUs + ConnectionInterval.unitUs
    }
  }

  /// What the peer's Peripheral Preferred Connection Parameters (2A04) say. Core Vol 3, Part C,
  /// 12.3.
  public struct PreferredParameters: ReportObject {
    /// In which the value was read.
    public var frame = 0
    /// `nil` where any will do.
    public var minUs: Int?
    /// The longest interval that is preferred.
    public var maxUs: Int?
    /// The peripheral latency that is preferred.
    public var latency = 0
    /// `nil` where any will do.
    public var supervisionTimeoutUs: Int?
  }

  /// An update of the connection parameters that the controller refused, or that failed on the way.
  public struct ParameterUpdateFailure: ReportObject {
    public var frame = 0
    /// Why it failed.
    public var status: HCIStatus = .success
    /// The name of the status.
    public var name: String?
    /// Counted from the capture's first packet.
    public var timeUs: Int?
    /// LE Connection Update and what it wanted, where this host sent it.
    public var commandFrame: Int?
    /// The shortest interval that was asked for.
    public var minUs: Int?
    /// The longest interval that was asked for.
    public var maxUs: Int?
    /// The peripheral latency that was asked for.
    public var latency: Int?
    /// The supervision timeout that was asked for.
    public var supervisionTimeoutUs: Int?
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
    /// The PHY for sending.
    public var tx: PHY?
    /// The PHY for receiving.
    public var rx: PHY?
  }

  public enum PHY: String, ReportWord {
    case le1M = "1M"
    case le2M = "2M"
    case coded
  }

  /// The largest link layer payloads, and the time they take, from `frame` on.
  public struct DataLength: ReportObject {
    public var frame = 0
    /// The longest payload of a packet that is sent.
    public var txOctets = 0
    /// The longest payload of a packet that is received.
    public var rxOctets = 0
    /// The longest time that a sent packet may take.
    public var txTimeUs = 0
    /// The longest time that a received packet may take.
    public var rxTimeUs = 0
    /// In a sniffed capture: the two PDUs that settled it, in order.
    public var offers: [LengthOffer] = []
  }

  /// What one side says that it can send and receive, in LL_LENGTH_REQ or LL_LENGTH_RSP.
  public struct LengthOffer: ReportObject {
    public var frame = 0
    /// Who offered it.
    public var party: AirParty = .central
    /// The longest payload that it can send.
    public var sendOctets = 0
    /// The longest payload that it can receive.
    public var receiveOctets = 0
  }

  /// Encryption switched on or off.
  public struct Encryption: ReportObject {
    public var frame = 0
    /// Whether the link was encrypted from then on.
    public var enabled = false
    /// In octets.
    public var keySize: Int?
  }

  /// Encryption that was asked for and did not come about.
  public struct EncryptionFailure: ReportObject {
    public var frame = 0
    /// What failed.
    public var kind: EncryptionFailureKind = .change
    /// `nil` where it was our own host that had no key.
    public var status: HCIStatus?
    /// The name of the status.
    public var name: String?
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
