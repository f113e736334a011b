import Text

/// The type of an attribute, the name of a service: a 128-bit number.
///
/// Services and characteristics of the Bluetooth SIG travel as 16 (rarely 32) bits, which stand
/// for a place on the Bluetooth Base UUID, `xxxxxxxx-0000-1000-8000-00805F9B34FB`. Here each UUID
/// has its full value, so the short and the long form of one UUID are equal.
///
/// Core Vol 3, Part B, 2.5.1. The order is that of the full form read as text.
package struct BluetoothUUID: Hashable, Sendable {
  /// The first eight octets of the written form.
  package let high: UInt64
  /// The last eight octets of the written form. They come first on the air.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(uuid16: UInt16) {
    self.init(uuid32: UInt32(uuid16))
  }

  package init(uuid32: UInt32) {
    high = UInt64(uuid32) << 32 | baseHigh
    low = baseLow
  }

  /// The 32-bit form, if the UUID is on the Bluetooth Base UUID.
  package var short32: UInt32? {
    guard low == baseLow, high & 0xFFFF_FFFF == baseHigh else { return nil }
    return UInt32(truncatingIfNeeded: high >> 32)
  }

  /// The 16-bit form, if the UUID is on the Bluetooth Base UUID and fits.
  package var short16: UInt16? {
    short32.flatMap { UInt16(exactly: $0) }
  }
}

/// 00000000-0000-1000-8000-00805F9B34FB
private let baseHigh: UInt64 = 0x0000_0000_0000_1000
private let baseLow: UInt64 = 0x8000_0080_5F9B_34FB

extension BluetoothUUID: Comparable {
  package static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

// MARK: - Text

extension BluetoothUUID: CustomStringConvertible {
  /// The shortest written form: `180D`, `0001180D` or `9D534E8B-2153-4F6D-B2B0-8C68665A7274`.
  package var description: String {
    guard let short32 else { return fullDescription }
    return hexDigits(short32, short16 == nil ? 8 : 4)
  }

  /// `0000180D-0000-1000-8000-00805F9B34FB`, also where a short form exists.
  package var fullDescription: String {
    // A string that is put together grows in steps, and would keep several times as much memory.
    var text = TextBuffer(capacity: 36)
    text.append(hex: high >> 32, digits: 8)
    for part in [high >> 16, high, low >> 48] {
      text.append(UInt8(ascii: "-"))
      text.append(hex: part & 0xFFFF, digits: 4)
    }
    text.append(UInt8(ascii: "-"))
    text.append(hex: low & 0xFFFF_FFFF_FFFF, digits: 12)
    return text.text
  }

  /// Reads what people type and other tools print: 4 or 8 hexadecimal digits, with or without
  /// `0x`, or the full form, with its four dashes or with none. Upper or lower case.
  package init?(parsing text: some StringProtocol) {
    var digits = text.utf8[...]
    let hasPrefix = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if hasPrefix { digits = digits.dropFirst(2) }

    var high: UInt64 = 0
    var low: UInt64 = 0
    var digitCount = 0
    var dashes: [Int] = []
    for character in digits {
      if character == UInt8(ascii: "-") {
        // One more than the full form has, and the text is wrong however long it is.
        guard dashes.count < 4 else { return nil }
        dashes.append(digitCount)
        continue
      }
      guard let value = hexDigitValue(character), digitCount < 32 else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
      digitCount += 1
    }

    switch digitCount {
    case 4 where dashes.isEmpty, 8 where dashes.isEmpty:
      self.init(uuid32: UInt32(truncatingIfNeeded: low))
    case 32 where !hasPrefix && (dashes.isEmpty || dashes == [8, 12, 16, 20]):
      self.init(high: high, low: low)
    default:
      return nil
    }
  }
}
