import BluetoothProtocol

extension ReportV1 {
  /// A connection that was asked for and did not come about.
  package struct ConnectionFailure: ReportObject {
    package var frame = 0
    package var status: HCIStatus = .success
    package var name: String?
    package var peer = Peer()
    package var timeUs: Int?
    package var transport: Transport?
    /// The command that asked for it.
    package var requestFrame: Int?
    package var requestUs: Int?
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
    package var isCalledOff: Bool { status == .unknownConnectionIdentifier }
  }

  /// A controller that says it broke.
  package struct HardwareError: ReportObject {
    package var frame = 0
    package var timeUs = 0
    package var controller = 0
    /// The maker's own.
    package var code = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("controller", &controller)
      visitor.field("code", &code)
    }
  }

  /// A step of the clock between two HCI packets: backwards, or forward by a day or more, which may
  /// as well be a log that went on another time.
  package struct ClockStep: ReportObject {
    /// The first record after it.
    package var frame = 0
    /// Negative for a step back.
    package var stepUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("step_us", &stepUs)
    }
  }

  /// Where the capture lost records, as far as its counter shows.
  package struct DropPoint: ReportObject {
    /// The loss lies between these two records.
    package var afterFrame = 0
    package var beforeFrame = 0
    package var count = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("after_frame", &afterFrame)
      visitor.field("before_frame", &beforeFrame)
      visitor.field("count", &count)
    }
  }

  /// A change of the controller's state, in Core Bluetooth's words.
  package struct AdapterState: ReportObject {
    package var frame = 0
    package var timeUs = 0
    package var controller = 0
    package var state: AdapterStateName = .poweredOn
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
  package struct QualityReport: ReportObject {
    package var frame = 0
    package var timeUs = 0
    /// The `id` of the connection, where the handle is one of an open connection, or of one that
    /// was there before the capture and shows itself later.
    package var connection: Int?
    /// `monitor`, `approach-lsto`, `connect-fail`, ...
    package var report = ""
    package var handle = 0
    /// In dBm.
    package var txPower: Int?
    /// In dBm.
    package var rssi: Int?
    /// In dB.
    package var snr: Int?
    /// Link supervision timeout.
    package var supervisionTimeoutUs: Int?
    package var retransmissions: Int?
    package var noRx: Int?
    package var nak: Int?
    package var flowOff: Int?
    package var overflowBytes: Int?
    package var underflowBytes: Int?
    /// The peer's, where the controller states it.
    package var address: String?
    /// Ours.
    package var role: Role?
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
  package struct TimelineEvent: ReportObject {
    package var frame = 0
    package var timeUs = 0
    package var connection: Int?
    /// What happened: the packet's name, or the delegate callback's.
    package var event = ""
    package var detail = ""
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("connection", &connection)
      visitor.field("event", &event)
      visitor.field("detail", &detail)
    }
  }

  package enum AdapterStateName: String, ReportWord {
    case resetting
    case poweredOn = "powered_on"
    case poweredOff = "powered_off"
    /// The controller was unplugged.
    case gone
  }
}
