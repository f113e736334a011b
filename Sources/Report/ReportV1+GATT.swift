extension ReportV1 {
  /// The Attribute Protocol's traffic of one connection.
  package struct ATT: Equatable, Sendable {
    package var pdus: PDUCounts
    package var transactions: Transactions
    package var errors: [ATTError]
    /// Requests that had no answer when the capture or the connection ended.
    package var pending: [PendingRequest]
    /// What each side asked about the attributes of the other; empty where nobody did.
    package var discoveries: [Discovery]

    package init(
      pdus: PDUCounts = PDUCounts(), transactions: Transactions = Transactions(),
      errors: [ATTError] = [], pending: [PendingRequest] = [], discoveries: [Discovery] = []
    ) {
      self.pdus = pdus
      self.transactions = transactions
      self.errors = errors
      self.pending = pending
      self.discoveries = discoveries
    }
  }

  /// The answered requests about what attributes a server has.
  package struct Discovery: Equatable, Sendable {
    package var server: PairingSide
    package var firstFrame: Int
    package var lastFrame: Int
    package var requests: Int
    /// The times until the answers, together.
    package var requestsUs: Int
    /// How often it began anew: one of its first questions was asked so often.
    package var rounds: Int
    /// `nil` where there was one round only.
    package var repeated: RepeatedDiscovery?

    package init(
      server: PairingSide = .peer, firstFrame: Int = 0, lastFrame: Int = 0, requests: Int = 0,
      requestsUs: Int = 0, rounds: Int = 1, repeated: RepeatedDiscovery? = nil
    ) {
      self.server = server
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.requests = requests
      self.requestsUs = requestsUs
      self.rounds = rounds
      self.repeated = repeated
    }
  }

  /// The question of a discovery that was asked most often, and what was asked from its second time
  /// on.
  package struct RepeatedDiscovery: Equatable, Sendable {
    package var request: String
    package var startHandle: Int?
    package var endHandle: Int?
    /// How often it was asked right after its answer, with no other question in between.
    package var inSuccession: Int
    package var secondFrame: Int
    package var latestFrame: Int
    /// All requests of the discovery from `secondFrame` on, and the times until their answers.
    package var requests: Int
    package var requestsUs: Int

    package init(
      request: String = "", startHandle: Int? = nil, endHandle: Int? = nil, inSuccession: Int = 0,
      secondFrame: Int = 0, latestFrame: Int = 0, requests: Int = 0, requestsUs: Int = 0
    ) {
      self.request = request
      self.startHandle = startHandle
      self.endHandle = endHandle
      self.inSuccession = inSuccession
      self.secondFrame = secondFrame
      self.latestFrame = latestFrame
      self.requests = requests
      self.requestsUs = requestsUs
    }
  }

  /// How many PDUs of each name went each way.
  package struct PDUCounts: Equatable, Sendable {
    package var rx: KeyedList<Int>
    package var tx: KeyedList<Int>

    package init(rx: KeyedList<Int> = [:], tx: KeyedList<Int> = [:]) {
      self.rx = rx
      self.tx = tx
    }
  }

  /// All PDUs that await an answer, in both directions.
  package struct Transactions: Equatable, Sendable {
    package var count: Int
    package var errors: Int
    package var unanswered: Int
    /// From the request's record to the first record of the response.
    package var latencyUs: Summary
    /// The slowest, at most five, the slowest first.
    package var slowest: [SlowStep]

    package init(
      count: Int = 0, errors: Int = 0, unanswered: Int = 0, latencyUs: Summary = Summary(),
      slowest: [SlowStep] = []
    ) {
      self.count = count
      self.errors = errors
      self.unanswered = unanswered
      self.latencyUs = latencyUs
      self.slowest = slowest
    }
  }

  /// An error response.
  package struct ATTError: Equatable, Sendable {
    package var frame: Int
    /// The name of the PDU that it answers.
    package var request: String?
    package var handle: Int?
    package var code: Int
    package var name: String?

    package init(
      frame: Int = 0, request: String? = nil, handle: Int? = nil, code: Int = 0, name: String? = nil
    ) {
      self.frame = frame
      self.request = request
      self.handle = handle
      self.code = code
      self.name = name
    }
  }

  /// A request without an answer.
  package struct PendingRequest: Equatable, Sendable {
    package var frame: Int
    package var request: String
    package var handle: Int?
    /// From the request to the end of the connection or of the capture.
    package var ageUs: Int

    package init(frame: Int = 0, request: String = "", handle: Int? = nil, ageUs: Int = 0) {
      self.frame = frame
      self.request = request
      self.handle = handle
      self.ageUs = ageUs
    }
  }

  /// What is known of the attributes of the server.
  package struct GATT: Equatable, Sendable {
    package var server: PairingSide?
    package var services: [Service]
    package var subscriptions: [Subscription]
    /// The map was taken over from an earlier connection with the same peer.
    package var remembered: Bool
    package var serviceChanges: [ServiceChange]
    package var databaseHashes: [DatabaseHash]

    package init(
      server: PairingSide? = nil, services: [Service] = [], subscriptions: [Subscription] = [],
      remembered: Bool = false,
      serviceChanges: [ServiceChange] = [], databaseHashes: [DatabaseHash] = []
    ) {
      self.server = server
      self.services = services
      self.subscriptions = subscriptions
      self.remembered = remembered
      self.serviceChanges = serviceChanges
      self.databaseHashes = databaseHashes
    }
  }

  /// A GATT service.
  package struct Service: Equatable, Sendable {
    /// `nil` for an included service that was not read, and for characteristics whose service was
    /// not discovered in the capture: then the handles are `nil` as well.
    package var uuid: String?
    package var name: String?
    package var startHandle: Int?
    package var endHandle: Int?
    package var characteristics: [Characteristic]
    /// `nil` where the service itself was not discovered.
    package var primary: Bool?
    package var includes: [Include]

    package init(
      uuid: String? = nil, name: String? = nil, startHandle: Int? = nil, endHandle: Int? = nil,
      characteristics: [Characteristic] = [], primary: Bool? = nil, includes: [Include] = []
    ) {
      self.uuid = uuid
      self.name = name
      self.startHandle = startHandle
      self.endHandle = endHandle
      self.characteristics = characteristics
      self.primary = primary
      self.includes = includes
    }
  }

  /// A service that another one includes.
  package struct Include: Equatable, Sendable {
    package var handle: Int
    package var startHandle: Int
    package var endHandle: Int
    package var uuid: String?

    package init(handle: Int = 0, startHandle: Int = 0, endHandle: Int = 0, uuid: String? = nil) {
      self.handle = handle
      self.startHandle = startHandle
      self.endHandle = endHandle
      self.uuid = uuid
    }
  }

  /// A value that took several PDUs to read (Read Blob) or to write (Prepare Write).
  package struct LongValue: Equatable, Sendable {
    package var kind: LongValueKind
    package var valueHandle: Int
    package var uuid: String?
    package var server: PairingSide
    package var firstFrame: Int
    package var lastFrame: Int
    package var parts: Int
    package var bytes: Int
    /// `nil` where the capture holds only a part of it.
    package var sha256: String?

    package init(
      kind: LongValueKind = .read, valueHandle: Int = 0, uuid: String? = nil,
      server: PairingSide = .peer, firstFrame: Int = 0, lastFrame: Int = 0, parts: Int = 0,
      bytes: Int = 0, sha256: String? = nil
    ) {
      self.kind = kind
      self.valueHandle = valueHandle
      self.uuid = uuid
      self.server = server
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.parts = parts
      self.bytes = bytes
      self.sha256 = sha256
    }
  }

  package enum LongValueKind: String, CaseIterable, Sendable {
    case read, write
  }

  /// A GATT characteristic.
  package struct Characteristic: Equatable, Sendable {
    package var uuid: String
    package var name: String?
    package var declarationHandle: Int?
    package var valueHandle: Int
    /// `broadcast`, `read`, `write_without_response`, `write`, `notify`, `indicate`, ...
    package var properties: [String]
    package var descriptors: [Descriptor]

    package init(
      uuid: String = "", name: String? = nil, declarationHandle: Int? = nil, valueHandle: Int = 0,
      properties: [String] = [], descriptors: [Descriptor] = []
    ) {
      self.uuid = uuid
      self.name = name
      self.declarationHandle = declarationHandle
      self.valueHandle = valueHandle
      self.properties = properties
      self.descriptors = descriptors
    }
  }

  /// A descriptor of a characteristic.
  package struct Descriptor: Equatable, Sendable {
    package var uuid: String
    package var handle: Int

    package init(uuid: String = "", handle: Int = 0) {
      self.uuid = uuid
      self.handle = handle
    }
  }

  /// A write to a Client Characteristic Configuration descriptor.
  package struct Subscription: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    package var cccdHandle: Int
    package var valueHandle: Int?
    package var value: SubscriptionValue
    /// Nothing told what the two handles are; they were taken for what they look like.
    package var guessed: Bool

    package init(
      frame: Int = 0, timeUs: Int = 0, cccdHandle: Int = 0, valueHandle: Int? = nil,
      value: SubscriptionValue = .notify, guessed: Bool = false
    ) {
      self.frame = frame
      self.timeUs = timeUs
      self.cccdHandle = cccdHandle
      self.valueHandle = valueHandle
      self.value = value
      self.guessed = guessed
    }
  }

  package enum SubscriptionValue: String, CaseIterable, Sendable {
    case notify, indicate, off
  }
}
