import Bytes

/// Silicon Labs' OTA: commands stay, and of a GBL file its tags and their lengths. A CRC-32 that
/// was right becomes that of what replaces the file; one that was wrong stays wrong.
struct GeckoOTARedactor: FramedRedactor {
  private var scanner = GBLScanner()
  private var parts: [GBLScanner.Part] = []
  /// Of what replaces the file.
  private var crc = CRC32()
  /// The octets of the CRC-32 that were written.
  private var written = 0

  func isOther(_ octet: UInt8) -> Bool { GeckoOTACommand(rawValue: octet) == nil }

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    parts = []
    guard !value.isFromServer else { return octets.map { _ in .payload } }
    guard value.role == .data else {
      let command = octets.first.flatMap { GeckoOTACommand(rawValue: $0) }
      if command == .start { (scanner, crc, written) = (GBLScanner(), CRC32(), 0) }
      return octets.indices.map { $0 > 0 ? .payload : command == nil ? .other : .header }
    }
    parts = octets.map { scanner.add($0) }
    if value.range.isCut { scanner.lose() }
    return parts.map { if case .tag = $0 { .header } else { .payload } }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] {
    for (index, part) in parts.enumerated() {
      switch part {
      case .tag, .data: crc.add(image[index])
      // The octets of the original were read: whether they are right is known only with the last.
      case .crc:
        let isWrong = scanner.checksum.map { $0.found != $0.expected } ?? false
        let new = isWrong ? ~crc.value : crc.value
        image[index] = UInt8(truncatingIfNeeded: new >> (8 * UInt32(written)))
        written += 1
      case .other: break
      }
    }
    return []
  }
}
