import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// The facts that a connection gathers, each with the frame that told it.

package struct DisconnectFact: Hashable, Sendable {
  package var frame: Int
  package var reason: HCIStatus
}

package struct ParametersFact: Hashable, Sendable {
  package var frame: Int
  package var intervalMicroseconds: Int
  package var latency: Int
  package var timeoutMicroseconds: Int
}

/// A wish for other connection parameters, from the peripheral or over the link layer.
package struct ParameterRequestFact: Hashable, Sendable {
  package enum Path: Hashable, Sendable { case l2cap, linkLayer }
  package enum Result: Hashable, Sendable { case accepted, rejected, unanswered, notApplied }

  package var moment: Moment
  package var direction: RecordDirection
  package var path: Path
  package var minimumMicroseconds: Int
  package var maximumMicroseconds: Int
  package var latency: Int
  package var timeoutMicroseconds: Int
  package var result: Result
  /// L2CAP's identifier, to find the response.
  var identifier: UInt8
  /// Whether a Connection Update Complete followed the acceptance.
  package var isApplied = false
}

package struct PHYFact: Hashable, Sendable {
  package var frame: Int
  package var tx: PHY
  package var rx: PHY
}

package struct DataLengthFact: Hashable, Sendable {
  package var frame: Int
  package var txOctets: Int
  package var rxOctets: Int
  package var txMicroseconds: Int
  package var rxMicroseconds: Int
}

package struct EncryptionFact: Hashable, Sendable {
  package var frame: Int
  package var isEnabled: Bool
  package var keySize: Int?
}

package struct PairingFact: Hashable, Sendable {
  package enum Result: Hashable, Sendable { case completed, failed, unfinished }

  package var firstFrame: Int
  package var lastFrame: Int
  package var initiator: Side
  package var request: SMPPairingFeatures?
  package var response: SMPPairingFeatures?
  package var result: Result
  package var reason: SMPReason?
}

package struct SubscriptionFact: Hashable, Sendable {
  package var moment: Moment
  package var cccd: ATTHandle
  package var value: ATTHandle
  package var bits: UInt16
  /// Whose server it is.
  package var server: Side
  /// The handle was taken for a CCCD, and the value handle for the one before it, as nothing told
  /// what they are.
  package var isGuess: Bool
}

/// A value put together from several PDUs.
package struct LongValueFact: Sendable {
  package var isRead: Bool
  package var handle: ATTHandle
  package var server: Side
  package var firstFrame: Int
  package var lastFrame: Int
  package var octets: Int
  package var parts: Int
  package var bytes: [UInt8]
  package var isCut: Bool
}

package struct ATTErrorFact: Hashable, Sendable {
  package var frame: Int
  package var request: ATTOpcode
  package var handle: ATTHandle
  package var code: ATTErrorCode
}

/// A request or indication that had no answer when the connection or the capture ended, or when
/// its sender went on without one.
package struct UnansweredFact: Hashable, Sendable {
  package var moment: Moment
  package var opcode: ATTOpcode
  package var handle: ATTHandle?
  /// From the request to the end of waiting.
  package var ageMicroseconds: Int64
}

/// ACL packets of one direction, and the L2CAP PDUs that they made up.
package struct PacketCounts: Hashable, Sendable {
  package var packets = 0
  package var pdus = 0
  /// PDUs that took more than one packet.
  package var fragmented = 0
}

/// A transaction that took long; the slowest few are kept.
package struct SlowAnswerFact: Hashable, Sendable {
  package static let kept = 5

  package var frame: Int
  package var responseFrame: Int
  package var opcode: ATTOpcode
  package var handle: ATTHandle?
  package var microseconds: Int64

  package init(
    frame: Int, responseFrame: Int, opcode: ATTOpcode, handle: ATTHandle?, microseconds: Int64
  ) {
    self.frame = frame
    self.responseFrame = responseFrame
    self.opcode = opcode
    self.handle = handle
    self.microseconds = microseconds
  }
}

/// Service Changed was indicated. Core Vol 3, Part G, 7.1.
package struct ServiceChangeFact: Hashable, Sendable {
  package var frame: Int
  package var start: ATTHandle
  package var end: ATTHandle
  package var server: Side
}

/// The Database Hash was read. Core Vol 3, Part G, 7.3.
package struct DatabaseHashFact: Hashable, Sendable {
  package var frame: Int
  package var octets: [UInt8]
  package var server: Side
}

/// A connection that did not come about.
package struct ConnectionFailureFact: Hashable, Sendable {
  package var frame: Int
  package var status: HCIStatus
  package var peer: DeviceAddress?
  package var peerType: AddressType?
}

/// What became of a controller.
package struct AdapterStateFact: Hashable, Sendable {
  package enum State: Hashable, Sendable { case resetting, poweredOn, poweredOff, gone }

  package var moment: Moment
  package var controller: Int
  package var state: State
}

/// A link quality report of the controller, and the connection it is about.
package struct QualityReportFact: Hashable, Sendable {
  package var moment: Moment
  package var controller: Int
  package var connection: Int?
  package var report: AndroidQualityReport
}

package struct TransactionCounts: Hashable, Sendable {
  package var count = 0
  package var errors = 0
  package var unanswered = 0
}

/// How many PDUs of each opcode went each way.
package struct PDUCounts: Sendable {
  private var slots: InlineArray<80, Int> = .init(repeating: 0)

  mutating func add(_ opcode: ATTOpcode, _ direction: RecordDirection, _ count: Int = 1) {
    slots[direction.index &* 40 &+ Self.slot(opcode)] &+= count
  }

  package func count(_ opcode: ATTOpcode, _ direction: RecordDirection) -> Int {
    slots[direction.index * 40 + Self.slot(opcode)]
  }

  func hasAny(_ direction: RecordDirection) -> Bool {
    (0..<40).contains { slots[direction.index * 40 + $0] > 0 }
  }

  /// Opcodes up to 0x23 have a place of their own, the two commands come behind them, and the last
  /// place is for those that are not known.
  private static func slot(_ opcode: ATTOpcode) -> Int {
    if opcode.rawValue <= 0x23 { return Int(opcode.rawValue) }
    if opcode == .writeCommand { return 0x24 }
    return opcode == .signedWriteCommand ? 0x25 : 0x26
  }

  package static let reported: [ATTOpcode] = (UInt8(0)...UInt8(0xFF)).map { ATTOpcode($0) }
    .filter { $0.key != nil }
}
