import Testing

@testable import LinkLayer

/// Which channel an event uses.
@Suite("Channel selection") struct ChannelHopTests {
  @Test("the numbers of channels and of their frequencies belong together")
  func numbers() {
    let frequencies = (UInt8(0)..<40).map { AirPacket.radioChannel(of: $0) }
    #expect(frequencies.sorted() == Array(0..<40))
    for (channel, frequency) in frequencies.enumerated() {
      #expect(AirPacket.channel(rf: frequency) == UInt8(channel))
    }
  }

  /// Core Vol 6, Part C, 3.1: all channels in use.
  @Test("algorithm #2 with all channels, as in the specification")
  func secondWithAllChannels() throws {
    let hop = try #require(
      ChannelHop(.second, accessAddress: 0x8E89_BED6, map: 0x1F_FFFF_FFFF))
    #expect((0...3).map { hop.channel(event: $0) } == [25, 20, 6, 21])
    // The counter has 16 bits.
    #expect(hop.channel(event: 65_536 + 1) == 20)
  }

  /// Core Vol 6, Part C, 3.2: nine channels in use.
  @Test("algorithm #2 with nine channels, as in the specification")
  func secondWithNineChannels() throws {
    let used: [UInt64] = [9, 10, 21, 22, 23, 33, 34, 35, 36]
    let map = used.reduce(UInt64(0)) { $0 | 1 << $1 }
    let hop = try #require(ChannelHop(.second, accessAddress: 0x8E89_BED6, map: map))
    #expect((6...8).map { hop.channel(event: $0) } == [23, 9, 34])
  }

  /// Core Vol 6, Part B, 4.5.8.2: a step modulo 37; an unused channel is replaced by the one at its
  /// number modulo the count of used ones.
  @Test("algorithm #1 steps by the hop, and replaces unused channels")
  func first() throws {
    let all = try #require(
      ChannelHop(.first(hop: 7), accessAddress: 1, map: 0x1F_FFFF_FFFF))
    #expect((0...5).map { all.channel(event: $0) } == [7, 14, 21, 28, 35, 5])
    let few = try #require(ChannelHop(.first(hop: 7), accessAddress: 1, map: 0b1_0000_0110))
    // 7 % 3, 14 % 3, 21 % 3 of 1, 2 and 8.
    #expect((0...2).map { few.channel(event: $0) } == [2, 8, 1])
    #expect(ChannelHop(.second, accessAddress: 1, map: 1 << 37) == nil)
  }
}
