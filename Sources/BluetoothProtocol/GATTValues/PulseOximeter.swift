import Bytes

/// Saturation and pulse, as pulse oximeters send them in pairs: SFLOAT in percent, SFLOAT in beats
/// a minute.
package struct SaturationAndPulse: GATTValueFormat {
  package let saturation: IEEE11073Number
  package let pulseRate: IEEE11073Number

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    saturation = try cursor.sfloat(in: bytes)
    pulseRate = try cursor.sfloat(in: bytes)
  }

  package var text: String { "SpO2 \(saturation.text) %, \(pulseRate.text) bpm" }
}

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
package struct PLXSpotCheckMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let normal: SaturationAndPulse
  package let timeStamp: DateTime?
  package let status: PLXStatus
  package let pulseAmplitudeIndex: IEEE11073Number?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    normal = try SaturationAndPulse(from: &cursor, in: bytes)
    timeStamp = try cursor.field(DateTime.self, if: flags.hasBit(0), in: bytes)
    status = PLXStatus(
      measurement: try cursor.u16le(if: flags.hasBit(1), in: bytes),
      device: try cursor.u24le(if: flags.hasBit(2), in: bytes))
    pulseAmplitudeIndex = try cursor.sfloat(if: flags.hasBit(3), in: bytes)
  }

  package var text: String {
    ValueText.joined([
      normal.text, timeStamp?.text, flags.hasBit(4) ? "clock not set" : nil, status.text,
      pulseAmplitudeIndex.map { "pulse amplitude index \($0.text) %" },
    ])
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
package struct PLXContinuousMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let normal: SaturationAndPulse
  package let fast: SaturationAndPulse?
  package let slow: SaturationAndPulse?
  package let status: PLXStatus
  package let pulseAmplitudeIndex: IEEE11073Number?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    normal = try SaturationAndPulse(from: &cursor, in: bytes)
    fast = try cursor.field(SaturationAndPulse.self, if: flags.hasBit(0), in: bytes)
    slow = try cursor.field(SaturationAndPulse.self, if: flags.hasBit(1), in: bytes)
    status = PLXStatus(
      measurement: try cursor.u16le(if: flags.hasBit(2), in: bytes),
      device: try cursor.u24le(if: flags.hasBit(3), in: bytes))
    pulseAmplitudeIndex = try cursor.sfloat(if: flags.hasBit(4), in: bytes)
  }

  package var text: String {
    ValueText.joined([
      normal.text, fast.map { "fast \($0.text)" }, slow.map { "slow \($0.text)" }, status.text,
      pulseAmplitudeIndex.map { "pulse amplitude index \($0.text) %" },
    ])
  }
}

/// What a pulse oximeter says about a measurement and about itself.
package struct PLXStatus: Hashable, Sendable {
  package let measurement: UInt16?
  package let device: UInt32?

  /// Nil where nothing is to be said.
  package var text: String? {
    let parts = [
      measurement.flatMap { ValueText.bits($0, Self.measurementNames) },
      device.flatMap { ValueText.bits($0, Self.deviceNames) },
    ]
    return parts == [nil, nil] ? nil : ValueText.joined(parts)
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
