import BluetoothProtocol

extension ReportV1 {
  /// A part of a connection's life, as its developers think of it: one comes after the other, never
  /// two at a time, and a name may come more than once.
  public struct Phase: ReportObject {
    public var name: PhaseName = .connect
    public var startUs = 0
    /// Of `mtu`, `explore`, `subscribe` and `pair` how long the exchanges took; of others, from the
    /// first frame to the last.
    public var durationUs = 0
    /// From the first frame to the last, the pauses of the host between exchanges included.
    public var spanUs = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// Requests that were answered in it.
    public var roundTrips = 0
    public var slowest: SlowStep?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("name", &name)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("round_trips", &roundTrips)
      visitor.field("slowest", &slowest)
      visitor.field("span_us", &spanUs)
    }
  }

  /// A request and the time until its answer.
  public struct SlowStep: ReportObject {
    public var frame = 0
    public var responseFrame = 0
    public var request = ATTOpcode.unrecognized
    public var handle: Int?
    public var latencyUs = 0
    /// The side that answered.
    public var asked: PairingSide?
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
  public struct ReceiveFlow: ReportObject {
    /// ACL packets received.
    public var packets = 0
    /// L2CAP PDUs they made up.
    public var pdus = 0
    public var fragmentedPdus = 0
    /// Connection events in which values arrived.
    public var events = 0
    public var packetsPerEvent = Summary()
    /// Connection events without a value between two with values, in the midst of traffic.
    public var skippedEvents = 0
    /// How well the arrivals fit the interval; `nil` where it is not known.
    public var confidence: Confidence?
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
  public struct Throughput: ReportObject {
    public var bucketUs = 0
    public var tx: [Int] = []
    public var rx: [Int] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("bucket_us", &bucketUs)
      visitor.field("tx", &tx)
      visitor.field("rx", &rx)
    }
  }

  /// A Service Changed indication: the attributes in the range are not what they were.
  public struct ServiceChange: ReportObject {
    public var frame = 0
    public var startHandle = 0
    public var endHandle = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
    }
  }

  /// A read of the Database Hash characteristic.
  public struct DatabaseHash: ReportObject {
    public var frame = 0
    /// Hexadecimal.
    public var value = ""
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("value", &value)
    }
  }

  /// Values of a characteristic whose format the Bluetooth SIG defines.
  public struct DecodedValues: ReportObject {
    /// Values that were decoded.
    public var count = 0
    public var undecodable = 0
    /// What was wrong with the first that was not.
    public var why: String?
    public var first: String?
    public var last: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("undecodable", &undecodable)
      visitor.field("why", &why)
      visitor.field("first", &first)
      visitor.field("last", &last)
    }
  }

  public enum PhaseName: String, ReportWord {
    case scan, discover, connect, mtu, explore, subscribe, interact
    /// Nothing happened for longer than 2 s.
    case idle
    case close
    case pair

    /// It lasts as long as its exchanges, not from the first to the last.
    package var isSumOfExchanges: Bool {
      switch self {
      case .mtu, .explore, .subscribe, .pair: true
      case .scan, .discover, .connect, .interact, .idle, .close: false
      }
    }
  }

  public enum Confidence: String, ReportWord {
    case high, medium, low
  }
}
