import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Tracking

/// Packets of sniffers.
extension PacketSelector {
  mutating func addAir(
    _ record: CapturedRecord, _ context: PacketPrinter.Context, _ isSelected: Bool,
    in bytes: Span<UInt8>, copies: Span<UInt8>
  ) {
    guard let packet = printer.fields.air, packet.crc != .bad else { return }
    if packet.isAdvertising { return addAdvertising(record, packet, context, in: bytes) }
    guard let data = printer.tracker.context.observer.air, data.isFirst else { return }
    let side = Direction(connection: data.connection, isReceived: data.direction != .tx)
    let before = predecessors.updateValue(record.number, forKey: side)
    if isSelected, let before { needed.insert(before) }
    guard !data.isEmpty else { return }
    if data.kind == .control {
      for frame in [before, record.number].compactMap(\.self) {
        remember(frame, .setup(data.connection), record.controller)
      }
      return
    }
    addData(
      record, context, data.connection, isSelected, isStart: data.kind == .start, after: before,
      in: bytes, copies: copies)
  }

  private mutating func addAdvertising(
    _ record: CapturedRecord, _ packet: AirPacket, _ context: PacketPrinter.Context,
    in bytes: Span<UInt8>
  ) {
    if let connection = context.connection {
      begin(connection, record.controller)
      return remember(record.number, .setup(connection), record.controller)
    }
    guard let pdu = try? LLAdvertisingPDU(packet.pdu, in: bytes) else { return }
    switch pdu.kind {
    case .scanReq, .connectInd, nil: return
    case .auxConnectRsp:
      // The answer to the request that began the last connection.
      guard let last = printer.tracker.sessions.connections.indices.last,
        connections[last]?.hasBegun == true
      else { return }
      remember(record.number, .setup(last), record.controller)
    case .advExtInd where !packet.isOnSecondaryChannel:
      announcements[record.controller] = record.number
      addAdvertising(record)
    case .advExtInd:
      addAdvertising(record, announced: announcements.removeValue(forKey: record.controller))
    default: addAdvertising(record)
    }
  }
}
