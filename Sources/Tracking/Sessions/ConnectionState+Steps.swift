import BluetoothProtocol
import Bytes
import CaptureFiles

/// Reports to those that follow the session step by step.
extension ConnectionState {
  /// A request or an indication was answered.
  func report(
    _ request: PendingPDU, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    _ latency: Int64, isTimed: Bool,
    _ error: ATTErrorCode?, _ response: ByteRange,
    in bytes: Span<UInt8>
  ) {
    // The server answers, but it is the client that confirms an indication.
    let answersItself = request.opcode.role == .request
    let server: Side = (context.direction == .rx) == answersItself ? .peer : .local
    let purpose =
      server == .peer
      ? RequestPurpose(request, peerDatabase) : RequestPurpose(request, localDatabase)
    let transaction = ATTTransaction(
      connection: index, request: request.moment, answer: context.moment, latency: latency,
      opcode: request.opcode, handle: request.handle, end: request.end, type: purpose.type,
      isOfDescriptor: purpose.isOfDescriptor, subscription: purpose.subscription,
      octets: request.octets, server: server,
      error: error, response: response, mtu: bearers[bearer].mtu,
      isOverlapped: request.isOverlapped, isTimed: isTimed)
    context.observer.observe(transaction, in: bytes)
  }
}
