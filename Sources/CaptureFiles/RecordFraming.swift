import Bytes

/// The framings that several containers share: what is between a record's header and the HCI
/// packet.
extension CapturedRecord {
  /// Strips what precedes the HCI packet, and takes kind and direction from it. A record that
  /// is too short for that stays unrecognized. The direction may be set before where the container
  /// knows it.
  ///
  /// - Parameters:
  ///   - octets: those of the record.
  ///   - order: of the capture's own numbers.
  @inline(__always)
  mutating func takeFraming(_ link: LinkType, _ octets: Span<UInt8>, _ order: ByteOrder) {
    switch link {
    case .hciH1: break
    case .hciH4:
      takeH4Indicator(octets)
    case .hciH4WithDirection:
      guard octets.count >= 4 else { return }
      takeDirectionWord(octets.u32be(0))
      dropFirst(4)
      takeH4Indicator(octets.extracting(4..<octets.count))
    case .linuxMonitor:
      guard octets.count >= 4 else { return }
      controller = octets.u16be(0)
      let opcode = octets.u16be(2)
      dropFirst(4)
      takeMonitor(opcode: opcode)
    case .ppiLELL where !PPIHeader.holdsLE(octets): break
    case .leLL, .leLLWithHeader, .nordicBLE, .ppiLELL:
      // What its header says is read with the packet.
      kind = .air
      detail = link.detail
    case .usbLinux, .usbLinuxMapped, .usbPcap, .usbDarwin:
      // No more than a mark for `USBStage`, which takes HCI out of it.
      kind = .air
      detail = link.detail
      direction = order == .little ? .tx : .rx
    }
  }

  /// The pseudo-header of link type 201: bit 0 is the direction. Some writers fill it with ones
  /// where they do not know.
  private mutating func takeDirectionWord(_ word: UInt32) {
    guard word & 0xFF != 0xFF else { return }
    direction = word & 1 == 0 ? .tx : .rx
  }

  /// - Precondition: the capture holds that many octets of the record.
  @inline(__always)
  mutating func dropFirst(_ count: Int) {
    bytes = ByteRange(
      start: bytes.start &+ count, count: bytes.count &- count,
      originalCount: bytes.originalCount &- count)
  }

  /// Strips the H4 packet indicator and takes the kind from it. Without one the record stays
  /// unrecognized. Commands and events go one way only.
  @inline(__always)
  mutating func takeH4Indicator(_ octets: Span<UInt8>) {
    guard !octets.isEmpty else { return }
    dropFirst(1)
    detail = octets[0]
    kind = h4Kind(detail)
    if direction == .unknown {
      if kind == .command { direction = .tx }
      if kind == .event { direction = .rx }
    }
  }

  /// Takes kind and direction from an opcode of the Linux monitor.
  @inline(__always)
  mutating func takeMonitor(opcode: UInt16) {
    detail = UInt8(clamping: opcode)
    kind = monitorKind(detail)
    direction = monitorDirection(detail)
  }
}

/// What an H4 packet indicator means (Core Vol 4, Part A, 2).
@inline(__always)
func h4Kind(_ indicator: UInt8) -> RecordKind {
  // Most are these two.
  if indicator == 2 { return .acl }
  if indicator == 4 { return .event }
  switch indicator {
  case 1: return .command
  case 3: return .sco
  case 5: return .iso
  default: return .unrecognized
  }
}

/// What an opcode of the Linux monitor means (BlueZ, doc/btsnoop-protocol).
@inline(__always)
func monitorKind(_ opcode: UInt8) -> RecordKind {
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
@inline(__always)
func monitorDirection(_ opcode: UInt8) -> RecordDirection {
  switch opcode {
  case 2, 4, 6, 18: .tx
  case 3, 5, 7, 19: .rx
  default: .unknown
  }
}

extension CaptureDamage {
  /// Octets of a serial line that were passed over, so many in all, at so many points.
  init(passedOver octets: Int, at count: Int, from offset: Int) {
    self.init(
      offset: offset,
      reason: (octets == 1 ? "1 byte makes" : "\(octets) bytes make") + " no sense"
        + (count == 1 ? "" : ", at \(count) points"),
      skippedOctets: octets)
  }

  static func recordLength(_ length: Int, at offset: Int) -> CaptureDamage {
    let limit = length < 0 ? "too small" : "over \(CaptureLimits.recordLength)"
    return CaptureDamage(offset: offset, reason: "record length \(length) is \(limit)")
  }
}
