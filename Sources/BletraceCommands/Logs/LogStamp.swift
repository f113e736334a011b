import Text

/// The time at the beginning of a line of a log, as far as the line says it.
enum LogStamp: Equatable {
  /// Microseconds since 1970, in UTC.
  case exact(Int64)
  /// The same of a clock whose zone the line does not name.
  case local(Int64)
  /// Without a year: month, day, microseconds of the day.
  case yearless(month: Int64, day: Int64, Int64)
  /// Microseconds of a day.
  case timeOfDay(Int64)

  private static let day: Int64 = 86_400_000_000

  /// What `logcat` (threadtime, with year, zone, usec or epoch), `log show`, nRF Connect and
  /// `journalctl` (short, short-iso, short-precise, short-unix, json) begin a line with.
  init?(_ line: [UInt8]) {
    if line.first == UInt8(ascii: "{") {
      guard let time = Self.journal(line) else { return nil }
      self = .exact(time)
      return
    }
    var cursor = StampCursor(line)
    // nRF Connect puts the letter of the level first.
    if line.count > 1, line[1] == UInt8(ascii: "\t") { cursor.index = 2 }
    if let stamp = Self.dated(cursor) ?? Self.monthly(cursor) ?? Self.named(cursor)
      ?? Self.epoch(cursor) ?? cursor.timeOfDay(needsFraction: true).map({ .timeOfDay($0) })
    {
      self = stamp
      return
    }
    return nil
  }

  /// `2024-01-15 10:23:45.123456+0100`, also with T, with Z, with a blank before the zone, and with
  /// a comma before the fraction.
  private static func dated(_ start: StampCursor) -> LogStamp? {
    var cursor = start
    guard let year = cursor.number(4), cursor.skip("-"), let month = cursor.number(2),
      cursor.skip("-"), let day = cursor.number(2), cursor.skip("T") || cursor.skip(" "),
      let time = cursor.timeOfDay(), let days = days(toYear: year, month: month, day: day)
    else { return nil }
    let moment = days * Self.day + time
    return cursor.zone().map { .exact(moment - $0) } ?? .local(moment)
  }

  /// `01-15 10:23:45.123`: logcat without a year.
  private static func monthly(_ start: StampCursor) -> LogStamp? {
    var cursor = start
    guard let month = cursor.number(2), cursor.skip("-"), let day = cursor.number(2),
      cursor.skip(" "), let time = cursor.timeOfDay(needsFraction: true),
      days(toYear: 2000, month: month, day: day) != nil
    else { return nil }
    return .yearless(month: month, day: day, time)
  }

  /// `Jan 15 10:23:45.123456`: journalctl, in the form of syslog.
  private static func named(_ start: StampCursor) -> LogStamp? {
    var cursor = start
    guard let month = cursor.month(), cursor.skip(" ") else { return nil }
    _ = cursor.skip(" ")
    guard let day = cursor.number(1...2), cursor.skip(" "), let time = cursor.timeOfDay(),
      days(toYear: 2000, month: month, day: day) != nil
    else { return nil }
    return .yearless(month: month, day: day, time)
  }

  /// `1700000000.123456`: logcat -v epoch, journalctl -o short-unix.
  private static func epoch(_ start: StampCursor) -> LogStamp? {
    var cursor = start
    while cursor.skip(" ") {}
    guard let seconds = cursor.number(9...11), let fraction = cursor.fraction() else { return nil }
    return .exact(seconds * 1_000_000 + fraction)
  }

  /// The member `__REALTIME_TIMESTAMP` of a line of journalctl -o json, in microseconds.
  private static func journal(_ line: [UInt8]) -> Int64? {
    let key = Array("\"__REALTIME_TIMESTAMP\"".utf8)
    guard let start = line.firstRange(of: key)?.upperBound else { return nil }
    var cursor = StampCursor(line)
    cursor.index = start
    while cursor.skip(" ") || cursor.skip(":") || cursor.skip("\"") {}
    return cursor.number(15...17)
  }
}

/// Reads the parts of a time, one after the other.
struct StampCursor {
  private let line: [UInt8]
  var index = 0

  init(_ line: [UInt8]) { self.line = line }

  private func digit(at index: Int) -> Int64? {
    guard index < line.count, (0x30...0x39).contains(line[index]) else { return nil }
    return Int64(line[index] - 0x30)
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard index < line.count, line[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  mutating func number(_ digits: Int) -> Int64? { number(digits...digits) }

  /// A number with so many digits, and no more behind it.
  mutating func number(_ digits: ClosedRange<Int>) -> Int64? {
    var (value, count) = (Int64(0), 0)
    while let next = digit(at: index + count), count < digits.upperBound {
      value = value * 10 + next
      count += 1
    }
    guard count >= digits.lowerBound, digit(at: index + count) == nil else { return nil }
    index += count
    return value
  }

  /// `.123` or `,123456`, in microseconds.
  mutating func fraction() -> Int64? {
    guard index + 1 < line.count, [UInt8(ascii: "."), UInt8(ascii: ",")].contains(line[index]),
      digit(at: index + 1) != nil
    else { return nil }
    index += 1
    var (value, unit) = (Int64(0), Int64(100_000))
    while let next = digit(at: index) {
      value += next * unit
      unit /= 10
      index += 1
    }
    return value
  }

  /// `10:23:45`, with a fraction where there is one.
  mutating func timeOfDay(needsFraction: Bool = false) -> Int64? {
    guard let hours = number(2), hours < 24, skip(":"), let minutes = number(2), minutes < 60,
      skip(":"), let seconds = number(2), seconds <= 60
    else { return nil }
    let fraction = fraction()
    if needsFraction, fraction == nil { return nil }
    return ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + (fraction ?? 0)
  }

  /// `Z`, `+0100`, `+01:00`, `-08`: what the clock is ahead of UTC, in microseconds.
  mutating func zone() -> Int64? {
    let start = index
    _ = skip(" ")
    if skip("Z") { return 0 }
    let sign: Int64
    if skip("+") {
      sign = 1
    } else if skip("-") {
      sign = -1
    } else {
      index = start
      return nil
    }
    var (hours, minutes) = (Int64(0), Int64(0))
    if let both = number(4) {
      (hours, minutes) = (both / 100, both % 100)
    } else if let only = number(2) {
      hours = only
      if skip(":") { minutes = number(2) ?? 60 }
    } else {
      hours = 24
    }
    guard hours <= 14, minutes < 60 else {
      index = start
      return nil
    }
    return sign * (hours * 60 + minutes) * 60_000_000
  }

  /// `Jan`
  mutating func month() -> Int64? {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    guard line.count >= index + 3 else { return nil }
    let word = line[index..<(index + 3)]
    guard let found = names.firstIndex(where: { Array($0.utf8) == Array(word) }) else { return nil }
    index += 3
    return Int64(found + 1)
  }
}
