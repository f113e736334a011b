import Bytes

/// Puts octets together from the lines below a packet's first one: those that are stated, up to
/// the first that is not.
struct BtmonFields {
  private(set) var octets: [UInt8] = []
  /// How many there are to be.
  let limit: Int
  /// Whether octets are missing, and those that follow have no place.
  private var hasGap = false
  private let lines: ArraySlice<TextLogLine>
  private var next: Int

  init(_ lines: ArraySlice<TextLogLine>, limit: Int) {
    (self.lines, self.limit, next) = (lines, limit, lines.startIndex)
  }

  /// Nil where more octets are stated than there can be: then none of them is certain.
  var result: [UInt8]? { octets.count <= limit ? octets : nil }

  mutating func append(_ more: [UInt8]) { octets += more }

  /// The rest, by a layout or as a dump.
  mutating func take(_ layout: BtmonLayout?) {
    if let layout { takeFields(layout) }
    if !hasGap { takeDump() }
  }

  private mutating func takeFields(_ layout: BtmonLayout) {
    var index = 0
    while octets.count < limit, !hasGap {
      if index == layout.fields.count {
        guard let loop = layout.loop else { return }
        index = loop
      }
      let before = next
      guard let more = take(layout.fields[index], layout, index) else {
        next = before
        return
      }
      octets += more
      index += 1
    }
  }

  private mutating func take(
    _ field: BtmonLayout.Field, _ layout: BtmonLayout, _ index: Int
  ) -> [UInt8]? {
    if field.isAnywhere {
      for line in lines {
        if let end = line.end(ofAny: field.names) { return line.octets(field.form, from: end) }
      }
      return nil
    }
    while next < lines.endIndex {
      let line = lines[next]
      guard let start = field.names.isEmpty ? 0 : line.value(of: field.names) else {
        // Where a line is missing, its octets are.
        let others = index < layout.loop ?? 0 ? index... : (layout.loop ?? index)...
        if layout.fields[others].contains(where: { line.value(of: $0.names) != nil }) { return nil }
        next += 1
        continue
      }
      next += 1
      switch field.form {
      case .advertising:
        guard let count = line.octets(.number(1), from: start)?[0] else { return nil }
        guard let data = takeAdvertising(Int(count)) else {
          hasGap = true
          return [count]
        }
        return [count] + data
      case .entry:
        guard let value = line.octets(.digits(nil), from: start), let length = octets.first,
          value.count == Int(length) - 2
        else { return nil }
        return value
      default: return line.octets(field.form, from: start)
      }
    }
    return nil
  }

  /// `01 02 03   ...` in rows of 16, if that is all that is missing.
  private mutating func takeDump() {
    while next < lines.endIndex, octets.count < limit {
      let (rows, end) = dump(limit - octets.count)
      if rows.count == limit - octets.count { octets += rows }
      next = max(end, next + 1)
    }
  }

  /// The rows that come next, until there are as many octets; and where they end.
  private func dump(_ count: Int) -> (rows: [UInt8], end: Int) {
    var rows: [UInt8] = []
    var index = next
    while index < lines.endIndex, rows.count < count, let row = lines[index].dumpedRow {
      rows += row
      index += 1
    }
    return (rows, index)
  }

  // MARK: - Advertising data

  private mutating func takeAdvertising(_ count: Int) -> [UInt8]? {
    guard count > 0 else { return [] }
    let (rows, end) = dump(count)
    let dumped = rows.count == count ? rows : nil
    if dumped != nil { next = end }
    let start = next
    var data: [UInt8] = []
    while data.count < count, let structure = takeStructure() { data += structure }
    if data.count == count { return dumped ?? data }
    next = start
    return dumped
  }

