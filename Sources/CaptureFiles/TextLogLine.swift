import Bytes

/// A line of a log, and what can be read off it.
struct TextLogLine {
  let text: [UInt8]

  /// - Parameter line: without its end; the colours of a terminal are taken out.
  init(_ line: ArraySlice<UInt8>) {
    // The byte order mark of UTF-8, in the first one.
    let line = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    guard line.contains(0x1B) else {
      text = Array(line)
      return
    }
    var plain: [UInt8] = []
    var isEscaped = false
    for octet in line {
      if isEscaped {
        if (0x40...0x7E).contains(octet), octet != UInt8(ascii: "[") { isEscaped = false }
      } else if octet == 0x1B {
        isEscaped = true
      } else {
        plain.append(octet)
      }
    }
    text = plain
  }

  /// The octets that are the rest of the line, in hexadecimal digits and nothing else: `0A 1B`,
  /// `0a:1b`, `0a1b` or `0x0a 0x1b`. Nil where there is anything else, or nothing.
  func octets(from start: Int) -> [UInt8]? {
    var octets: [UInt8] = []
    var index = start
    while index < text.count {
      if isSpace(text[index]) || text[index] == UInt8(ascii: ":") {
        index += 1
        continue
      }
      if index + 1 < text.count, text[index] == UInt8(ascii: "0"), text[index + 1] | 0x20 == 0x78 {
        index += 2
      }
      guard let octet = octet(at: index) else { return nil }
      octets.append(octet)
      index += 2
    }
    return octets.isEmpty ? nil : octets
  }

  /// Of two hexadecimal digits.
  func octet(at index: Int) -> UInt8? {
    guard index >= 0, index + 1 < text.count, let high = digit(text[index]),
      let low = digit(text[index + 1])
    else { return nil }
    return high << 4 | low
  }

  /// A decimal number behind a name, such as `len=11`.
  func number(_ name: String) -> Int? {
    guard var index = end(of: Array(name.utf8)) else { return nil }
    var value: Int?
    while index < text.count, (0x30...0x39).contains(text[index]), (value ?? 0) < 1 << 40 {
      value = (value ?? 0) * 10 + Int(text[index] - 0x30)
      index += 1
    }
    return value
  }

  /// Where what follows these octets begins.
  func end(of wanted: [UInt8], from start: Int = 0) -> Int? {
    guard start <= text.count else { return nil }
    let rest = text.span.extracting(start...)
    return rest.firstPosition(of: wanted).map { start + $0 + wanted.count }
  }

  func isWord(_ octet: UInt8) -> Bool {
    (0x30...0x39).contains(octet) || (0x61...0x7A).contains(octet | 0x20)
  }

  func isSpace(_ octet: UInt8) -> Bool { octet == 0x20 || octet == 0x09 || octet == 0x0D }

  func digit(_ octet: UInt8) -> UInt8? {
    switch octet {
    case 0x30...0x39: octet - 0x30
    case 0x41...0x46: octet - 0x37
    case 0x61...0x66: octet - 0x57
    default: nil
    }
  }

  // MARK: - Times

  /// The time that stands before `end`: `12:34:56.789`, in any brackets, with or without a date
  /// before it, or of more than a day; else the milliseconds of a board, `(1234)`.
  func stamp(before end: Int) -> TextLogStamp? {
    let end = min(end, text.count)
    for index in stride(from: 0, through: end - 8, by: 1) {
      guard var hours = two(index), text[index + 2] == UInt8(ascii: ":"), hours < 24 || index > 0,
        let minutes = two(index + 3), minutes < 60, text[index + 5] == UInt8(ascii: ":"),
        let seconds = two(index + 6), seconds <= 60,
        // Else it is an address.
        index == 0 || text[index - 1] != UInt8(ascii: ":"),
        index + 8 == text.count || text[index + 8] != UInt8(ascii: ":")
      else { continue }
      if index > 0, (0x30...0x39).contains(text[index - 1]) {
        if index > 1, isWord(text[index - 2]) { continue }
        hours += Int64(text[index - 1] - 0x30) * 100
      }
      let whole = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000
      let days = date(before: index)
      return TextLogStamp(
        microseconds: (days ?? 0) * 86_400_000_000 + whole + fraction(index + 8, end),
        isOfDay: days == nil)
    }
    guard let open = text[..<end].firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let digits = text[(open + 1)..<end].prefix { (0x30...0x39).contains($0) }
    guard (1...12).contains(digits.count), open + 1 + digits.count < end,
      text[open + 1 + digits.count] == UInt8(ascii: ")")
    else { return nil }
    return TextLogStamp(
      microseconds: digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) } * 1000, isOfDay: false)
  }

  /// The days of `2026-01-31`, which is there but for one octet, since any other date.
  private func date(before end: Int) -> Int64? {
    let start = end - 11
    let dash = UInt8(ascii: "-")
    guard start >= 0, let century = two(start), let year = two(start + 2), text[start + 4] == dash,
      let month = two(start + 5), (1...12).contains(month), text[start + 7] == dash,
      let day = two(start + 8), (1...31).contains(day)
    else { return nil }
    // A year that begins in March ends with the day that may be missing.
    let years = century * 100 + year - (month < 3 ? 1 : 0)
    let months = (month + 9) % 12
    return years * 365 + years / 4 - years / 100 + years / 400 + (months * 153 + 2) / 5 + day
  }

  private func two(_ index: Int) -> Int64? {
    guard (0x30...0x39).contains(text[index]), (0x30...0x39).contains(text[index + 1]) else {
      return nil
    }
    return Int64(text[index] - 0x30) * 10 + Int64(text[index + 1] - 0x30)
  }

  private func fraction(_ start: Int, _ end: Int) -> Int64 {
    guard start < end, [UInt8(ascii: "."), UInt8(ascii: ",")].contains(text[start]) else {
      return 0
    }
    var (value, unit) = (Int64(0), Int64(100_000))
    for octet in text[(start + 1)..<end].prefix(while: { (0x30...0x39).contains($0) }) {
      value += Int64(octet - 0x30) * unit
      unit /= 10
    }
    return value
  }
}
