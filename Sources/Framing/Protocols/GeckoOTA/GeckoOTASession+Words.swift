import Bytes

extension GeckoOTASession {
  static let name = "gecko-ota"
  static let title = "Gecko OTA"

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    guard role == .control else { return nil }
    guard value.count == 1 else { return nil }
    return GeckoOTACommand(rawValue: bytes[value.start]).map { $0.name }
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    GeckoOTARedactor()
  }
}
