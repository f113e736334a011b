import Bytes
import Testing

@testable import LinkLayer

/// Durations that the specification names. Core Vol 6, Part B, 2.1, 2.2 and 4.5.10.
@Suite("Time on the air") struct AirTimeTests {
  /// - Parameter flags: of link type 256, the PHY in its two highest bits.
  private func packet(
    _ pdu: [UInt8], flags: UInt16, coding: UInt8? = nil
  ) throws -> AirPacket {
    let record: [UInt8] =
      [5, 0, 0, 0, 0, 0, 0, 0, UInt8(flags & 0xFF), UInt8(flags >> 8), 1, 2, 3, 4]
      + (coding.map { [$0] } ?? []) + pdu + [0, 0, 0]
    return try AirPacket(
      ByteRange(start: 0, end: record.count), .radioHeader, in: record.span)
  }

  @Test("shortest and longest packets take what the specification says")
  func extremes() throws {
    let empty: [UInt8] = [1, 0]
    let longest: [UInt8] = [2, 255] + [UInt8](repeating: 0, count: 255)
    for (flags, coding, shortest, most): (UInt16, UInt8?, Int, Int) in [
      (0x0100, nil, 80, 2120), (0x4100, nil, 44, 1064), (0x8100, 0, 720, 17_040),
      (0x8100, 1, 462, 4542),
    ] {
      let short = try packet(empty, flags: flags, coding: coding)
      #expect(short.airTime(ofPDU: short.pdu.originalCount) == shortest)
      let long = try packet(longest, flags: flags, coding: coding)
      #expect(long.airTime(ofPDU: long.pdu.originalCount) == most)
      #expect(short.likelyAirTime == shortest && long.likelyAirTime == most)
    }
  }

  @Test("where the rate is not known there is no time")
  func unknown() throws {
    #expect(try packet([1, 0], flags: 0x8100, coding: 2).airTime(ofPDU: 2) == nil)
    #expect(try packet([1, 0], flags: 0xC100).airTime(ofPDU: 2) == nil)
    let octets: [UInt8] = [1, 2, 3, 4, 1, 0, 0, 0, 0]
    let bare = try AirPacket(ByteRange(start: 0, end: octets.count), .bare, in: octets.span)
    #expect(bare.airTime(ofPDU: 2) == nil && bare.likelyAirTime == 80)
  }

  @Test("a record that says it was longer than any packet is no longer than one")
  func hostile() throws {
    let octets: [UInt8] = [1, 2, 3, 4, 1, 0, 0, 0, 0]
    let range = ByteRange(start: 0, end: octets.count, originalCount: .max / 2)
    let bare = try AirPacket(range, .bare, in: octets.span)
    #expect(bare.likelyAirTime == (5 + 258 + 3) * 8)
  }

  @Test("a constant tone is part of the event")
  func tone() throws {
    let octets: [UInt8] = [0x21, 0, 0x14]
    let header = try LLDataHeader(ByteRange(start: 0, end: 3), in: octets.span)
    #expect(header.toneExtension == 160 && header.isEmpty && !header.setsReservedBits)
  }

  @Test("a header that announces CTEInfo in a packet without room for it has none")
  func toneWithoutRoom() throws {
    for (octets, start): ([UInt8], Int) in [
      ([0x23, 1, 0x05], 2), ([0x23, 1, 0x14, 0x05], 3), ([0xE3, 1, 0x05], 2),
      ([0xC3, 1, 0x05], 2),
    ] {
      let header = try LLDataHeader(
        ByteRange(start: 0, end: octets.count), in: octets.span)
      #expect(header.payload.start == start && header.payload.count == 1)
      #expect(header.setsReservedBits == (start == 2), "\(octets)")
      #expect(header.toneExtension == (start == 3 ? 160 : 0))
    }
    #expect(throws: DecodeIssue.self) {
      let short: [UInt8] = [0x23, 2, 0x05]
      _ = try LLDataHeader(ByteRange(start: 0, end: 3), in: short.span)
    }
  }
}
