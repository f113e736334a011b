import BluetoothProtocol

extension ReportV1 {
  /// A part of a connection's life, as its developers think of it: one comes after the other, never
  /// two at a time, and a name may come more than once.
  public struct Phase: ReportObject {
    /// Which phase it is.
    public var name: PhaseName = .connect
    public var startUs = 0
    /// Of `mtu`, `explore`, `subscribe` and `pair` how long the exchanges took; of others, from the
    /// first frame to the last.
    public var durationUs = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// Requests that were answered in it.
    public var roundTrips = 0
    /// Its slowest request.
    public var slowest: SlowStep?
    /// From the first frame to the last, the pauses of the host between exchanges included.
    public var spanUs = 0
    /// What else the host's radio was used for in most of it, where it is `idle`.
    package var radio: RadioWork?  // no key
  }

  /// What a host's radio is used for beside its links.
  package enum RadioWork: CaseIterable, Hashable, Sendable {
    case scan, inquiry, page
    /// It listens for an LE device, to connect to it.
    case connect
  }

  /// A request and the time until its answer.
  public struct SlowStep: ReportObject {
    /// The request.
    public var frame = 0
    /// The response.
    public var responseFrame = 0
    /// The PDU of the request.
    public var request = ATTOpcode.unrecognized
    public var handle: Int?
    /// The time from the request to the response.
    public var latencyUs = 0
    /// The side that answered.
    public var asked: PairingSide?
  }

  /// Arrivals from the peer, folded on the connection interval.
  public struct ReceiveFlow: ReportObject {
    /// ACL packets received.
    public var packets = 0
    /// L2CAP PDUs they made up.
    public var pdus = 0
    /// PDUs that came in more than one packet.
    public var fragmentedPdus = 0
    /// Connection events in which values arrived.
    public var events = 0
    /// How many packets came in one connection event, at most.
    public var packetsPerEvent = Summary()
    /// Connection events without a value between two with values, in the midst of traffic.
    public var skippedEvents = 0
    /// How well the arrivals fit the interval; `nil` where it is not known.
    public var confidence: Confidence?
  }

  /// Octets of values over time, in equal parts of the connection's life.
  public struct Throughput: ReportObject {
    /// How long each bucket is.
    public var bucketUs = 0
    /// Octets that were sent in each bucket.
    public var tx: [Int] = []
    /// Octets that were received in each bucket.
    public var rx: [Int] = []
  }

  /// A Service Changed indication: the attributes in the range are not what they were.
  public struct ServiceChange: ReportObject {
    public var frame = 0
    public var startHandle = 0
    public var endHandle = 0
  }

  /// A read of the Database Hash characteristic.
  public struct DatabaseHash: ReportObject {
    /// The read that returned the Database Hash.
    public var frame = 0
    /// Hexadecimal.
    public var value = ""
  }

  /// Values of a characteristic whose format the Bluetooth SIG defines.
  public struct DecodedValues: ReportObject {
    /// Values that were decoded.
    public var count = 0
    /// How many values do not fit the format.
    public var undecodable = 0
    /// What was wrong with the first that was not.
    public var why: String?
    /// The first value, in words.
    public var first: String?
    /// The last value, in words.
    public var last: String?
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
