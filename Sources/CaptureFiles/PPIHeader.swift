import Bytes

/// The header of PPI, which says which link type the packet after it has. All numbers are
/// little-endian, whatever the capture's are.
///
///     octet   0         1       2..3            4..7               8..<header length
///             version   flags   header length   link type inside   fields
///     field   type u16   length u16   octets
///
/// CACE Technologies, "PPI Packet Header". A sniffer of LE writes 251 for the link type; libbtbb,
/// which writes Ubertooth's captures, the first of those for private use, and its own field of
/// type 30006 (libbtbb, lib/src/pcap.c).
enum PPIHeader {
  /// A header without fields.
  static let octets = 8
  private static let privateLinks: ClosedRange<UInt32> = 147...162
  private static let fieldOfLE: UInt16 = 30006

  /// Whether the packet after it is one of the LE link layer.
  static func holdsLE(_ record: Span<UInt8>) -> Bool {
    guard let link = link(record) else { return false }
    return link == LinkType.leLL.pcapNumber.map(UInt32.init)
      || privateLinks.contains(link) && hasFieldOfLE(record)
  }

  /// The link type that it says; nil where it is cut, or no such header.
  static func link(_ record: Span<UInt8>) -> UInt32? {
    guard record.count >= octets, record.u16le(2) >= octets else { return nil }
    return record.u32le(4)
  }

  private static func hasFieldOfLE(_ record: Span<UInt8>) -> Bool {
    let end = min(Int(record.u16le(2)), record.count)
    var start = octets
    while start + 4 <= end {
      if record.u16le(start) == fieldOfLE { return true }
      start += 4 + Int(record.u16le(start + 2))
    }
    return false
  }
}

/// Whether there is LE among the packets of PPI: most captures of PPI are of Wi-Fi.
struct PPICheck {
  private var isDone = false
  /// The link type of the first packet that is not LE.
  private var other: Int?

  /// What is in the capture where that is nothing but other link types; nil where some is read.
  var foreign: Int? { isDone ? nil : other }

  /// Takes in a batch of records as they are in the file.
  mutating func take(_ batch: [CapturedRecord], _ bytes: Span<UInt8>) {
    guard !isDone else { return }
    for record in batch {
      guard record.kind == .unrecognized,
        let link = PPIHeader.link(bytes.extracting(record.bytes.start..<record.bytes.end))
      else {
        isDone = isDone || record.kind != .unrecognized
        continue
      }
      other = other ?? Int(link)
    }
  }
}
