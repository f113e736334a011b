import BluetoothProtocol
import Bytes
import CaptureFiles

/// Values longer than one PDU: read in blobs, written in prepared parts.
extension ConnectionState {
  /// A write of more than an attribute can hold is the server's to refuse, and is kept up to here.
  private static let preparedBound = 65_536

  mutating func continueRead(
    _ request: PendingPDU, _ part: ByteRange, _ bearer: Int, _ way: Int,
    _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) {
    guard let handle = request.handle else { return }
    var offset = 0
    if case .blob(let start) = request.subject { offset = start }
    var read = bearers[bearer].withClient(way) { $0.longRead }
    if offset > 0, read == nil || read?.handle != handle || read?.octets != offset {
      // The value's beginning was not captured; what follows cannot be placed.
      endLongRead(bearer, way)
      return
    }
    if offset == 0 {
      endLongRead(bearer, way)
      read = LongRead(
        handle: handle, first: request.moment, last: context.moment, bytes: [], octets: 0,
        parts: 0, isCut: false)
    }
    guard var read else { return }
    bearers[bearer].clients[way].longRead = nil
    if !read.isCut, read.octets <= ATTLimits.longestValue {
      if hasRoom(for: read.bytes.count + part.count, bearer, way) {
        read.bytes.append(part, of: bytes)
      } else {
        read.isCut = true
      }
    }
    read.isCut = read.isCut || part.isCut
    read.octets += part.originalCount
    read.parts += 1
    read.last = context.moment
    bearers[bearer].clients[way].longRead = read
  }

  /// Keeps what was read if it took more than one part; a value that fitted is no long read.
  mutating func endLongRead(_ bearer: Int, _ way: Int) {
    guard let read = bearers[bearer].withClient(way, { $0.longRead.take() }) else { return }
    guard read.parts > 1 else { return }
    longValues.append(
      LongValueFact(
        isRead: true, handle: read.handle, server: way == 0 ? .peer : .local,
        firstFrame: read.first.frame, lastFrame: read.last.frame, octets: read.octets,
        parts: read.parts, bytes: read.bytes, isCut: read.isCut), within: .longValues, &bounds,
      more: read.bytes.count)
  }

  mutating func prepare(
    _ part: ATTPrepareWrite, _ bearer: Int, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) {
    let way = context.direction.index
    if bearers[bearer].withClient(way, { $0.prepared.isEmpty }) {
      bearers[bearer].clients[way].preparedFirst = context.moment
    }
    let held = bearers[bearer].withClient(way) {
      $0.prepared.reduce(0) { $0 + $1.bytes.count + 64 }
    }
    guard held < Self.preparedBound else { return bounds.insert(.longValues) }
    guard hasRoom(for: PreparedPart.octets + part.value.count, bearer, way) else { return }
    var value: [UInt8] = []
    value.append(part.value, of: bytes)
    bearers[bearer].clients[way].prepared.append(
      PreparedPart(
        handle: part.handle, offset: Int(part.offset), bytes: value,
        octets: part.value.originalCount))
  }

  /// The server did not take the last part.
  mutating func dropPrepared(_ request: PendingPDU, _ bearer: Int, _ way: Int) {
    guard bearers[bearer].withClient(way, { $0.prepared.last?.handle }) == request.handle
    else { return }
    bearers[bearer].clients[way].prepared.removeLast()
  }

  /// A Write Request was accepted: its value counts.
  mutating func acceptWrite(
    _ request: PendingPDU, _ bearer: Int, _ way: Int,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    var written: [UInt8] = []
    swap(&written, &bearers[bearer].clients[way].written)
    defer { swap(&written, &bearers[bearer].clients[way].written) }
    let octets = bearers[bearer].withClient(way) { $0.writtenOctets }
    accept(written, octets, request, bearer, way, &context)
  }

  /// A write whose answer this host's own Disconnect cut off was sent, and nothing refused it: its
  /// value counts.
  mutating func countCutWrites(_ context: inout SessionContext<some SessionObserver>) {
    guard disconnect?.reason == .connectionTerminatedByLocalHost else { return }
    for bearer in bearers.indices {
      guard let request = bearers[bearer].withClient(0, { $0.request }), !request.isSettled,
        case .write = request.subject
      else { continue }
      acceptWrite(request, bearer, 0, &context)
    }
  }

  func accept(
    _ written: [UInt8], _ octets: Int, _ request: PendingPDU, _ bearer: Int, _ way: Int,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    guard let handle = request.handle else { return }
    let value = ByteRange(start: 0, end: written.count, originalCount: octets)
    emit(value, handle, .writeRequest, of: request, bearer, way, &context, in: written.span)
  }

  /// Prepared parts were executed: each handle's parts make one value.
  mutating func acceptPrepared(
    _ request: PendingPDU, _ bearer: Int, _ way: Int,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    let parts = bearers[bearer].clients[way].prepared
    let first = bearers[bearer].clients[way].preparedFirst ?? request.moment
    var handles: [ATTHandle] = []
    for part in parts where !handles.contains(part.handle) { handles.append(part.handle) }
    for handle in handles {
      let own = parts.filter { $0.handle == handle }
      let (value, octets) = Self.join(own)
      longValues.append(
        LongValueFact(
          isRead: false, handle: handle, server: way == 0 ? .peer : .local,
          firstFrame: first.frame, lastFrame: request.moment.frame, octets: octets,
          parts: own.count, bytes: value, isCut: octets > value.count), within: .longValues,
        &bounds,
        more: value.count)
      let range = ByteRange(start: 0, end: value.count, originalCount: octets)
      emit(range, handle, .longWrite, of: request, bearer, way, &context, in: value.span)
    }
  }

  /// A value that counts as sent with its request, now that the request was accepted.
  private func emit(
    _ value: ByteRange, _ handle: ATTHandle, _ kind: AttributeValue.Kind, of request: PendingPDU,
    _ bearer: Int, _ way: Int, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) {
    context.observer.observe(
      AttributeValue(
        moment: request.moment, connection: index, handle: handle, kind: kind,
        direction: way == 0 ? .tx : .rx, value: value, mtu: bearers[bearer].mtu), in: bytes)
  }

  /// The value that parts make, as far as it is known, and its length.
  private static func join(_ parts: [PreparedPart]) -> (value: [UInt8], octets: Int) {
    var value: [UInt8] = []
    var octets = 0
    for part in parts {
      let end = part.offset + part.octets
      // A hole in front of a part: the server would refuse it, so it cannot be placed.
      guard part.offset <= octets else { return (value, max(octets, end)) }
      if octets == value.count {
        let old = part.offset..<min(value.count, part.offset + part.octets)
        value.replaceSubrange(old, with: part.bytes)
        // What was there after a part that was cut would be at the wrong offset.
        let known = part.offset + part.bytes.count
        if part.bytes.count < part.octets { value.removeLast(value.count - known) }
      }
      octets = max(octets, end)
    }
    return (value, octets)
  }
}
