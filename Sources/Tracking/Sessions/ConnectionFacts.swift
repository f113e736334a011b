import BluetoothProtocol
import CaptureFiles

/// The facts that a connection gathers, each with the frame that told it.

package struct DisconnectFact: Hashable, Sendable {
  package var frame: Int
  package var reason: HCIStatus
}

/// How a connection ended, where the capture shows it.
package struct EndFact: Hashable, Sendable {
  package enum Cause: Hashable, Sendable {
    case disconnection
    /// Its controller took it along; nobody says so for each connection.
    case controllerReset, controllerOff, controllerGone
  }

  package var moment: Moment
  package var cause: Cause
}

package struct ParametersFact: Hashable, Sendable {
  package var frame: Int
  package var intervalMicroseconds: Int
  package var latency: Int
  package var timeoutMicroseconds: Int
  /// Of so many connection events one is used, with so many more after one with data.
  package var subrateFactor = 1
  package var continuationNumber = 0

  /// From one connection event that is used to the next, while there are no data.
  package var usedIntervalMicroseconds: Int { intervalMicroseconds * subrateFactor }
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

/// A credit-based channel that was asked for and refused.
package struct ChannelRefusalFact: Hashable, Sendable {
  package var frame: Int
  package var spsm: UInt16
  /// Who asked for it.
  package var initiator: Side
  package var result: L2CAPChannelResult
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

/// Encryption was to be switched on, or its key to be renewed, and was not.
package struct EncryptionFailureFact: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Encryption Change with a status other than success.
    case change
    /// Encryption Key Refresh Complete with such a status.
    case keyRefresh
    /// The host told its controller that it has no key: LE Long Term Key Request Negative Reply.
    case keyRefused
  }

  package var frame: Int
  package var kind: Kind
  /// `nil` for a command, which has none.
  package var status: HCIStatus?
}

/// An update of the connection parameters that came to nothing.
package struct UpdateFailureFact: Hashable, Sendable {
  package var frame: Int
  package var status: HCIStatus
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

/// A controller said that it broke: Hardware Error. Core Vol 4, Part E, 7.7.16.
package struct HardwareErrorFact: Hashable, Sendable {
  package var moment: Moment
  package var controller: Int
  /// The maker's own.
  package var code: UInt8
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
