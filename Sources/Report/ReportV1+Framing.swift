import Framing

extension ReportV1 {
  /// What put a transfer into messages.
  public struct TransferFraming: ReportObject {
    /// `mcumgr-smp`, `nordic-dfu`, ...
    public var name = ""  // key: protocol
    /// Whether a specification states the layout, or it was learned from the data.
    public var confidence: FramingConfidence = .specified
    /// Requests, objects or segments that carried it.
    public var messages = 0
    /// Those of them that were sent again.
    public var retries = 0
    /// What each octet of a message's header means, by its index: `0`, `2..3`.
    public var header: KeyedList<String> = [:]
    /// `image-upload`, `file-upload`, `file-download`, `core-dump`, `init-packet`, `firmware`,
    /// `message`.
    public var content = ""
    /// Errors answered, and checksums that differ.
    public var errors = 0
    /// How much of the payload the receiver acknowledged; `null` where the protocol does not say.
    public var acknowledgedBytes: Int?
    /// The length that was announced.
    public var announcedBytes: Int?
    /// Messages without an answer at a time, at most.
    public var inFlightMax = 0
    /// Where the receiver asked to go on, as it had the octets before already.
    public var resumedAt: Int?
    /// How much of the payload the capture has, where it missed a part: `payload_bytes` is then
    /// the length that was acknowledged, or announced if it is complete, where that is known. If
    /// both are 0, the length is not known.
    public var capturedBytes: Int?
    /// Whether the logger cut values of the server meanwhile, which may have been answers.
    public var answersCut = false
  }

  public enum FramingConfidence: String, ReportWord {
    /// The characteristic's UUID names the protocol.
    case specified
    /// All messages agree with it, and chance is excluded.
    case learned
    /// The user gave it.
    case given
    /// Most messages agree with it; only in `messages`.
    case candidate
  }

  /// A protocol that put data into messages, on one connection: all that it did, inside transfers
  /// and outside.
  public struct Framing: ReportObject {
    /// The protocol.
    public var name = ""  // key: protocol
    /// Whether a specification states the layout, or it was learned from the data.
    public var confidence: FramingConfidence = .specified
    /// Whose characteristics it uses.
    public var server: PairingSide = .peer
    public var firstFrame = 0
    public var lastFrame = 0
    /// How many messages the client sent.
    public var messagesFromClient = 0
    /// How many messages the server sent.
    public var messagesFromServer = 0
    /// Those that await an answer.
    public var requests = 0
    /// How many requests were answered.
    public var answered = 0
    /// How many requests had no answer.
    public var unanswered = 0
    /// How many messages were sent again.
    public var retries = 0
    /// How many answers were errors.
    public var errors = 0
    /// How many messages were under way at a time, at most.
    public var inFlightMax = 0
    /// The longest message, with its header.
    public var messageBytesMax = 0
    /// From the last value of a request to the last of its answer.
    public var answerUs = Summary()
    /// Values that are no part of a message.
    public var strayValues = 0
    /// At most 256, the first.
    public var faults: [FramingFault] = []
    /// How many faults there were, with those that are not listed.
    public var faultCount = 0
    /// Of one that was given by hand: the characteristic that it was given for.
    public var valueHandle: Int?
    public var uuid: String?
    public var direction: Direction?
    /// As `--framing` takes it.
    public var layout: String?
    /// Always `nil`: layouts that were learned, and their odds, are in `messages`.
    public var oddsLog10: Double?  // decimals: 1
    /// What each octet of a message means, and what shows it.
    public var evidence: KeyedList<String> = [:]
    package static var isCompound: Bool { true }
  }

  /// Something that a protocol says must not happen.
  public struct FramingFault: ReportObject {
    /// What the fault is.
    public var kind: FramingFaultKind = .malformed
    public var frame = 0
    public var timeUs = 0
    /// The frame that it refers to, such as that of the request.
    public var ofFrame: Int?
    /// Which side made it.
    public var by: FramingSide = .client
    /// What it is about, in words: those of `subject` and its numbers.
    public var what = ""
    /// The error code of the protocol.
    public var code: Int?
    /// What the code means.
    public var name: String?
    /// What the protocol or the octets demand, and what came.
    public var expected: Int?
    /// The value that was found.
    public var found: Int?
    /// Of a sniffed capture and a number that is missing: whether packets of its sender were missed
    /// by the sniffer since the number before it.
    public var snifferMissed: Bool?
    /// What it is about; `null` only in a report of an older bletrace.
    public var subject: FramingSubjectKind?
    /// The number of a block, a sector or a segment; the offset at which an object of firmware
    /// begins.
    public var number: Int?
    /// The octets of an object that is not whole.
    public var octets: Int?
    /// How many octets of an object that is not whole the device has.
    public var heldOctets: Int?
  }

  public enum FramingSide: String, ReportWord {
    case client, server
  }
}

extension FramingFaultKind: ReportWord {}
extension FramingSubjectKind: ReportWord {}

extension ReportV1.TransferFraming {
  /// `image upload`
  public var contentWords: String {
    String(decoding: content.utf8.map { $0 == UInt8(ascii: "-") ? 0x20 : $0 }, as: UTF8.self)
  }

  /// ` (learned)`: nothing where the UUID names the protocol.
  public var confidenceWords: String {
    confidence == .specified ? "" : " (\(confidence.rawValue))"
  }
}

extension ReportV1.Transfer {
  /// Whether it is firmware for the receiver, which restarts to run it.
  public var isFirmware: Bool {
    let contents: [FramedContent] = [.firmware, .imageUpload]
    return contents.contains { $0.rawValue == framing?.content }
  }

  /// Whether it announces firmware that follows.
  public var isInitPacket: Bool { framing?.content == FramedContent.initPacket.rawValue }

  /// Whether `payload_bytes` is a length: where the capture missed the beginning, it may be none.
  public var sizeIsKnown: Bool { payloadBytes > 0 || framing?.capturedBytes == nil }
}
