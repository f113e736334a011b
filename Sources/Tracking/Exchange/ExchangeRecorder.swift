import BluetoothProtocol
import Bytes
import CaptureFiles

/// A PDU of a connection: what is needed to find it again in the capture of the other side.
package struct ExchangedPDU: Hashable, Sendable {
  package var frame: Int
  package var time: Int64
  /// Of its channel and octets.
  package var hash: UInt64
  package var isSent: Bool
  /// The logger cut it, so that the hash says nothing.
  package var isCut: Bool
  /// Of ATT; else 0.
  package var opcode: UInt8
  package var octets: UInt16

  package init(
    frame: Int, time: Int64, hash: UInt64, isSent: Bool, isCut: Bool = false, opcode: UInt8 = 0,
    octets: UInt16 = 0
  ) {
    self.frame = frame
    self.time = time
    self.hash = hash
    self.isSent = isSent
    self.isCut = isCut
    self.opcode = opcode
    self.octets = octets
  }
}

extension ExchangedPDU {
  /// Whether it holds what an app sends or gets, and not only what any device asks for when it
  /// connects.
  package var holdsData: Bool {
    switch ATTOpcode(opcode) {
    case .readResponse, .readBlobResponse, .readMultipleResponse, .readMultipleVariableResponse:
      true
    default: isValue || opcode == 0
    }
  }

  /// Whether it is one of those that streams of values consist of.
  package var isValue: Bool {
    switch ATTOpcode(opcode) {
    case .writeRequest, .prepareWriteRequest, .executeWriteRequest, .writeCommand,
      .signedWriteCommand, .handleValueNotification, .handleValueIndication,
      .multipleHandleValueNotification:
      true
    default: false
    }
  }
}

/// What was exchanged on a connection.
package struct LinkExchange: Sendable {
  package var pdus: [ExchangedPDU] = []
  /// The records of packets that the host sent, in their order.
  package var sentFrames: [Int] = []
  /// When the controller was done with packets, and with how many up to then.
  package var completions: [Completion] = []

  package struct Completion: Hashable, Sendable {
    package var frame: Int
    package var time: Int64
    /// Of the packets in `sentFrames`, those that were completed up to now.
    package var total: Int

    package init(frame: Int, time: Int64, total: Int) {
      (self.frame, self.time, self.total) = (frame, time, total)
    }
  }

  package init() {}

  /// When the controller was done with what was sent in a record; `nil` where it never was.
  package func completion(ofFrame frame: Int) -> Completion? {
    // How many were sent up to it.
    let count = Self.count(sentFrames.count) { sentFrames[$0] <= frame }
    let before = Self.count(completions.count) { completions[$0].total < count }
    return count > 0 && before < completions.count ? completions[before] : nil
  }

  /// The first index of which a condition does not hold, where it holds of all before.
  private static func count(_ limit: Int, _ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, limit)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Keeps what was exchanged on each connection, to compare it with another capture.
package struct ExchangeRecorder: Sendable {
  /// PDUs, packets and completions of a capture that are kept.
  package static let most = 1_000_000

  /// By the index of the connection; shorter where the last ones exchanged nothing.
  package private(set) var links: [LinkExchange] = []
  /// How many may be kept.
  private let most: Int
  private var kept = 0
  /// Whether there were more.
  package private(set) var isFull = false

  package init(most: Int = Self.most) { self.most = most }

  /// When the last PDU that is kept came.
  package var lastTime: Int64? { links.lazy.compactMap { $0.pdus.last?.time }.max() }

  private mutating func hasRoom(_ connection: Int) -> Bool {
    guard kept < most else {
      isFull = true
      return false
    }
    kept += 1
    while links.count <= connection { links.append(LinkExchange()) }
    return true
  }

  mutating func add(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    // The frames of an SDU are there already.
    if case .sdu = pdu.kind { return }
    guard pdu.direction != .unknown, hasRoom(pdu.connection) else { return }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(pdu.channel.rawValue)
    for index in pdu.payload.start..<pdu.payload.end {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ UInt64(pdu.payload.originalCount)) &* 0x9E37_79B9_7F4A_7C15
    let opcode = pdu.isATT && pdu.payload.count > 0 ? bytes[pdu.payload.start] : 0
    links[pdu.connection].pdus.append(
      ExchangedPDU(
        frame: pdu.moment.frame, time: pdu.moment.time.microseconds, hash: hash ^ hash >> 29,
        isSent: pdu.direction == .tx, isCut: pdu.payload.isCut, opcode: opcode,
        octets: UInt16(clamping: pdu.payload.originalCount)))
  }

  mutating func send(_ moment: Moment, on connection: Int) {
    if hasRoom(connection) { links[connection].sentFrames.append(moment.frame) }
  }

  mutating func complete(_ count: Int, on connection: Int, at moment: Moment) {
    guard hasRoom(connection) else { return }
    // Packets that were sent before the capture began are completed too, and are not counted.
    let before = links[connection].completions.last?.total ?? 0
    let out = links[connection].sentFrames.count - before
    links[connection].completions.append(
      LinkExchange.Completion(
        frame: moment.frame, time: moment.time.microseconds,
        total: before + min(max(0, count), out)))
  }
}

/// What was exchanged in a capture, and the times that it spans.
package struct CaptureExchange: Sendable {
  package var recorder = ExchangeRecorder()
  /// Of its first packet and of the latest one that is kept, in microseconds since 1970.
  package var start: Int64 = 0
  package var end: Int64 = 0

  package init() {}
}
