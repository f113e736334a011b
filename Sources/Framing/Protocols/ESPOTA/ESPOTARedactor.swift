import Bytes

/// Espressif's BLE OTA: commands, acknowledgements and numbers stay. The CRC-16 of a sector that
/// was right becomes that of what replaces the sector; one that was wrong stays wrong.
struct ESPOTARedactor: FramedRedactor {
  /// The sector under way, as it was sent and as it became; more is not kept than a sector has.
  private var original: [UInt8] = []
  private var image: [UInt8] = []
  private var isKnown = false
  private var sector: UInt16?
  /// The length of the firmware, and of the sectors before.
  private var announced = Int.max
  private var before = 0
  private var last: UInt16?
  /// The UUIDs are those of other protocols, too, until a packet shows otherwise.
  private var isRecognized = false

  private static let dataOctets = 4096
  private static let mostOctets = dataOctets + 2

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    if value.role == .data, !value.isFromServer {
      let header = isRecognized ? ESPOTAPart.header : 0
      return octets.indices.map { $0 < header ? .header : .payload }
    }
    let packet = ESPOTAPacket(value.range, in: octets.span)
    if packet?.showsProtocol(in: value.role, isFromServer: value.isFromServer) ?? false {
      isRecognized = true
    }
    guard isRecognized, let packet,
      packet.belongs(to: value.role, isFromServer: value.isFromServer)
    else { return octets.map { _ in .payload } }
    if value.role == .control, !value.isFromServer, packet.isStart {
      (announced, before, sector, last) = (packet.length, 0, nil, nil)
    }
    return octets.map { _ in .header }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] {
    guard isRecognized, value.role == .data, !value.isFromServer,
      let part = ESPOTAPart(value.range, in: value.octets.span)
    else { return [] }
    if part.number == 0 || part.sector != sector { begin(part.sector) }
    guard !value.range.isCut, original.count + part.data.count <= Self.mostOctets else {
      isKnown = false
      return []
    }
    let start = original.count
    original += value.octets[ESPOTAPart.header...]
    self.image += image[ESPOTAPart.header...]
    var end = min(Self.dataOctets, max(0, announced - before))
    // Shorter or longer than the length says: its end shows only now.
    if part.isLast { end = max(original.count - 2, min(start, end)) }
    replaceChecksum(at: end, from: start)
    image.replaceSubrange(ESPOTAPart.header..., with: self.image[start...])
    if part.isLast { sector = nil }
    return []
  }

  private mutating func begin(_ sector: UInt16) {
    if sector != .max {
      before = Int(sector) * Self.dataOctets
    } else if let last, last != .max {
      // The last one, whose number may stand for any.
      before += Self.dataOctets
    }
    last = sector
    (original, image, isKnown) = ([], [], true)
    self.sector = sector
  }

  /// The CRC-16 may be spread over two parts: each octet of it is judged by itself.
  ///
  /// - Parameter end: of the data.
  private mutating func replaceChecksum(at end: Int, from start: Int) {
    // Its octets may all have been in parts before, or the part is longer than the sector.
    guard original.count > end, start < end + 2 else { return }
    let right = ESPOTAPacket.checksum(of: original[..<end])
    let new = ESPOTAPacket.checksum(of: image[..<end])
    for index in max(start, end)..<min(original.count, end + 2) {
      let shift = UInt16(8 * (index - end))
      let octet = UInt8(truncatingIfNeeded: new >> shift)
      let isRight = isKnown && original[index] == UInt8(truncatingIfNeeded: right >> shift)
      image[index] = isRight ? octet : ~octet
    }
  }
}
