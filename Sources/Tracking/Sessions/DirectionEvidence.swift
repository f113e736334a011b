import BluetoothProtocol
import CaptureFiles

/// Works out which way an ACL packet went where the container does not say (pcap link type 187).
///
/// On LE a host starts PDUs with PB 00 and a controller with PB 10 (Core Vol 4, Part E, 5.4.2), so
/// that flag decides. A host that writes 10 as well gives itself away: then PB 10 carries both
/// requests and their responses, and the ATT roles decide instead, with the host that captured as
/// the client unless it is known to be the peripheral. Continuations go the way of the PDU that is
/// still incomplete.
struct DirectionEvidence: Sendable {
  private var flaggedRequests = false
  private var flaggedResponses = false
  private var sawHostStart = false

  mutating func direction(
    of packet: HCIACLData, opcode: ATTOpcode?, role: ConnectionRole?, continuing: RecordDirection?
  ) -> RecordDirection {
    switch packet.boundary {
    case .continuing: return continuing ?? .rx
    case .firstNonFlushable:
      sawHostStart = true
      return .tx
    case .firstFlushable, .complete: break
    }
    guard !sawHostStart, let isFromClient = opcode?.isFromClient else { return .rx }
    flaggedRequests = flaggedRequests || opcode?.role == .request
    flaggedResponses = flaggedResponses || opcode?.role == .response
    guard flaggedRequests && flaggedResponses else { return .rx }
    let isClientLocal = role != .peripheral
    return isFromClient == isClientLocal ? .tx : .rx
  }
}
