import Bytes

/// Glucose Measurement, 0x2A18.
///
///     octet   0        1...2              3...9
///             flags    sequence number    base time
///
///     then, as the flags say: time offset in minutes, 2 octets, signed; concentration (SFLOAT),
///     and one octet with the type (bits 0...3) and the sample location (bits 4...7); sensor
///     status, 2 octets
///
///     bit 0 time offset    bit 1 concentration, type and location    bit 2 mol/L, not kg/L
///     bit 3 sensor status    bit 4 context information follows
///
/// GATT Specification Supplement, Glucose Measurement.
package enum GlucoseMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    try it.field(.u16, bytes) { "sequence \($0)" }
    let baseTime = try DateTime.text(&it, bytes)
    let offset = flags.hasBit(0) ? try it.number(.i16, bytes) : nil
    try it.sfloat(if: flags.hasBit(1), bytes) { $0 + (flags.hasBit(2) ? " mol/L" : " kg/L") }
    try it.field(.u8, if: flags.hasBit(1), bytes, sample)
    it.say(baseTime)
    it.say(offset.map(offsetText))
    try it.field(.u16, if: flags.hasBit(3), bytes) { ValueText.bits($0, statusNames) }
    it.say(flags.hasBit(4) ? "context follows" : nil)
  }

  private static func offsetText(_ minutes: Int) -> String {
    switch minutes {
    case 0x7FFF: "offset overrun"
    case -0x8000: "offset underrun"
    default: "offset \(minutes) min"
    }
  }

  private static func sample(_ octet: Int) -> String {
    let types = [
      "capillary whole blood", "capillary plasma", "venous whole blood", "venous plasma",
      "arterial whole blood", "arterial plasma", "undetermined whole blood",
      "undetermined plasma", "interstitial fluid", "control solution",
    ]
    let locations = [
      1: "finger", 2: "alternate site", 3: "earlobe", 4: "control solution",
      15: "location not available",
    ]
    let location = octet >> 4
    return code(octet & 0xF, types, from: 1, "type") + ", "
      + ValueText.code(location, locations[location], "location")
  }

  private static let statusNames = [
    0: "battery low", 1: "sensor malfunction", 2: "sample size insufficient",
    3: "strip insertion error", 4: "strip type incorrect", 5: "result too high",
    6: "result too low", 7: "temperature too high", 8: "temperature too low",
    9: "read interrupted", 10: "general device fault", 11: "time fault",
  ]
}
