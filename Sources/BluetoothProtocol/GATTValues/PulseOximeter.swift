import Bytes

/// PLX Spot-Check Measurement, 0x2A5E.
///
///     octet   0        1...4
///             flags    saturation and pulse
///
///     then, as the flags say: time stamp, 7 octets; measurement status, 2 octets; device and
///     sensor status, 3 octets; pulse amplitude index (SFLOAT), in percent
///
///     bit 0 time stamp    bit 1 measurement status    bit 2 device and sensor status
///     bit 3 pulse amplitude index    bit 4 the device's clock is not set
///
/// GATT Specification Supplement, PLX Spot-Check Measurement.
package enum PLXSpotCheckMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    try it.pair("", bytes)
    if flags.hasBit(0) { try DateTime.read(&it, bytes) }
    it.say(flags.hasBit(4) ? "clock not set" : nil)
    try it.status(flags >> 1, bytes)
  }
}

/// PLX Continuous Measurement, 0x2A5F.
///
///     octet   0        1...4
///             flags    saturation and pulse
///
///     then, as the flags say: the same measured fast, 4 octets; slowly, 4 octets; measurement
///     status, 2 octets; device and sensor status, 3 octets; pulse amplitude index (SFLOAT), in
///     percent
///
///     bit 0 fast    bit 1 slow    bit 2 measurement status    bit 3 device and sensor status
///     bit 4 pulse amplitude index
///
/// GATT Specification Supplement, PLX Continuous Measurement.
package enum PLXContinuousMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    try it.pair("", bytes)
    try it.pair("fast ", if: flags.hasBit(0), bytes)
    try it.pair("slow ", if: flags.hasBit(1), bytes)
    try it.status(flags >> 2, bytes)
  }
}

extension GATTValueReader {
  /// Saturation and pulse, in pairs: SFLOAT in percent, SFLOAT in beats a minute.
  fileprivate mutating func pair(
    _ name: String, if isPresent: Bool = true, _ bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    guard isPresent else { return }
    let saturation = IEEE11073Number(sfloat: try cursor.u16le(in: bytes))
    try sfloat(bytes) { "\(name)SpO2 \(saturation.text) %, \($0) bpm" }
  }

  /// What the device says about the measurement and about itself, and the pulse amplitude index.
  ///
  /// - Parameter flags: from the bit of the measurement status on.
  fileprivate mutating func status(_ flags: Int, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try field(.u16, if: flags.hasBit(0), bytes) { ValueText.bits($0, Self.measurementNames) }
    try field(.u24, if: flags.hasBit(1), bytes) { ValueText.bits($0, Self.deviceNames) }
    try sfloat(if: flags.hasBit(2), bytes) { "pulse amplitude index \($0) %" }
  }

  private static let measurementNames = [
    5: "measurement ongoing", 6: "early estimate", 7: "validated", 8: "fully qualified",
    9: "from storage", 10: "demonstration", 11: "testing", 12: "calibration ongoing",
    13: "measurement unavailable", 14: "questionable measurement", 15: "invalid measurement",
  ]

  private static let deviceNames = [
    0: "extended display update", 1: "equipment malfunction", 2: "signal processing irregular",
    3: "inadequate signal", 4: "poor signal", 5: "low perfusion", 6: "erratic signal",
    7: "nonpulsatile signal", 8: "questionable pulse", 9: "signal analysis ongoing",
    10: "sensor interference", 11: "sensor unconnected to user", 12: "unknown sensor",
    13: "sensor displaced", 14: "sensor malfunctioning", 15: "sensor disconnected",
  ]
}
