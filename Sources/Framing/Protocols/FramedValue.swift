import Bytes

/// A value of a characteristic that a framing uses.
public struct FramedValue: Hashable, Sendable {
  public var frame: Int
  public var time: TraceTime
  /// The caller's number for the characteristic and the direction.
  public var stream: Int
  public var role: FramingRole
  public var isFromServer: Bool
  public var value: ByteRange
  /// ATT_MTU; 0 where it is not known.
  public var mtu: Int

  public init(
    frame: Int, time: TraceTime, stream: Int, role: FramingRole, isFromServer: Bool,
    value: ByteRange, mtu: Int
  ) {
    self.frame = frame
    self.time = time
    self.stream = stream
    self.role = role
    self.isFromServer = isFromServer
    self.value = value
    self.mtu = mtu
  }
}

/// What a characteristic is for in its protocol.
public enum FramingRole: UInt8, Hashable, Sendable, CaseIterable {
  /// Requests and answers, or commands and their results.
  case control
  /// Data alone.
  case data
  /// What is known of an image before it is sent.
  case announcement
  /// How it ended, and nothing else.
  case status
}

/// What follows from a value. The order is that in which it happened.
public enum FramingEvent: Sendable {
  /// A transfer begins. There is at most one at a time in a slot.
  case begin(slot: Int, content: FramedContent, startIsKnown: Bool)
  /// A value that carried a part of it.
  case carried(slot: Int, FramedValue)
  /// The next octets of its payload.
  case payload(slot: Int, [UInt8])
  case end(slot: Int, FramedEnding, FramedFacts)
  /// A request was answered so many microseconds later.
  case answered(Int64)
  case fault(FramingFault)
}

/// What a transfer is in its protocol.
public enum FramedContent: String, Hashable, Sendable, CaseIterable {
  case imageUpload = "image-upload"
  case fileUpload = "file-upload"
  case fileDownload = "file-download"
  case coreDump = "core-dump"
  case initPacket = "init-packet"
  case firmware
  case message
}

extension FramedContent {
  public var words: String {
    switch self {
    case .imageUpload: "image upload"
    case .fileUpload: "file upload"
    case .fileDownload: "file download"
    case .coreDump: "core dump"
    case .initPacket: "init packet"
    case .firmware: "firmware"
    case .message: "message"
    }
  }
}

/// How a transfer ended, as the protocol has it.
public enum FramedEnding: Hashable, Sendable {
  case complete
  /// The receiver answered with an error.
  case refused
  /// Another transfer began.
  case replaced
  /// The client ended it before its end.
  case cancelled
  /// Its messages contradict each other.
  case broken
  /// The connection or the capture ended, or the receiver unsubscribed: the caller knows which.
  case interrupted
}

/// What is known of a transfer at its end.
public struct FramedFacts: Hashable, Sendable {
  /// Requests, objects or segments that carried it.
  public var messages = 0
  /// Those of them that were sent again.
  public var retries = 0
  /// Errors answered, checksums that differ.
  public var errors = 0
  /// How many octets of the payload the receiver acknowledged; `nil` where the protocol does not
  /// say.
  public var acknowledged: Int?
  /// Its whole length, where the protocol announced it.
  public var announced: Int?
  /// Requests or segments without an answer at a time, at most.
  public var inFlight = 0
  /// The receiver began elsewhere than at 0: it had the octets before that already.
  public var resumedAt: Int?
  /// Whether all octets of the payload are known, from its beginning to its end.
  public var isContiguous = true

  public init() {}
}

/// Something that a protocol says must not happen.
public struct FramingFault: Hashable, Sendable {
  public var kind: FramingFaultKind
  public var frame: Int
  public var time: TraceTime
  /// The frame that it refers to, such as the request.
  public var ofFrame: Int?
  /// Whether the server is the one that did it, or failed to.
  public var byServer: Bool
  /// The slot of the transfer that it belongs to.
  public var slot: Int?
  public var subject: FramingSubject
  public var code: Int?
  /// The name of the code.
  public var name: String?
  /// What was to be expected and what came, where both are numbers.
  public var expected: Int?
  public var found: Int?
  /// Of a number that is missing: the frame of the one before it.
  public var afterFrame: Int?

  public init(
    _ kind: FramingFaultKind, frame: Int, time: TraceTime, ofFrame: Int? = nil, byServer: Bool,
    slot: Int? = nil, about subject: FramingSubject, code: Int? = nil, name: String? = nil,
    expected: Int? = nil,
    found: Int? = nil, afterFrame: Int? = nil
  ) {
    self.afterFrame = afterFrame
    self.kind = kind
    self.frame = frame
    self.time = time
    self.ofFrame = ofFrame
    self.byServer = byServer
    self.slot = slot
    self.subject = subject
    self.code = code
    self.name = name
    self.expected = expected
    self.found = found
  }
}

/// What a protocol counted on one connection.
public struct FramingCounts: Hashable, Sendable {
  /// Messages of each side: requests and answers, or segments.
  public var fromClient = 0
  public var fromServer = 0
  /// Requests that await an answer.
  public var requests = 0
  public var answered = 0
  /// Those that were given up, as far as that is certain.
  public var unanswered = 0
  public var retries = 0
  public var errors = 0
  /// Requests or segments without an answer at a time, at most.
  public var inFlight = 0
  /// The longest message, with its header.
  public var longest = 0
  /// Values that are no part of a message.
  public var stray = 0

  public init() {}
}
