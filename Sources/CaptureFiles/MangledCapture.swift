import Bytes

/// A capture that was saved as text: a program took its octets for characters, and wrote these as
/// UTF-8.
///
/// Either each octet from 0x80 on that is no UTF-8 was replaced by U+FFFD, which is `EF BF BD`, or
/// the octets were taken for Latin-1, and each from 0x80 on became two. Headers show which, as they
/// are known octet by octet.
struct MangledCapture: Hashable {
  var format: CaptureFormat
  /// Whether the octets can be had back.
  var isReversible: Bool

  /// How much of a file is compared.
  static let head = 16

  /// - Parameter start: the first octets, 16 or more if there are as many.
  init?(_ start: ArraySlice<UInt8>) {
    guard start.count >= Self.head else { return nil }
    let start = Array(start.prefix(Self.head))
    for (format, header) in Self.headers {
      for (isReversible, mangled) in Self.mangled(header)
      where mangled != header && start.starts(with: mangled.prefix(Self.head)) {
        self.init(format: format, isReversible: isReversible)
        return
      }
    }
    return nil
  }

  /// The same of a pcapng file: its header has octets from 0x80 on only after its first 16, in the
  /// length of the section, which is mostly unknown: all ones.
  ///
  /// - Parameter start: the first octets, `pcapngHead` or more if there are as many.
  init?(pcapng start: ArraySlice<UInt8>) {
    let start = Array(start)
    guard start.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]),
      let order = (4...14).first(where: {
        let rest = start.dropFirst($0)
        return rest.starts(with: [0x1A, 0x2B, 0x3C, 0x4D])
          || rest.starts(with: [0x4D, 0x3C, 0x2B, 0x1A])
      })
    else { return nil }
    let length = start.dropFirst(order + 8)
    if length.starts(with: Self.replacement + Self.replacement) {
      self.init(format: .pcapng, isReversible: false)
    } else if length.starts(with: [0xC3, 0xBF, 0xC3, 0xBF]) {
      self.init(format: .pcapng, isReversible: true)
    } else {
      return nil
    }
  }

  static let pcapngHead = 28

  /// The same of a PacketLogger file, which has no magic number: it has to look like one when its
  /// octets are put back, each that was replaced as any octet from 0x80 on.
  init?(packetLogger start: ArraySlice<UInt8>) {
    for isReversible in [true, false] {
      let octets = Self.putBack(Array(start), isReversible)
      var cursor = WindowCursor()
      (cursor.end, cursor.isLast) = (octets.count, true)
      guard octets.count < start.count else { continue }
      for order in [ByteOrder.big, .little] {
        if case .yes = judgePacketLogger(octets.span, cursor, order) {
          self.init(format: .packetlogger, isReversible: isReversible)
          return
        }
      }
    }
    return nil
  }

  private static func putBack(_ text: [UInt8], _ isReversible: Bool) -> [UInt8] {
    var octets: [UInt8] = []
    octets.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if isReversible, text[index] == 0xC2 || text[index] == 0xC3, index + 1 < text.count,
        text[index + 1] & 0xC0 == 0x80
      {
        octets.append(text[index] << 6 | text[index + 1] & 0x3F)
        index += 2
      } else if !isReversible, text[index...].starts(with: replacement) {
        octets.append(0x80)
        index += replacement.count
      } else {
        octets.append(text[index])
        index += 1
      }
    }
    return octets
  }

  private init(format: CaptureFormat, isReversible: Bool) {
    self.format = format
    self.isReversible = isReversible
  }

  private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Beginnings of sound files that have octets from 0x80 on.
  private static let headers: [(CaptureFormat, [UInt8])] = {
    let datalinks = LinkType.allCases.compactMap(\.datalink) + [BtsnoopSimulator.datalink]
    let magics: [[UInt8]] = [[0xA1, 0xB2, 0xC3, 0xD4], [0xA1, 0xB2, 0x3C, 0x4D]]
    let versions: [UInt8] = [0x00, 0x02, 0x00, 0x04]
    return datalinks.map { (.btsnoop, BtsnoopWriter.header(datalink: UInt32($0))) }
      + magics.flatMap { magic -> [(CaptureFormat, [UInt8])] in
        [(.pcap, magic + versions), (.pcap, magic.reversed() + [0x02, 0x00, 0x04, 0x00])]
      }
  }()

  /// What becomes of octets: taken for UTF-8 as a whole, or one by one, or for Latin-1.
  private static func mangled(_ octets: [UInt8]) -> [(isReversible: Bool, [UInt8])] {
    [
      (false, Array(String(decoding: octets, as: UTF8.self).utf8)),
      (false, octets.flatMap { $0 < 0x80 ? [$0] : replacement }),
      (true, octets.flatMap { $0 < 0x80 ? [$0] : [0xC0 | $0 >> 6, 0x80 | $0 & 0x3F] }),
    ]
  }
}
