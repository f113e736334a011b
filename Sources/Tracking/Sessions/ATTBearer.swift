import BluetoothProtocol
import CaptureFiles
import Report

/// A request or an indication that waits for its answer.
struct PendingPDU: Sendable {
  var moment: Moment
  var opcode: ATTOpcode
  var handle: ATTHandle?
  /// The last handle of a range.
  var end: ATTHandle?
  /// Octets of the value that it writes.
  var octets = 0
  var subject: Subject
  /// Another request of the same client was open when it was sent, or was sent while it was open.
  var isOverlapped = false
  /// The least time that one of two such requests had waited when the other was sent, in
  /// microseconds.
  var overlapAge = Int64.max
  /// It was sent so late after an open one that this one may have had its answer.
  var isLate = false
  /// An answer that fits it as well was taken for the one to an older request.
  var mayBeAnswered = false
  /// Another request was sent while it was open, and that was counted.
  var isCountedAsEarlier = false
  /// The same, among those that may have had an answer.
  var isCountedAsLate = false
  /// When it was sent again, with no answer until then.
  var repeated: Moment?
  /// It was sent again, and the answer to one of the two came.
  var isSettled = false
  /// A later request of the same client was answered: servers answer in turn, with few exceptions,
  /// so that another request has first claim to an answer that fits both.
  var isPassed = false

  /// What it takes itself, where it waits among others.
  static let octets = 2 * MemoryLayout<PendingPDU>.stride

  /// Octets of a value that it keeps.
  var writtenOctets: Int {
    if case .overtakenWrite(let written, _) = subject { written.count } else { 0 }
  }

  /// What of the request is needed to understand the response.
  enum Subject: Sendable {
    case nothing
    case mtu(UInt16)
    /// Find By Type Value for a service with this UUID.
    case service(BluetoothUUID, isPrimary: Bool)
    /// Read By Type or Read By Group Type.
    case type(BluetoothUUID)
    case blob(offset: Int)
    /// A write whose value waits in the bearer's buffer until it is accepted.
    case write
    /// The same for a write that another request overtook: with its value.
    case overtakenWrite([UInt8], octets: Int)
    case subscription(bits: UInt16)
    case preparedPart
    case execute(writes: Bool)
  }
}

/// Parts of a value that was longer than one PDU, while it is read.
struct LongRead: Sendable {
  var handle: ATTHandle
  var first: Moment
  var last: Moment
  var bytes: [UInt8]
  var octets: Int
  var parts: Int
  var isCut: Bool
}

/// One part of a write that the server keeps until it is executed.
struct PreparedPart: Sendable {
  var handle: ATTHandle
  var offset: Int
  var bytes: [UInt8]
  /// On the air.
  var octets: Int

  /// What a part takes beside its value's octets.
  static let octets = 2 * MemoryLayout<PreparedPart>.stride + 32
}

/// What one side, as client, has going on a bearer.
struct ATTClientState: Sendable {
  var request: PendingPDU?
  /// Requests that were sent before it and have no answer yet, the oldest first.
  var overtaken: [PendingPDU] = []
  /// The value of a Write Request that is not answered yet.
  var written: [UInt8] = []
  var writtenOctets = 0
  var longRead: LongRead?
  var prepared: [PreparedPart] = []
  var preparedFirst: Moment?
  var count = BufferCount()

  /// Octets of all that waits here.
  var kept: Int {
    written.count + (longRead?.bytes.count ?? 0)
      + prepared.reduce(0) { $0 + PreparedPart.octets + $1.bytes.count }
      + overtaken.reduce(0) { $0 + PendingPDU.octets + $1.writtenOctets }
  }
}

extension ConnectionState {
  /// The request of this host's client that waits on the fixed channel, of several the oldest.
  /// Mutating, as all of the connection would be copied otherwise.
  var oldestRequest: Moment? {
    mutating get {
      bearers[0].withClient(RecordDirection.tx.index) { client in
        (client.overtaken.first ?? client.request)?.moment
      }
    }
  }
}

/// An ATT bearer: the fixed channel, or one EATT channel. Core Vol 3, Part F, 3.2.11.
///
/// Each side may have one request and one indication under way at a time.
struct ATTBearer: Sendable {
  /// ATT_MTU; 0 where it cannot be known.
  var mtu: Int
  var mtuExchange: ReportV1.MTU?
  /// What was offered by one side alone, as far as the capture shows it.
  var offeredMTU: ReportV1.MTU?
  /// By the direction in which the client's PDUs go: tx, then rx.
  var clients: InlineArray<2, ATTClientState> = .init(repeating: ATTClientState())
  /// Indications, by the direction in which they go.
  var indications: InlineArray<2, PendingPDU?> = .init(repeating: nil)

  init(mtu: Int) { self.mtu = mtu }

  /// Looks at what a client has going on. Mutating, as a read through the array would copy all of
  /// the bearer first.
  @inline(__always)
  mutating func withClient<Result>(
    _ way: Int, _ body: (inout ATTClientState) -> Result
  ) -> Result {
    body(&clients[way])
  }
}
