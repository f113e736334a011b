import Bytes

extension MIDISession {
  static let name = "ble-midi"
  static let title = "BLE MIDI"

  /// The time of the first message; what goes on with a message has none of its own.
  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    guard value.count >= 2, bytes[value.start] & 0xC0 == 0x80 else { return nil }
    let (high, low) = (bytes[value.start] & 0x3F, bytes[value.start + 1])
    guard low >= 0x80 else { return "continues a system exclusive message" }
    return "time \(Int(high) << 7 | Int(low & 0x7F)) ms"
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    MIDIRedactor()
  }
}
