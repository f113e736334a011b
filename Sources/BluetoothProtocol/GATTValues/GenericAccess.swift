import Bytes

/// Appearance, 0x2A01: what the device looks like, two octets.
///
///     bit    15...6      5...0
///            category    subcategory
///
/// Core Specification Supplement, Part A, 1.12; the categories are in Assigned Numbers, 2.6.
package enum Appearance: GATTValueFormat {
  /// The names of the categories.
  static let categories = CodeNames(NameTable(keyDigits: 3, categoryNames).pairs)

  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let value = try it.number(.u16, bytes)
    let (category, subcategory) = (value >> 6, value & 0x3F)
    it.say(categories[UInt64(category)] ?? "category \(category)")
    it.say(subcategory == 0 ? nil : "subcategory \(subcategory)")
    it.say("0x\(hexDigits(value, 4))")
  }
}

/// Peripheral Preferred Connection Parameters, 0x2A04.
///
///     octet   0...1               2...3               4...5      6...7
///             interval minimum    interval maximum    latency    supervision timeout
///
/// Core Vol 3, Part C, 12.3. 0xFFFF means no preference.
package enum PreferredConnectionParameters: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    func interval(_ value: Int) -> String {
      value == 0xFFFF ? "any" : scaled(value, by: 125, -2) + " ms"
    }
    let minimum = try it.number(.u16, bytes)
    try it.field(.u16, bytes) { "interval \(interval(minimum)) to \(interval($0))" }
    try it.field(.u16, bytes) { "latency \($0)" }
    try it.field(.u16, bytes) {
      "supervision timeout " + ($0 == 0xFFFF ? "any" : "\($0 * 10) ms")
    }
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
