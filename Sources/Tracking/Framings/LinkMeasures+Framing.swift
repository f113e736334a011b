import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// The one seam between the values of a connection and the protocols that frame them.
extension LinkMeasures {
  /// It is known now what a characteristic is.
  mutating func learnFraming(
    _ uuid: BluetoothUUID, _ handle: ATTHandle, _ server: Side, _ shared: inout PayloadStore
  ) {
    let key = Self.key(handle, server)
    var isNew = false
    // What the user says counts more than what the UUID says.
    var isGiven = false
    if !shared.givenLayouts.isEmpty || !given.isEmpty {
      let layout = shared.givenLayouts[uuid]
      isGiven = layout != nil
      isNew = given[key] != layout
      given[key] = layout
    }
    let isUnframed = !shared.unframed.isEmpty && shared.unframed.contains(uuid)
    if !isGiven, !isUnframed, let characteristic = FramedCharacteristic(uuid) {
      guard let index = framingIndex(characteristic.framing, server, &shared.bounds) else {
        return
      }
      framed[key] = StreamFraming(index: index, role: characteristic.role)
      isNew = true
    } else if !framed.isEmpty, framed.removeValue(forKey: key) != nil {
      isNew = true
    }
    if isUnframed || Self.isSpecified(uuid) { isNew = specified.insert(key).inserted || isNew }
    guard isNew else { return }
    for index in streams.indices
    where streams[index].handle == handle && streams.server(at: index) == server {
      findFraming(of: index, &shared)
    }
  }

  /// The Bluetooth SIG specifies the values of its characteristics. Assigned Numbers, 3.8.
  private static func isSpecified(_ uuid: BluetoothUUID) -> Bool {
    uuid.short16.map { (0x2A00..<0x3000).contains($0) } ?? false
  }

  /// Finds what puts the values of a stream into messages: what the user gave, or what the
  /// UUID names.
  mutating func findFraming(of stream: Int, _ shared: inout PayloadStore) {
    let attribute = Self.key(streams[stream].handle, streams.server(at: stream))
    if !shared.handleLayouts.isEmpty,
      let byHandle = shared.handleLayouts[streams[stream].handle.rawValue]
    {
      given[attribute] = byHandle
    }
    let layout = given.isEmpty ? nil : given[attribute]
    streams[stream].framing = layout == nil ? framed[attribute] : nil
    // A marker may end what only has the UUID of a protocol.
    let isFramed = streams[stream].framing.map { framings[$0.index].isRecognized } ?? false
    streams[stream].seeksMarker = layout == nil && !isFramed
    streams[stream].keepsValues =
      layout != nil
      || shared.findsMessages && streams[stream].framing == nil
        && !specified.contains(attribute)
        && (shared.unframedHandles.isEmpty
          || !shared.unframedHandles.contains(streams[stream].handle.rawValue))
    if let former = streams[stream].givenFraming {
      givenFramings[former].withdraw(&shared)
      streams[stream].givenFraming = nil
    }
    guard let layout else { return }
    let new = GivenFraming(stream, layout)
    // A server may change what it is again and again.
    if let former = givenFramings.firstIndex(where: { $0.stream == stream && $0.layout == nil }) {
      givenFramings[former] = new
      streams[stream].givenFraming = former
    } else if shared.bounds.take(Bound.givenFraming, for: .framings) {
      givenFramings.append(new)
      streams[stream].givenFraming = givenFramings.count - 1
    }
  }

  /// A value of a stream with a layout that was given.
  @inline(never)
  mutating func putTogether(
    _ value: AttributeValue, _ framing: Int, in bytes: Span<UInt8>, _ match: MarkerMatch,
    _ payloads: inout PayloadStore
  ) {
    givenFramings[framing].add(value, in: bytes, match, &payloads)
    if givenFramings[framing].isWithdrawn {
      streams[givenFramings[framing].stream].givenFraming = nil
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
    let wasRecognized = framings[framing.index].isRecognized
    let ended = framings[framing.index].add(
      framed, in: bytes, match, connection: connection, &payloads)
    if !wasRecognized, framings[framing.index].isRecognized {
      for index in streams.indices where streams[index].framing?.index == framing.index {
        streams[index].seeksMarker = false
      }
    }
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
    for index in givenFramings.indices {
      givenFramings[index].close(match, &payloads)
      streams[givenFramings[index].stream].givenFraming = nil
    }
    let all = givenFramings.count
    givenFramings.removeAll { $0.layout == nil }
    payloads.bounds.give((all - givenFramings.count) * Bound.givenFraming)
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
