import BluetoothProtocol

extension ReportV1 {
  /// The Attribute Protocol's traffic of one connection.
  public struct ATT: ReportObject {
    /// How many PDUs there were of each kind.
    public var pdus = PDUCounts()
    /// Requests and their answers.
    public var transactions = Transactions()
    /// Error Responses, at most 1,024.
    public var errors: [ATTError] = []
    /// Requests that had no answer when the capture or the connection ended.
    public var pending: [PendingRequest] = []
    /// What each side asked about the attributes of the other; empty where neither did.
    public var discoveries: [Discovery] = []
    /// Requests that were sent while an earlier one had no answer; at most one entry for each side
    /// that was asked.
    public var overlaps: [RequestOverlap] = []
    /// Responses whose requests are not in the capture: one entry for each kind and side, and for
    /// each time without a pause of ten seconds; at most 64.
    public var unasked: [UnaskedResponses] = []
    package static var isCompound: Bool { true }
  }

  /// Responses of one kind whose requests are not in the capture.
  public struct UnaskedResponses: ReportObject {
    /// The name of the responses.
    public var pdu = ATTOpcode.unrecognized
    /// The side that sent them.
    public var asked: PairingSide = .peer
    public var count = 0
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    /// From the first to the last.
    public var durationUs = 0
    /// Fewer are single ones, with pauses between them.
    package static let fewest = 8
    /// What comes after a longer pause is counted by itself.
    package static let longestPauseUs = 10_000_000
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
    /// The request that was open.
    public var frame = 0
    /// Of the first of them the request that was sent meanwhile.
    public var nextRequest = ATTOpcode.unrecognized
    /// The request that came before it was answered.
    public var nextFrame = 0
    /// The last request that was sent so.
    public var lastFrame = 0
  }

  /// The answered requests about what attributes a server has.
  public struct Discovery: ReportObject {
    /// Whose database was discovered.
    public var server: PairingSide = .peer
    public var firstFrame = 0
    public var lastFrame = 0
    /// How many requests were sent.
    public var requests = 0
    /// The times until the answers, together.
    public var requestsUs = 0
    /// How often it began again: one of its first questions was asked so often.
    public var rounds = 1
    /// `nil` where there was one round only.
    public var repeated: RepeatedDiscovery?
    /// Requests of other kinds that followed its last one, and the times until their answers.
    public var requestsAfter = 0
    /// How long the requests after the first round took.
    public var requestsAfterUs = 0
    /// Up to the second time of the question that `repeated` names, or to the end: the frame of the
    /// last answer, the requests that were answered within 1 s, and the times until their answers.
    public var firstRoundLastFrame = 0
    /// How many requests the first round took.
    public var firstRoundRequests = 0
    /// How long the first round took.
    public var firstRoundUs = 0
  }

  /// The question of a discovery that was asked most often, and what was asked from its second time
  /// on.
  public struct RepeatedDiscovery: ReportObject {
    /// The PDU that was repeated.
    public var request = ATTOpcode.unrecognized
    /// The first handle of its range.
    public var startHandle: Int?
    /// The last handle of its range.
    public var endHandle: Int?
    /// How often it was asked right after its answer, with no other question in between.
    public var inSuccession = 0
    /// The frame in which it came the second time.
    public var secondFrame = 0
    /// The frame in which it came last.
    public var latestFrame = 0
    /// All requests of the discovery from `secondFrame` on, and the times until their answers.
    public var requests = 0
    /// How long the repeated requests took.
    public var requestsUs = 0
    /// How many of the first requests of the discovery were sent again.
    public var questions: Int?
  }

  /// How many PDUs of each name went each way.
  public struct PDUCounts: ReportObject {
    /// PDUs that were received, a key a kind.
    public var rx: KeyedList<Int> = [:]
    /// PDUs that were sent, a key a kind.
    public var tx: KeyedList<Int> = [:]
  }

  /// All PDUs that await an answer, in both directions.
  public struct Transactions: ReportObject {
    public var count = 0
    /// How many were answered with an Error Response.
    public var errors = 0
    /// How many had no answer.
    public var unanswered = 0
    /// From the request's record to the first record of the response.
    public var latencyUs = Summary()
    /// The slowest, at most five, the slowest first.
    public var slowest: [SlowStep] = []
    /// Requests that waited until a sleeping peripheral listened.
    public var sleepWaits: SleepWaits?
    /// The part of `latency_us` in which this host answered, or confirmed; in a sniffed capture the
    /// central.
    public var latencyLocalUs = Summary()
    /// The part of `latency_us` in which the peer answered, or confirmed; in a sniffed capture the
    /// peripheral.
    public var latencyRemoteUs = Summary()

    /// The times that matter: those of the peer, which took the link; where the peer was asked
    /// nothing, those of this host. A report of an older bletrace has them mixed.
    package var answersUs: Summary {
      latencyRemoteUs.count > 0
        ? latencyRemoteUs : latencyLocalUs.count > 0 ? latencyLocalUs : latencyUs
    }
  }

