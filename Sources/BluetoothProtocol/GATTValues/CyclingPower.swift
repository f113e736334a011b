import Bytes

/// Cycling Power Measurement, 0x2A63.
///
///     octet   0...1    2...3                            then, as the flags say
///             flags    instantaneous power, W, signed   the fields in the order in which they come
///
/// GATT Specification Supplement, Cycling Power Measurement.
package enum CyclingPowerMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u16, bytes)
    try it.field(.i16, bytes) { "\($0) W" }
    try it.field(.u8, if: flags.hasBit(0), bytes) {
      "balance \(scaled($0, by: 5, -1)) %" + (flags.hasBit(1) ? " left" : "")
    }
    try it.field(.u16, if: flags.hasBit(2), bytes) {
      "accumulated torque \(torque($0)) N m at the " + (flags.hasBit(3) ? "crank" : "wheel")
    }
    try it.revolutions("wheel", .u32, if: flags.hasBit(4), timesIn: 2048, bytes)
    try it.revolutions("crank", .u16, if: flags.hasBit(5), timesIn: 1024, bytes)
    if flags.hasBit(6) {
      let maximum = try it.number(.i16, bytes)
      try it.field(.i16, bytes) { "force \($0) to \(maximum) N" }
    }
    if flags.hasBit(7) {
      let maximum = try it.number(.i16, bytes)
      try it.field(.i16, bytes) { "torque \(torque($0)) to \(torque(maximum)) N m" }
    }
    // Twelve bits each, the maximum lower.
    try it.field(.u24, if: flags.hasBit(8), bytes) { "angles \($0 >> 12)° to \($0 & 0xFFF)°" }
    try it.field(.u16, if: flags.hasBit(9), bytes) { "top dead spot \($0)°" }
    try it.field(.u16, if: flags.hasBit(10), bytes) { "bottom dead spot \($0)°" }
    try it.field(.u16, if: flags.hasBit(11), bytes) { "energy \($0) kJ" }
    it.say(flags.hasBit(12) ? "offset compensation" : nil)
  }

  /// From steps of 1/32 N m.
  private static func torque(_ steps: Int) -> String { scaled(steps, by: 3125, -5) }
}
