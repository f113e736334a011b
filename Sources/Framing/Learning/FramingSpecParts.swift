/// The text after the colon of one item of a framing.
struct SpecParts {
  static let mostOffset = 255
  static let mostRecord = 1 << 20

  let item: Substring
  let text: Substring

  /// The first part: `u16le@2`.
  func number() throws(FramingSpecError) -> FramingLayout.Number {
    let first = text.split(separator: "/", omittingEmptySubsequences: false)[0]
    let halves = first.split(separator: "@", omittingEmptySubsequences: false)
    let types: [Substring: (Int, Bool)] = [
      "u8": (1, false), "u16le": (2, false), "u16be": (2, true), "u32le": (4, false),
      "u32be": (4, true),
    ]
    guard halves.count <= 2, let (width, isBigEndian) = types[halves[0]] else {
      throw FramingSpecError(
        item,
        expected: "u8, u16le, u16be, u32le or u32be, then @OFFSET "
          + "unless it is 0")
    }
    let offset = halves.count == 2 ? try integer(halves[1], in: 0...Self.mostOffset) : 0
    return FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
  }

  /// The second part, if there is one.
  func option() throws(FramingSpecError) -> Substring? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { throw FramingSpecError(item, expected: "at most one slash") }
    return parts.count == 2 ? parts[1] : nil
  }

  func integer(_ text: Substring, in range: ClosedRange<Int>) throws(FramingSpecError) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw FramingSpecError(
        item, expected: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Octets in hexadecimal: `55AA`.
  func octets(_ text: Substring) throws(FramingSpecError) -> [UInt8] {
    let digits = text.utf8.compactMap { digit -> UInt8? in
      switch digit {
      case 0x30...0x39: digit - 0x30
      case 0x41...0x46: digit - 0x37
      case 0x61...0x66: digit - 0x57
      default: nil
      }
    }
    guard digits.count == text.utf8.count, digits.count % 2 == 0, (2...32).contains(digits.count)
    else { throw FramingSpecError(item, expected: "1 to 16 octets in hexadecimal, such as 55AA") }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// So many octets in hexadecimal, `-` for none, and the offset: `80/40@1`.
  func roles(_ count: Int) throws(FramingSpecError) -> (octets: [UInt8?], offset: Int) {
    let halves = text.split(separator: "@", omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == count, halves.count <= 2 else {
      throw FramingSpecError(
        item,
        expected: count == 2
          ? "two bits in hexadecimal, such as flags:80/40@0"
          : count == 3
            ? "three octets in hexadecimal, such as block:AA/FF/00@0"
            : "four octets in hexadecimal, such as roles:01/02/03/00@0")
    }
    var octets: [UInt8?] = []
    for part in parts {
      guard part == "-" || part.utf8.count <= 2,
        let octet = part == "-" ? 0 : UInt8(part, radix: 16)
      else {
        throw FramingSpecError(item, expected: "an octet in hexadecimal, or -, not '\(part)'")
      }
      octets.append(part == "-" ? nil : octet)
    }
    return (octets, halves.count == 2 ? try integer(halves[1], in: 0...Self.mostOffset) : 0)
  }

  /// `8`, `16/xmodem/be/from=2`.
  func checksum(_ name: Substring) throws(FramingSpecError) -> FramingLayout.Checksum {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let bits = parts.removeFirst()
    let plain: [String: ChecksumKind] = [
      "sum:8": .sum8, "sum:16": .sum16, "xor:8": .xor8, "ones:8": .complement8,
      "twos:8": .negated8, "ones:16": .complement16,
      "twos:16": .negated16, "crc:8": .crc8SMBus, "crc:16": .crc16MODBUS, "crc:32": .crc32ISO,
    ]
    guard let kind = plain["\(name):\(bits)"] else {
      throw FramingSpecError(
        item,
        expected: "sum:8, sum:16, ones:8, ones:16, twos:8, twos:16, xor:8, crc:8, crc:16 or crc:32"
      )
    }
    var checksum = FramingLayout.Checksum(kind)
    var at: Int?
    for part in parts {
      if part == "be" || part == "le" {
        checksum.isBigEndian = part == "be" && kind.width > 1
      } else if part.hasPrefix("from=") {
        checksum.from = try integer(part.dropFirst(5), in: 0...Self.mostOffset)
      } else if part.hasPrefix("at=") {
        at = try integer(part.dropFirst(3), in: 0...Self.mostOffset)
      } else if let named = ChecksumKind.named(part, bits: bits), name == "crc" {
        checksum.kind = named
      } else {
        let names = ChecksumKind.allCases.compactMap {
          $0.parameters?.bits == Int(bits) ? $0.shortName : nil
        }
        throw FramingSpecError(
          item,
          expected: "be, le, from=N, at=N"
            + (name == "crc" ? ", or \(names.joined(separator: ", "))" : "") + ", not '\(part)'")
      }
    }
    guard let at else { return checksum }
    guard checksum.from == 0 else {
      throw FramingSpecError(item, expected: "from=N or at=N, not both")
    }
    return FramingLayout.Checksum(
      checksum.kind, isBigEndian: checksum.isBigEndian, headerOffset: at)
  }
}

extension ChecksumKind {
  /// The name of a CRC without its width, in lower case: `xmodem`.
  var shortName: String? {
    parameters == nil
      ? nil : name.split(separator: "/").last.map { $0.lowercased() }
  }

  static func named(_ name: Substring, bits: Substring) -> ChecksumKind? {
    allCases.first { $0.parameters?.bits == Int(bits) && $0.shortName == name.lowercased() }
  }

  /// As the option names it: `crc:16/xmodem`.
  var item: String {
    switch self {
    case .sum8: "sum:8"
    case .sum16: "sum:16"
    case .complement8: "ones:8"
    case .negated8: "twos:8"
    case .complement16: "ones:16"
    case .negated16: "twos:16"
    case .xor8: "xor:8"
    default: "crc:\(8 * width)/\(shortName ?? "")"
    }
  }
}

extension FramingLayout {
  /// The layout as `FramingSpec` reads it: what a user can give by hand to get it again.
  public var spec: String {
    var items: [String] = []
    if boundary == .value { items.append("each-value") }
    if case .record(let size) = boundary { items.append("record:\(size)") }
    if !start.isEmpty {
      let other = otherStart.isEmpty ? "" : "/\(digits(otherStart))"
      items.append("start:\(digits(start))\(other)")
    }
    if let length { items.append("length:\(length.item(trailer: messageTrailer))") }
    if let counter {
      let first = counter.restartsAt.map { "/\($0)" } ?? ""
      items.append("counter:\(counter.number.item)\(first)")
    }
    if let position { items.append(position.item) }
    if let chunkLength { items.append("chunk-length:\(chunkLength.item(trailer: chunkTrailer))") }
    if chunkHeader != (boundary == .value ? 0 : chunkFields) {
      items.append("chunk-header:\(chunkHeader)")
    }
    if let chunkChecksum { items.append("chunk-\(chunkChecksum.item)") }
    if let checksum { items.append(checksum.item) }
    if !end.isEmpty { items.append("end:\(digits(end))") }
    return items.joined(separator: ",")
  }
}

extension FramingLayout.Number {
  var item: String { offset == 0 ? type : "\(type)@\(offset)" }
}

extension FramingLayout.Length {
  func item(trailer: Int) -> String {
    switch extra {
    case number.end: number.item
    case 0: "\(number.item)/all"
    case number.end + trailer: "\(number.item)/payload"
    default: "\(number.item)/\(extra < 0 ? "" : "+")\(extra)"
    }
  }
}

extension FramingLayout.Checksum {
  var item: String {
    kind.item + (isBigEndian ? "/be" : "")
      + (headerOffset.map { "/at=\($0)" } ?? (from == 0 ? "" : "/from=\(from)"))
  }
}

extension FramingLayout.Position {
  var item: String {
    switch self {
    case .bits(let offset, let begin, let end):
      return "flags:\(digits([begin]))/\(digits([end]))@\(offset)"
    case .octets(let offset, let begin, let middle, let end, let single):
      let roles = [begin, middle, end, single].map { $0.map { digits([$0]) } ?? "-" }
      return "roles:\(roles.joined(separator: "/"))@\(offset)"
    case .block(let offset, let begin, let end, let first):
      return "block:\(digits([begin]))/\(digits([end]))/\(digits([first]))@\(offset)"
    case .remaining(let number, let last):
      return "left:\(number.item)" + (last == 0 ? "" : "/\(last)")
    case .index(let index, let total, let first):
      return "index:\(index.item)" + (first == 0 ? "" : "/\(first)") + ",total:\(total.item)"
    }
  }
}

/// `55AA`.
private func digits(_ octets: [UInt8]) -> String {
  octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}
