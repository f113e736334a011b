import Bytes

extension NordicLegacyDFUSession {
  static let name = "nordic-dfu-legacy"
  static let title = "Nordic legacy DFU"

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    guard role == .control else { return nil }
    var cursor = ByteCursor(.gatt, value)
    guard let opcode = try? cursor.u8(in: bytes) else { return nil }
    switch opcode {
    case 0x08:
      guard let every = try? cursor.u16le(in: bytes) else { return nil }
      return "set receipts, every \(every) packets"
    case 0x10:
      guard let command = try? cursor.u8(in: bytes), let result = try? cursor.u8(in: bytes) else {
        return nil
      }
      return "answer to \(name(command)): "
        + (results[result] ?? "result \(result)")
    case 0x11:
      guard let octets = try? cursor.u32le(in: bytes) else { return nil }
      return "receipt, \(octets) octets"
    default: return name(opcode)
    }
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    NordicLegacyDFURedactor()
  }
}
