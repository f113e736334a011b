import Bytes

/// Battery Level, 0x2A19: one octet, 0 to 100 %.
///
/// GATT Specification Supplement, Battery Level.
package struct BatteryLevel: GATTValueFormat {
  package let percent: UInt8

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    percent = try cursor.u8(in: bytes)
  }

  package var text: String { percent > 100 ? "\(percent) % (reserved)" : "\(percent) %" }
}

/// Temperature, 0x2A6E: two octets, signed, in 0.01 °C.
///
/// GATT Specification Supplement, Temperature. 0x8000 means that the value is not known.
package struct Temperature: GATTValueFormat {
  package let hundredths: Int16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    hundredths = try cursor.i16le(in: bytes)
  }

  package var text: String {
    hundredths == .min ? "not known" : ValueText.scaled(hundredths, exponent: -2) + " °C"
  }
}

/// Humidity, 0x2A6F: two octets, in 0.01 %.
///
/// GATT Specification Supplement, Humidity. 0xFFFF means that the value is not known.
package struct Humidity: GATTValueFormat {
  package let hundredths: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    hundredths = try cursor.u16le(in: bytes)
  }

  package var text: String {
    hundredths == .max ? "not known" : ValueText.scaled(hundredths, exponent: -2) + " %"
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
package struct TemperatureMeasurement: GATTValueFormat {
  package let flags: UInt8
  package let temperature: IEEE11073Number
  package let timeStamp: DateTime?
  package let type: UInt8?

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    flags = try cursor.u8(in: bytes)
    temperature = try cursor.float(in: bytes)
    timeStamp = try cursor.field(DateTime.self, if: flags.hasBit(1), in: bytes)
    type = try cursor.u8(if: flags.hasBit(2), in: bytes)
  }

  package var text: String {
    let types = [
      "armpit", "body", "ear", "finger", "gastrointestinal tract", "mouth", "rectum", "toe",
      "tympanum",
    ]
    return ValueText.joined([
      temperature.text + (flags.hasBit(0) ? " °F" : " °C"), timeStamp?.text,
      type.map {
        ValueText.code($0, (1...9).contains($0) ? types[Int($0) - 1] : nil, "type")
      },
    ])
  }
}
