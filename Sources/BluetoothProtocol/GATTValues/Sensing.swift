import Bytes

/// Battery Level, 0x2A19: one octet, 0 to 100 %.
///
/// GATT Specification Supplement, Battery Level.
package enum BatteryLevel: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.u8, bytes) { $0 > 100 ? "\($0) % (reserved)" : "\($0) %" }
  }
}

/// Temperature, 0x2A6E: two octets, signed, in 0.01 °C.
///
/// GATT Specification Supplement, Temperature. 0x8000 means that the value is not known.
package enum Temperature: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.i16, bytes) { $0 == -0x8000 ? "not known" : scaled($0, -2) + " °C" }
  }
}

/// Humidity, 0x2A6F: two octets, in 0.01 %.
///
/// GATT Specification Supplement, Humidity. 0xFFFF means that the value is not known.
package enum Humidity: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    try it.field(.u16, bytes) { $0 == 0xFFFF ? "not known" : scaled($0, -2) + " %" }
  }
}

/// Temperature Measurement, 0x2A1C.
///
///     octet   0        1...4                  then, as the flags say
///             flags    temperature (FLOAT)    time stamp, 7 octets; temperature type, 1 octet
///
///     bit 0 Fahrenheit, not Celsius    bit 1 time stamp    bit 2 temperature type
///
/// GATT Specification Supplement, Temperature Measurement, Temperature Type.
package enum TemperatureMeasurement: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let flags = try it.number(.u8, bytes)
    let temperature = IEEE11073Number(float: try it.cursor.u32le(in: bytes))
    it.say(temperature.text + (flags.hasBit(0) ? " °F" : " °C"))
    if flags.hasBit(1) { try DateTime.read(&it, bytes) }
    try it.field(.u8, if: flags.hasBit(2), bytes) { code($0, types, from: 1, "type") }
  }

  private static let types = [
    "armpit", "body", "ear", "finger", "gastrointestinal tract", "mouth", "rectum", "toe",
    "tympanum",
  ]
}
