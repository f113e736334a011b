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
package enum BloodPressureMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    let unit = flags.hasBit(0) ? "kPa" : "mmHg"
    let systolic = IEEE11073Number(sfloat: try it.cursor.u16le(in: bytes))
    try it.sfloat(bytes) { "\(systolic.text)/\($0) \(unit)" }
    try it.sfloat(bytes) { "mean \($0) \(unit)" }
    if flags.hasBit(1) { try DateTime.read(&it, bytes) }
    try it.sfloat(if: flags.hasBit(2), bytes) { "pulse \($0) bpm" }
    try it.field(.u8, if: flags.hasBit(3), bytes, user)
    guard flags.hasBit(4) else { return }
    let status = try it.number(.u16, bytes)
    it.say(ValueText.bits(status & ~0x18, statusNames))
    it.say(ranges[status >> 3 & 3])
  }

  private static let statusNames = [
    0: "body movement", 1: "cuff too loose", 2: "irregular pulse", 5: "improper position",
  ]
  private static let ranges = [
    nil, "pulse above range", "pulse below range", "pulse range 3 (reserved)",
  ]
}
