import BluetoothProtocol
import Bytes
import Framing
import Tracking

/// The framings of all connections.
package struct FramedRedaction: Sendable {
  private struct Key: Hashable {
    var connection: Int
    var framing: FramingProtocol
    var isServerPeer: Bool
  }

  private var redactors: [Key: any FramedRedactor] = [:]
  private var nextDigest = 0
  private static let most = 1024

  package init() {}

  /// Replaces the payload of a value.
  ///
  /// - Returns: what replaces it, and what follows for digests in it and before it.
  package mutating func replace(
    _ value: FramedOctets, _ framing: FramingProtocol, connection: Int, server: Side,
    _ replacements: inout Replacements
  ) -> (image: [UInt8], steps: [DigestStep]) {
    let key = Key(connection: connection, framing: framing, isServerPeer: server == .peer)
    if redactors.count >= Self.most, redactors[key] == nil { redactors = [:] }
    var redactor: any FramedRedactor
    if let known = redactors[key] {
      redactor = known
    } else {
      nextDigest += 1 << 32
      redactor = framing.machine.redactor(firstDigest: nextDigest)
    }
    let parts = redactor.parts(of: value)
    var image = replacements.value(value.octets, keeping: parts.map { $0 != .payload })
    var start = 0
    while start < parts.count {
      var end = start + 1
      while end < parts.count, parts[end] == parts[start] { end += 1 }
      let part = Array(value.octets[start..<end])
      switch parts[start] {
      case .header, .payload: break
      case .other:
        for index in start..<end {
          image[index] = replacements.octet(image[index], redactor.isOther)
        }
      case .small:
        for index in start..<end {
          image[index] = replacements.octet(image[index]) { [old = image[index]] in
            CBORScanner.isSmall($0) && $0 >> 5 == old >> 5
              && (old < 0xF4) == ($0 < 0xF4)
          }
        }
      case .varint:
        for index in start..<end {
          image[index] = replacements.octet(image[index]) { [old = image[index]] in
            $0 & 0x80 == old & 0x80
          }
        }
      case .text: image.replaceSubrange(start..<end, with: replacements.name(part))
      // What stays where the octets that it is made of are not all known.
      case .digest: image.replaceSubrange(start..<end, with: replacements.raw(part, .values))
      }
      start = end
    }
    let steps = redactor.finish(value, &image) { replacements.raw($0, .values) }
    redactors[key] = redactor
    return (image, steps)
  }
}
