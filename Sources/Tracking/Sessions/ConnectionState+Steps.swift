import BluetoothProtocol
import Bytes
import CaptureFiles

/// Tells those who follow the session step by step.
extension ConnectionState {
  /// A request or an indication was answered.
  func tell(
    _ request: PendingPDU, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    _ latency: Int64,
    _ error: ATTErrorCode?, _ response: ByteRange,
    in bytes: Span<UInt8>
  ) {
    // The server answers, but it is the client that confirms an indication.
    let answersItself = request.opcode.role == .request
    let server: Side = (context.direction == .rx) == answersItself ? .peer : .local
    var transaction = ATTTransaction(
      connection: index, request: request.moment, answer: context.moment, latency: latency,
      opcode: request.opcode, handle: request.handle, end: request.end, type: nil,
      isOfDescriptor: false, subscription: nil, octets: request.octets, server: server,
      error: error, response: response, mtu: bearers[bearer].mtu)
    switch request.subject {
    case .type(let type): transaction.type = type
    case .service(let uuid, _): transaction.type = uuid
    case .subscription(let bits): transaction.subscription = bits
    default: break
    }
    if request.end == nil, let handle = request.handle {
      let type =
        server == .peer ? peerDatabase.attributeType(handle) : localDatabase.attributeType(handle)
      // Where the assigned numbers have the descriptors.
      transaction.isOfDescriptor = type?.short16.map { $0 >> 8 == 0x29 } ?? false
    }
    context.observer.observe(transaction, in: bytes)
  }
}
