import Bytes

/// Appearance, 0x2A01: what the device looks like, two octets.
///
///     bit    15...6      5...0
///            category    subcategory
///
/// Core Specification Supplement, Part A, 1.12; the categories are in Assigned Numbers, 2.6.
package struct Appearance: GATTValueFormat {
  package let rawValue: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    rawValue = try cursor.u16le(in: bytes)
  }

  /// The names of the categories.
  static let categories = CodeNames(NameTable(keyDigits: 3, categoryNames).pairs)

  package var category: UInt16 { rawValue >> 6 }
  package var subcategory: UInt16 { rawValue & 0x3F }

  package var text: String {
    let name = NameTable(keyDigits: 3, categoryNames).name(for: UInt64(category))
    return ValueText.joined([
      name ?? "category \(category)", subcategory == 0 ? nil : "subcategory \(subcategory)",
      "0x\(hexDigits(rawValue, 4))",
    ])
  }
}

/// Peripheral Preferred Connection Parameters, 0x2A04.
///
///     octet   0...1               2...3               4...5      6...7
///             interval minimum    interval maximum    latency    supervision timeout
///
/// Core Vol 3, Part C, 12.3. 0xFFFF means no preference.
package struct PreferredConnectionParameters: GATTValueFormat {
  /// In 1.25 ms.
  package let intervalMinimum: UInt16
  /// In 1.25 ms.
  package let intervalMaximum: UInt16
  package let latency: UInt16
  /// In 10 ms.
  package let timeout: UInt16

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    intervalMinimum = try cursor.u16le(in: bytes)
    intervalMaximum = try cursor.u16le(in: bytes)
    latency = try cursor.u16le(in: bytes)
    timeout = try cursor.u16le(in: bytes)
  }

  package var text: String {
    func interval(_ value: UInt16) -> String {
      value == .max ? "any" : ValueText.scaled(value, by: 125, exponent: -2) + " ms"
    }
    return ValueText.joined([
      "interval \(interval(intervalMinimum)) to \(interval(intervalMaximum))",
      "latency \(latency)",
      "supervision timeout " + (timeout == .max ? "any" : "\(Int(timeout) * 10) ms"),
    ])
  }
}

private let categoryNames = """
  000 Unknown
  001 Phone
  002 Computer
  003 Watch
  004 Clock
  005 Display
  006 Remote Control
  007 Eye-glasses
  008 Tag
  009 Keyring
  00A Media Player
  00B Barcode Scanner
  00C Thermometer
  00D Heart Rate Sensor
  00E Blood Pressure
  00F Human Interface Device
  010 Glucose Meter
  011 Running Walking Sensor
  012 Cycling
  013 Control Device
  014 Network Device
  015 Sensor
  016 Light Fixtures
  017 Fan
  018 HVAC
  019 Air Conditioning
  01A Humidifier
  01B Heating
  01C Access Control
  01D Motorized Device
  01E Power Device
  01F Light Source
  020 Window Covering
  021 Audio Sink
  022 Audio Source
  023 Motorized Vehicle
  024 Domestic Appliance
  025 Wearable Audio Device
  026 Aircraft
  027 AV Equipment
  028 Display Equipment
  029 Hearing aid
  02A Gaming
  02B Signage
  031 Pulse Oximeter
  032 Weight Scale
  033 Personal Mobility Device
  034 Continuous Glucose Monitor
  035 Insulin Pump
  036 Medication Delivery
  037 Spirometer
  051 Outdoor Sports Activity
  """