  /// An error response.
  public struct ATTError: ReportObject {
    /// The Error Response.
    public var frame = 0
    /// The name of the PDU that it answers.
    public var request: ATTOpcode?
    public var handle: Int?
    /// The error code.
    public var code = 0
    /// The name of the error code.
    public var name: String?
    /// The side that answered; the other one asked.
    public var asked: PairingSide?
    /// The value of a Write Request of two octets, in hexadecimal digits.
    public var written: String?
    /// The opcode that it answers, where no PDU has it.
    public var opcode: Int?
  }

  /// What is known of the attributes of the server.
  public struct GATT: ReportObject {
    /// Whose database it is.
    public var server: PairingSide?
    /// The services, in the order of their handles.
    public var services: [Service] = []
    /// Writes to Client Characteristic Configuration descriptors.
    public var subscriptions: [Subscription] = []
    /// The map was taken over from an earlier connection with the same peer.
    public var remembered = false
    /// Indications of Service Changed.
    public var serviceChanges: [ServiceChange] = []
    /// Values of the Database Hash.
    public var databaseHashes: [DatabaseHash] = []
    /// Where the client looked for attributes to the end: what is not listed there is not there.
    public var searched: [SearchedHandles] = []
    /// Where what the server said of its attributes in this connection contradicts itself; at most
    /// 16.
    public var conflicts: [DatabaseConflict] = []
  }

  /// Two things that a server said of its attributes, and that cannot both be true.
  public struct DatabaseConflict: ReportObject {
    /// What is wrong.
    public var kind: DatabaseConflictKind = .valueOutsideService
    /// The response that shows it.
    public var frame = 0
    /// The response with what it contradicts.
    public var otherFrame = 0
    /// The handle of the value or of the descriptor; of services that overlap, the second one's
    /// first.
    public var handle = 0
    /// The UUID of the characteristic, the descriptor or the second service.
    public var uuid: String?
    /// The first handle of the service.
    public var startHandle = 0
    /// The last handle of the service.
    public var endHandle = 0
    /// The UUID of the service.
    public var serviceUuid: String?
  }

  public enum DatabaseConflictKind: String, ReportWord {
    case valueOutsideService = "value-outside-service"
    case descriptorOutsideService = "descriptor-outside-service"
    case servicesOverlap = "services-overlap"
    /// A declaration names the handle of its own, of one before it, or of another declaration.
    case valueMisplaced = "value-misplaced"
  }

  /// Handles in which a client looked for attributes of one kind, and had all its answers.
  public struct SearchedHandles: ReportObject {
    /// What was searched for.
    public var kind: SearchKind = .primaryServices
    /// The service that was looked for; `nil` where it was any.
    public var uuid: String?
    public var startHandle = 0
    public var endHandle = 0
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
    /// Its first handle.
    public var startHandle: Int?
    /// Its last handle.
    public var endHandle: Int?
    /// Its characteristics.
    public var characteristics: [Characteristic] = []
    /// `nil` where the service itself was not discovered.
    public var primary: Bool?
    /// The services that it includes.
    public var includes: [Include] = []
  }

  /// A service that another one includes.
  public struct Include: ReportObject {
    /// The handle of the declaration.
    public var handle = 0
    public var startHandle = 0
    public var endHandle = 0
    public var uuid: String?
  }

  /// A value that took several PDUs to read (Read Blob) or to write (Prepare Write).
  public struct LongValue: ReportObject {
    /// Whether it was read or written.
    public var kind: LongValueKind = .read
    public var valueHandle = 0
    public var uuid: String?
    /// Whose value it is.
    public var server: PairingSide = .peer
    public var firstFrame = 0
    public var lastFrame = 0
    /// How many PDUs it took.
    public var parts = 0
    public var bytes = 0
    /// `nil` where the capture holds only a part of it.
    public var sha256: String?
  }

  /// The reads of one attribute, each by a Read Request: where it was read more than once, or where
  /// the properties of the characteristic do not allow it.
  public struct ReadSeries: ReportObject {
    public var handle = 0
    public var uuid: String?
    /// Whose value it is.
    public var server: PairingSide = .peer
    public var count = 0
    /// Reads that brought another value than the one before.
    public var changes = 0
    public var firstFrame = 0
    public var lastFrame = 0
    /// From the first request to the last.
    public var durationUs = 0
  }

  public enum LongValueKind: String, ReportWord {
    case read, write
  }

  /// A GATT characteristic.
  public struct Characteristic: ReportObject {
    public var uuid = ""
    public var name: String?
    /// The handle of its declaration.
    public var declarationHandle: Int?
    public var valueHandle = 0
    /// `broadcast`, `read`, `write_without_response`, `write`, `notify`, `indicate`, ...
    public var properties: [String] = []
    /// Its descriptors.
    public var descriptors: [Descriptor] = []
  }

  /// A descriptor of a characteristic.
  public struct Descriptor: ReportObject {
    public var uuid = ""
    /// Its handle.
    public var handle = 0
  }

  /// A write to a Client Characteristic Configuration descriptor.
  public struct Subscription: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The handle of the Client Characteristic Configuration descriptor.
    public var cccdHandle = 0
    public var valueHandle: Int?
    /// What was subscribed to.
    public var value: SubscriptionValue = .notify
    /// Nothing showed what the two handles are; they were taken for what they look like.
    public var guessed = false
    /// Notifications and indications were switched on at once.
    public var both = false
  }

  public enum SubscriptionValue: String, ReportWord {
    case notify, indicate, off
  }
}
