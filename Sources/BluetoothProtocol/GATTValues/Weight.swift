import Bytes

/// Weight Measurement, 0x2A9D.
///
///     octet   0        1...2     then, as the flags say
///             flags    weight    time stamp, 7; user ID, 1; BMI and height, 2 octets each
///
///     bit 0 imperial: lb and in, not kg and m    bit 1 time stamp    bit 2 user ID
///     bit 3 BMI and height
///
/// GATT Specification Supplement, Weight Measurement. Steps are 0.005 kg or 0.01 lb; 0.001 m or
/// 0.1 in; 0.1 kg/m² for the BMI. A weight of 0xFFFF means that the measurement failed.
package struct WeightMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let weight: UInt16
  package let timeStamp: DateTime?
  /// 255 is an unknown user.
  package let user: UInt8?
  package let bodyMassIndex: UInt16?
  package let height: UInt16?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    weight = try cursor.u16le(in: bytes)
    timeStamp = try cursor.field(DateTime.self, if: flags.hasBit(1), in: bytes)
    user = try cursor.u8(if: flags.hasBit(2), in: bytes)
    bodyMassIndex = try cursor.u16le(if: flags.hasBit(3), in: bytes)
    height = try cursor.u16le(if: flags.hasBit(3), in: bytes)
  }

  package var text: String {
    let isImperial = flags.hasBit(0)
    func weightText() -> String {
      if weight == .max { return "measurement unsuccessful" }
      return isImperial
        ? ValueText.scaled(weight, exponent: -2) + " lb"
        : ValueText.scaled(weight, by: 5, exponent: -3) + " kg"
    }
    return ValueText.joined([
      weightText(), timeStamp?.text, user.map { $0 == .max ? "unknown user" : "user \($0)" },
      bodyMassIndex.map { "BMI \(ValueText.scaled($0, exponent: -1))" },
      height.map {
        isImperial
          ? "height \(ValueText.scaled($0, exponent: -1)) in"
          : "height \(ValueText.scaled($0, exponent: -3)) m"
      },
    ])
  }
}
