import Bytes

extension TraceTime {
  /// `2013-03-12T09:15:02.125000Z`: proleptic Gregorian calendar, UTC, always six decimals.
  public var iso8601: String {
    var text = TextBuffer(capacity: 64)
    text.append(iso8601: self)
    return text.text
  }
}

extension TextBuffer {
  /// `2013-03-12T09:15:02.125000Z`: proleptic Gregorian calendar, UTC, always six decimals.
  public mutating func append(iso8601 moment: TraceTime) {
    let (days, time) = floorDivide(moment.microseconds, 86_400_000_000)
    let (year, month, day) = civilDate(days)
    let seconds = time / 1_000_000
    if year < 0 { append(UInt8(ascii: "-")) }
    if year.magnitude < 10_000 {
      append(decimal: year.magnitude, digits: 4)
    } else {
      append(decimal: year.magnitude)
    }
    append(text: "-")
    append(decimal: month.magnitude, digits: 2)
    append(text: "-")
    append(decimal: day.magnitude, digits: 2)
    append(text: "T")
    append(decimal: (seconds / 3600).magnitude, digits: 2)
    append(text: ":")
    append(decimal: (seconds / 60 % 60).magnitude, digits: 2)
    append(text: ":")
    append(decimal: (seconds % 60).magnitude, digits: 2)
    append(text: ".")
    append(decimal: (time % 1_000_000).magnitude, digits: 6)
    append(text: "Z")
  }
}

private func floorDivide(_ value: Int64, _ divisor: Int64) -> (quotient: Int64, rest: Int64) {
  let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
}

/// The date of a day counted from 1970-01-01. Counts in eras of 400 years, whose years begin on the
/// first of March, so that the leap day comes last.
private func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shifted = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * shifted + 2) / 5 + 1
  let month = shifted < 10 ? shifted + 3 : shifted - 9
  return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
}

/// Days from 1970-01-01 to a date of the Gregorian calendar, counted in the same eras; nil where
/// there is no such date.
package func days(toYear year: Int64, month: Int64, day: Int64) -> Int64? {
  guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
    return nil
  }
  let shiftedYear = month <= 2 ? year - 1 : year
  let (era, yearOfEra) = floorDivide(shiftedYear, 400)
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  let days = era * 146_097 + dayOfEra - 719_468
  // The thirtieth of February would be another date.
  let back = civilDate(days)
  return back.month == month && back.day == day ? days : nil
}

extension TraceTime {
  /// The year in UTC.
  package var year: Int64 { civilDate(floorDivide(microseconds, 86_400_000_000).quotient).year }
}

extension TraceTime {
  /// What `iso8601` writes, of the years that have four digits.
  package init?(iso8601 text: String) {
    let octets = Array(text.utf8)
    guard octets.count == 27, octets[10] == UInt8(ascii: "T"), octets[26] == UInt8(ascii: "Z")
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for octet in octets[range] {
        guard (0x30...0x39).contains(octet) else { return nil }
        value = value * 10 + Int64(octet - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hours = number(11..<13), let minutes = number(14..<16), let seconds = number(17..<19),
      let fraction = number(20..<26), let days = days(toYear: year, month: month, day: day)
    else { return nil }
    let time = ((days * 24 + hours) * 60 + minutes) * 60 + seconds
    self.init(microseconds: time * 1_000_000 + fraction)
  }
}
