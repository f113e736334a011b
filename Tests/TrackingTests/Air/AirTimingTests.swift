import BletraceTestSupport
import Report
import Testing

@testable import LinkLayer
@testable import Tracking

/// What is counted of connection events: those that were not heard, where their times change, and
/// those in which one side was heard.
@Suite("Sniffed connection events") struct AirTimingTests {
  private func heard(_ air: AirStory) throws -> ReportV1.Air {
    try #require(Analysed(air).connections.first?.air)
  }

  // MARK: - Updates

  /// LL_CONNECTION_UPDATE_IND for a story whose events are 30 ms apart; times in microseconds.
  private func update(_ air: AirStory, interval: Int, offset: Int, after events: Int) -> [UInt8] {
    let (units, begin) = (interval / 1250, offset / 1250)
    let instant = air.event + 1 + events
    return [
      3, 0, 2, UInt8(begin & 0xFF), UInt8(begin >> 8), UInt8(units & 0xFF), UInt8(units >> 8), 0, 0,
      0x58, 2, UInt8(instant & 0xFF), UInt8(instant >> 8),
    ]
  }

  /// - Parameters:
  ///   - unheard: events that are not heard before the instant, and from it on.
  ///   - isWhole: whether the capture holds the beginning, and so shows which event it is.
  private func updated(
    to interval: Int, offset: Int, unheard: (before: Int, after: Int) = (0, 0), isWhole: Bool = true
  ) -> AirStory {
    var air = AirStory()
    if isWhole { air.connect() }
    air.idle(30)
    air.event(update(air, interval: interval, offset: offset, after: 9))
    air.idle(8 - unheard.before)
    air.skip(unheard.before)
    // The window is two steps of 1.25 ms long.
    air.story.time += Int64(offset) + 700
    air.interval = Int64(interval)
    air.skip(unheard.after)
    air.idle(30)
    return air
  }

  @Test("the time until the instant of an update is no silence", arguments: [true, false])
  func instants(isWhole: Bool) throws {
    for (interval, offset) in [(1_020_000, 900_000), (1_020_000, 0), (7500, 90_000), (7500, 0)] {
      let air = try heard(updated(to: interval, offset: offset, isWhole: isWhole))
      #expect(air.events.silent == 0, "\(interval) \(offset)")
      #expect([air.central.missed, air.peripheral.missed] == [0, 0], "\(interval) \(offset)")
      #expect(!isWhole || air.events.onChannel == 69, "\(interval) \(offset)")
    }
  }

  @Test("events on one channel are several, where an unheard update made them nearer")
  func nearer() throws {
    var air = AirStory()
    air.hop = 0
    air.idle(30)
    air.interval = 15_000
    air.idle(60)
    let found = try heard(air)
    #expect(found.events.heard == 90)
    #expect([found.central.missedCertain, found.peripheral.missedCertain] == [0, 0])
  }

  @Test("the last distance before an instant is no sign of an interval", arguments: [true, false])
  func lastDistance(isWhole: Bool) throws {
    var air = AirStory()
    if isWhole { air.connect() }
    air.idle(30)
    air.event(update(air, interval: 50_000, offset: 0, after: 9))
    air.idle(8)
    air.interval = 50_000
    air.idle(30)
    let heard = try heard(air)
    #expect(heard.events.silent == 0 && heard.central.missed == 0)
    #expect(!isWhole || heard.events.offChannel == 0)
  }

  @Test(
    "an update may move the events, and leave their distance as it is", arguments: [true, false])
  func moved(isWhole: Bool) throws {
    for offset in [5000, 20_000, 90_000] {
      let air = try heard(updated(to: 30_000, offset: offset, isWhole: isWhole))
      #expect(air.events.silent == 0 && air.central.missed == 0, "\(offset)")
    }
  }

  @Test("events around the instant that were not heard are counted, where it is known which it is")
  func silentAroundInstant() throws {
    for (interval, offset) in [(1_020_000, 900_000), (7500, 90_000), (30_000, 60_000)] {
      for unheard in [(3, 0), (0, 2), (3, 2)] {
        let air = try heard(updated(to: interval, offset: offset, unheard: unheard))
        #expect(air.events.silent == unheard.0 + unheard.1, "\(interval) \(unheard)")
        #expect(air.events.offChannel == 0, "\(interval) \(unheard)")
      }
    }
  }

  @Test("events at a steady distance are no other interval if the channels show those between")
  func everyThird() throws {
    var air = AirStory()
    air.interval = 7500
    air.connect(interval: 6)
    air.idle(20)
    for _ in 0..<12 {
      air.skip(2)
      air.event()
    }
    let each = try heard(air)
    #expect(each.events.silent == 24 && each.events.offChannel == 0)
    // An update that was not heard is learned from the times all the same.
    air.interval = 22_500
    air.idle(40)
    #expect(try heard(air).events.silent == 24)
  }

  // MARK: - Channels

