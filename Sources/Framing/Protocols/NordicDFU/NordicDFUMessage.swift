import Bytes

/// A request that is written to the control point of Nordic's Secure DFU, or an answer that it
/// notifies. Integers have their least significant octet first.
///
///     octet     0      1..<end
///     create    0x01   type (1: 1 init packet, 2 firmware), size (4)
///     PRN       0x02   packets between two receipts (2), 0 for none
///     CRC       0x03
///     execute   0x04
///     select    0x06   type (1)
///     answer    0x60   opcode (1), result (1), then
///                      of CRC: offset (4), CRC-32 (4)
///                      of select: longest object (4), offset (4), CRC-32 (4)
///                      of result 0x0B: extended error (1)
///
/// nRF5 SDK, "Device Firmware Update process", "DFU BLE service". The CRC-32 is that of all octets
/// of the type up to the offset, over all of its objects. A receipt looks like the answer to CRC.
public enum NordicDFUMessage: Hashable, Sendable {
  case create(NordicDFUObject, size: UInt32)
  case receipts(every: UInt16)
  case checksum
  case execute
  case select(NordicDFUObject)
  /// What has no meaning for a transfer.
  case other(opcode: UInt8)
  case answer(NordicDFUAnswer)

  public init?(_ range: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, range)
    let opcode = try cursor.u8(in: bytes)
    switch opcode {
    case 0x01:
      guard let object = NordicDFUObject(rawValue: try cursor.u8(in: bytes)) else { return nil }
      self = .create(object, size: try cursor.u32le(in: bytes))
    case 0x02: self = .receipts(every: try cursor.u16le(in: bytes))
    case 0x03: self = .checksum
    case 0x04: self = .execute
    case 0x06:
      guard let object = NordicDFUObject(rawValue: try cursor.u8(in: bytes)) else { return nil }
      self = .select(object)
    case 0x60: self = .answer(try NordicDFUAnswer(&cursor, in: bytes))
    default: self = .other(opcode: opcode)
    }
  }

  /// 0x60 for an answer.
  public var opcode: UInt8 {
    switch self {
    case .create: 0x01
    case .receipts: 0x02
    case .checksum: 0x03
    case .execute: 0x04
    case .select: 0x06
    case .other(let opcode): opcode
    case .answer: 0x60
    }
  }

  /// Of a request.
  public static func name(_ opcode: UInt8) -> String {
    switch opcode {
    case 0x01: "create"
    case 0x02: "set receipts"
    case 0x03: "calculate checksum"
    case 0x04: "execute"
    case 0x06: "select"
    case 0x09: "ping"
    case 0x0A: "hardware version"
    case 0x0B: "firmware version"
    case 0x0C: "abort"
    default: "request \(opcode)"
    }
  }
}

public enum NordicDFUObject: UInt8, Hashable, Sendable {
  case initPacket = 1
  case firmware = 2

  public var content: FramedContent { self == .initPacket ? .initPacket : .firmware }
}

public struct NordicDFUAnswer: Hashable, Sendable {
  public var opcode: UInt8
  /// 1 is success.
  public var result: UInt8
  public var offset: UInt32?
  public var crc: UInt32?
  public var longest: UInt32?
  public var extended: UInt8?

  init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    opcode = try cursor.u8(in: bytes)
    result = try cursor.u8(in: bytes)
    guard result == 1 else {
      if result == 0x0B { extended = try cursor.u8(in: bytes) }
      return
    }
    guard opcode == 0x03 || opcode == 0x06 else { return }
    if opcode == 0x06 { longest = try cursor.u32le(in: bytes) }
    offset = try cursor.u32le(in: bytes)
    crc = try cursor.u32le(in: bytes)
  }

  public var name: String? {
    if let extended { return Self.extendedErrors[extended] }
    return Self.results[result]
  }

  private static let results: [UInt8: String] = [
    0: "invalid opcode", 1: "success", 2: "opcode not supported", 3: "invalid parameter",
    4: "not enough memory", 5: "invalid object", 7: "unsupported object type",
    8: "not permitted in this state", 10: "operation failed", 11: "extended error",
  ]

  private static let extendedErrors: [UInt8: String] = [
    0: "no error", 1: "invalid error code", 2: "wrong command format", 3: "unknown command",
    4: "invalid init command", 5: "firmware version too low", 6: "wrong hardware version",
    7: "wrong SoftDevice version", 8: "signature missing", 9: "wrong hash type",
    10: "hash cannot be calculated", 11: "wrong signature type", 12: "hash or signature wrong",
    13: "not enough space",
  ]
}

/// The size of the firmware, as an init packet of Secure DFU announces it: a protocol buffer.
///
///     Packet:        1 command, or 2 signed command (1 command)
///     Command:       2 init command
///     InitCommand:   5 SoftDevice size, 6 bootloader size, 7 application size
///
/// nRF5 SDK, `dfu-cc.proto`.
public enum NordicInitPacket {
  /// `nil` where it is no such packet.
  public static func firmwareSize(_ range: ByteRange, in bytes: Span<UInt8>) -> Int? {
    var command: ByteRange?
    for field in fields(range, in: bytes) {
      if field.number == 1, let range = field.range { command = range }
      if field.number == 2, let signed = field.range {
        command = fields(signed, in: bytes).first { $0.number == 1 }?.range
      }
    }
    guard let command,
      let start = fields(command, in: bytes).first(where: { $0.number == 2 })?.range
    else { return nil }
    let sizes = fields(start, in: bytes).filter { (5...7).contains($0.number) }
    let total = Int(stated: sizes.reduce(0) { $0 + (Int(stated: $1.value ?? 0) ?? .mostStated) })
    return total == 0 ? nil : total
  }

  private struct Field {
    var number: UInt64
    var value: UInt64?
    var range: ByteRange?
  }

  /// At most 64, up to the first that is none.
  private static func fields(_ range: ByteRange, in bytes: Span<UInt8>) -> [Field] {
    var fields: [Field] = []
    var next = range.start
    while next < range.end, fields.count < 64 {
      guard let tag = varint(&next, range.end, in: bytes),
        let value = varint(&next, range.end, in: bytes)
      else { return fields }
      switch tag & 7 {
      case 0: fields.append(Field(number: tag >> 3, value: value))
      case 2:
        guard let count = Int(exactly: value), count <= range.end - next else { return fields }
        fields.append(
          Field(number: tag >> 3, range: ByteRange(start: next, end: next + count)))
        next += count
      default: return fields
      }
    }
    return fields
  }

  private static func varint(_ next: inout Int, _ end: Int, in bytes: Span<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard next < end else { return nil }
      value |= UInt64(bytes[next] & 0x7F) << shift
      next += 1
      if bytes[next - 1] < 0x80 { return value }
    }
    return nil
  }
}
