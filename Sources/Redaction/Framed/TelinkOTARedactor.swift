import Bytes
import Framing

/// Telink's OTA: commands, results and numbers stay, and of the firmware its mark and its size. A
/// CRC-16 that was right becomes that of what replaces the block; one that was wrong stays wrong.
struct TelinkOTARedactor: FramedRedactor {
  private var block: TelinkOTABlock?

  /// The marks and the size, as `TelinkFirmwareHead` has them.
  private static let kept = [8..<12, 24..<28, 32..<36]

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    block = nil
    let message = (try? TelinkOTAMessage(value.range, in: octets.span)) ?? nil
    switch message {
    case .block(let block) where !value.isFromServer:
      guard block.isIntact || block.number < 0xFF00 else { break }
      self.block = block
      let start = Int(block.number) * block.data.originalCount - block.data.start
      return octets.indices.map { index in
        if index < 2 { return .header }
        guard index < block.data.end else { return .payload }
        return Self.kept.contains { $0.contains(start + index) } ? .header : .payload
      }
    case nil, .block, .other: break
    case .versionRequest, .versionAnswer:
      // A version says little, but it is the maker's.
      return octets.indices.map { (2..<4).contains($0) || $0 >= 5 ? .payload : .header }
    default: return octets.indices.map { $0 < 6 ? .header : .payload }
    }
    return octets.indices.map { $0 < 2 && message != nil ? .header : .payload }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replacements: inout Replacements
  ) -> [DigestStep] {
    guard let block, block.crc != nil, image.count >= 4 else { return [] }
    let end = image.count - 2
    var new = TelinkOTABlock.checksum(of: ByteRange(start: 0, end: end), in: image.span)
    if !block.isIntact { new = ~new }
    image[end] = UInt8(truncatingIfNeeded: new)
    image[end + 1] = UInt8(truncatingIfNeeded: new >> 8)
    return []
  }
}
