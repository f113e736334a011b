import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// The facts that a connection gathers, each with the frame that showed it: those of the report
/// that need more than the report says, or say it in less memory.

/// How a connection ended, where the capture shows it.
package struct EndFact: Hashable, Sendable {
  package var moment: Moment
  package var cause: ReportV1.EndCause
}

/// A wish for other connection parameters, from the peripheral or over the link layer.
package struct ParameterRequestFact: Equatable, Sendable {
  package var moment: Moment
  package var report: ReportV1.ParameterRequest
  /// L2CAP's identifier, to find the response.
  var identifier: UInt8 = 0
  /// Whether a Connection Update Complete followed the acceptance.
  package var isApplied = false

  init(
    _ direction: RecordDirection, _ path: ReportV1.ParameterRequestPath, at moment: Moment,
    minimum: ConnectionInterval, maximum: ConnectionInterval, latency: UInt16,
    timeout: SupervisionTimeout, identifier: UInt8 = 0
  ) {
    self.init(
      direction, path, at: moment, minimumUs: minimum.microseconds,
      maximumUs: maximum.microseconds, latency: latency, timeout: timeout, identifier: identifier)
  }

  init(
    _ direction: RecordDirection, _ path: ReportV1.ParameterRequestPath, at moment: Moment,
    minimumUs: Int, maximumUs: Int, latency: UInt16, timeout: SupervisionTimeout,
    identifier: UInt8 = 0
  ) {
    self.moment = moment
    self.identifier = identifier
    report = ReportV1.ParameterRequest {
      $0.frame = moment.frame
      $0.direction = ReportV1.Direction(direction)
      $0.via = path
      $0.minUs = minimumUs
      $0.maxUs = maximumUs
      $0.latency = Int(latency)
      $0.supervisionTimeoutUs = timeout.microseconds
    }
  }
}

package struct PairingFact: Equatable, Sendable {
  /// Without what follows from the features.
  package var report: ReportV1.Pairing
  package var start: TraceTime
  package var last: TraceTime
  package var request: SMPPairingFeatures?
  package var response: SMPPairingFeatures?
  /// What only a pairing over BR/EDR has.
  package var classic: ClassicPairing?

  /// A command of the pairing was sent.
  mutating func step(_ code: SMPCode, at moment: Moment, by sender: Side) {
    let waited = Int(reported: max(0, moment.time.since(last)))
    if code == .pairingFailed {
      report.failedAfterUs = waited
    } else {
      report.lastStep = code.words
      report.lastStepFrame = moment.frame
      report.lastStepBy = sender.reported
    }
    if waited > report.longestWaitUs ?? 0 {
      report.longestWaitUs = waited
      report.waitFrame = moment.frame
      report.waitSide = sender.reported
    }
    report.lastFrame = moment.frame
    last = moment.time
  }
}

package struct SubscriptionFact: Hashable, Sendable {
  package var moment: Moment
  package var cccd: ATTHandle
  package var value: ATTHandle
  package var bits: UInt16
  /// Whose server it is.
  package var server: Side
  /// The handle was taken for a CCCD, and the value handle for the one before it, as nothing showed
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
  /// Whose server it is.
  package var server: Side
  /// The value of a write of two octets, as CCCDs have it.
  package var written: UInt16?
}

/// A request or indication that had no answer when the connection or the capture ended, or when
/// its sender went on without one.
package struct UnansweredFact: Hashable, Sendable {
  package var moment: Moment
  package var opcode: ATTOpcode
  package var handle: ATTHandle?
  /// From the request to the end of waiting.
  package var ageMicroseconds: Int64
  /// The side that did not answer.
  package var asked: Side
  /// What its sender was doing.
  package var phase: ReportV1.PhaseName
  /// When it was sent again.
  package var repeated: Moment?
  /// An indication that the next one followed, which a server sends when it has the confirmation.
  package var isOvertaken = false
}

/// Requests that a client sent while an earlier one of the same bearer had no answer.
package struct RequestOverlapFact: Hashable, Sendable {
  /// The side whose server was asked.
  package var asked: Side
  /// Of the first of them: the request that had no answer, and the one that was sent meanwhile.
  package var request: ATTOpcode
  package var handle: ATTHandle?
  package var frame: Int
  package var next: ATTOpcode
  package var nextFrame: Int
  /// The last request that was sent so.
  package var lastFrame: Int
  package var count = 1
  /// How many of the earlier requests were answered after all.
  package var answered = 0
  /// The least time that an earlier one had waited, in microseconds.
  var leastAge = Int64.max

  /// Takes another one of the same side in.
  mutating func add(_ other: RequestOverlapFact) {
    let (first, second) = frame <= other.frame ? (self, other) : (other, self)
    self = first
    count &+= second.count
    answered &+= second.answered
    lastFrame = max(lastFrame, second.lastFrame)
    leastAge = min(leastAge, second.leastAge)
  }
}

