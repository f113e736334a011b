/// What a fault of a protocol is about.
public struct FramingSubject: Hashable, Sendable {
  public var kind: FramingSubjectKind
  /// The number of a block, a sector or a segment; the offset at which an object of firmware
  /// begins.
  public var number: Int?
  /// How a request is named in its protocol.
  public var name: String?
  /// The octets of an object that is not whole, and how many of them the device has.
  public var octets: Int?
  public var heldOctets: Int?

  public init(_ kind: FramingSubjectKind, number: Int? = nil, name: String? = nil) {
    self.kind = kind
    self.number = number
    self.name = name
  }

  static func request(_ name: String) -> Self { Self(.request, name: name) }
  static func block(_ number: Int) -> Self { Self(.block, number: number) }
  static func sector(_ number: Int) -> Self { Self(.sector, number: number) }
  static func segment(_ number: UInt8) -> Self { Self(.segment, number: Int(number)) }

  /// `sector 1`, `firmware object at 4096`. This is the only place that has these words.
  public var words: String {
    let number = number ?? 0
    let words: String =
      switch kind {
      case .request: name ?? "request"
      case .block: "block \(number)"
      case .sector: "sector \(number)"
      case .sectorPart: "part of sector \(number)"
      case .segment: "segment \(number)"
      case .initPacket: "init packet"
      case .firmwareObject: "firmware object at \(number)"
      case .lastBlockNumber: "number of the last block"
      case .packet: "packet"
      case .message: "message"
      case .image: "image"
      case .update: "update"
      case .gblFile: "GBL file"
      }
    guard let octets, let heldOctets else { return words }
    return words + " (the device has \(heldOctets) of its \(octets) octets)"
  }
}

public enum FramingSubjectKind: String, Hashable, Sendable, CaseIterable {
  /// A request or a command, by its name in the protocol.
  case request
  /// Parts of what is sent, by their numbers.
  case block, sector, segment
  case sectorPart = "sector-part"
  case initPacket = "init-packet"
  case firmwareObject = "firmware-object"
  case lastBlockNumber = "last-block-number"
  case packet, message
  /// All that is sent.
  case image, update
  case gblFile = "gbl-file"
}

public enum FramingFaultKind: String, Hashable, Sendable, CaseIterable {
  /// A request that was given up, or whose connection ended.
  case answerMissing = "answer-missing"
  case errorAnswered = "error-answered"
  case crcMismatch = "crc-mismatch"
  /// Sent again, although no answer to it was missing.
  case sentAgain = "sent-again"
  case sequenceGap = "sequence-gap"
  /// More was sent than the other side had room for.
  case windowExceeded = "window-exceeded"
  /// All that the other side had room for was on the way, and no acknowledgement came.
  case windowClosed = "window-closed"
  case acknowledgementLate = "acknowledgement-late"
  case malformed
}
