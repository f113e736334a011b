extension TraceTime {
  /// `2013-03-12T09:15:02.125000Z`: proleptic Gregorian calendar, UTC, always six decimals.
  public var iso8601: String {
    let (days, time) = floorDivide(microseconds, 86_400_000_000)
    let (year, month, day) = civilDate(days)
    let seconds = time / 1_000_000
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let clock =
      "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    return "\(date)T\(clock).\(padded(time % 1_000_000, 6))Z"
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

private func padded(_ value: Int64, _ width: Int) -> String {
  let digits = String(value.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (value < 0 ? "-" : "") + zeros + digits
}