/// ACL packets of one direction, and the L2CAP PDUs that they made up.
package struct PacketCounts: Hashable, Sendable {
  package var packets = 0
  package var pdus = 0
  /// PDUs that took more than one packet.
  package var fragmented = 0
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

/// A record that contradicts itself.
package struct UndecodableFact: Hashable, Sendable {
  package var frame: Int
  package var layer: Layer
  package var direction: RecordDirection
  package var connection: Int?
  /// Octets that the layer needs where it ran out of them, and octets that there were.
  package var needed: Int
  package var available: Int

  static let kept = ReportV1.Capture.undecodableKept
}

/// A connection that did not come about.
package struct ConnectionFailureFact: Hashable, Sendable {
  package var moment: Moment
  package var status: HCIStatus
  package var transport: ReportV1.Transport
  package var peer: DeviceAddress?
  package var peerType: AddressType?
  /// The command that asked for it.
  package var request: Moment?
}

/// The commands with which a host ends a connection.
package struct CloseRequestFact: Hashable, Sendable {
  package var first: Moment
  package var last: Moment
  package var reason: HCIStatus
  package var count: Int
  /// The oldest request of this host that waited for an answer at the first one.
  package var open: Moment?
}

/// A Disconnect command that waits for its Command Status, or was refused by it.
package struct RefusedCloseFact: Hashable, Sendable {
  package var moment: Moment
  package var controller: Int
  package var handle: ConnectionHandle
  /// The index of the connection that has the handle, or had it last.
  package var connection: Int?
  package var result: Moment?
  package var status: HCIStatus = .success
}

/// Responses of one kind without their requests.
package struct UnaskedFact: Hashable, Sendable {
  package var opcode: ATTOpcode
  package var server: Side
  package var first: Moment
  package var last: Moment
  package var count = 1

  fileprivate static let most = 64
}

extension ConnectionState {
  mutating func noteUnasked(_ opcode: ATTOpcode, _ server: Side, at moment: Moment) {
    let known = unasked.lastIndex { $0.opcode == opcode && $0.server == server }
    let goesOn =
      known.map {
        moment.time.since(unasked[$0].last.time).magnitude
          <= UInt64(ReportV1.UnaskedResponses.longestPauseUs)
      } ?? false
    if let known, goesOn || unasked.count >= UnaskedFact.most {
      unasked[known].count &+= 1
      unasked[known].last = moment
    } else if unasked.count < UnaskedFact.most {
      unasked.append(UnaskedFact(opcode: opcode, server: server, first: moment, last: moment))
    }
  }
}

/// A request whose answer came after its client gives up, and after which the client went on.
package struct OutlivedWait: Hashable, Sendable {
  package var request: Moment
  package var answer: Moment
  var bearer: Int
  var way: Int
  /// The client sent another request on that bearer, which it must not after its timer has run out:
  /// the timer had not. Core Vol 3, Part F, 3.3.3.
  package var wentOn = false

  /// So many of a connection are kept.
  static let kept = 16
}

/// What became of a controller.
package struct AdapterStateFact: Hashable, Sendable {
  package var moment: Moment
  package var controller: Int
  package var state: ReportV1.AdapterStateName

  /// It seemed to be switched off, and was about to be removed, which is another fact.
  func isUnplugging(_ sessions: Sessions) -> Bool {
    state == .poweredOff && sessions.pulledFrames.contains(moment.frame)
  }
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
  /// Of half the size of `Int`, as there is one of these for each connection; the last number
  /// stands for all beyond it.
  private var slots: InlineArray<80, UInt32> = .init(repeating: 0)

  mutating func add(_ opcode: ATTOpcode, _ direction: RecordDirection, _ count: Int = 1) {
    let slot = direction.index &* 40 &+ Self.slot(opcode)
    let (sum, isBeyond) = slots[slot].addingReportingOverflow(UInt32(clamping: count))
    slots[slot] = isBeyond ? .max : sum
  }

  package func count(_ opcode: ATTOpcode, _ direction: RecordDirection) -> Int {
    Int(slots[direction.index * 40 + Self.slot(opcode)])
  }

  func hasAny(_ direction: RecordDirection) -> Bool {
    (0..<40).contains { slots[direction.index * 40 + $0] > 0 }
  }

  /// Opcodes up to 0x23 have an entry of their own, the two commands come after them, and the last
  /// entry is for those that are not known.
  private static func slot(_ opcode: ATTOpcode) -> Int {
    if opcode.rawValue <= 0x23 { return Int(opcode.rawValue) }
    if opcode == .writeCommand { return 0x24 }
    return opcode == .signedWriteCommand ? 0x25 : 0x26
  }

  /// Of those that were counted, by name.
  func reported(_ direction: RecordDirection) -> ReportV1.KeyedList<Int> {
    var list = ReportV1.KeyedList<Int>()
    // The list itself would be copied for each of them.
    let counts = slots.span
    for opcode in Self.reported {
      let count = Int(counts[direction.index &* 40 &+ Self.slot(opcode)])
      if count > 0, let key = opcode.key { list.entries.append(.init(key: key, value: count)) }
    }
    return list
  }

  package static let reported: [ATTOpcode] = (UInt8(0)...UInt8(0xFF)).map { ATTOpcode($0) }
    .filter { $0.key != nil }
}

/// A Mode Change of a BR/EDR link.
package struct ModeFact: Hashable, Sendable {
  package var moment: Moment
  package var mode: ReportV1.LinkMode
  package var microseconds: Int?
}