  /// A structure, with its length and type.
  private mutating func takeStructure() -> [UInt8]? {
    guard next < lines.endIndex else { return nil }
    let line = lines[next]
    for (name, type, form) in Self.structures {
      guard let start = line.value(of: [name]) else { continue }
      next += 1
      // Below the flags are their names.
      while type == 0x01, next < lines.endIndex, !lines[next].text.contains(UInt8(ascii: ":")) {
        next += 1
      }
      return line.octets(form, from: start).flatMap { structure(type, $0) }
    }
    for (name, type, isData) in Self.lists {
      guard let start = line.value(of: [name]) else { continue }
      next += 1
      if isData {
        // Behind the company or the service comes its data.
        guard let value = line.octets(type == 0xFF ? .number(2) : .uuid, from: start),
          let data = takeData() ?? (value == Self.apple ? takeAppleData() : nil)
        else { return nil }
        return structure(type, value + data)
      }
      guard let count = line.decimal(at: start)?.value, count <= 64 else { return nil }
      var value: [UInt8] = []
      for _ in 0..<count {
        guard next < lines.endIndex, let uuid = lines[next].octets(.uuid, from: 0) else {
          return nil
        }
        value += uuid
        next += 1
      }
      return structure(type, value)
    }
    for (name, type) in Self.names {
      guard let start = line.value(of: [name]) else { continue }
      next += 1
      return structure(type, Array(line.text[start...]))
    }
    return nil
  }

  private mutating func takeData() -> [UInt8]? {
    guard next < lines.endIndex, let start = lines[next].value(of: [Self.data]) else { return nil }
    next += 1
    return lines[next - 1].octets(.digits(nil), from: start)
  }

  /// Types, each with its data.
  private mutating func takeAppleData() -> [UInt8]? {
    var all: [UInt8] = []
    while next < lines.endIndex, let start = lines[next].value(of: [Self.type]) {
      let type = lines[next].octets(.number(1), from: start)
      next += 1
      guard let type, let data = takeData(), data.count < 0xFF else { return nil }
      all += type + [UInt8(data.count)] + data
    }
    return all.isEmpty ? nil : all
  }

  private func structure(_ type: UInt8, _ value: [UInt8]) -> [UInt8]? {
    value.count < 0xFF ? [UInt8(value.count + 1), type] + value : nil
  }

  private static let data = Array("Data".utf8)
  private static let type = Array("Type".utf8)
  private static let apple: [UInt8] = [0x4C, 0x00]

  private static let structures: [([UInt8], UInt8, BtmonLayout.Form)] = [
    (Array("Flags".utf8), 0x01, .number(1)), (Array("TX power".utf8), 0x0A, .number(1)),
    (Array("Appearance".utf8), 0x19, .number(2)),
  ]

  private static let names: [([UInt8], UInt8)] = [
    (Array("Name (short)".utf8), 0x08), (Array("Name (complete)".utf8), 0x09),
  ]

  private static let lists: [([UInt8], UInt8, Bool)] = [
    (Array("16-bit Service UUIDs (partial)".utf8), 0x02, false),
    (Array("16-bit Service UUIDs (complete)".utf8), 0x03, false),
    (Array("128-bit Service UUIDs (partial)".utf8), 0x06, false),
    (Array("128-bit Service UUIDs (complete)".utf8), 0x07, false),
    (Array("Service Data".utf8), 0x16, true), (Array("Company".utf8), 0xFF, true),
  ]
}

extension TextLogLine {
  /// Where the value of a line begins that begins with one of the names, or with it and a length
  /// in brackets: `Data: 01`, `Data[1]: 01`.
  func value(of names: [[UInt8]]) -> Int? {
    for name in names where text.starts(with: name) {
      var index = name.count
      if index < text.count, text[index] == UInt8(ascii: "[") {
        guard let (_, end) = decimal(at: index + 1), end < text.count,
          text[end] == UInt8(ascii: "]")
        else { continue }
        index = end + 1
      }
      guard index < text.count, text[index] == UInt8(ascii: ":") else { continue }
      index += 1
      return index < text.count && text[index] == 0x20 ? index + 1 : index
    }
    return nil
  }

  func end(ofAny names: [[UInt8]]) -> Int? {
    for name in names {
      if let end = end(of: name) { return end }
    }
    return nil
  }

