import Bytes

/// What Texas Instruments' over-the-air download has on its characteristics. Integers have their
/// least significant octet first.
///
///     image identify     FFC1, written      of the older form 8 octets: version (2), length in
///                                           units of 4 octets (2), user's identification (4);
///                                           two CRC (4) may be before them, and more after them
///                                           of the extended form 22: image's identification (8),
///                                           versions of bootloader and header (2), copy and CRC
///                                           status (2), type (1), number (1), length (4),
///                                           software version (4)
///                        FFC1, notified     older: version, length and identification of the image
///                                           that runs, where the new one is refused
///                                           extended: status (1)
///     block              FFC2, written      number of the block (2; extended 4), data: 16 octets,
///                                           or those that the block size leaves
///     block request      FFC2, notified     older: number of the block (2)
///     status             FFC4, notified     older: status (1)
///     control            FFC5, written      command: 1 block size, 3 start, 4 enable, 5 cancel
///                        FFC5, notified     command, what it answers
///                                           1: block size with the number (2)
///                                           3 to 8: status (1)
///                                           0x12 block request: status of the block before (1),
///                                           number of the block (4)
///
/// TI BLE SDK 2.2, `oad_target.c`; SimpleLink CC2640R2 SDK, `oad.h` and `oad.c`.
public enum TIOADMessage: Hashable, Sendable {
  /// In octets.
  case identify(length: Int, isExtended: Bool)
  case identifyAnswer(status: UInt8)
  case olderRefusal
  case olderRequest(block: UInt16)
  case status(UInt8)
  case command(UInt8)
  case blockSize(UInt16)
  case answer(command: UInt8, status: UInt8?)
  case request(block: UInt32, status: UInt8)

  /// Of all but blocks, whose form a session knows.
  public init?(
    _ range: ByteRange, role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, range)
    switch (role, isFromServer) {
    case (.announcement, false):
      guard let identify = Self.identify(range, in: bytes) else { return nil }
      self = identify
    case (.announcement, true):
      guard range.originalCount == 1 else {
        guard range.originalCount == 8 else { return nil }
        self = .olderRefusal
        return
      }
      self = .identifyAnswer(status: try cursor.u8(in: bytes))
    case (.data, true):
      guard range.originalCount == 2 else { return nil }
      self = .olderRequest(block: try cursor.u16le(in: bytes))
    case (.status, true): self = .status(try cursor.u8(in: bytes))
    case (.control, false): self = .command(try cursor.u8(in: bytes))
    case (.control, true): self = try Self.notified(&cursor, in: bytes)
    case (.data, false), (.status, false): return nil
    }
  }

  private static func identify(_ range: ByteRange, in bytes: Span<UInt8>) -> TIOADMessage? {
    guard !range.isCut else { return nil }
    switch range.count {
    case 22:
      return .identify(length: Int(bytes.u32le(range.start + 14)), isExtended: true)
    case 8, 12...20:
      let length = range.start + (range.count == 8 ? 2 : 6)
      return .identify(length: Int(bytes.u16le(length)) * 4, isExtended: false)
    default: return nil
    }
  }

  private static func notified(
    _ cursor: inout ByteCursor, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> TIOADMessage {
    let command = try cursor.u8(in: bytes)
    switch command {
    case 0x01: return .blockSize(try cursor.u16le(in: bytes))
    case 0x02...0x06, 0x08: return .answer(command: command, status: try cursor.u8(in: bytes))
    case 0x12:
      let status = try cursor.u8(in: bytes)
      return .request(block: try cursor.u32le(in: bytes), status: status)
    default: return .answer(command: command, status: nil)
    }
  }

  /// The octets of a block's number, where all blocks before had this form.
  public static func numberOctets(isExtended: Bool) -> Int { isExtended ? 4 : 2 }

  public static func name(ofCommand command: UInt8) -> String {
    switch command {
    case 0x01: "block size"
    case 0x02: "image count"
    case 0x03: "start"
    case 0x04: "enable image"
    case 0x05: "cancel"
    case 0x06: "no block requests"
    case 0x07: "software version"
    case 0x08: "status"
    case 0x09: "profile version"
    case 0x10: "device type"
    case 0x11: "image information"
    case 0x12: "block request"
    case 0x13: "erase bonds"
    case 0xFF: "command not supported"
    default: "command \(command)"
    }
  }

  public static func name(ofStatus status: UInt8) -> String? {
    Int(status) < statuses.count ? statuses[Int(status)] : nil
  }

  static let complete: UInt8 = 14

  private static let statuses = [
    "success", "CRC error", "flash error", "wrong block number", "already started", "not started",
    "not complete", "no resources", "image too large", "incompatible image", "invalid file",
    "incompatible file", "authorization failed", "not supported", "download complete",
    "not subscribed", "too many wrong images",
  ]
}
