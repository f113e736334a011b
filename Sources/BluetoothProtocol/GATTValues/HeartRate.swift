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
package struct HeartRateMeasurement: GATTValueFormat {
  package let flags: UInt8
  /// In beats a minute.
  package let heartRate: UInt16
  /// Since the last reset, in kJ.
  package let energyExpended: UInt16?
  /// In 1/1024 s.
  package let rrIntervals: [UInt16]

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    heartRate = flags.hasBit(0) ? try cursor.u16le(in: bytes) : UInt16(try cursor.u8(in: bytes))
    energyExpended = try cursor.u16le(if: flags.hasBit(3), in: bytes)
    var intervals: [UInt16] = []
    // A cut value keeps those that it has.
    while flags.hasBit(4), cursor.remaining >= 2 {
      intervals.append(try cursor.u16le(in: bytes))
    }
    rrIntervals = intervals
  }

  package var is16Bit: Bool { flags.hasBit(0) }

  /// Whether the sensor touches skin; nil where it cannot tell.
  package var hasContact: Bool? { flags.hasBit(2) ? flags.hasBit(1) : nil }

  package var text: String {
    let intervals = rrIntervals.map {
      ValueText.fraction($0, numerator: 1000, denominator: 1024, decimals: 1) + " ms"
    }
    return ValueText.joined([
      "\(heartRate) bpm", hasContact.map { $0 ? "contact" : "no contact" },
      energyExpended.map { "energy \($0) kJ" },
      intervals.isEmpty ? nil : "RR " + intervals.joined(separator: " "),
    ])
  }
}

/// Body Sensor Location, 0x2A38: one octet.
///
/// GATT Specification Supplement, Body Sensor Location.
package struct BodySensorLocation: GATTValueFormat {
  package let code: UInt8

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    code = try cursor.u8(in: bytes)
  }

  package var text: String {
    let names = ["other", "chest", "wrist", "finger", "hand", "ear lobe", "foot"]
    return ValueText.code(code, Int(code) < names.count ? names[Int(code)] : nil, "location")
  }
}

/// Heart Rate Control Point, 0x2A39: one octet, of which 1 sets the energy expended to zero.
///
/// GATT Specification Supplement, Heart Rate Control Point.
package struct HeartRateControlPoint: GATTValueFormat {
  package let code: UInt8

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    code = try cursor.u8(in: bytes)
  }

  package var text: String {
    ValueText.code(code, code == 1 ? "reset energy expended" : nil, "control")
  }
}
