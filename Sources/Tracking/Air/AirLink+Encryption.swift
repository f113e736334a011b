import BluetoothProtocol
import Bytes
import LinkLayer

/// Which packets are encrypted: no header says that.
extension AirLink {
  /// Whether what a packet holds can be read for certain.
  func isInClear(_ packet: AirPacket) -> Bool {
    packet.isDecrypted ? packet.micIsGood ?? true : !isEncrypted && !isAwaitingEncryption
  }

  /// Whether what a packet holds is encrypted. Once encryption was asked for, all that cannot be a
  /// control PDU in clear is.
  mutating func hides(
    _ packet: AirPacket, _ header: LLDataHeader, in bytes: Span<UInt8>
  ) -> Bool {
    if packet.isDecrypted {
      isEncrypted = true
      isDecrypted = isDecrypted || packet.micIsGood ?? true
      return packet.micIsGood == false
    }
    guard isEncrypted || isAwaitingEncryption else {
      return seemsEncrypted(header, in: bytes)
    }
    if isGuessedEncrypted, seemsClear(header, in: bytes) { return false }
    return looksHidden(header, in: bytes)
  }

  /// Whether a PDU of a connection that is encrypted can only be encrypted itself.
  func looksHidden(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    guard header.llid == .control, !header.payload.isEmpty else { return true }
    // LL_ENC_REQ, LL_ENC_RSP, LL_START_ENC_REQ, LL_PAUSE_ENC_RSP, LL_REJECT_IND,
    // LL_REJECT_EXT_IND and LL_TERMINATE_IND have lengths that no encrypted PDU of these kinds has.
    switch (bytes[header.payload.start], header.payload.originalCount) {
    case (0x03, 23), (0x04, 13), (0x05, 1), (0x0B, 1), (0x0D, 2), (0x11, 3), (0x02, 2): return false
    default: return true
    }
  }

  /// Whether a PDU shows that the connection is encrypted although its start was not heard: two in
  /// a row that cannot be in clear; one, where none that can be was before.
  private mutating func seemsEncrypted(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    guard let isPlausible = header.isPlausible(in: bytes) else { return strangePackets > 0 }
    if isPlausible {
      strangePackets = 0
      clearPackets += 1
      return false
    }
    strangePackets += 1
    if strangePackets > 1 {
      isEncrypted = true
      isGuessedEncrypted = true
      clearStarts = 0
    }
    return strangePackets > 1 || clearPackets == 0 && !isFromBeginning
  }

  /// Whether that was an error, or it is encrypted no more: two in a row that begin as L2CAP PDUs.
  private mutating func seemsClear(_ header: LLDataHeader, in bytes: Span<UInt8>) -> Bool {
    guard header.llid == .start, let isPlausible = header.isPlausible(in: bytes) else {
      return false
    }
    clearStarts = isPlausible ? clearStarts + 1 : 0
    guard clearStarts > 1 else { return false }
    isEncrypted = false
    isGuessedEncrypted = false
    strangePackets = 0
    return true
  }
}

extension LLDataHeader {
  /// Whether it can be a PDU in clear: a control PDU of its length, or the start of an L2CAP PDU on
  /// a channel that there may be; nil where it does not say. Of encrypted PDUs hardly any can.
  fileprivate func isPlausible(in bytes: Span<UInt8>) -> Bool? {
    let start = payload.start
    switch llid {
    case .control where payload.count > 0:
      guard let length = LLControlLayouts.length(bytes[start]) else {
        // Beyond those that are known there are vendors' own.
        return bytes[start] >= 0x2B ? nil : true
      }
      return payload.originalCount == 1 + length
    case .start where payload.count >= L2CAPBasicHeader.octets:
      let l2cap = L2CAPBasicHeader(at: start, in: bytes)
      // ATT, signalling and SMP; those that LE assigns.
      let channel = l2cap.channel.rawValue
      let rest = l2cap.payloadLength + L2CAPBasicHeader.octets - payload.originalCount
      // Only what is long goes into several PDUs. Core Vol 6, Part B, 4.5.10.
      return (rest == 0 || rest > 0 && payload.originalCount >= 27)
        && ((4...6).contains(channel) || (0x40...0x7F).contains(channel))
    default: return nil
    }
  }
}
