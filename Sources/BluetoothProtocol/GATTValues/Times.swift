import Bytes

/// Date Time, 0x2A08, also a field of many measurements.
///
///     octet   0...1    2        3      4       5          6
///             year     month    day    hour    minutes    seconds
///
/// GATT Specification Supplement, Date Time. A year, month or day of 0 is not known.
package struct DateTime: GATTValueFormat {
  package let year: UInt16
  package let month: UInt8
  package let day: UInt8
  package let hours: UInt8
  package let minutes: UInt8
  package let seconds: UInt8

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    year = try cursor.u16le(in: bytes)
    month = try cursor.u8(in: bytes)
    day = try cursor.u8(in: bytes)
    hours = try cursor.u8(in: bytes)
    minutes = try cursor.u8(in: bytes)
    seconds = try cursor.u8(in: bytes)
  }

  /// `2013-03-12 09:15:02`, with question marks for what is not known.
  package var text: String {
    func padded(_ value: some BinaryInteger, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
    let date = [
      year == 0 ? "????" : padded(year, 4), month == 0 ? "??" : padded(month, 2),
      day == 0 ? "??" : padded(day, 2),
    ]
    let time = [hours, minutes, seconds].map { padded($0, 2) }
    return date.joined(separator: "-") + " " + time.joined(separator: ":")
  }
}

/// Current Time, 0x2A2B.
///
///     octet   0...6        7              8                  9
///             date time    day of week    fractions 1/256    adjust reason
///
/// GATT Specification Supplement, Current Time, Exact Time 256, Day Of Week.
package struct CurrentTime: GATTValueFormat {
  package let dateTime: DateTime
  /// 1 is Monday; 0 is not known.
  package let dayOfWeek: UInt8
  /// In 1/256 s.
  package let fractions: UInt8
  package let adjustReason: UInt8

  package init(from cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    dateTime = try DateTime(from: &cursor, in: bytes)
    dayOfWeek = try cursor.u8(in: bytes)
    fractions = try cursor.u8(in: bytes)
    adjustReason = try cursor.u8(in: bytes)
  }

  package var text: String {
    let days = [
      "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    let reasons = [
      0: "manual update", 1: "external reference", 2: "time zone", 3: "daylight saving time",
    ]
    // Downwards: the last fraction belongs to this second.
    let thousandths = String(1000 + Int(fractions) * 1000 / 256).dropFirst()
    let day = (1...7).contains(dayOfWeek) ? days[Int(dayOfWeek) - 1] : nil
    return ValueText.joined([
      "\(dateTime.text).\(thousandths)",
      dayOfWeek == 0 ? nil : ValueText.code(dayOfWeek, day, "day"),
      ValueText.bits(adjustReason, reasons).map { "adjusted: \($0)" },
    ])
  }
}