  @Test("a sniffer that writes channels in place of frequencies", arguments: [true, false])
  func indices(isWhole: Bool) throws {
    func channels(_ writesIndices: Bool) throws -> [ReportV1.AirChannel] {
      var air = AirStory()
      air.writesIndices = writesIndices
      if isWhole { air.connect() }
      air.idle(100)
      return try heard(air).channels
    }
    let right = try channels(false)
    #expect(right.map(\.channel) == Array(0..<37))
    let found = try channels(true)
    #expect(found.map(\.channel) == right.map(\.channel))
    #expect(found.map(\.packets) == right.map(\.packets))
    #expect(found.map(\.lastFrame) == right.map(\.lastFrame))
  }

  // MARK: - Events of one side

  @Test("after an event without an answer the central repeats itself, unlike after one unheard")
  func openEnds() throws {
    func air(_ answers: Bool) throws -> ReportV1.Air {
      var air = AirStory()
      air.connect()
      air.idle(5)
      for round in 0..<6 {
        let request: [UInt8] = [2, 3, 0, 4, 0, 0x0A, UInt8(round), 0]
        air.event(request, answers ? [1] : nil, heard: (.good, .nothing))
        if !answers { air.event(request) }
        air.idle(2)
      }
      return try heard(air)
    }
    let none = try air(false)
    #expect([none.events.oneSided, none.events.repeated, none.events.cutOff] == [6, 6, 0])
    let missed = try air(true)
    #expect([missed.events.oneSided, missed.events.repeated, missed.events.cutOff] == [6, 0, 6])
  }

  /// Notifications of 135 octets, of each of which some packets are heard.
  private func long(_ heard: [Int]) -> AirStory {
    var air = AirStory()
    air.connect()
    air.event(
      [3, 0x14, 27, 0, 0x48, 1, 27, 0, 0x48, 1], [3, 0x15, 27, 0, 0x48, 1, 27, 0, 0x48, 1])
    for (round, count) in heard.enumerated() {
      for index in 0..<6 {
        let rest = [UInt8](repeating: UInt8(round), count: index == 5 ? 4 : 27)
        let pdu = index == 0 ? [2, 135, 0, 4, 0, 0x1B, 0x15, 0] + rest.dropLast(7) : [1] + rest
        air.event([1], pdu, heard: (.good, index < count ? .good : .nothing))
      }
      air.idle(1)
    }
    return air
  }

  @Test("values that all break off after the same packet show a limit of the sniffer")
  func brokenAlike() throws {
    let rule = "sniffer-missed-packets"
    let alike = try #require(Analysed(long([Int](repeating: 3, count: 10))).finding(rule))
    #expect(alike.evidence[.brokenAfter] == .int(3))
    // The last one has no start after it that shows how long it was.
    #expect(alike.message.contains("9 of the 9 values that it heard in part break off after 3"))
    #expect(alike.advice?.contains("Another place does not help") == true)
    // Of the last one sequence numbers prove one packet.
    #expect(alike.evidence[.dataPacketsMissing] == .int(28))
    let mixed = try #require(Analysed(long([3, 2, 4, 3, 1, 3, 2, 3, 4, 3, 3, 2])).finding(rule))
    #expect(mixed.evidence[.brokenAfter] == .null && !mixed.message.contains("limit"))
    // One packet of each that is missing may be any.
    let one = try #require(Analysed(long([Int](repeating: 5, count: 10))).finding(rule))
    #expect(one.evidence[.brokenAfter] == .null)
  }

  // MARK: - The same ciphertext

  /// A packet as Nordic's sniffer writes it: decrypted, with the CRC of what was sent.
  ///
  /// - Parameter written: the first octet of the header, where the sniffer writes another one.
  private func decrypted(
    _ first: UInt8, written: UInt8? = nil, plain: [UInt8], sealed: [UInt8]
  ) throws -> UInt64 {
    let crc = LLCRC.of([first, UInt8(sealed.count)] + sealed, from: 0x12_3456)
    let record: [UInt8] =
      [0, 0, 0, 3, 0, 0, 6, 10, 0x0D, 5, 40, 1, 0, 0, 0, 0, 0, 0x17, 0x2B, 0xA3, 0x50]
      + [written ?? first, UInt8(plain.count)] + plain
      + (0..<3).map { UInt8(truncatingIfNeeded: crc >> (8 * $0)) }
    let packet = try AirPacket(
      .init(start: 0, end: record.count), .nordic, in: record.span)
    let header = try LLDataHeader(packet.pdu, in: record.span)
    #expect(packet.crcIsOfCiphertext && header.payload.count == plain.count)
    return header.digest(of: packet, in: record.span)
  }

  @Test("a decrypted packet is the same as another one if it was the same as it was sent")
  func ciphertexts() throws {
    let plain: [UInt8] = [0, 0, 0x80, 0x3F, 0, 0x20, 0xF6, 0x44]
    let sealed = [UInt8](30..<42)
    let digest = try decrypted(0x05, plain: plain, sealed: sealed)
    for numbers: UInt8 in [0x01, 0x09, 0x15, 0x1D, 0x11] {
      #expect(try decrypted(numbers, plain: plain, sealed: sealed) == digest)
    }
    #expect(try decrypted(0x15, written: 0x05, plain: plain, sealed: sealed) == digest)
    // The same value, sent under another packet counter.
    #expect(try decrypted(0x05, plain: plain, sealed: sealed.reversed()) != digest)
    #expect(try decrypted(0x06, plain: plain, sealed: sealed) != digest)
  }
}
