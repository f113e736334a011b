import BluetoothProtocol
import Bytes
import LinkLayer

/// What a packet is, as far as its first octets say.
enum AirContent: Sendable {
  case empty, start, continuation
  case sealed(LLDataHeader.LLID)
  case control(UInt8)
  case att(ATTOpcode)

  init(_ header: LLDataHeader, isReadable: Bool, in bytes: Span<UInt8>) {
    self =
      switch header.llid {
      case _ where header.isEmpty: .empty
      case _ where !isReadable: .sealed(header.llid)
      case .control where header.payload.count > 0: .control(bytes[header.payload.start])
      case .continuation: .continuation
      default: header.attOpcode(in: bytes).map { .att($0) } ?? .start
      }
  }

  var words: String {
    switch self {
    case .empty: "empty packet"
    case .sealed(.control): "encrypted control PDU"
    case .sealed(.continuation): "encrypted continuation of an L2CAP PDU"
    case .sealed: "encrypted start of an L2CAP PDU"
    case .start: "start of an L2CAP PDU"
    case .continuation: "continuation of an L2CAP PDU"
    case .control(let opcode):
      LLControlLayouts.layout(opcode)?.name.description ?? "LL control PDU"
    case .att(let opcode): opcode.title.description
    }
  }
}

/// What the peripheral sent last, and what the central has sent since.
struct AirTurns: Sendable {
  struct Unanswered: Sendable {
    var moment: Moment
    var sn: Bool
    var nesn: Bool
    var octets: Int
    var content: AirContent
  }

  private(set) var answer: Moment?
  /// The first packet of the central since then.
  private(set) var unanswered: Unanswered?
  /// Whether the numbers of the central's packets since then show that it got answers.
  private(set) var isAcknowledged = false

  /// A packet of the peripheral was heard, whatever it holds.
  mutating func noteAnswer(at moment: Moment) {
    answer = moment
    unanswered = nil
    isAcknowledged = false
  }

  /// - Parameter isNumbered: whether what the sniffer writes of SN and NESN is what was sent.
  @inline(__always)
  mutating func noteCentral(
    _ header: LLDataHeader, isNumbered: Bool, isReadable: Bool, at moment: Moment,
    in bytes: Span<UInt8>
  ) {
    if let unanswered {
      // Both stay as they are until something comes.
      let isChanged = unanswered.sn != header.sn || unanswered.nesn != header.nesn
      if isNumbered, isChanged { isAcknowledged = true }
    } else {
      unanswered = Unanswered(
        moment: moment, sn: header.sn, nesn: header.nesn,
        octets: header.payload.originalCount,
        content: AirContent(header, isReadable: isReadable, in: bytes))
    }
  }
}

extension AirLink {
  /// Whether nothing came after the packet that opened it.
  var isUnheard: Bool {
    central.packets + central.crcFailed + peripheral.packets + peripheral.crcFailed == 0
  }

  /// Takes note of whose turn it is.
  mutating func noteTurn(
    _ packet: AirPacket, _ header: LLDataHeader, isReadable: Bool, from sender: AirPacket.Sender,
    at moment: Moment, in bytes: Span<UInt8>
  ) {
    guard sender.isCentral else { return troubles.turns.noteAnswer(at: moment) }
    troubles.turns.noteCentral(
      header, isNumbered: !senderIsDoubtful && (!packet.isDecrypted || header.isEmpty),
      isReadable: isReadable, at: moment, in: bytes)
  }
}
