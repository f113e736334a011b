import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// What happens seldom enough to be reported one by one: the steps in which a session goes on.
/// Values and the packets that carry them are no steps, and are reported apart.
///
/// Each is found once. The timeline lists them, and `live` prints them as they come.
package enum SessionStep: Sendable {
  /// A scan was asked for; whether it came about, the controller says later.
  case scanStarted(controller: Int)
  /// The controller answered the command that starts advertising.
  case advertisingStarted(controller: Int, HCIStatus)
  case advertisingStopped(controller: Int)
  /// The host asked for a connection.
  case connecting(controller: Int, ConnectionRequestFact)
  case connectFailed(controller: Int, ConnectionAttempt)
  case connected(connection: Int, ConnectionAttempt)
  /// A packet shows a connection of which the beginning was not captured.
  case noticed(connection: Int)
  /// The kernel said who the peer of such a connection is.
  case peerKnown(connection: Int)
  /// The host asked for the end of a connection.
  case closing(connection: Int, HCIStatus)
  case disconnected(connection: Int, HCIStatus)
  /// The controller took the connection along.
  case lost(connection: Int, ReportV1.EndCause)
  case adapter(AdapterStateFact)

  case parameters(connection: Int, ReportV1.Parameters)
  case parameterRequest(connection: Int, ParameterRequestFact)
  case parameterAnswer(connection: Int, ParameterRequestFact)
  case updateFailed(connection: Int, ReportV1.ParameterUpdateFailure)
  case phy(connection: Int, ReportV1.PHYChange)
  case dataLength(connection: Int, ReportV1.DataLength)
  case encryption(connection: Int, ReportV1.Encryption)
  case encryptionFailed(connection: Int, ReportV1.EncryptionFailure)
  case pairing(connection: Int, PairingStep)
  case classicPairing(connection: Int, ClassicPairingStep)
  case channelOpened(connection: Int, ChannelStep)
  case channelRefused(connection: Int, ChannelStep)
  case channelClosed(connection: Int, ChannelStep)

  case mtu(connection: Int, ReportV1.MTU)
  /// The client asked for it; the server may still refuse.
  case subscription(connection: Int, SubscriptionFact)
  /// The first value of what may be a transfer.
  case transferBegun(StreamIndex)
  /// One has ended, and what was sent has left the controller as far as that can be known.
  case transferEnded(StreamIndex, transfer: Int)
  /// Nothing was sent for so long.
  case pause(StreamIndex, Silence)
  case stall(connection: Int, StallFact)
}

/// Where the values of one characteristic are found among the measures.
package struct StreamIndex: Hashable, Sendable {
  var connection: Int
  var stream: Int
  var isSent: Bool
}

/// A command that asks for a connection.
package struct ConnectionRequestFact: Hashable, Sendable {
  package var moment: Moment
  /// `nil` where the controller may choose among a list.
  package var peer: DeviceAddress?
  package var peerType: AddressType?
  /// For how much of the time the controller listens for it.
  package var rhythm: ScanRhythm?
  package var transport = ReportV1.Transport.le
}

/// How an attempt to connect ended.
package struct ConnectionAttempt: Hashable, Sendable {
  package var status: HCIStatus
  package var role: ConnectionRole?
  package var peer: DeviceAddress?
  package var peerType: AddressType?
  /// The command that asked for it, where the capture holds one.
  package var request: ConnectionRequestFact?
}

/// One command of the Security Manager.
package struct PairingStep: Hashable, Sendable {
  package var code: SMPCode
  package var sender: Side
  /// What a Pairing Failed gives as its reason.
  package var reason: SMPReason?
}

/// A credit-based channel that comes or goes.
package struct ChannelStep: Hashable, Sendable {
  package var spsm: UInt16
  package var mtu: Int?
  package var mps: Int?
  /// Who asked for it.
  package var initiator: Side
}

/// A request or an indication, and what came of it.
package struct ATTTransaction: Sendable {
  package var connection: Int
  package var request: Moment
  /// The last fragment of the answer.
  package var answer: Moment
  /// To the first fragment of the answer.
  package var latency: Int64
  /// The request's opcode.
  package var opcode: ATTOpcode
  /// The handle it is about, or the first of its range.
  package var handle: ATTHandle?
  /// The last handle of its range.
  package var end: ATTHandle?
  /// What was looked for: the type of attribute, or the service's UUID.
  package var type: BluetoothUUID?
  /// The attribute with `handle` is known to be a descriptor.
  package var isOfDescriptor: Bool
  /// What a subscription wrote.
  package var subscription: UInt16?
  /// Octets of the value that was written.
  package var octets: Int
  /// Whose server answered.
  package var server: Side
  package var error: ATTErrorCode?
  /// What the response holds after its opcode; empty for an error.
  package var response: ByteRange
  /// The bearer's ATT_MTU at that moment; 0 where it cannot be known.
  package var mtu: Int
  /// Another request of the same client was open at some time of it.
  package var isOverlapped = false
  /// Whether the latency is that of the answer: a sniffer missed nothing in between.
  package var isTimed = true
}

extension ATTTransaction {
  /// The side that answered: of an indication it is the client.
  var answerer: Side { opcode == .handleValueIndication ? server.other : server }
}
