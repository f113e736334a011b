import BluetoothProtocol
import Bytes

/// Finds advertising data that continues what an earlier packet began: no structure begins where
/// it does.
struct SplitAdvertising: Sendable {
  private enum Source: Hashable {
    case advertiser([UInt8], set: UInt8, controller: UInt16)
    case sync(UInt16, subevent: UInt8, controller: UInt16)
  }

  /// Those whose last data was incomplete.
  private var open: Set<Source> = []
  private static let most = 1024
  /// Whether there were more: then it is not known of any data what it is.
  private var isFull = false

  /// Where data of a command continues that of commands before it.
  static func continued(command octets: [UInt8]) -> [Range<Int>] {
    guard octets.count >= 5 else { return [] }
    let start: Int
    switch octets.span.u16le(0) {
    // LE Set Extended Advertising Data, LE Set Extended Scan Response Data, LE Set Periodic
    // Advertising Data. An operation that there is not may be any.
    case 0x2037, 0x2038: start = 7
    case 0x203F: start = 6
    default: return []
    }
    // First, complete, unchanged.
    return [1, 3, 4].contains(octets[4]) ? [] : [min(start, octets.count)..<octets.count]
  }

  /// Where data of an event does.
  mutating func continued(event octets: [UInt8], controller: UInt16) -> [Range<Int>] {
    guard octets.count >= 4, HCIEventCode(octets[0]) == .leMeta else { return [] }
    switch octets[2] {
    // LE Extended Advertising Report.
    case 0x0D: return continued(reports: octets, controller)
    // LE Periodic Advertising Report, both versions.
    case 0x0F: return continued(periodic: octets, status: 8, controller)
    case 0x25: return continued(periodic: octets, status: 11, controller)
    // LE Periodic Advertising Sync Established: a new one.
    case 0x0E, 0x24:
      guard octets.count >= 6, !open.isEmpty else { return [] }
      let handle = octets.span.u16le(4)
      open = open.filter {
        guard case .sync(handle, _, controller) = $0 else { return true }
        return false
      }
      return []
    default: return []
    }
  }

  private mutating func continued(
    reports octets: [UInt8], _ controller: UInt16
  ) -> [Range<Int>] {
    let header = 24
    var ranges: [Range<Int>] = []
    var start = 4
    while start + header <= octets.count {
      let data = start + header..<min(start + header + Int(octets[start + 23]), octets.count)
      let source = Source.advertiser(
        Array(octets[start + 2..<start + 9]), set: octets[start + 11], controller: controller)
      // In the event type.
      if isContinued(source, status: octets[start] >> 5 & 3) { ranges.append(data) }
      start = data.upperBound
    }
    return ranges
  }

  private mutating func continued(
    periodic octets: [UInt8], status: Int, _ controller: UInt16
  ) -> [Range<Int>] {
    guard octets.count > status + 2 else { return [] }
    let subevent = octets[2] == 0x25 ? octets[10] : 0
    let source = Source.sync(octets.span.u16le(3), subevent: subevent, controller: controller)
    return isContinued(source, status: octets[status]) ? [status + 2..<octets.count] : []
  }

  /// - Parameter status: 0 complete, 1 more follows, 2 the rest was lost.
  private mutating func isContinued(_ source: Source, status: UInt8) -> Bool {
    let isContinued = isFull || open.contains(source)
    guard status == 1 else {
      open.remove(source)
      return isContinued
    }
    isFull = isFull || open.count >= Self.most
    if !isFull { open.insert(source) }
    return isContinued
  }
}
