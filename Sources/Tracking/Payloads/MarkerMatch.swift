import Bytes
import Report

/// The markers, and how values are held against them.
struct MarkerMatch: Sendable {
  let markers: [TransferMarker]
  let longest: Int

  init(_ markers: [TransferMarker]) {
    self.markers = markers
    longest = markers.reduce(0) { max($0, $1.bytes.count) }
  }

  /// So many octets after a marker may be there by mistake: a NUL, or the end of a line.
  static let mostBehind = 2
  /// In a shorter marker another letter is another marker.
  private static let leastForNear = 3

  /// The marker that a value is, as a whole.
  func whole(_ value: ByteRange, in bytes: Span<UInt8>) -> Int? {
    guard value.count <= longest, !value.isCut else { return nil }
    return markers.firstIndex {
      ByteRange(start: 0, end: $0.bytes.count).equals(value, of: bytes, in: $0.bytes.span)
    }
  }

  /// The marker that a value, which is none, almost is: but for the case of letters, or for a NUL
  /// or white space after it.
  func almost(_ value: ByteRange, in bytes: Span<UInt8>) -> Int? {
    guard !value.isCut else { return nil }
    return markers.firstIndex { marker in
      let count = marker.bytes.count
      guard count >= Self.leastForNear, value.count >= count,
        value.count <= count + Self.mostBehind
      else { return false }
      for index in 0..<count
      where Self.folded(bytes[value.start + index]) != Self.folded(marker.bytes[index]) {
        return false
      }
      for index in count..<value.count where !Self.isBlank(bytes[value.start + index]) {
        return false
      }
      return true
    }
  }

  private static func folded(_ octet: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet) ? octet - 0x20 : octet
  }

  private static func isBlank(_ octet: UInt8) -> Bool {
    octet == 0 || octet == 0x20 || (0x09...0x0D).contains(octet)
  }

  /// The longest marker that a value ends with, having something in front of it.
  func ending(_ value: ByteRange, in bytes: Span<UInt8>) -> Int? {
    guard !value.isCut else { return nil }
    var found: Int?
    for (index, marker) in markers.enumerated() where marker.bytes.count < value.count {
      let end = ByteRange(start: value.end - marker.bytes.count, end: value.end)
      let isEnd = ByteRange(start: 0, end: marker.bytes.count).equals(
        end, of: bytes, in: marker.bytes.span)
      if isEnd, found.map({ markers[$0].bytes.count < marker.bytes.count }) ?? true {
        found = index
      }
    }
    return found
  }

  /// How often markers stand in a payload.
  func occurrences(in payload: Span<UInt8>) -> Int {
    var count = 0
    for index in markers.indices { count += payload.occurrences(of: markers[index].bytes) }
    return count
  }

  enum Beginning {
    case none, part
    case whole(Int)
  }

  /// Whether octets are the beginning of a marker, or all of one.
  func beginning(_ octets: [UInt8]) -> Beginning {
    if let index = markers.firstIndex(where: { $0.bytes == octets }) { return .whole(index) }
    return markers.contains { $0.bytes.starts(with: octets) } ? .part : .none
  }
}
