import BluetoothProtocol
import Bytes
import CaptureFiles

/// HCI ACL data: a handle names a link for as long as it lasts, and packets make up its PDUs.
extension SessionTracker {
  mutating func receiveACL(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let packet = try HCIACLData(record.bytes, in: bytes)
    if packet.handle.isVendorLog {
      sessions.vendorLogRecords += 1
      if sessions.firstVendorLogFrame == nil { sessions.firstVendorLogFrame = record.number }
      return
    }
    let controller = sessions.controller(record.controller)
    guard var link = connection(packet.handle, on: controller) else { return }
    let direction =
      record.direction == .unknown
      ? sessions.connections[link].infer(packet, in: bytes) : record.direction
    if let next = another(than: link, for: packet, direction, on: controller, in: bytes) {
      link = next
    }
    if direction == .rx { context.observer.log(dataOf: controller, at: now) }
    if direction == .tx {
      let headers = packet.boundary == .continuing ? 0 : PlainValue.headersInData
      context.observer.observe(
        sent: max(0, packet.data.originalCount &- headers), on: link, at: now)
    }
    context.begin(direction)
    let arrival: ACLArrival
    let wasIncomplete: Bool
    do throws(DecodeIssue) {
      (arrival, wasIncomplete) = try sessions.connections[link].take(
        packet, direction, at: now, in: bytes)
    } catch {
      context.observer.log(part: now, direction, on: link)
      throw error
    }
    switch arrival {
    case .nothing: context.observer.log(part: now, direction, on: link)
    case .whole(let pdu, let channel): try receive(pdu, on: channel, of: link, in: bytes)
    case .reassembled(let pdu): try receive(reassembled: pdu, of: link)
    }
    if wasIncomplete { throw .lostFragments(packet.data) }
  }

  mutating func receive(
    reassembled pdu: ByteRange, of link: Int
  ) throws(DecodeIssue) {
    let side = context.direction.index
    // Moved out for the time of the call, so that its bytes may be read meanwhile.
    var state = ConnectionState.ReassemblyState()
    swap(&state, &sessions.connections[link].reassembly[side])
    defer { swap(&state, &sessions.connections[link].reassembly[side]) }
    context.firstTime = state.firstTime
    context.isReassembled = true
    let bytes = state.fragments.buffer.span
    let header = L2CAPBasicHeader(at: pdu.start, in: bytes)
    try receive(pdu.behindL2CAPHeader(pdu.originalCount), on: header.channel, of: link, in: bytes)
  }
}

/// What an ACL packet brought.
enum ACLArrival {
  case nothing
  /// A whole PDU, which stands in the packet.
  case whole(ByteRange, L2CAPChannelID)
  /// The last piece of a PDU, which stands in the buffer of its direction, with its header.
  case reassembled(ByteRange)
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
  ///
  /// - Returns: also whether the packet begins a PDU while the one before it was incomplete.
  mutating func take(
    _ packet: HCIACLData, _ direction: RecordDirection, at moment: Moment, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> (ACLArrival, wasIncomplete: Bool) {
    last = moment
    if direction == .rx { lastReceived = moment } else { lastSent = moment }
    let side = direction.index
    packets[side].packets &+= 1
    if packet.boundary == .continuing {
      let outcome = reassembly[side].fragments.append(packet.data, of: bytes)
      return (try follow(outcome, side, packet.data), false)
    }
    let wasIncomplete = reassembly[side].fragments.isActive
    reassembly[side].fragments.abandon()
    if packet.data.count >= L2CAPBasicHeader.octets {
      let header = L2CAPBasicHeader(at: packet.data.start, in: bytes)
      let whole = L2CAPBasicHeader.octets + header.payloadLength
      if whole <= packet.data.originalCount {
        packets[side].pdus &+= 1
        return (.whole(packet.data.behindL2CAPHeader(whole), header.channel), wasIncomplete)
      }
    }
    reassembly[side].firstTime = moment.time
    let outcome = reassembly[side].fragments.start(with: packet.data, of: bytes)
    return (try follow(outcome, side, packet.data), wasIncomplete)
  }

  private mutating func follow(
    _ outcome: ACLReassembly.Outcome, _ side: Int, _ data: ByteRange
  ) throws(DecodeIssue) -> ACLArrival {
    guard reassembly[side].fragments.isCovered(&bounds) else { return .nothing }
    switch outcome {
    case .incomplete: return .nothing
    case .unusable: throw .lostFragments(data)
    case .complete(let range):
      packets[side].pdus &+= 1
      packets[side].fragmented &+= 1
      return .reassembled(range)
    }
  }
}

extension DecodeIssue {
  fileprivate static func lostFragments(_ data: ByteRange) -> DecodeIssue {
    DecodeIssue(layer: .l2cap, offset: data.start, needed: 1, available: 0, limit: .packet)
  }
}

extension ByteRange {
  /// The payload of a PDU that is so long with its header, and begins here.
  fileprivate func behindL2CAPHeader(_ whole: Int) -> ByteRange {
    ByteRange(
      start: start + L2CAPBasicHeader.octets, end: min(end, start + whole),
      originalCount: whole - L2CAPBasicHeader.octets)
  }
}

extension ConnectionHandle {
  /// Controllers write their own log as ACL data: Qualcomm's on this handle, Broadcom's on some
  /// that are reserved and that no connection may have (Core Vol 4, Part E, 5.4.2).
  package var isVendorLog: Bool { rawValue == 0x0EDC || isReserved }

  var isReserved: Bool { rawValue > 0x0EFF }
}
