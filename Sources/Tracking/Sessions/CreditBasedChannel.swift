import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// A credit-based L2CAP channel, LE or enhanced; one that carries ATT has a bearer.
package struct CreditBasedChannel: Sendable {
  package var spsm: UInt16
  /// The frame of the response that opened it; `nil` while it is only asked for.
  package var openFrame: Int?
  package var closeFrame: Int?
  /// The channel identifiers at the two ends; data is addressed to the receiver's.
  package var local: L2CAPChannelID?
  package var remote: L2CAPChannelID?
  package var localMTU: Int?
  package var remoteMTU: Int?
  package var localMPS: Int?
  package var remoteMPS: Int?
  /// SDUs and their octets, sent and received.
  package var txSDUs = 0
  package var rxSDUs = 0
  package var txOctets = 0
  package var rxOctets = 0

  /// When the first and the last SDU were whole.
  package var firstData: Moment?
  package var lastData: Moment?

  /// EATT's SPSM. Core Vol 3, Part G, 5.4.
  package static let eattSPSM: UInt16 = 0x0027

  package var kind: ReportV1.ChannelKind { spsm == Self.eattSPSM ? .eatt : .creditBased }
  package var isEATT: Bool { kind == .eatt }
  package var isOpen: Bool { openFrame != nil && closeFrame == nil }

  /// The request that waits for its response.
  var requestIdentifier: UInt8
  var requestDirection: RecordDirection
  /// Index of the ATT bearer.
  var bearer: Int?
  /// What each side may send: the host that captured, then the peer.
  var credits: InlineArray<2, ChannelCredits> = .init(repeating: ChannelCredits())
  /// Segments of an SDU: sent, then received.
  var segments: InlineArray<2, SegmentedSDU> = .init(repeating: SegmentedSDU())

  /// The lower of what the two ends take.
  package var mtu: Int? { lower(localMTU, remoteMTU) }
  package var mps: Int? { lower(localMPS, remoteMPS) }

  /// For those who follow the session step by step.
  var step: ChannelStep {
    ChannelStep(
      spsm: spsm, mtu: mtu, mps: mps, initiator: requestDirection == .tx ? .local : .peer)
  }

  package func creditWaits(of side: Side) -> CreditWaits { credits[side == .local ? 0 : 1].waits }

  /// The packet of a side that took its last credit, and how long none came after that, up to the
  /// end.
  package func exhausted(_ side: Side) -> (frame: Int, microseconds: Int64)? {
    credits[side == .local ? 0 : 1].exhausted
  }

  /// It was closed, or the connection or the capture ended.
  mutating func end(at moment: Moment, _ bounds: inout BoundsReached) {
    for side in 0..<2 {
      credits[side].end(at: moment, inMidstOfSDU: segments[side].isActive)
    }
    release(&bounds)
  }

  mutating func release(_ bounds: inout BoundsReached) {
    for side in 0..<2 {
      segments[side].count.release(&bounds)
      segments[side] = SegmentedSDU()
    }
  }

  private func lower(_ a: Int?, _ b: Int?) -> Int? {
    guard let a, let b else { return a ?? b }
    return min(a, b)
  }
}

/// An SDU while its segments come in. Core Vol 3, Part A, 3.4.3: the first segment starts with the
/// SDU's length.
struct SegmentedSDU: Sendable {
  var buffer: [UInt8] = []
  var expected = 0
  var received = 0
  var isCut = false
  var firstTime = TraceTime(microseconds: 0)
  var count = BufferCount()

  var isActive: Bool { received < expected }

  /// Adds a segment; the SDU's range in `buffer` when it is whole.
  mutating func add(
    _ frame: ByteRange, at time: TraceTime, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) throws(DecodeIssue) -> ByteRange? {
    var cursor = ByteCursor(.l2cap, frame)
    if !isActive {
      expected = Int(try cursor.u16le(in: bytes))
      buffer.removeAll(keepingCapacity: true)
      received = 0
      isCut = false
      firstTime = time
    }
    let segment = cursor.rest
    if !isCut { buffer.append(segment, of: bytes) }
    if buffer.count > count.octets, !count.cover(buffer.capacity, for: .sdus, &bounds) {
      // From here on as if the capture had cut it.
      buffer = []
      count.release(&bounds)
      isCut = true
    }
    received += segment.originalCount
    isCut = isCut || segment.isCut
    guard received >= expected else { return nil }
    guard received == expected else {
      expected = 0
      throw DecodeIssue(
        layer: .l2cap, offset: frame.start, needed: 0, available: segment.count, limit: .packet)
    }
    expected = 0
    return ByteRange(start: 0, end: buffer.count, originalCount: received)
  }
}

