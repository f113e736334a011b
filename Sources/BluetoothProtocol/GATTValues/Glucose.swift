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
package struct GlucoseMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let sequenceNumber: UInt16
  package let baseTime: DateTime
  package let timeOffset: Int16?
  package let concentration: IEEE11073Number?
  package let typeAndLocation: UInt8?
  package let status: UInt16?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    sequenceNumber = try cursor.u16le(in: bytes)
    baseTime = try DateTime(from: &cursor, in: bytes)
    timeOffset = try cursor.i16le(if: flags.hasBit(0), in: bytes)
    concentration = try cursor.sfloat(if: flags.hasBit(1), in: bytes)
    typeAndLocation = try cursor.u8(if: flags.hasBit(1), in: bytes)
    status = try cursor.u16le(if: flags.hasBit(3), in: bytes)
  }

  package var text: String {
    ValueText.joined([
      "sequence \(sequenceNumber)", concentration.map { $0.text + (inMoles ? " mol/L" : " kg/L") },
      typeAndLocation.map(sample), baseTime.text, timeOffset.map(offset),
      status.flatMap { ValueText.bits($0, Self.statusNames) },
      flags.hasBit(4) ? "context follows" : nil,
    ])
  }

  private var inMoles: Bool { flags.hasBit(2) }

  private func offset(_ minutes: Int16) -> String {
    switch minutes {
    case .max: "offset overrun"
    case .min: "offset underrun"
    default: "offset \(minutes) min"
    }
  }

  private func sample(_ octet: UInt8) -> String {
    let types = [
      "capillary whole blood", "capillary plasma", "venous whole blood", "venous plasma",
      "arterial whole blood", "arterial plasma", "undetermined whole blood",
      "undetermined plasma", "interstitial fluid", "control solution",
    ]
    let places: [UInt8: String] = [
      1: "finger", 2: "alternate site", 3: "earlobe", 4: "control solution",
      15: "location not available",
    ]
    let (type, place) = (octet & 0xF, octet >> 4)
    return ValueText.joined([
      ValueText.code(type, (1...10).contains(type) ? types[Int(type) - 1] : nil, "type"),
      ValueText.code(place, places[place], "location"),
    ])
  }

  private static let statusNames = [
    0: "battery low", 1: "sensor malfunction", 2: "sample size insufficient",
    3: "strip insertion error", 4: "strip type incorrect", 5: "result too high",
    6: "result too low", 7: "temperature too high", 8: "temperature too low",
    9: "read interrupted", 10: "general device fault", 11: "time fault",
  ]
}
