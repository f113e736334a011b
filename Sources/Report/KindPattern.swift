/// A kind of messages by the octets that all of them have.
package struct KindPattern: Hashable, Sendable {
  /// `nil` where the octets vary.
  package var octets: [UInt8?]
  /// How long the messages are.
  package var least: Int
  package var most: Int

  package init(octets: [UInt8?], least: Int, most: Int) {
    (self.octets, self.least, self.most) = (octets, least, most)
  }

  package init(_ kind: ReportV1.MessageKind) {
    let example = kind.exampleOctets
    var octets: [UInt8?] = example.prefix(max(0, kind.bytes)).map { $0 }
    for range in kind.varyingRanges {
      for index in range.clamped(to: 0..<octets.count) { octets[index] = nil }
    }
    self.init(octets: octets, least: kind.bytes, most: max(kind.bytes, kind.bytesMax))
  }

  package func matches(_ message: some RandomAccessCollection<UInt8>) -> Bool {
    guard message.count >= least, message.count <= most else { return false }
    return zip(octets, message).allSatisfy { $0 == nil || $0 == $1 }
  }

  /// Whether these are the first octets of such a message: a few are not enough to know.
  package func begins(_ octets: some RandomAccessCollection<UInt8>) -> Bool {
    guard octets.count < least else { return false }
    let known = zip(self.octets, octets).filter { $0.0 != nil }
    return known.count >= 3 && known.allSatisfy { $0 == $1 }
  }

  /// Whether what matches the other one matches this one.
  package func covers(_ other: KindPattern) -> Bool {
    guard other.least >= least, other.most <= most else { return false }
    return octets.indices.allSatisfy { index in
      octets[index] == nil || index < other.octets.count && other.octets[index] == octets[index]
    }
  }

  /// `DD A5 03 ..`: two digits an octet, points where it varies.
  package var text: String {
    octets.map { $0.map { hexText([$0]) } ?? ".." }.joined(separator: " ")
  }

  /// `4..5` of the octets that vary.
  package var varying: [String] {
    var ranges: [Range<Int>] = []
    for (index, octet) in octets.enumerated() where octet == nil {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)..\(range.upperBound - 1)"
    }
  }
}

extension ReportV1.MessageKind {
  package var exampleOctets: [UInt8] { Report.octets(hex: example) ?? [] }

  /// The octets that vary.
  package var varyingRanges: [Range<Int>] {
    varying.compactMap { text in
      let ends = text.utf8.split(separator: 0x2E).compactMap {
        Int(String(decoding: $0, as: UTF8.self))
      }
      guard let first = ends.first, let last = ends.last, first >= 0, first <= last, last < .max
      else { return nil }
      return first..<last + 1
    }
  }
}

/// `DDA5`.
package func hexText(_ octets: some Sequence<UInt8>) -> String {
  octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
}

/// The octets that hexadecimal digits stand for, with blanks between them or without.
package func octets(hex text: some StringProtocol) -> [UInt8]? {
  var octets: [UInt8] = []
  var high: UInt8?
  for digit in text.utf8 where digit != 0x20 {
    guard let value = hexDigit(digit) else { return nil }
    if let first = high {
      octets.append(first << 4 | value)
      high = nil
    } else {
      high = value
    }
  }
  return high == nil ? octets : nil
}

private func hexDigit(_ digit: UInt8) -> UInt8? {
  switch digit {
  case 0x30...0x39: digit - 0x30
  case 0x41...0x46: digit - 0x37
  case 0x61...0x66: digit - 0x57
  default: nil
  }
}
