import BluetoothProtocol
import Bytes
import LinkLayer

/// Who alone may have sent a packet, by what it holds.
extension AirLink {
  /// A control PDU of one side; or a response that the sniffer gives to the side which asks. Some
  /// take the first packet that they hear in an event for the central's, also where they missed
  /// that one.
  func onlySender(
    _ packet: AirPacket, _ header: LLDataHeader, in bytes: Span<UInt8>
  ) -> AirPacket.Sender {
    switch header.llid {
    case .control: return header.onlySenderOfControl(in: bytes)
    case .start:
      guard packet.sender != .unknown, header.attOpcode(in: bytes)?.role == .response,
        requests.alone == packet.sender, isNearerToOther(packet)
      else { return .unknown }
      return packet.sender.other
    default: return .unknown
    }
  }

  /// Whether a packet is as strong as those of the side that the sniffer does not name.
  private func isNearerToOther(_ packet: AirPacket) -> Bool {
    guard let rssi = packet.rssi, let central = central.signal.mean,
      let peripheral = peripheral.signal.mean
    else { return false }
    let (named, other) = packet.sender.isCentral ? (central, peripheral) : (peripheral, central)
    return abs(Double(rssi) - other) < abs(Double(rssi) - named)
  }

  /// Counts requests by the side that asks.
  mutating func noteRole(
    _ header: LLDataHeader, from sender: AirPacket.Sender, in bytes: Span<UInt8>
  ) {
    guard header.llid == .start, let opcode = header.attOpcode(in: bytes),
      opcode.role == .request,
      // A server may ask for another MTU, too.
      opcode != .exchangeMTURequest
    else { return }
    requests.note(sender)
  }
}

/// How many requests each side sent.
struct AirRequests: Sendable {
  private var central = 0
  private var peripheral = 0

  private static let fewest = 2

  mutating func note(_ sender: AirPacket.Sender) {
    if sender.isCentral { central += 1 } else { peripheral += 1 }
  }

  /// The side that sent all of them; unknown where both did, or few were heard.
  var alone: AirPacket.Sender {
    if central >= Self.fewest, peripheral == 0 { return .central }
    if peripheral >= Self.fewest, central == 0 { return .peripheral }
    return .unknown
  }
}

extension LLDataHeader {
  /// The opcode of the ATT PDU that begins in a packet; `nil` of all else.
  func attOpcode(in bytes: Span<UInt8>) -> ATTOpcode? {
    guard payload.count > L2CAPBasicHeader.octets,
      L2CAPBasicHeader(at: payload.start, in: bytes).channel == .att
    else { return nil }
    return ATTOpcode(bytes[payload.start + L2CAPBasicHeader.octets])
  }

  /// Who alone may send a control PDU, by its opcode and length. Core Vol 6, Part B, 5.1.
  fileprivate func onlySenderOfControl(in bytes: Span<UInt8>) -> AirPacket.Sender {
    guard llid == .control, payload.count > 0 else { return .unknown }
    switch (bytes[payload.start], payload.originalCount) {
    // LL_CONNECTION_UPDATE_IND, LL_CHANNEL_MAP_IND, LL_ENC_REQ, LL_FEATURE_REQ, LL_PHY_UPDATE_IND
    case (0x00, 12), (0x01, 8), (0x03, 23), (0x08, 9), (0x18, 5): return .central
    // LL_ENC_RSP, LL_START_ENC_REQ, LL_PERIPHERAL_FEATURE_REQ
    case (0x04, 13), (0x05, 1), (0x0E, 9): return .peripheral
    default: return .unknown
    }
  }
}
