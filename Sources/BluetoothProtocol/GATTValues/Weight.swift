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
package enum WeightMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    let isImperial = flags.hasBit(0)
    try it.field(.u16, bytes) {
      if $0 == 0xFFFF { return "measurement unsuccessful" }
      return isImperial ? scaled($0, -2) + " lb" : scaled($0, by: 5, -3) + " kg"
    }
    if flags.hasBit(1) { try DateTime.read(&it, bytes) }
    try it.field(.u8, if: flags.hasBit(2), bytes, user)
    try it.field(.u16, if: flags.hasBit(3), bytes) { "BMI \(scaled($0, -1))" }
    try it.field(.u16, if: flags.hasBit(3), bytes) {
      "height " + (isImperial ? scaled($0, -1) + " in" : scaled($0, -3) + " m")
    }
  }
}
