import Bytes

/// Heart Rate Measurement, 0x2A37.
///
///     octet   0        1 or 1...2    then, as the flags say       then, to the end
///             flags    heart rate    energy expended, 2 octets    RR intervals, 2 octets each
///
///     bit 0 heart rate has 16 bits    bit 3 energy expended, kJ
///     bit 1 contact detected          bit 4 RR intervals, 1/1024 s, the oldest first
///     bit 2 contact supported
///
/// GATT Specification Supplement, Heart Rate Measurement.
package enum HeartRateMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    try it.field(flags.hasBit(0) ? .u16 : .u8, bytes) { "\($0) bpm" }
    // Without this bit the sensor does not know.
    if flags.hasBit(2) { it.say(flags.hasBit(1) ? "contact" : "no contact") }
    try it.field(.u16, if: flags.hasBit(3), bytes) { "energy \($0) kJ" }
    var intervals = ""
    // A cut value keeps those that it has.
    while flags.hasBit(4), it.cursor.remaining >= 2 {
      let interval = try it.number(.u16, bytes)
      guard it.isInWords else { continue }
      let time = ValueText.fraction(interval, numerator: 1000, denominator: 1024, decimals: 1)
      intervals += " \(time) ms"
    }
    it.say(intervals.isEmpty ? nil : "RR" + intervals)
  }
}

/// Body Sensor Location, 0x2A38: one octet.
///
/// GATT Specification Supplement, Body Sensor Location.
package enum BodySensorLocation: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.u8, bytes) { code($0, names, "location") }
  }

  private static let names = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
}

/// Heart Rate Control Point, 0x2A39: one octet, of which 1 sets the energy expended to zero.
///
/// GATT Specification Supplement, Heart Rate Control Point.
package enum HeartRateControlPoint: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.u8, bytes) { code($0, ["reset energy expended"], from: 1, "control") }
  }
}
