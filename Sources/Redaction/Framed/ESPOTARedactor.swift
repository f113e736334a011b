import Bytes
import Framing

/// Espressif's BLE OTA: commands, acknowledgements and numbers stay. The CRC-16 of a sector that was
/// right becomes that of what replaces the sector; one that was wrong stays wrong.
struct ESPOTARedactor: FramedRedactor {
  /// The sector under way, as it was sent and as it became; more is not kept than a sector has.
  private var original: [UInt8] = []
  private var image: [UInt8] = []
  private var isKnown = false
  private var sector: UInt16?
  /// The UUIDs are those of other protocols, too, until a packet shows otherwise.
  private var isRecognized = false

  private static let mostOctets = 4098

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    if value.role == .data, !value.isFromServer {
      let header = isRecognized ? ESPOTAPart.header : 0
      return octets.indices.map { $0 < header ? .header : .payload }
    }
    guard let packet = ESPOTAPacket(value.range, in: octets.span), packet.isPadded,
      packet.isIntact || isRecognized
    else { return octets.map { _ in .payload } }
    isRecognized = true
    return octets.map { _ in .header }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replacements: inout Replacements
  ) -> [DigestStep] {
    guard isRecognized, value.role == .data, !value.isFromServer,
      let part = ESPOTAPart(value.range, in: value.octets.span)
    else { return [] }
    if part.number == 0 || part.sector != sector {
      (original, self.image, isKnown) = ([], [], true)
      sector = part.sector
    }
    guard !value.range.isCut, original.count + part.data.count <= Self.mostOctets else {
      isKnown = false
      return []
    }
    original += value.octets[ESPOTAPart.header...]
    self.image += image[ESPOTAPart.header...]
    guard part.isLast, part.data.count >= 2 else { return [] }
    let end = original.count - 2
    let found = UInt16(original[end]) | UInt16(original[end + 1]) << 8
    let isRight = isKnown && ESPOTAPacket.checksum(of: original[..<end]) == found
    var new = ESPOTAPacket.checksum(of: self.image[..<end])
    if !isRight { new = ~new }
    image[image.count - 2] = UInt8(truncatingIfNeeded: new)
    image[image.count - 1] = UInt8(truncatingIfNeeded: new >> 8)
    sector = nil
    return []
  }
}
