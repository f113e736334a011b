import TraceBytes

/// The framings that several containers share: what stands between a record's header and the HCI
/// packet.
extension CapturedRecord {
  /// Strips the H4 packet indicator and takes the kind from it. Without one the record stays
  /// unrecognized.
  @inline(__always)
  mutating func takeH4Indicator(_ window: Span<UInt8>) {
    let start = bytes.start
    guard start < bytes.end else { return }
    detail = window[start]
    bytes = ByteRange(
      start: start &+ 1, end: bytes.end, originalCount: bytes.originalCount &- 1)
    // The kinds of HCI packets are declared in the order of their indicators.
    guard detail >= 1, detail <= 5 else { return }
    kind = RecordKind(rawValue: detail &- 1) ?? .unrecognized
  }

  /// Takes kind and direction from an opcode of the Linux monitor.
  @inline(__always)
  mutating func takeMonitor(opcode: UInt16) {
    detail = UInt8(clamping: opcode)
    kind = monitorKind(detail)
    direction = monitorDirection(detail)
  }
}

/// What an opcode of the Linux monitor stands for (BlueZ, doc/btsnoop-protocol).
private func monitorKind(_ opcode: UInt8) -> RecordKind {
  switch opcode {
  case 0: .newIndex
  case 1: .deleteIndex
  case 2: .command
  case 3: .event
  case 4, 5: .acl
  case 6, 7: .sco
  case 8: .openIndex
  case 9: .closeIndex
  case 10: .indexInfo
  case 11: .vendorDiagnostic
  case 12: .systemNote
  case 13: .userLogging
  case 14: .controlOpen
  case 15: .controlClose
  case 16: .controlCommand
  case 17: .controlEvent
  case 18, 19: .iso
  default: .unrecognized
  }
}

/// Only HCI packets have a direction: an odd opcode means "received" for those alone.
private func monitorDirection(_ opcode: UInt8) -> RecordDirection {
  switch opcode {
  case 2, 4, 6, 18: .tx
  case 3, 5, 7, 19: .rx
  default: .unknown
  }
}

extension CaptureDamage {
  static func recordLength(_ length: Int, at offset: Int) -> CaptureDamage {
    CaptureDamage(
      offset: offset, reason: "record length \(length) is over \(CaptureLimits.recordLength)")
  }
}
