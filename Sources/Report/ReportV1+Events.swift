extension ReportV1 {
  /// A connection that was asked for and did not come about.
  package struct ConnectionFailure: Equatable, Sendable {
    package var frame: Int
    /// An HCI error code.
    package var status: Int
    package var name: String?
    package var peer: Peer

    package init(
      frame: Int = 0, status: Int = 0, name: String? = nil, peer: Peer = Peer()
    ) {
      self.frame = frame
      self.status = status
      self.name = name
      self.peer = peer
    }

    /// Unknown Connection Identifier is what a controller answers when the host calls its request
    /// off. Core Vol 4, Part E, 7.8.13.
    package var isCalledOff: Bool { status == 0x02 }
  }

  /// A controller that says it broke.
  package struct HardwareError: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    package var controller: Int
    /// The maker's own.
    package var code: Int

    package init(frame: Int = 0, timeUs: Int = 0, controller: Int = 0, code: Int = 0) {
      self.frame = frame
      self.timeUs = timeUs
      self.controller = controller
      self.code = code
    }
  }

  /// A step of the clock backwards, between two HCI packets.
  package struct ClockStep: Equatable, Sendable {
    /// The first record after it.
    package var frame: Int
    /// Negative.
    package var stepUs: Int

    package init(
      frame: Int = 0, stepUs: Int = 0
    ) {
      self.frame = frame
      self.stepUs = stepUs
    }
  }

  /// Where the capture lost records, as far as its counter tells.
  package struct DropPoint: Equatable, Sendable {
    /// The loss lies between these two records.
    package var afterFrame: Int
    package var beforeFrame: Int
    package var count: Int

    package init(
      afterFrame: Int = 0, beforeFrame: Int = 0, count: Int = 0
    ) {
      self.afterFrame = afterFrame
      self.beforeFrame = beforeFrame
      self.count = count
    }
  }

  /// A change of the controller's state, in Core Bluetooth's words.
  package struct AdapterState: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    package var controller: Int
    package var state: AdapterStateName

    package init(
      frame: Int = 0, timeUs: Int = 0, controller: Int = 0, state: AdapterStateName = .poweredOn
    ) {
      self.frame = frame
      self.timeUs = timeUs
      self.controller = controller
      self.state = state
    }
  }

  /// An Android Bluetooth Quality Report event: the controller's own count of what happened on the air.
  package struct QualityReport: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    /// The `id` of the connection, where the handle is one of an open connection, or of one that was
    /// there before the capture and shows itself later.
    package var connection: Int?
    /// `monitor`, `approach-lsto`, `connect-fail`, ...
    package var report: String
    package var handle: Int
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

    package init(
      frame: Int = 0, timeUs: Int = 0, connection: Int? = nil, report: String = "",
      handle: Int = 0, txPower: Int? = nil, rssi: Int? = nil, snr: Int? = nil,
      supervisionTimeoutUs: Int? = nil, retransmissions: Int? = nil, noRx: Int? = nil,
      nak: Int? = nil, flowOff: Int? = nil, overflowBytes: Int? = nil, underflowBytes: Int? = nil,
      address: String? = nil, role: Role? = nil
    ) {
      self.frame = frame
      self.timeUs = timeUs
      self.connection = connection
      self.report = report
      self.handle = handle
      self.txPower = txPower
      self.rssi = rssi
      self.snr = snr
      self.supervisionTimeoutUs = supervisionTimeoutUs
      self.retransmissions = retransmissions
      self.noRx = noRx
      self.nak = nak
      self.flowOff = flowOff
      self.overflowBytes = overflowBytes
      self.underflowBytes = underflowBytes
      self.address = address
      self.role = role
    }
  }

  /// One line of the timeline.
  package struct TimelineEvent: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    package var connection: Int?
    /// What happened: the packet's name, or the delegate callback's.
    package var event: String
    package var detail: String

    package init(
      frame: Int = 0, timeUs: Int = 0, connection: Int? = nil, event: String = "",
      detail: String = ""
    ) {
      self.frame = frame
      self.timeUs = timeUs
      self.connection = connection
      self.event = event
      self.detail = detail
    }
  }

  package enum AdapterStateName: String, CaseIterable, Sendable {
    case resetting
    case poweredOn = "powered_on"
    case poweredOff = "powered_off"
    /// The controller was unplugged.
    case gone
  }
}
