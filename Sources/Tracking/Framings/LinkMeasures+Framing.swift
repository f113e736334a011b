import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// The one seam between the values of a connection and the protocols that frame them.
extension LinkMeasures {
  /// It is known now what a characteristic is.
  mutating func learnFraming(
    _ characteristic: FramedCharacteristic?, _ handle: ATTHandle, _ server: Side,
    _ bounds: inout BoundsReached
  ) {
    let key = Self.key(handle, server)
    guard let characteristic else {
      if framed.removeValue(forKey: key) != nil { setFraming(nil, handle, server) }
      return
    }
    guard let index = framingIndex(characteristic.framing, server, &bounds) else { return }
    let role = StreamFraming(index: index, role: characteristic.role)
    framed[key] = role
    setFraming(role, handle, server)
  }

  private mutating func setFraming(
    _ framing: StreamFraming?, _ handle: ATTHandle, _ server: Side
  ) {
    for index in streams.indices
    where streams[index].handle == handle && streams[index].server == server {
      streams[index].framing = framing
    }
  }

  private mutating func framingIndex(
    _ framing: FramingProtocol, _ server: Side, _ bounds: inout BoundsReached
  ) -> Int? {
    if let known = framings.firstIndex(where: { $0.framing == framing && $0.server == server }) {
      return known
    }
    let new = LinkFraming(framing, server: server, startIsKnown: isKnownFromBeginning)
    return framings.append(new, within: .framings, &bounds) ? framings.count - 1 : nil
  }

  /// A value of a stream that belongs to a protocol.
  @inline(never)
  mutating func follow(
    _ value: AttributeValue, of stream: Int, _ framing: StreamFraming, in bytes: Span<UInt8>,
    _ match: MarkerMatch, _ payloads: inout PayloadStore
  ) {
    let framed = FramedValue(
      frame: value.moment.frame, time: value.moment.time, stream: stream, role: framing.role,
      isFromServer: value.kind.isFromServer, value: value.value, mtu: value.mtu)
    let ended = framings[framing.index].add(
      framed, in: bytes, match, connection: connection, &payloads)
    if !ended.isEmpty { take(ended, &payloads) }
  }

  /// The connection has ended, or the capture did.
  mutating func closeFramings(
    at moment: Moment, isCaptureEnd: Bool, _ match: MarkerMatch, _ payloads: inout PayloadStore
  ) {
    for index in framings.indices {
      let ended = framings[index].close(
        at: moment, isCaptureEnd: isCaptureEnd, match, connection: connection, &payloads)
      take(ended, &payloads)
    }
  }

  private mutating func take(_ ended: LinkFraming.Ended, _ payloads: inout PayloadStore) {
    for (stream, transfer) in ended {
      streams[stream].transfers.finished.append(transfer)
      if streams[stream].direction == .tx {
        followEnded(stream, &payloads.steps)
      } else {
        let count = streams[stream].transfers.finished.count
        payloads.steps.add(
          .transferEnded(streams[stream].transfers.index, transfer: count - 1), at: transfer.end)
      }
    }
  }
}
