import BluetoothProtocol
import Bytes

/// The header of a data channel PDU.
///
///     octet   0                                              1
///             LLID (2 bits), NESN, SN, MD, CP, RFU (2 bits)  length
///
/// With CP set, a third octet holds CTEInfo. Devices that do not know it ignore that bit, which was
/// reserved before: it is set by mistake where the packet has no room for the octet. Core Vol 6,
/// Part B, 2.4.
package struct LLDataHeader: Hashable, Sendable {
  package enum LLID: UInt8, Sendable {
    case reserved, continuation, start, control
  }

  package var llid: LLID
  package var nesn: Bool
  package var sn: Bool
  package var moreData: Bool
  package var payload: ByteRange
  /// In microseconds: what is sent after the CRC for the direction to be found. Core Vol 6,
  /// Part B, 2.5.1.
  package var toneExtension = 0
  /// Whether it is a continuation of nothing: it only carries SN and NESN.
  package private(set) var isEmpty = false
  /// Whether bits are set that mean nothing. A receiver is to ignore them, and a sniffer may not.
  package private(set) var setsReservedBits = false

  package init(_ pdu: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, pdu)
    let first = try cursor.u8(in: bytes)
    let length = Int(try cursor.u8(in: bytes))
    llid =
      switch first & 3 {
      case 1: .continuation
      case 2: .start
      case 3: .control
      default: .reserved
      }
    nesn = first & 4 != 0
    sn = first & 8 != 0
    moreData = first & 16 != 0
    setsReservedBits = first & 0xC0 != 0
    if first & 32 != 0 {
      if cursor.rest.originalCount > length {
        toneExtension = Int(try cursor.u8(in: bytes) & 0x1F) * 8
      } else {
        setsReservedBits = true
      }
    }
    payload = try cursor.range(length)
    isEmpty = llid == .continuation && payload.originalCount == 0
  }
}

extension LLDataHeader {
  /// Whether, on a connection that is encrypted, the PDU can only be encrypted itself.
  package func canOnlyBeEncrypted(in bytes: Span<UInt8>) -> Bool {
    guard llid == .control, !payload.isEmpty else { return true }
    // LL_ENC_REQ, LL_ENC_RSP, LL_START_ENC_REQ, LL_PAUSE_ENC_RSP, LL_REJECT_IND,
    // LL_REJECT_EXT_IND and LL_TERMINATE_IND have lengths that no encrypted PDU of these kinds has.
    switch (bytes[payload.start], payload.originalCount) {
    case (0x03, 23), (0x04, 13), (0x05, 1), (0x0B, 1), (0x0D, 2), (0x11, 3), (0x02, 2): return false
    default: return true
    }
  }

  private static let shortPart = 16
  /// A value of 512 octets, with what stands before it.
  private static let longestATT = 517

  /// Whether it can be a PDU in clear: a control PDU of its length, or the start of an L2CAP PDU on
  /// a channel that there may be; nil where it does not say. Of encrypted PDUs hardly any can.
  package func isPlausible(in bytes: Span<UInt8>) -> Bool? {
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
      // What goes into several PDUs is cut where the sender chooses. Core Vol 6, Part B, 4.5.10.
      // One that is encrypted has such a channel by chance once in a thousand times; one of the
      // first three, and a length that they allow, hardly ever.
      if rest > 0, payload.originalCount < Self.shortPart {
        return (4...6).contains(channel) && l2cap.payloadLength <= Self.longestATT
      }
      return rest >= 0 && ((4...6).contains(channel) || (0x40...0x7F).contains(channel))
    default: return nil
    }
  }
}
