import Bytes

/// A command of Telink's OTA, a notification, or a block of the firmware. Integers have their least
/// significant octet first.
///
///     octet              0..1      2..<end
///     version            0xFF00
///     start              0xFF01
///     end                0xFF02    number of the last block (2), the same, bits inverted (2)
///     extended start     0xFF03    octets in a block (1), whether versions are compared (1), 16
///                                  reserved
///     version request    0xFF04    version (2), whether versions are compared (1)
///     version answer     0xFF05    version (2), 1 accepted
///     result             0xFF06    result (1), 0 is success
///     blocks received    0xFF08    count (2)
///     octets received    0xFF09    count (4)
///     block              number    16 octets, or as many as the extended start says: a multiple of
///                                  16; then the CRC-16 of all before it (2)
///
/// Telink BLE SDK, `stack/ble/service/ota/ota.h` and its function `crc16`: polynomial 0x8005
/// reflected, start 0xFFFF. Of blocks the last may have fewer octets, filled up to a multiple of 16
/// with 0xFF.
public enum TelinkOTAMessage: Hashable, Sendable {
  case version
  case start
  /// `nil` where the client does not say it.
  case end(last: UInt16?)
  case extendedStart(octets: UInt8, comparesVersions: Bool)
  case versionRequest(UInt16)
  case versionAnswer(UInt16, isAccepted: Bool)
  case result(UInt8)
  case blocksReceived(UInt16)
  case octetsReceived(UInt32)
  case block(TelinkOTABlock)
  case other(UInt16)

  public init?(_ range: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, range)
    let number = try cursor.u16le(in: bytes)
    switch number {
    case 0xFF00: self = .version
    case 0xFF01: self = .start
    case 0xFF02:
      guard cursor.remaining >= 4 else {
        self = .end(last: nil)
        return
      }
      let last = try cursor.u16le(in: bytes)
      self = .end(last: try cursor.u16le(in: bytes) == ~last ? last : nil)
    case 0xFF03:
      self = .extendedStart(
        octets: try cursor.u8(in: bytes), comparesVersions: try cursor.u8(in: bytes) != 0)
    case 0xFF04: self = .versionRequest(try cursor.u16le(in: bytes))
    case 0xFF05:
      self = .versionAnswer(
        try cursor.u16le(in: bytes), isAccepted: try cursor.u8(in: bytes) == 1)
    case 0xFF06: self = .result(try cursor.u8(in: bytes))
    case 0xFF08: self = .blocksReceived(try cursor.u16le(in: bytes))
    case 0xFF09: self = .octetsReceived(try cursor.u32le(in: bytes))
    case 0xFF00...: self = .other(number)
    default:
      guard let block = TelinkOTABlock(number, range, in: bytes) else { return nil }
      self = .block(block)
    }
  }

  /// Whether no other protocol has such a message, where the client sends it.
  public var showsProtocol: Bool {
    switch self {
    case .start, .extendedStart, .version, .versionRequest: true
    case .block(let block): block.isIntact
    case .end, .versionAnswer, .result, .blocksReceived, .octetsReceived, .other: false
    }
  }

  /// Of a command.
  public var name: String {
    switch self {
    case .version: "version"
    case .start: "start"
    case .end: "end"
    case .extendedStart: "extended start"
    case .versionRequest: "version request"
    case .versionAnswer: "version answer"
    case .result: "result"
    case .blocksReceived: "blocks received"
    case .octetsReceived: "octets received"
    case .block: "block"
    case .other(let opcode): "command \(opcode)"
    }
  }

  public static func name(ofResult result: UInt8) -> String? {
    Int(result) < results.count ? results[Int(result)] : nil
  }

  private static let results = [
    "success", "block repeated or lost", "invalid packet", "CRC error", "flash write error",
    "last blocks missing", "wrong order of commands", "firmware check failed",
    "version not higher", "wrong block length", "no firmware of this chip", "wrong firmware size",
    "block timeout", "timeout", "connection ended", "device not supported", "logic error",
  ]
}

public struct TelinkOTABlock: Hashable, Sendable {
  public var number: UInt16
  public var data: ByteRange
  /// `nil` where the logger cut it off.
  public var crc: UInt16?
  public var expected: UInt16

  /// `nil` where the length is none that a block can have.
  init?(_ number: UInt16, _ range: ByteRange, in bytes: Span<UInt8>) {
    let count = range.originalCount - 4
    guard count > 0, count % 16 == 0, count <= 240 else { return nil }
    self.number = number
    let end = min(range.end, range.start + 2 + count)
    data = ByteRange(start: range.start + 2, end: end, originalCount: count)
    crc = range.isCut ? nil : bytes.u16le(end)
    expected =
      range.isCut ? 0 : Self.checksum(of: ByteRange(start: range.start, end: end), in: bytes)
  }

  public var isIntact: Bool { crc == expected }

  public static func checksum(of range: ByteRange, in bytes: Span<UInt8>) -> UInt16 {
    UInt16(truncatingIfNeeded: ChecksumKind.crc16MODBUS.value(of: range, in: bytes))
  }
}

/// What the first blocks say of a Telink firmware: octet 8 or 32 begins the mark `KNLT`, octet 24
/// its size. Telink BLE SDK, `ota_server.c`.
public struct TelinkFirmwareHead: Hashable, Sendable {
  public static let octets = 36
  /// Where the size is.
  public static let sizeField = 24..<28
  private static let mark: [UInt8] = [0x4B, 0x4E, 0x4C, 0x54]
  private static let markFields = [8..<12, 32..<36]

  private var head: [UInt8] = []

  public init() {}

  /// Octets that it has.
  public var count: Int { head.count }

  /// Takes what follows the octets before.
  public mutating func add(_ range: ByteRange, of bytes: Span<UInt8>) {
    let end = min(range.end, range.start + Self.octets - head.count)
    if range.start < end { head.append(ByteRange(start: range.start, end: end), of: bytes) }
  }

  /// `nil` where it is no such firmware.
  var size: Int? {
    guard head.count == Self.octets, !marks.isEmpty else { return nil }
    let size = Self.sizeField.reversed().reduce(0) { $0 << 8 | Int(head[$1]) }
    return size > Self.octets && size <= Self.mostOctets ? size : nil
  }

  /// More than the numbers of blocks of 240 octets reach.
  private static let mostOctets = 240 << 16

  /// Whether all octets are there that say something.
  public var isComplete: Bool { head.count == Self.octets }

  /// What the octets so far say: the marks, and the size if there is a mark.
  public var fields: [Range<Int>] { marks.isEmpty ? [] : marks + [Self.sizeField] }

  private var marks: [Range<Int>] {
    Self.markFields.filter { $0.upperBound <= head.count && head[$0].elementsEqual(Self.mark) }
  }
}
