import Bytes

/// Blood Pressure Measurement, 0x2A35.
///
///     octet   0        1...2       3...4        5...6
///             flags    systolic    diastolic    mean arterial    (SFLOAT each)
///
///     then, as the flags say: time stamp, 7 octets; pulse rate (SFLOAT); user ID, 1 octet;
///     measurement status, 2 octets
///
///     bit 0 kPa, not mmHg    bit 1 time stamp    bit 2 pulse rate    bit 3 user ID
///     bit 4 measurement status
///
/// GATT Specification Supplement, Blood Pressure Measurement.
package struct BloodPressureMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let systolic: IEEE11073Number
  package let diastolic: IEEE11073Number
  package let meanArterial: IEEE11073Number
  package let timeStamp: DateTime?
  /// In beats a minute.
  package let pulseRate: IEEE11073Number?
  /// 255 is an unknown user.
  package let user: UInt8?
  package let status: UInt16?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    systolic = try cursor.sfloat(in: bytes)
    diastolic = try cursor.sfloat(in: bytes)
    meanArterial = try cursor.sfloat(in: bytes)
    timeStamp = try cursor.field(DateTime.self, if: flags.hasBit(1), in: bytes)
    pulseRate = try cursor.sfloat(if: flags.hasBit(2), in: bytes)
    user = try cursor.u8(if: flags.hasBit(3), in: bytes)
    status = try cursor.u16le(if: flags.hasBit(4), in: bytes)
  }

  package var text: String {
    let unit = flags.hasBit(0) ? "kPa" : "mmHg"
    return ValueText.joined([
      "\(systolic.text)/\(diastolic.text) \(unit)", "mean \(meanArterial.text) \(unit)",
      timeStamp?.text, pulseRate.map { "pulse \($0.text) bpm" },
      user.map { $0 == .max ? "unknown user" : "user \($0)" }, status.flatMap(words),
    ])
  }

  private func words(_ status: UInt16) -> String? {
    let range = status >> 3 & 3
    let ranges = [nil, "pulse above range", "pulse below range", "pulse range 3 (reserved)"]
    let names = [
      0: "body movement", 1: "cuff too loose", 2: "irregular pulse", 5: "improper position",
    ]
    let parts = [ValueText.bits(status & ~0x18, names), ranges[Int(range)]]
    return parts == [nil, nil] ? nil : ValueText.joined(parts)
  }
}
