import Bytes

extension GATTValueReader {
  /// How often something turned, and when it last did, in 1/`denominator` s: what wheels and cranks
  /// report. The time runs over.
  mutating func revolutions(
    _ name: String, _ kind: Number, if isPresent: Bool, timesIn denominator: Int,
    _ bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    guard isPresent else { return }
    let count = try number(kind, bytes)
    try field(.u16, bytes) {
      let time = ValueText.fraction($0, denominator: denominator, decimals: 3)
      return "\(name) \(count) revolutions, the last at \(time) s"
    }
  }
}

/// CSC Measurement (cycling speed and cadence), 0x2A5B.
///
///     octet   0        then, as the flags say
///             flags    wheel revolutions, 4 octets, and the last one's time, 2 octets;
///                      crank revolutions, 2 octets, and the last one's time, 2 octets
///
///     bit 0 wheel    bit 1 crank; times are in 1/1024 s
///
/// GATT Specification Supplement, CSC Measurement.
package enum CSCMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    try it.revolutions("wheel", .u32, if: flags.hasBit(0), timesIn: 1024, bytes)
    try it.revolutions("crank", .u16, if: flags.hasBit(1), timesIn: 1024, bytes)
    it.say(flags & 3 == 0 ? "no data" : nil)
  }
}

/// RSC Measurement (running speed and cadence), 0x2A53.
///
///     octet   0        1...2    3          then, as the flags say
///             flags    speed    cadence    stride length, 2 octets; total distance, 4 octets
///
///     bit 0 stride length, cm    bit 1 total distance, 0.1 m    bit 2 running, not walking
///
/// GATT Specification Supplement, RSC Measurement. The speed is in 1/256 m/s.
package enum RSCMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    it.say(flags.hasBit(2) ? "running" : "walking")
    try it.field(.u16, bytes) { ValueText.fraction($0, denominator: 256, decimals: 2) + " m/s" }
    try it.field(.u8, bytes) { "\($0) /min" }
    try it.field(.u16, if: flags.hasBit(0), bytes) { "stride \(scaled($0, -2)) m" }
    try it.field(.u32, if: flags.hasBit(1), bytes) { "distance \(scaled($0, -1)) m" }
  }
}
