import BluetoothProtocol
import Bytes

/// When the event at the instant of an update begins, counted from when it would have begun without
/// the update: the central chooses. Core Vol 6, Part B, 5.1.1.
package struct TransmitWindow: Hashable, Sendable {
  /// In microseconds; in steps of 1.25 ms on the air.
  package var offset: Int
  package var size: Int

  package init(offset: UInt16, size: UInt8) {
    self.offset = Int(offset) * 1250
    self.size = Int(size) * 1250
  }

  /// The window of LL_CONNECTION_RATE_IND, which has no size: one of 1.25 ms is assumed.
  ///
  /// - Parameter offset: in steps of 125 us.
  package init(shortOffset offset: UInt16) {
    self.offset = Int(offset) * LLControl.shortUnit
    size = 1250
  }
}

/// A link layer control PDU, as far as sessions need it. Core Vol 6, Part B, 2.4.2.
package enum LLControl: Sendable {
  /// LL_CONNECTION_UPDATE_IND
  case connectionUpdate(
    interval: ConnectionInterval, latency: UInt16, timeout: SupervisionTimeout,
    window: TransmitWindow, instant: UInt16)
  /// LL_CHANNEL_MAP_IND
  case channelMap(UInt64, instant: UInt16)
  /// LL_TERMINATE_IND
  case terminate(HCIStatus)
  /// LL_ENC_REQ, with which encryption begins: which key, and the central's half of the session's
  /// diversifier and of the initialization vector.
  case encryptionRequest(rand: UInt64, ediv: UInt16, diversifier: UInt64, vector: UInt32)
  /// LL_ENC_RSP: the peripheral's halves.
  case encryptionResponse(diversifier: UInt64, vector: UInt32)
  /// LL_START_ENC_REQ: what follows in the other direction is encrypted.
  case startEncryption
  /// LL_FEATURE_RSP, LL_FEATURE_REQ and LL_PERIPHERAL_FEATURE_REQ
  case features(UInt64)
  /// LL_CONNECTION_PARAM_REQ
  case parameterRequest(
    minimum: ConnectionInterval, maximum: ConnectionInterval, latency: UInt16,
    timeout: SupervisionTimeout)
  /// LL_LENGTH_REQ and LL_LENGTH_RSP: what its sender can receive and send.
  case length(
    isResponse: Bool, maxRxOctets: UInt16, maxRxTime: UInt16, maxTxOctets: UInt16,
    maxTxTime: UInt16)
  /// LL_PHY_UPDATE_IND; 0 is no change.
  case phyUpdate(centralToPeripheral: PHY?, peripheralToCentral: PHY?, instant: UInt16)
  /// LL_SUBRATE_IND: of so many events one is used.
  case subrate(
    factor: UInt16, latency: UInt16, continuation: UInt16, timeout: SupervisionTimeout)
  /// LL_CONNECTION_RATE_IND: interval, in microseconds, and subrate change at the instant.
  /// Core 6.2, Vol 6, Part B, 5.1.32.
  case connectionRate(
    interval: Int, window: TransmitWindow, instant: UInt16, factor: UInt16, latency: UInt16,
    continuation: UInt16, timeout: SupervisionTimeout)
  /// LL_CONNECTION_RATE_REQ, with intervals in microseconds. Core 6.2, Vol 6, Part B, 5.1.33.
  case rateRequest(minimum: Int, maximum: Int, latency: UInt16, timeout: SupervisionTimeout)
  /// LL_FRAME_SPACE_RSP: what passes between two packets, in microseconds, and between which: a
  /// bit for each kind. Core 6.0, Vol 6, Part B, 5.1.30.
  case frameSpace(Int, types: UInt16)
  /// LL_CIS_REQ: the terms of a stream that is offered.
  case streamRequest(CISTerms)
  /// LL_CIS_IND: the stream begins.
  case streamBegin(CISBegin)
  /// LL_CIS_TERMINATE_IND
  case streamEnd(group: UInt8, stream: UInt8, HCIStatus)
  /// LL_REJECT_EXT_IND: which request, and why; and LL_UNKNOWN_RSP, which has no reason: as if the
  /// feature were not supported.
  case reject(opcode: UInt8, HCIStatus, isUnknown: Bool = false)
  case other(opcode: UInt8)

  /// - Parameter isDecrypted: whether a sniffer decrypted it; some leave the MIC after it.
  package init(
    _ payload: ByteRange, isDecrypted: Bool = false, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, payload)
    let opcode = try cursor.u8(in: bytes)
    try Self.checkLength(opcode, cursor.rest, isDecrypted)
    switch opcode {
    case 0x00:
      let size = try cursor.u8(in: bytes)
      let window = TransmitWindow(offset: try cursor.u16le(in: bytes), size: size)
      let interval = ConnectionInterval(try cursor.u16le(in: bytes))
      let latency = try cursor.u16le(in: bytes)
      let timeout = SupervisionTimeout(try cursor.u16le(in: bytes))
      self = .connectionUpdate(
        interval: interval, latency: latency, timeout: timeout, window: window,
        instant: try cursor.u16le(in: bytes))
    case 0x01:
      let low = try cursor.u32le(in: bytes)
      let map = UInt64(low) | UInt64(try cursor.u8(in: bytes)) << 32
      self = .channelMap(map, instant: try cursor.u16le(in: bytes))
    case 0x02: self = .terminate(HCIStatus(rawValue: try cursor.u8(in: bytes)))
    case 0x03:
      let rand = try cursor.u64le(in: bytes)
      let ediv = try cursor.u16le(in: bytes)
      let diversifier = try cursor.u64le(in: bytes)
      self = .encryptionRequest(
        rand: rand, ediv: ediv, diversifier: diversifier, vector: try cursor.u32le(in: bytes))
    case 0x04:
      let diversifier = try cursor.u64le(in: bytes)
      self = .encryptionResponse(diversifier: diversifier, vector: try cursor.u32le(in: bytes))
    case 0x05: self = .startEncryption
    case 0x07:
      // Unsupported Remote Feature.
      self = .reject(opcode: try cursor.u8(in: bytes), HCIStatus(rawValue: 0x1A), isUnknown: true)
    case 0x08, 0x09, 0x0E: self = .features(try cursor.u64le(in: bytes))
    case 0x0F:
      let minimum = ConnectionInterval(try cursor.u16le(in: bytes))
      let maximum = ConnectionInterval(try cursor.u16le(in: bytes))
      let latency = try cursor.u16le(in: bytes)
      self = .parameterRequest(
        minimum: minimum, maximum: maximum, latency: latency,
        timeout: SupervisionTimeout(try cursor.u16le(in: bytes)))
    case 0x11:
      let rejected = try cursor.u8(in: bytes)
      self = .reject(opcode: rejected, HCIStatus(rawValue: try cursor.u8(in: bytes)))
    case 0x14, 0x15:
      let rxOctets = try cursor.u16le(in: bytes)
      let rxTime = try cursor.u16le(in: bytes)
      let txOctets = try cursor.u16le(in: bytes)
      self = .length(
        isResponse: opcode == 0x15, maxRxOctets: rxOctets, maxRxTime: rxTime,
        maxTxOctets: txOctets, maxTxTime: try cursor.u16le(in: bytes))
    case 0x18:
      let central = Self.phy(try cursor.u8(in: bytes))
      let peripheral = Self.phy(try cursor.u8(in: bytes))
      self = .phyUpdate(
        centralToPeripheral: central, peripheralToCentral: peripheral,
        instant: try cursor.u16le(in: bytes))
    case 0x27:
      let factor = try cursor.u16le(in: bytes)
      _ = try cursor.skip(2)
      let latency = try cursor.u16le(in: bytes)
      let continuation = try cursor.u16le(in: bytes)
      self = .subrate(
        factor: factor, latency: latency, continuation: continuation,
        timeout: SupervisionTimeout(try cursor.u16le(in: bytes)))
    default: self = try Self.later(opcode, &cursor, in: bytes)
    }
  }

  /// In microseconds: what intervals, and offsets, of the rate procedures are counted in.
  static let shortUnit = 125

  /// Those of Core 5.2 and later.
  private static func later(
    _ opcode: UInt8, _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> LLControl {
    switch opcode {
    case 0x1F: return .streamRequest(try CISTerms(&cursor, in: bytes))
    case 0x21: return .streamBegin(try CISBegin(&cursor, in: bytes))
    case 0x22:
      let group = try cursor.u8(in: bytes)
      let stream = try cursor.u8(in: bytes)
      return .streamEnd(
        group: group, stream: stream, HCIStatus(rawValue: try cursor.u8(in: bytes)))
    case 0x3C:
      let space = Int(try cursor.u16le(in: bytes))
      _ = try cursor.skip(1)
      return .frameSpace(space, types: try cursor.u16le(in: bytes))
    case 0x3E:
      let minimum = Int(try cursor.u16le(in: bytes)) * shortUnit
      let maximum = Int(try cursor.u16le(in: bytes)) * shortUnit
      // Subrate factors.
      _ = try cursor.skip(4)
      let latency = try cursor.u16le(in: bytes)
      // Continuation number.
      _ = try cursor.skip(2)
      return .rateRequest(
        minimum: minimum, maximum: maximum, latency: latency,
        timeout: SupervisionTimeout(try cursor.u16le(in: bytes)))
    case 0x3F:
      let window = TransmitWindow(shortOffset: try cursor.u16le(in: bytes))
      let interval = Int(try cursor.u16le(in: bytes)) * shortUnit
      let instant = try cursor.u16le(in: bytes)
      let factor = try cursor.u16le(in: bytes)
      let latency = try cursor.u16le(in: bytes)
      let continuation = try cursor.u16le(in: bytes)
      return .connectionRate(
        interval: interval, window: window, instant: instant, factor: factor, latency: latency,
        continuation: continuation, timeout: SupervisionTimeout(try cursor.u16le(in: bytes)))
    default: return .other(opcode: opcode)
    }
  }

  /// Each PDU has one length, and what has another one is none. Core Vol 6, Part B, 2.4.2.
  private static func checkLength(
    _ opcode: UInt8, _ parameters: ByteRange, _ isDecrypted: Bool
  ) throws(DecodeIssue) {
    guard let length = LLControlLayouts.length(opcode) else { return }
    let count = parameters.originalCount
    if count == length || isDecrypted && count == length + 4 { return }
    throw DecodeIssue(
      layer: .linkLayer, offset: parameters.start, needed: length, available: count,
      limit: .packet)
  }

  /// One bit each: 1M, 2M, Coded.
  private static func phy(_ bits: UInt8) -> PHY? {
    switch bits {
    case 1: .le1M
    case 2: .le2M
    case 4: .leCoded
    default: nil
    }
  }
}
