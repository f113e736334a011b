import Bytes

extension TelinkOTASession {
  static let name = "telink-ota"
  static let title = "Telink OTA"

  static var isShownByUUID: Bool { false }

  static func showsProtocol(
    _ value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> Bool {
    let message = (try? TelinkOTAMessage(value, in: bytes)) ?? nil
    return !isFromServer && message?.showsProtocol ?? false
  }

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
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

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    TelinkOTARedactor(firstDigest: firstDigest)
  }
}
