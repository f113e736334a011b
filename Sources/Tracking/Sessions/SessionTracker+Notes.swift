import BluetoothProtocol
import Bytes
import CaptureFiles

/// What PacketLogger writes about the controller at the beginning of a file, and about its
/// connection to the device.
extension SessionTracker {
  /// `Address: 80:96:98:42:54:B0`. A capture that begins later has no Read BD_ADDR.
  mutating func receiveLoggerNote(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    if Self.begins(record.bytes, Self.deviceLost, in: bytes) {
      sessions.deviceLostFrame = sessions.deviceLostFrame ?? record.number
    }
    noteWarning(record, in: bytes)
    guard let address = Self.notedAddress(record.bytes, in: bytes) else { return }
    let controller = sessions.controller(record.controller)
    guard sessions.controllers[controller].address == nil else { return }
    sessions.controllers[controller].address = address
    sessions.controllers[controller].isAddressNoted = true
  }

  /// `WiFi State: On, Band: 2.4 GHz. [WARNING] 2.4 GHz critical state (coexistence)`
  private mutating func noteWarning(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    guard sessions.loggerWarnings.count < LoggerWarningFact.kept,
      let start = Self.place(of: Self.warning, record.bytes, in: bytes), start > 0
    else { return }
    let length = min(record.bytes.count, LoggerWarningFact.mostOctets)
    let text = (0..<length).map { bytes[record.bytes.start + $0] }.prefix { $0 != 0 && $0 != 0x0A }
    sessions.loggerWarnings.append(LoggerWarningFact(frame: record.number, text: Array(text)))
  }

  private static var warning: StaticString { "[WARNING]" }

  private static func place(
    of words: StaticString, _ text: ByteRange, in bytes: Span<UInt8>
  ) -> Int? {
    let words = words.description.utf8
    guard text.count >= words.count else { return nil }
    return (0...(text.count - words.count)).first { place in
      words.enumerated().allSatisfy { bytes[text.start + place + $0.offset] == $0.element }
    }
  }

  private static var deviceLost: StaticString { "iOS Device connection has been lost" }

  private static func begins(
    _ text: ByteRange, _ words: StaticString, in bytes: Span<UInt8>
  ) -> Bool {
    let words = words.description.utf8
    return text.count >= words.count
      && words.enumerated().allSatisfy { bytes[text.start + $0.offset] == $0.element }
  }

  private static func notedAddress(
    _ text: ByteRange, in bytes: Span<UInt8>
  ) -> DeviceAddress? {
    let label = "Address: ".utf8
    let length = label.count + 17
    guard text.count >= length, !text.isCut,
      label.enumerated().allSatisfy({ bytes[text.start + $0.offset] == $0.element }),
      // An end of line or of the string may follow, and no further text.
      (text.start + length..<text.end).allSatisfy({ [0x00, 0x0A, 0x0D, 0x20].contains(bytes[$0]) })
    else { return nil }
    var address: UInt64 = 0
    for index in 0..<17 {
      let octet = bytes[text.start + label.count + index]
      if index % 3 == 2 {
        guard octet == UInt8(ascii: ":") else { return nil }
      } else {
        guard let digit = digit(octet) else { return nil }
        address = address << 4 | digit
      }
    }
    return address == 0 ? nil : DeviceAddress(littleEndian48: address)
  }

  private static func digit(_ octet: UInt8) -> UInt64? {
    switch octet {
    case 0x30...0x39: UInt64(octet - 0x30)
    case 0x41...0x46: UInt64(octet - 0x41 + 10)
    case 0x61...0x66: UInt64(octet - 0x61 + 10)
    default: nil
    }
  }
}

/// A note in which the logger warns of the radio.
struct LoggerWarningFact: Sendable {
  var frame: Int
  var text: [UInt8]

  static let kept = 16
  static let mostOctets = 200
}
