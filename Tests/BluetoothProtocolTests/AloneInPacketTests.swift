import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

/// The two events that fill captures are read in one go where each is alone in its packet. That
/// must find what the decoders find that go from field to field, and nothing where they find more.
@Suite("Events that are alone in their packet")
struct AloneInPacketTests {
  private static let report = hex("00 01 1C 7B 0A F3 0D 66")

  /// One report with so many octets of data, and so many more behind it.
  private static func packet(_ size: Int, more: Int = 0) -> [UInt8] {
    let octets = report + [UInt8(size)] + [UInt8](repeating: 0x3E, count: size) + [0xC5]
    return [0x3E, UInt8(octets.count + 2 + more), 0x02, 0x01] + octets
      + [UInt8](repeating: 0x13, count: more)
  }

  @Test("advertising reports", arguments: [0, 1, 7, 8, 31, 228, 241])
  func advertising(size: Int) throws {
    let whole = Self.packet(size)
    let report = try #require(reportAlone(whole))
    #expect(report.address.description == "66:0D:F3:0A:7B:1C" && report.rssi == -59)
    #expect(report.addressType == .randomDevice)
    #expect(report.data.start == 13 && report.data.count == size)
    for packet in [whole, whole + [0x00]] {
      forEachDamage(packet) { #expect(reportAlone($0, $1) == onlyReport($0, $1)) }
    }
  }

  @Test("several reports, or something behind the one, are not alone")
  func more() {
    let two = hex("3E 16 02 02") + Self.report + [0x00, 0xC5] + Self.report + [0x00, 0xC5]
    for packet in [two, Self.packet(3, more: 1), Self.packet(200, more: 20)] {
      #expect(reportAlone(packet) == nil)
      forEachDamage(packet) { #expect(reportAlone($0, $1) == onlyReport($0, $1)) }
    }
  }

  @Test("completions", arguments: 0...63)
  func completions(pairs: Int) {
    var whole = [0x13, UInt8(4 * pairs + 1), UInt8(pairs)]
    for pair in 0..<UInt8(pairs) { whole += [pair, 0x00, pair + 1, 0x01] }
    #expect(completionsAlone(whole)?.count == (pairs == 0 ? nil : pairs))
    for packet in [whole, whole + [0x00]] {
      forEachDamage(packet) { #expect(completionsAlone($0, $1) == onlyCompletions($0, $1)) }
    }
  }
}

/// A packet, at each length as a short one and as one that the capture cut; then the same with one
/// octet after another changed.
private func forEachDamage(_ packet: [UInt8], _ check: ([UInt8], ByteRange) -> Void) {
  for held in 0...packet.count {
    check(packet, ByteRange(start: 0, end: held))
    check(packet, ByteRange(start: 0, end: held, originalCount: packet.count))
  }
  for index in packet.indices {
    for value in [0x00, 0x01, 0x02, 0x7F, 0xFF, packet[index] &+ 1, packet[index] &- 1] {
      var changed = packet
      changed[index] = value
      check(changed, ByteRange(start: 0, end: packet.count))
    }
  }
}

private func reportAlone(_ octets: [UInt8], _ range: ByteRange? = nil) -> LEAdvertisingReport? {
  let range = range ?? ByteRange(start: 0, end: octets.count)
  let bytes = octets.span
  guard LEAdvertisingReport.isAlone(in: range, of: bytes) else { return nil }
  return LEAdvertisingReport(alone: range, in: bytes)
}

private func completionsAlone(
  _ octets: [UInt8], _ range: ByteRange? = nil
) -> NumberOfCompletedPackets? {
  NumberOfCompletedPackets(alone: range ?? ByteRange(start: 0, end: octets.count), in: octets.span)
}

/// Field by field: the report of an event that has just one, with nothing cut and nothing behind.
private func onlyReport(_ octets: [UInt8], _ packet: ByteRange) -> LEAdvertisingReport? {
  let bytes = octets.span
  do throws(DecodeIssue) {
    let event = try HCIEventPacket(packet, in: bytes)
    guard event.code == .leMeta else { return nil }
    let meta = try LEMetaEvent(event.parameters, in: bytes)
    guard meta.subevent == .advertisingReport else { return nil }
    var reports = try LEAdvertisingReports(meta.parameters, in: bytes)
    guard reports.count == 1, let report = try reports.next(in: bytes) else { return nil }
    let isWhole = event.parameters.end == packet.end && report.data.end + 1 == packet.end
    return isWhole && !packet.isCut ? report : nil
  } catch {
    return nil
  }
}

/// The same of completions, of at least one handle.
private func onlyCompletions(
  _ octets: [UInt8], _ packet: ByteRange
) -> NumberOfCompletedPackets? {
  let bytes = octets.span
  do throws(DecodeIssue) {
    let event = try HCIEventPacket(packet, in: bytes)
    guard event.code == .numberOfCompletedPackets else { return nil }
    let completed = try NumberOfCompletedPackets(event.parameters, in: bytes)
    let isWhole = event.parameters.end == packet.end && completed.pairs.end == packet.end
    return isWhole && !packet.isCut && completed.count > 0 ? completed : nil
  } catch {
    return nil
  }
}