extension ConnectionState {
  /// A K-frame on a dynamic channel. Channels that were opened before the capture are not known,
  /// and their data is left alone.
  mutating func receiveCreditBased(
    _ frame: ByteRange, on cid: L2CAPChannelID,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let isSent = context.direction == .tx
    guard
      let position = channels.firstIndex(where: {
        $0.isOpen && (isSent ? $0.remote : $0.local) == cid
      })
    else { return }
    let side = context.direction.index
    channels[position].credits[side].send(at: context.moment, patience: creditPatience)
    guard
      let sdu = try channels[position].segments[side].add(
        frame, at: context.moment.time, in: bytes, &bounds)
    else { return }
    if channels[position].firstData == nil { channels[position].firstData = context.moment }
    channels[position].lastData = context.moment
    if isSent {
      channels[position].txSDUs += 1
      channels[position].txOctets += sdu.originalCount
    } else {
      channels[position].rxSDUs += 1
      channels[position].rxOctets += sdu.originalCount
    }
    if context.observer.takesPDUs { report(sduOf: position, sdu, &context) }
    guard let bearer = channels[position].bearer else {
      return context.observer.observe(.data(connection: index, context.moment))
    }
    context.firstTime = channels[position].segments[side].firstTime
    // Moved out for the time of the call, so that its bytes may be read meanwhile.
    var segments = SegmentedSDU()
    swap(&segments, &channels[position].segments[side])
    defer { swap(&segments, &channels[position].segments[side]) }
    try receiveATT(sdu, bearer: bearer, &context, in: segments.buffer.span)
  }

  // MARK: - Opening and closing

  mutating func requestChannel(
    _ spsm: UInt16, source: L2CAPChannelID, mtu: UInt16, mps: UInt16, credits: UInt16,
    identifier: UInt8, _ context: inout SessionContext<some SessionObserver>
  ) {
    var channel = CreditBasedChannel(
      spsm: spsm, requestIdentifier: identifier, requestDirection: context.direction)
    if context.direction == .tx {
      (channel.local, channel.localMTU, channel.localMPS) = (source, Int(mtu), Int(mps))
    } else {
      (channel.remote, channel.remoteMTU, channel.remoteMPS) = (source, Int(mtu), Int(mps))
    }
    channel.credits[context.direction.reversed.index].open(with: credits, at: context.moment)
    channels.append(channel, within: .channels, &bounds)
  }

  /// The channels that a response answers, in the order in which they were asked for.
  func channelsAwaiting(_ identifier: UInt8, _ context: inout SessionContext<some SessionObserver>)
    -> [Int]
  {
    channels.indices.filter {
      channels[$0].openFrame == nil && channels[$0].closeFrame == nil
        && channels[$0].requestIdentifier == identifier
        && channels[$0].requestDirection == context.direction.reversed
    }
  }

  mutating func openChannel(
    _ position: Int, destination: L2CAPChannelID, mtu: UInt16, mps: UInt16, credits: UInt16,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    if context.direction == .rx {
      channels[position].remote = destination
      (channels[position].remoteMTU, channels[position].remoteMPS) = (Int(mtu), Int(mps))
    } else {
      channels[position].local = destination
      (channels[position].localMTU, channels[position].localMPS) = (Int(mtu), Int(mps))
    }
    channels[position].openFrame = context.moment.frame
    channels[position].credits[context.direction.reversed.index].open(
      with: credits, at: context.moment)
    context.observer.observe(
      .channelOpened(connection: index, channels[position].step), at: context.moment)
    guard channels[position].isEATT else { return }
    let bearer = ATTBearer(mtu: channels[position].mtu ?? 0)
    // Within the bound of the channels: each has one at most, and stays in its list once it was
    // open.
    bearers.append(bearer)
    channels[position].bearer = bearers.count - 1
  }

  /// A refused channel leaves the list: it never was. That it was refused is remembered.
  mutating func refuseChannels(
    _ indices: [Int], _ result: L2CAPChannelResult,
    _ context: inout SessionContext<some SessionObserver>
  ) {
    for position in indices.reversed() {
      channels[position].release(&bounds)
      let refused = channels.remove(at: position, within: .channels, &bounds)
      let fact = ReportV1.ChannelRefusal {
        $0.frame = context.moment.frame
        $0.kind = refused.kind
        $0.psm = Int(refused.spsm)
        $0.initiator = refused.step.initiator.reported
        $0.result = Int(result.rawValue)
        $0.name = result.name
      }
      channelRefusals.append(fact, within: .parameters, &bounds)
      context.observer.observe(.channelRefused(connection: index, refused.step), at: context.moment)
    }
  }

  mutating func reconfigure(
    _ request: L2CAPCreditBasedReconfigureRequest,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) {
    let isSent = context.direction == .tx
    for listed in 0..<request.destinations.count {
      let cid = request.destinations.channel(listed, in: bytes)
      for index in channels.indices
      where channels[index].isOpen
        && (isSent ? channels[index].local : channels[index].remote) == cid
      {
        if isSent {
          (channels[index].localMTU, channels[index].localMPS) = (
            Int(request.mtu), Int(request.mps)
          )
        } else {
          (channels[index].remoteMTU, channels[index].remoteMPS) = (
            Int(request.mtu), Int(request.mps)
          )
        }
        if let bearer = channels[index].bearer { bearers[bearer].mtu = channels[index].mtu ?? 0 }
      }
    }
  }

  mutating func closeChannel(
    _ disconnection: L2CAPDisconnection, _ context: inout SessionContext<some SessionObserver>
  ) {
    // "Destination" is the end that receives the request; this is called for the request.
    let isSent = context.direction == .tx
    let (local, remote) =
      isSent
      ? (disconnection.source, disconnection.destination)
      : (disconnection.destination, disconnection.source)
    for position in channels.indices
    where channels[position].isOpen && channels[position].local == local
      && channels[position].remote == remote
    {
      channels[position].closeFrame = context.moment.frame
      channels[position].end(at: context.moment, &bounds)
      context.observer.observe(
        .channelClosed(connection: index, channels[position].step), at: context.moment)
    }
  }
}
