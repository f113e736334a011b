/// The header of a file in a tar archive: 512 octets, numbers as octal digits.
///
///     octet   0..<100   124..<136   148..<156   156    257..<263   345..<500
///             name      size        checksum    type   ustar       prefix of the name
///
/// IEEE Std 1003.1 (pax), "ustar Interchange Format"; the GNU tar manual for what differs there.
struct TarHeader {
  static let length = 512

  enum Kind: Equatable {
    case file
    /// GNU: the name of the next file, where it is longer than its field.
    case longName
    /// pax: what the header of the next file has no room for.
    case extended
    /// A folder, a link, a device, what holds for all files: nothing to read in it.
    case other
    /// GNU: a file with holes, which are in the archive as a list.
    case sparse
  }

  let name: [UInt8]
  /// Octets of what follows, without the padding to a multiple of 512.
  let size: Int
  let kind: Kind

  /// Nil where the checksum is not that of a header, or the size is no number.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, let checksum = Self.number(in: bytes, 148..<156) else {
      return nil
    }
    // The checksum's own field counts as spaces.
    var sum = 8 * 0x20
    for index in 0..<Self.length where !(148..<156).contains(index) { sum += Int(bytes[index]) }
    guard sum == checksum, let size = Self.number(in: bytes, 124..<136) else { return nil }
    // What is no file may have a size, and has no contents all the same.
    self.size = (0x31...0x36).contains(bytes[156]) ? 0 : size
    kind =
      switch bytes[156] {
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
      case UInt8(ascii: "L"): .longName
      case UInt8(ascii: "x"): .extended
      case UInt8(ascii: "S"): .sparse
      default: .other
      }
    var name = Self.text(in: bytes, 0..<100)
    // GNU's own format ("ustar  ") has other things where the prefix would be.
    if Self.text(in: bytes, 257..<263) == Array("ustar".utf8) {
      let prefix = Self.text(in: bytes, 345..<500)
      if !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    }
    self.name = name
  }

  /// Octets from here to the next header.
  var paddedSize: Int? {
    let (sum, isOver) = size.addingReportingOverflow(Self.length - 1)
    return isOver ? nil : sum / Self.length * Self.length
  }

  private static func text(in bytes: [UInt8], _ field: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    for index in field {
      guard bytes[index] != 0 else { break }
      text.append(bytes[index])
    }
    return text
  }

  /// Octal digits between spaces and zeros; or, as GNU has it for large numbers, a set highest bit
  /// and then the number itself, most significant octet first.
  private static func number(in bytes: [UInt8], _ field: Range<Int>) -> Int? {
    var value = 0
    if bytes[field.lowerBound] & 0x80 != 0 {
      value = Int(bytes[field.lowerBound] & 0x3F)
      for index in field.dropFirst() {
        guard value < 1 << 54 else { return nil }
        value = value << 8 | Int(bytes[index])
      }
      // A negative one.
      return bytes[field.lowerBound] & 0x40 != 0 ? nil : value
    }
    var hasEnded = false
    for index in field {
      switch bytes[index] {
      case 0x30...0x37 where !hasEnded: value = value << 3 | Int(bytes[index] - 0x30)
      case 0x20 where value == 0 && !hasEnded: break
      case 0, 0x20: hasEnded = true
      default: return nil
      }
    }
    return value
  }
}
