import BluetoothProtocol
import Bytes

/// An advertising channel PDU.
///
///     octet   0                                           1        2..<end
///             type (4 bits), RFU, ChSel, TxAdd, RxAdd     length   payload
///
/// Core Vol 6, Part B, 2.3.
package struct LLAdvertisingPDU: Sendable {
  /// On the primary channels. On secondary channels 3 is AUX_SCAN_REQ, 5 AUX_CONNECT_REQ, and 8
  /// AUX_CONNECT_RSP. ADV_DECISION_IND came with Core 6.0.
  package enum Kind: UInt8, Sendable {
    case advInd, advDirectInd, advNonconnInd, scanReq, scanRsp, connectInd, advScanInd, advExtInd
    case auxConnectRsp, advDecisionInd
  }

  package var kind: Kind?
  package var usesChannelSelection2: Bool
  package var senderType: AddressType
  package var targetType: AddressType
  package var payload: ByteRange

  package init(_ pdu: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, pdu)
    let first = try cursor.u8(in: bytes)
    kind = Kind(rawValue: first & 0x0F)
    usesChannelSelection2 = first & 0x20 != 0
    senderType = first & 0x40 != 0 ? .randomDevice : .publicDevice
    targetType = first & 0x80 != 0 ? .randomDevice : .publicDevice
    payload = try cursor.range(Int(try cursor.u8(in: bytes)))
  }

  /// Address and data of a PDU that advertises by the legacy rules, or answers a scan.
  package func legacyReport(
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> (address: DeviceAddress, data: ByteRange)? {
    var cursor = ByteCursor(.linkLayer, payload)
    switch kind {
    case .advInd, .advNonconnInd, .scanRsp, .advScanInd:
      let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
      return (address, cursor.rest)
    case .advDirectInd:
      let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
      _ = try cursor.skip(6)
      return (address, cursor.rest)
    default: return nil
    }
  }
}

/// CONNECT_IND, and AUX_CONNECT_REQ: who connects to whom, and on what terms.
///
///     octet   0..5    6..11   12..15   16..18    19        20..21    22..23     24..25
///             InitA   AdvA    AA       CRCInit   WinSize   WinOffs.  Interval   Latency
///
///     octet   26..27    28..32   33
///             Timeout   ChM      Hop (5 bits), SCA (3 bits)
///
/// Core Vol 6, Part B, 2.3.3.1.
package struct LLConnectInd: Sendable {
  package var initiator: DeviceAddress
  package var advertiser: DeviceAddress
  package var accessAddress: UInt32
  package var crcInit: UInt32
  package var interval: ConnectionInterval
  package var latency: UInt16
  package var timeout: SupervisionTimeout
  package var channelMap: UInt64
  package var hop: UInt8

  package init(_ payload: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    initiator = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    advertiser = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    accessAddress = try cursor.u32le(in: bytes)
    crcInit = UInt32(try cursor.u16le(in: bytes))
    crcInit |= UInt32(try cursor.u8(in: bytes)) << 16
    // WinSize and WinOffset.
    _ = try cursor.skip(3)
    interval = ConnectionInterval(try cursor.u16le(in: bytes))
    latency = try cursor.u16le(in: bytes)
    timeout = SupervisionTimeout(try cursor.u16le(in: bytes))
    let low = try cursor.u32le(in: bytes)
    channelMap = UInt64(low) | UInt64(try cursor.u8(in: bytes)) << 32
    hop = try cursor.u8(in: bytes) & 0x1F
  }
}
