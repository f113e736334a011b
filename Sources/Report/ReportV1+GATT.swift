import BluetoothProtocol

extension ReportV1 {
  /// The Attribute Protocol's traffic of one connection.
  public struct ATT: ReportObject {
    public var pdus = PDUCounts()
    public var transactions = Transactions()
    public var errors: [ATTError] = []
    /// Requests that had no answer when the capture or the connection ended.
    public var pending: [PendingRequest] = []
    /// What each side asked about the attributes of the other; empty where neither did.
    public var discoveries: [Discovery] = []
    /// Requests that were sent while an earlier one had no answer; at most one entry for each side
    /// that was asked.
    public var overlaps: [RequestOverlap] = []
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("pdus", &pdus)
      visitor.field("transactions", &transactions)
      visitor.field("errors", &errors)
      visitor.field("pending", &pending)
      visitor.field("discoveries", &discoveries)
      visitor.field("overlaps", &overlaps)
    }
  }

  /// Requests that a client sent while an earlier one of the same bearer had no answer yet.
  public struct RequestOverlap: ReportObject {
    /// The side whose server was asked.
    public var asked: PairingSide = .peer
    public var count = 0
    /// How many of the earlier requests were answered after all.
    public var answered = 0
    /// Of the first of them the request that had no answer yet.
    public var request = ATTOpcode.unrecognized
    public var handle: Int?
    public var frame = 0
    /// Of the first of them the request that was sent meanwhile.
    public var nextRequest = ATTOpcode.unrecognized
    public var nextFrame = 0
    /// The last request that was sent so.
    public var lastFrame = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("asked", &asked)
      visitor.field("count", &count)
      visitor.field("answered", &answered)
      visitor.field("request", &request)
      visitor.field("handle", &handle)
      visitor.field("frame", &frame)
      visitor.field("next_request", &nextRequest)
      visitor.field("next_frame", &nextFrame)
      visitor.field("last_frame", &lastFrame)
    }
  }

  /// The answered requests about what attributes a server has.
  public struct Discovery: ReportObject {
    public var server: PairingSide = .peer
    public var firstFrame = 0
    public var lastFrame = 0
    public var requests = 0
    /// The times until the answers, together.
    public var requestsUs = 0
    /// How often it began again: one of its first questions was asked so often.
    public var rounds = 1
    /// `nil` where there was one round only.
    public var repeated: RepeatedDiscovery?
    /// Requests of other kinds that followed its last one, and the times until their answers.
    public var requestsAfter = 0
    public var requestsAfterUs = 0
    /// Up to the second time of the question that `repeated` names, or to the end: the frame of the
    /// last answer, the requests that were answered within 1 s, and the times until their answers.
    public var firstRoundLastFrame = 0
    public var firstRoundRequests = 0
    public var firstRoundUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("server", &server)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("requests", &requests)
      visitor.field("requests_us", &requestsUs)
      visitor.field("rounds", &rounds)
      visitor.field("repeated", &repeated)
      visitor.field("requests_after", &requestsAfter)
      visitor.field("requests_after_us", &requestsAfterUs)
      visitor.field("first_round_last_frame", &firstRoundLastFrame)
      visitor.field("first_round_requests", &firstRoundRequests)
      visitor.field("first_round_us", &firstRoundUs)
    }
  }

  /// The question of a discovery that was asked most often, and what was asked from its second time
  /// on.
  public struct RepeatedDiscovery: ReportObject {
    public var request = ATTOpcode.unrecognized
    public var startHandle: Int?
    public var endHandle: Int?
    /// How often it was asked right after its answer, with no other question in between.
    public var inSuccession = 0
    public var secondFrame = 0
    public var latestFrame = 0
    /// All requests of the discovery from `secondFrame` on, and the times until their answers.
    public var requests = 0
    public var requestsUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("request", &request)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
      visitor.field("in_succession", &inSuccession)
      visitor.field("second_frame", &secondFrame)
      visitor.field("latest_frame", &latestFrame)
      visitor.field("requests", &requests)
      visitor.field("requests_us", &requestsUs)
    }
  }

  /// How many PDUs of each name went each way.
  public struct PDUCounts: ReportObject {
    public var rx: KeyedList<Int> = [:]
    public var tx: KeyedList<Int> = [:]
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("rx", &rx)
      visitor.field("tx", &tx)
    }
  }

  /// All PDUs that await an answer, in both directions.
  public struct Transactions: ReportObject {
    public var count = 0
    public var errors = 0
    public var unanswered = 0
    /// From the request's record to the first record of the response.
    public var latencyUs = Summary()
    /// The slowest, at most five, the slowest first.
    public var slowest: [SlowStep] = []
    public var sleepWaits: SleepWaits?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("errors", &errors)
      visitor.field("unanswered", &unanswered)
      visitor.field("latency_us", &latencyUs)
      visitor.field("slowest", &slowest)
      visitor.field("sleep_waits", &sleepWaits)
    }
  }

  /// An error response.
  public struct ATTError: ReportObject {
    public var frame = 0
    /// The name of the PDU that it answers.
    public var request: ATTOpcode?
    public var handle: Int?
    public var code = 0
    public var name: String?
    /// The side that answered; the other one asked.
    public var asked: PairingSide?
    /// The value of a Write Request of two octets, in hexadecimal digits.
    public var written: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("request", &request)
      visitor.field("handle", &handle)
      visitor.field("code", &code)
      visitor.field("name", &name)
      visitor.field("asked", &asked)
      visitor.field("written", &written)
    }
  }

  /// What is known of the attributes of the server.
  public struct GATT: ReportObject {
    public var server: PairingSide?
    public var services: [Service] = []
    public var subscriptions: [Subscription] = []
    /// The map was taken over from an earlier connection with the same peer.
    public var remembered = false
    public var serviceChanges: [ServiceChange] = []
    public var databaseHashes: [DatabaseHash] = []
    /// Where the client looked for attributes to the end: what is not listed there is not there.
    public var searched: [SearchedHandles] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("server", &server)
      visitor.field("services", &services)
      visitor.field("subscriptions", &subscriptions)
      visitor.field("remembered", &remembered)
      visitor.field("service_changes", &serviceChanges)
      visitor.field("database_hashes", &databaseHashes)
      visitor.field("searched", &searched)
    }
  }

  /// Handles in which a client looked for attributes of one kind, and had all its answers.
  public struct SearchedHandles: ReportObject {
    public var kind: SearchKind = .primaryServices
    /// The service that was looked for; `nil` where it was any.
    public var uuid: String?
    public var startHandle = 0
    public var endHandle = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("kind", &kind)
      visitor.field("uuid", &uuid)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
    }
  }

  public enum SearchKind: String, ReportWord {
    case primaryServices = "primary-services"
    case secondaryServices = "secondary-services"
    case characteristics
    /// Attributes of any type: it finds the descriptors of characteristics.
    case attributes
  }

  /// A GATT service.
  public struct Service: ReportObject {
    /// `nil` for an included service that was not read, and for characteristics whose service was
    /// not discovered in the capture: then the handles are `nil` as well.
    public var uuid: String?
    public var name: String?
    public var startHandle: Int?
    public var endHandle: Int?
    public var characteristics: [Characteristic] = []
    /// `nil` where the service itself was not discovered.
    public var primary: Bool?
    public var includes: [Include] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("uuid", &uuid)
      visitor.field("name", &name)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
      visitor.field("characteristics", &characteristics)
      visitor.field("primary", &primary)
      visitor.field("includes", &includes)
    }
  }

  /// A service that another one includes.
  public struct Include: ReportObject {
    public var handle = 0
    public var startHandle = 0
    public var endHandle = 0
    public var uuid: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("handle", &handle)
      visitor.field("start_handle", &startHandle)
      visitor.field("end_handle", &endHandle)
      visitor.field("uuid", &uuid)
    }
  }

  /// A value that took several PDUs to read (Read Blob) or to write (Prepare Write).
  public struct LongValue: ReportObject {
    public var kind: LongValueKind = .read
    public var valueHandle = 0
    public var uuid: String?
    public var server: PairingSide = .peer
    public var firstFrame = 0
    public var lastFrame = 0
    public var parts = 0
    public var bytes = 0
    /// `nil` where the capture holds only a part of it.
    public var sha256: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("kind", &kind)
      visitor.field("value_handle", &valueHandle)
      visitor.field("uuid", &uuid)
      visitor.field("server", &server)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("parts", &parts)
      visitor.field("bytes", &bytes)
      visitor.field("sha256", &sha256)
    }
  }

  /// The reads of one attribute that was read more than once, each by a Read Request.
  public struct ReadSeries: ReportObject {
    public var handle = 0
    public var uuid: String?
    public var server: PairingSide = .peer
    public var count = 0
    /// Reads that brought another value than the one before.
    public var changes = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// From the first request to the last.
    public var durationUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("handle", &handle)
      visitor.field("uuid", &uuid)
      visitor.field("server", &server)
      visitor.field("count", &count)
      visitor.field("changes", &changes)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("duration_us", &durationUs)
    }
  }

  public enum LongValueKind: String, ReportWord {
    case read, write
  }

  /// A GATT characteristic.
  public struct Characteristic: ReportObject {
    public var uuid = ""
    public var name: String?
    public var declarationHandle: Int?
    public var valueHandle = 0
    /// `broadcast`, `read`, `write_without_response`, `write`, `notify`, `indicate`, ...
    public var properties: [String] = []
    public var descriptors: [Descriptor] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("uuid", &uuid)
      visitor.field("name", &name)
      visitor.field("declaration_handle", &declarationHandle)
      visitor.field("value_handle", &valueHandle)
      visitor.field("properties", &properties)
      visitor.field("descriptors", &descriptors)
    }
  }

  /// A descriptor of a characteristic.
  public struct Descriptor: ReportObject {
    public var uuid = ""
    public var handle = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("uuid", &uuid)
      visitor.field("handle", &handle)
    }
  }

  /// A write to a Client Characteristic Configuration descriptor.
  public struct Subscription: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var cccdHandle = 0
    public var valueHandle: Int?
    public var value: SubscriptionValue = .notify
    /// Nothing showed what the two handles are; they were taken for what they look like.
    public var guessed = false
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("cccd_handle", &cccdHandle)
      visitor.field("value_handle", &valueHandle)
      visitor.field("value", &value)
      visitor.field("guessed", &guessed)
    }
  }

  public enum SubscriptionValue: String, ReportWord {
    case notify, indicate, off
  }
}
