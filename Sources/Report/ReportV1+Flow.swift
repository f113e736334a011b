extension ReportV1 {
  /// A part of a connection's life, as its developers think of it.
  package struct Phase: Equatable, Sendable {
    package var name: PhaseName
    package var startUs: Int
    package var durationUs: Int
    package var firstFrame: Int
    package var lastFrame: Int
    /// Requests that were answered in it.
    package var roundTrips: Int
    package var slowest: SlowStep?

    package init(
      name: PhaseName = .connect, startUs: Int = 0, durationUs: Int = 0, firstFrame: Int = 0,
      lastFrame: Int = 0, roundTrips: Int = 0, slowest: SlowStep? = nil
    ) {
      self.name = name
      self.startUs = startUs
      self.durationUs = durationUs
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.roundTrips = roundTrips
      self.slowest = slowest
    }
  }

  /// A request and the time until its answer.
  package struct SlowStep: Equatable, Sendable {
    package var frame: Int
    package var responseFrame: Int
    package var request: String
    package var handle: Int?
    package var latencyUs: Int

    package init(
      frame: Int = 0, responseFrame: Int = 0, request: String = "", handle: Int? = nil,
      latencyUs: Int = 0
    ) {
      self.frame = frame
      self.responseFrame = responseFrame
      self.request = request
      self.handle = handle
      self.latencyUs = latencyUs
    }
  }

  /// Arrivals from the peer, folded on the connection interval.
  package struct ReceiveFlow: Equatable, Sendable {
    /// ACL packets received.
    package var packets: Int
    /// L2CAP PDUs they made up.
    package var pdus: Int
    package var fragmentedPdus: Int
    /// Connection events in which values arrived.
    package var events: Int
    package var packetsPerEvent: Summary
    /// Connection events without a value between two with values, in the midst of traffic.
    package var skippedEvents: Int
    /// How well the arrivals fit the interval; `nil` where it is not known.
    package var confidence: Confidence?

    package init(
      packets: Int = 0, pdus: Int = 0, fragmentedPdus: Int = 0, events: Int = 0,
      packetsPerEvent: Summary = Summary(), skippedEvents: Int = 0, confidence: Confidence? = nil
    ) {
      self.packets = packets
      self.pdus = pdus
      self.fragmentedPdus = fragmentedPdus
      self.events = events
      self.packetsPerEvent = packetsPerEvent
      self.skippedEvents = skippedEvents
      self.confidence = confidence
    }
  }

  /// Octets of values over time, in equal parts of the connection's life.
  package struct Throughput: Equatable, Sendable {
    package var bucketUs: Int
    package var tx: [Int]
    package var rx: [Int]

    package init(
      bucketUs: Int = 0, tx: [Int] = [], rx: [Int] = []
    ) {
      self.bucketUs = bucketUs
      self.tx = tx
      self.rx = rx
    }
  }

  /// A Service Changed indication: the attributes in the range are not what they were.
  package struct ServiceChange: Equatable, Sendable {
    package var frame: Int
    package var startHandle: Int
    package var endHandle: Int

    package init(
      frame: Int = 0, startHandle: Int = 0, endHandle: Int = 0
    ) {
      self.frame = frame
      self.startHandle = startHandle
      self.endHandle = endHandle
    }
  }

  /// A read of the Database Hash characteristic.
  package struct DatabaseHash: Equatable, Sendable {
    package var frame: Int
    /// Hexadecimal.
    package var value: String

    package init(
      frame: Int = 0, value: String = ""
    ) {
      self.frame = frame
      self.value = value
    }
  }

  /// Values of a characteristic whose format the Bluetooth SIG defines.
  package struct DecodedValues: Equatable, Sendable {
    /// Values that were decoded.
    package var count: Int
    package var undecodable: Int
    /// What was wrong with the first that was not.
    package var why: String?
    package var first: String?
    package var last: String?

    package init(
      count: Int = 0, undecodable: Int = 0, why: String? = nil, first: String? = nil,
      last: String? = nil
    ) {
      self.count = count
      self.undecodable = undecodable
      self.why = why
      self.first = first
      self.last = last
    }
  }

  package enum PhaseName: String, CaseIterable, Sendable {
    case scan, discover, connect, mtu, explore, subscribe, interact
    /// Nothing more was sent, and the connection stayed.
    case idle
    case close
  }

  package enum Confidence: String, CaseIterable, Sendable {
    case high, medium, low
  }
}