  /// Little-endian octets of a value that begins at `start`.
  func octets(_ form: BtmonLayout.Form, from start: Int) -> [UInt8]? {
    switch form {
    case .number(let count): return number(from: start, count)
    case .address:
      guard start + 17 <= text.count else { return nil }
      var octets: [UInt8] = []
      for index in stride(from: start + 15, through: start, by: -3) {
        let end = index + 2
        guard let octet = octet(at: index),
          index == start + 15 || text[end] == UInt8(ascii: ":")
        else { return nil }
        octets.append(octet)
      }
      return octets
    case .digits(let count): return digits(from: start, count)
    case .entry, .advertising: return nil
    case .list(let count):
      guard text.count >= start + 5 * count - 1 else { return nil }
      var octets: [UInt8] = []
      for index in 0..<count {
        let at = start + 5 * index
        guard text[at...].starts(with: "0x".utf8), let octet = octet(at: at + 2) else { return nil }
        octets.append(octet)
      }
      return octets
    case .range:
      guard text.count >= start + 13, text[start + 6] == UInt8(ascii: "-"),
        let low = hex(after: "0x", at: start).flatMap({ littleEndian($0, 2) }),
        let high = hex(after: "0x", at: start + 7).flatMap({ littleEndian($0, 2) })
      else { return nil }
      return low + high
    case .uuid: return uuid(from: start)
    case .value: return uuid(from: start) ?? digits(from: start, nil)
    case .phy:
      if let number = number(from: start, 1) { return number }
      return Self.phys.firstIndex { text[start...].elementsEqual($0.utf8) }.map { [UInt8($0)] }
    }
  }

  private static let phys = ["No packets", "LE 1M", "LE 2M", "LE Coded"]

  /// In hexadecimal digits behind 0x, else behind that in parentheses, else the decimal number
  /// that it begins with, else the one in the last parentheses.
  private func number(from start: Int, _ count: Int) -> [UInt8]? {
    var start = start
    while start < text.count, text[start] == 0x20 || text[start] == UInt8(ascii: ":") { start += 1 }
    if let value = hex(after: "0x", at: start) { return littleEndian(value, count) }
    if let index = end(of: Array("(0x".utf8), from: start), let (value, end) = hexNumber(at: index),
      end < text.count, text[end] == UInt8(ascii: ")")
    {
      return littleEndian(value, count)
    }
    let isNegative = start < text.count && text[start] == UInt8(ascii: "-")
    if let (value, end) = decimal(at: start + (isNegative ? 1 : 0)) {
      guard end == text.count || text[end] == 0x20 else { return nil }
      guard isNegative else { return littleEndian(UInt64(value), count) }
      return count == 1 && value <= 0x80 ? [UInt8(truncatingIfNeeded: -value)] : nil
    }
    guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")),
      open > start, let (value, end) = decimal(at: open + 1), end == text.count - 1
    else { return nil }
    return littleEndian(UInt64(value), count)
  }

  private func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8]? {
    guard count == 8 || value >> (8 * count) == 0 else { return nil }
    return (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// To the end of the line.
  private func digits(from start: Int, _ count: Int?) -> [UInt8]? {
    var index = start
    if text[index...].starts(with: "0x".utf8) { index += 2 }
    var octets: [UInt8] = []
    while let octet = octet(at: index) {
      octets.append(octet)
      index += 2
    }
    return index == text.count && octets.count == count ?? octets.count ? octets : nil
  }

  /// In the last parentheses.
  private func uuid(from start: Int) -> [UInt8]? {
    guard text.last == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")),
      open >= start
    else { return nil }
    let inner = TextLogLine(text[(open + 1)..<(text.count - 1)])
    if inner.text.count == 6 || inner.text.count == 10 {
      let count = (inner.text.count - 2) / 2
      return inner.hex(after: "0x", at: 0).flatMap { littleEndian($0, count) }
    }
    guard inner.text.count == 36 else { return nil }
    let digits = TextLogLine(inner.text.filter { $0 != UInt8(ascii: "-") }[...])
    guard digits.text.count == 32 else { return nil }
    return digits.digits(from: 0, 16).map { $0.reversed() }
  }

  /// At most 16 octets, two digits each, and behind them the same as characters.
  var dumpedRow: [UInt8]? {
    var octets: [UInt8] = []
    var index = 0
    while octets.count < 16, let octet = octet(at: index) {
      octets.append(octet)
      index += 2
      guard index < text.count else { return octets }
      guard text[index] == 0x20 else { return nil }
      index += 1
    }
    let isEnd = octets.count == 16 || index < text.count && text[index] == 0x20
    return isEnd && !octets.isEmpty ? octets : nil
  }
}
