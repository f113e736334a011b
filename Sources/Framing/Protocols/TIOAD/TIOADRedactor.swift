import Bytes

/// Texas Instruments' download: lengths, numbers, commands and statuses stay. What identifies an
/// image is replaced, as its blocks are.
struct TIOADRedactor: FramedRedactor {
  private var isExtended = false

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    let message =
      (try? TIOADMessage(
        value.range, role: value.role, isFromServer: value.isFromServer, in: octets.span)) ?? nil
    let kept: Range<Int>
    switch message {
    case .identify(_, let isExtended):
      self.isExtended = isExtended
      let start = isExtended ? 14 : octets.count == 8 ? 2 : 6
      kept = start..<start + (isExtended ? 4 : 2)
    case .olderRefusal: kept = 0..<0
    case .command:
      isExtended = true
      kept = 0..<1
    case .blockSize: kept = 0..<3
    case .request:
      isExtended = true
      kept = 0..<6
    // Versions, and what the device is, follow the command.
    case .answer(let command, let status): kept = 0..<(status == nil && command != 0xFF ? 1 : 2)
    case .identifyAnswer, .status: kept = 0..<1
    case .olderRequest: kept = 0..<2
    case nil:
      switch (value.role, value.isFromServer) {
      case (.data, false): kept = 0..<TIOADMessage.numberOctets(isExtended: isExtended)
      // Shorter than its command demands, as the logger cuts it: it stays that.
      case (.control, true): kept = octets.indices
      default: kept = 0..<0
      }
    }
    return octets.indices.map { kept.contains($0) ? .header : .payload }
  }
}
