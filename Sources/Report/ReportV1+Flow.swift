extension ReportV1 {
  /// A part of a connection's life, as its developers think of it: one comes after the other, never
  /// two at a time, and a name may come more than once.
  package struct Phase: ReportObject {
    package var name: PhaseName = .connect
    package var startUs = 0
    /// Of `mtu`, `explore`, `subscribe` and `pair` how long the exchanges took; of others, from the
    /// first frame to the last.
    package var durationUs = 0
    package var firstFrame = 0
    package var lastFrame = 0
    /// Requests that were answered in it.
    package var roundTrips = 0
    package var slowest: SlowStep?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("name", &name)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("round_trips", &roundTrips)
      visitor.field("slowest", &slowest)
    }
  }

  /// A request and the time until its answer.
  package struct SlowStep: ReportObject {
    package var frame = 0
    package var responseFrame = 0
    package var request = ""
    package var handle: Int?
    package var latencyUs = 0
    /// The side that answered.
    package var asked: PairingSide?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("response_frame", &responseFrame)
      visitor.field("request", &request)
      visitor.field("handle", &handle)
      visitor.field("latency_us", &latencyUs)
      visitor.field("asked", &asked)
    }
  }

  /// Arrivals from the peer, folded on the connection interval.
  package struct ReceiveFlow: ReportObject {
    /// ACL packets received.
    package var packets = 0
    /// L2CAP PDUs they made up.
    package var pdus = 0
    package var fragmentedPdus = 0
    /// Connection events in which values arrived.
    package var events = 0
    package var packetsPerEvent = Summary()
    /// Connection events without a value between two with values, in the midst of traffic.
    package var skippedEvents = 0
    /// How well the arrivals fit the interval; `nil` where it is not known.
    package var confidence: Confidence?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("packets", &packets)
      visitor.field("pdus", &pdus)
      visitor.field("fragmented_pdus", &fragmentedPdus)
      visitor.field("events", &events)
      visitor.field("packets_per_event", &packetsPerEvent)
      visitor.field("skipped_events", &skippedEvents)
      visitor.field("confidence", &confidence)
    }
  }

  /// Octets of values over time, in equal parts of the connection's life.
  package struct Throughput: ReportObject {
    package var bucketUs = 0
    package var tx: [Int] = []
    package var rx: [Int] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("bucket_us", &bucketUs)
      visitor.field("tx", &tx)
      visitor.field("rx", &rx)
    }
  }

  /// A Service Changed indication: the attributes in the range are not what they were.
  package struct ServiceChange: ReportObject {
    package var frame = 0
    package var startHandle = 0
    package var endHandle = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
    }
  }

  /// A read of the Database Hash characteristic.
  package struct DatabaseHash: ReportObject {
    package var frame = 0
    /// Hexadecimal.
    package var value = ""
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("value", &value)
    }
  }

  /// Values of a characteristic whose format the Bluetooth SIG defines.
  package struct DecodedValues: ReportObject {
    /// Values that were decoded.
    package var count = 0
    package var undecodable = 0
    /// What was wrong with the first that was not.
    package var why: String?
    package var first: String?
    package var last: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("undecodable", &undecodable)
      visitor.field("why", &why)
      visitor.field("first", &first)
      visitor.field("last", &last)
    }
  }

  package enum PhaseName: String, ReportWord {
    case scan, discover, connect, mtu, explore, subscribe, interact
    /// Nothing happened for longer than 2 s.
    case idle
    case close
    case pair
  }

  package enum Confidence: String, ReportWord {
    case high, medium, low
  }
}
