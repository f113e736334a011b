import Bytes
import Framing

/// Updates of firmware by the protocols of chip makers, and MIDI.
extension FramedHeader {
  /// A part of a sector is longer than most other values, but for the last.
  static func espOTA(
    _ value: ByteRange, isCommand: Bool, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
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

  static func telinkOTA(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    guard let message = (try? TelinkOTAMessage(value, in: bytes)) ?? nil else { return nil }
    let words =
      switch message {
      case .version, .start, .other: message.name
      case .end(let last): message.name + (last.map { ", last block \($0)" } ?? "")
      case .extendedStart(let octets, let comparesVersions):
        "\(message.name), blocks of \(octets) octets"
          + (comparesVersions ? ", compares versions" : "")
      case .versionRequest(let version): "\(message.name), version \(version)"
      case .versionAnswer(let version, let isAccepted):
        "\(message.name), version \(version), \(isAccepted ? "accepted" : "refused")"
      case .result(let result):
        "\(message.name): \(TelinkOTAMessage.name(ofResult: result) ?? "\(result)")"
      case .blocksReceived(let count): "\(message.name): \(count)"
      case .octetsReceived(let count): "\(message.name): \(count)"
      case .block(let block):
        "block \(block.number)"
          + (block.crc == nil || block.isIntact ? "" : ", CRC-16 wrong")
      }
    return words
  }

  static func tiOAD(
    _ value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    // Of a block, the form is not known: its number has two octets or four.
    guard
      let message =
        (try? TIOADMessage(
          value, role: role, isFromServer: isFromServer, in: bytes)) ?? nil
    else { return nil }
    func name(_ status: UInt8) -> String {
      TIOADMessage.name(ofStatus: status) ?? "status \(status)"
    }
    let words =
      switch message {
      case .identify(let length, _): "image identify, \(length) octets"
      case .identifyAnswer(let status): "answer to image identify: \(name(status))"
      case .olderRefusal: "answer to image identify: refused"
      case .olderRequest(let block): "block request, block \(block)"
      case .status(let status): "status: \(name(status))"
      case .command(let command): TIOADMessage.name(ofCommand: command)
      case .blockSize(let octets): "answer to block size: \(octets) octets with the number"
      case .answer(let command, let status):
        "answer to \(TIOADMessage.name(ofCommand: command))"
          + (status.map { ": \(name($0))" } ?? "")
      case .request(let block, let status): "block request, block \(block): \(name(status))"
      }
    return words
  }

  static func geckoOTA(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    guard value.count == 1 else { return nil }
    return GeckoOTACommand(rawValue: bytes[value.start]).map { $0.name }
  }

  /// The time of the first message; what goes on with a message has none of its own.
  static func midi(_ value: ByteRange, in bytes: Span<UInt8>) -> String? {
    guard value.count >= 2, bytes[value.start] & 0xC0 == 0x80 else { return nil }
    let (high, low) = (bytes[value.start] & 0x3F, bytes[value.start + 1])
    guard low >= 0x80 else { return "continues a system exclusive message" }
    return "time \(Int(high) << 7 | Int(low & 0x7F)) ms"
  }
}
