import Bytes

extension ESPOTASession {
  static let name = "esp-ota"
  static let title = "ESP BLE OTA"

  static var isShownByUUID: Bool { false }

  static func showsProtocol(
    _ value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> Bool {
    ESPOTAPacket(value, in: bytes)?.showsProtocol(in: role, isFromServer: isFromServer) ?? false
  }

  /// A part of a sector is longer than most other values, but for the last.
  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    let isCommand = role == .control
    if !isCommand, !isFromServer {
      guard let part = ESPOTAPart(value, in: bytes),
        part.data.originalCount >= (part.isLast ? 2 : 16)
      else { return nil }
      return "sector \(part.sector), "
        + (part.isLast ? "last packet" : "packet \(part.number)")
    }
    guard let packet = ESPOTAPacket(value, in: bytes), packet.isPadded else { return nil }
    let crc = packet.isIntact ? "" : ", CRC-16 wrong"
    if !isCommand {
      let status = ESPOTAPacket.name(ofStatus: packet.second) ?? "status \(packet.second)"
      let wanted = packet.second == 0 ? "" : ", sector \(packet.third) is next"
      return "acknowledges sector \(packet.first): \(status)\(wanted)\(crc)"
    }
    switch (packet.first, isFromServer) {
    case (1, false): return "start, \(packet.length) octets\(crc)"
    case (2, false): return "stop\(crc)"
    case (3, true):
      let status = ESPOTAPacket.name(ofAnswer: packet.third) ?? "status \(packet.third)"
      return "answer to \(ESPOTAPacket.name(ofCommand: packet.second)): \(status)\(crc)"
    default: return nil
    }
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    ESPOTARedactor()
  }
}
