/// How each record of a zip archive begins. APPNOTE.TXT of PKWARE, 4.3.
enum ZipRecord: UInt32 {
  /// Before the contents of a file.
  case local = 0x0403_4B50
  /// What is only known after the contents of a file. Its signature may be left out.
  case descriptor = 0x0807_4B50
  /// A file in the directory at the archive's end.
  case central = 0x0201_4B50
  case end = 0x0605_4B50
  case zip64End = 0x0606_4B50
  case zip64Locator = 0x0706_4B50
  case extraData = 0x0806_4B50

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4 else { return nil }
    self.init(rawValue: bytes.span.u32le(0))
  }
}

/// What the header of a file says, before its contents or in the directory.
///
///     local   central
///     6       8         flags
///     8       10        method: 0 stored, 8 deflated
///     14      16        CRC-32 of what it unpacks to
///     18      20        octets packed
///     22      24        octets unpacked
///     26      28        octets of the name
///     28      30        octets of the extra fields
///             32        octets of the comment
///             42        offset of the local header
///
/// APPNOTE.TXT, 4.3.7 and 4.3.12. Numbers are little-endian.
struct ZipFile {
  static let localLength = 30
  static let centralLength = 46

  let flags: UInt16
  let method: UInt16
  let crc: UInt32
  private(set) var packed: Int
  private(set) var unpacked: Int
  private(set) var offset = 0
  let nameLength: Int
  let extraLength: Int
  private(set) var commentLength = 0
  /// Whether sizes take eight octets, where they follow the contents.
  private(set) var isZip64 = false

  /// The fixed part of a local header.
  init(local bytes: [UInt8]) { self.init(bytes.span, at: 6) }

  /// The fixed part of a header in the directory.
  init(central bytes: [UInt8]) {
    self.init(bytes.span, at: 8)
    commentLength = Int(bytes.span.u16le(32))
    offset = Int(bytes.span.u32le(42))
  }

  /// Both have the same fields, one after the other.
  private init(_ bytes: Span<UInt8>, at flagsPosition: Int) {
    flags = bytes.u16le(flagsPosition)
    method = bytes.u16le(flagsPosition + 2)
    crc = bytes.u32le(flagsPosition + 8)
    packed = Int(bytes.u32le(flagsPosition + 12))
    unpacked = Int(bytes.u32le(flagsPosition + 16))
    nameLength = Int(bytes.u16le(flagsPosition + 20))
    extraLength = Int(bytes.u16le(flagsPosition + 22))
  }

  /// Takes from the extra fields what has no room in 32 bits (APPNOTE.TXT, 4.5.3); false where it
  /// is not there, or is over what a file can have.
  mutating func widen(_ extra: [UInt8]) -> Bool {
    let bytes = extra.span
    let absent = Int(UInt32.max)
    var next = 0
    while next + 4 <= bytes.count {
      let (kind, length) = (bytes.u16le(next), Int(bytes.u16le(next + 2)))
      next += 4
      guard kind == 1 else {
        next += length
        continue
      }
      isZip64 = true
      let end = min(next + length, bytes.count)
      func wide(_ value: inout Int) -> Bool {
        guard value == absent else { return true }
        guard next + 8 <= end, let number = Int(exactly: bytes.u64le(next)) else { return false }
        next += 8
        value = number
        return true
      }
      return wide(&unpacked) && wide(&packed) && wide(&offset)
    }
    return true
  }

  var isEncrypted: Bool { flags & 1 != 0 }

  /// Whether CRC and sizes follow the contents.
  var hasDescriptor: Bool { flags & 8 != 0 }

  var isStored: Bool { method == 0 }

  var obstacle: ArchiveEntry.Obstacle? {
    if isEncrypted { return .encrypted }
    return method == 0 || method == 8 ? nil : .packing
  }
}

extension [UInt8] {
  /// A name in a zip archive that is a folder's.
  var isFolder: Bool { last == UInt8(ascii: "/") }
}
