import BluetoothProtocol
import Bytes
import CaptureFiles

extension SessionTracker {
  mutating func receiveACL(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let packet = try HCIACLData(record.bytes, in: bytes)
    if packet.handle == .vendorLog {
      sessions.vendorLogRecords += 1
      return
    }
    let controller = sessions.controller(record.controller)
    guard let place = connection(packet.handle, on: controller) else { return }
    let direction =
      record.direction == .unknown
      ? sessions.connections[place].infer(packet, in: bytes) : record.direction
    if direction == .tx {
      let headers = packet.boundary == .continuing ? 0 : ValueBurst.headersBeforeValue
      context.observer.observe(
        .aclSent(
          connection: place, now, octets: max(0, packet.data.originalCount &- headers)))
    }
    context.begin(direction)
    try sessions.connections[place].receive(packet, &context, in: bytes)
  }
}

extension ConnectionState {
  mutating func infer(_ packet: HCIACLData, in bytes: Span<UInt8>) -> RecordDirection {
    var opcode: ATTOpcode?
    let start = packet.data.start
    if packet.data.count > 4, L2CAPBasicHeader(at: start, in: bytes).channel == .att {
      opcode = ATTOpcode(bytes[start + 4])
    }
    let continuing: RecordDirection? =
      reassembly[1].fragments.isActive ? .rx : reassembly[0].fragments.isActive ? .tx : nil
    return directions.direction(of: packet, opcode: opcode, role: role, continuing: continuing)
  }

  /// Takes one ACL packet. Most hold a whole PDU, which is decoded where it stands.
  mutating func receive(
    _ packet: HCIACLData, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    last = context.moment
    if context.direction == .rx { lastReceived = context.moment }
    let side = context.direction.index
    packets[side].packets &+= 1
    if packet.boundary != .continuing {
      let wasIncomplete = reassembly[side].fragments.isActive
      reassembly[side].fragments.abandon()
      if packet.data.count >= L2CAPBasicHeader.octets {
        let header = L2CAPBasicHeader(at: packet.data.start, in: bytes)
        let whole = L2CAPBasicHeader.octets + header.payloadLength
        if whole <= packet.data.originalCount {
          packets[side].pdus &+= 1
          try receive(
            pdu: payload(of: packet.data, whole), on: header.channel, &context, in: bytes)
          if wasIncomplete { throw lostFragments(packet.data) }
          return
        }
      }
      reassembly[side].firstTime = context.moment.time
      let outcome = reassembly[side].fragments.start(with: packet.data, of: bytes)
      try follow(outcome, &context, packet.data)
      if wasIncomplete { throw lostFragments(packet.data) }
    } else {
      let outcome = reassembly[side].fragments.append(packet.data, of: bytes)
      try follow(outcome, &context, packet.data)
    }
  }

  private func payload(of data: ByteRange, _ whole: Int) -> ByteRange {
    let start = data.start + L2CAPBasicHeader.octets
    return ByteRange(
      start: start, end: min(data.end, data.start + whole),
      originalCount: whole - L2CAPBasicHeader.octets)
  }

  private func lostFragments(_ data: ByteRange) -> DecodeIssue {
    DecodeIssue(layer: .l2cap, offset: data.start, needed: 1, available: 0, limit: .packet)
  }

  private mutating func follow(
    _ outcome: ACLReassembly.Outcome, _ context: inout SessionContext<some SessionObserver>,
    _ data: ByteRange
  ) throws(DecodeIssue) {
    guard reassembly[context.direction.index].fragments.isCovered(&bounds) else { return }
    switch outcome {
    case .incomplete: break
    case .unusable: throw lostFragments(data)
    case .complete(let range):
      let side = context.direction.index
      context.firstTime = reassembly[side].firstTime
      context.isReassembled = true
      packets[side].pdus &+= 1
      packets[side].fragmented &+= 1
      // Out of its place for the time of the call, so that its bytes may be read meanwhile.
      var fragments = ACLReassembly()
      swap(&fragments, &reassembly[side].fragments)
      defer { swap(&fragments, &reassembly[side].fragments) }
      let bytes = fragments.buffer.span
      let header = L2CAPBasicHeader(at: range.start, in: bytes)
      try receive(
        pdu: payload(of: range, range.originalCount), on: header.channel, &context,
        in: bytes)
    }
  }

  /// One L2CAP PDU, without its header.
  @inline(__always)
  mutating func receive(
    pdu: ByteRange, on channel: L2CAPChannelID,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    if context.observer.takesPDUs { tell(pdu: pdu, on: channel, &context, in: bytes) }
    switch channel {
    case .att:
      sawLEChannel = true
      try receiveATT(pdu, bearer: 0, &context, in: bytes)
    case .signallingLE:
      sawLEChannel = true
      try receiveLESignalling(pdu, &context, in: bytes)
    case .smp:
      sawLEChannel = true
      try receiveSMP(pdu, &context, in: bytes)
    case .signallingBREDR, .connectionless, .smpBREDR:
      sawBREDRChannel = true
    default:
      if channel.isDynamic && likelyTransport != .brEDR {
        try receiveCreditBased(pdu, on: channel, &context, in: bytes)
      }
    }
  }
}

extension ConnectionHandle {
  /// Qualcomm controllers write their own log as ACL data on this handle.
  package static var vendorLog: ConnectionHandle { ConnectionHandle(0x0EDC) }
}
