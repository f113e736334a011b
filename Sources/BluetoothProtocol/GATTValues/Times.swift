import Bytes

/// Date Time, 0x2A08, also a field of many measurements.
///
///     octet   0...1    2        3      4       5          6
///             year     month    day    hour    minutes    seconds
///
/// GATT Specification Supplement, Date Time. A year, month or day of 0 is not known.
package enum DateTime: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let text = try text(&it, bytes)
    it.say(text)
  }

  /// `2013-03-12 09:15:02`, with question marks for what is not known; empty where no words are
  /// wanted.
  static func text(
    _ it: inout GATTValueReader, _ bytes: Span<UInt8>
  ) throws(DecodeIssue) -> String {
    let year = try it.number(.u16, bytes)
    let (month, day) = (try it.number(.u8, bytes), try it.number(.u8, bytes))
    let (hours, minutes) = (try it.number(.u8, bytes), try it.number(.u8, bytes))
    let seconds = try it.number(.u8, bytes)
    guard it.isInWords else { return "" }
    func padded(_ value: Int, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    func known(_ value: Int, _ digits: Int) -> String {
      value == 0 ? String(repeating: "?", count: digits) : padded(value, digits)
    }
    let date = [known(year, 4), known(month, 2), known(day, 2)].joined(separator: "-")
    return date + " " + [hours, minutes, seconds].map { padded($0, 2) }.joined(separator: ":")
  }
}

/// Current Time, 0x2A2B.
///
///     octet   0...6        7              8                  9
///             date time    day of week    fractions 1/256    adjust reason
///
/// GATT Specification Supplement, Current Time, Exact Time 256, Day Of Week.
package enum CurrentTime: GATTValueFormat {
  package static func read(_ it: inout GATTValueReader, _ bytes: Span<UInt8>) throws(DecodeIssue) {
    let dateTime = try DateTime.text(&it, bytes)
    // 1 is Monday; 0 is not known.
    let day = try it.number(.u8, bytes)
    // Downwards: the last fraction belongs to this second.
    try it.field(.u8, bytes) { "\(dateTime).\(String(1000 + $0 * 1000 / 256).dropFirst())" }
    it.say(day == 0 ? nil : code(day, days, from: 1, "day"))
    try it.field(.u8, bytes) { ValueText.bits($0, reasons).map { "adjusted: \($0)" } }
  }

  private static let days = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  private static let reasons = [
    0: "manual update", 1: "external reference", 2: "time zone", 3: "daylight saving time",
  ]
}
