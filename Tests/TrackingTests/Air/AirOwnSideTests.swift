import BletraceTestSupport
import Testing

@testable import Report

/// A tool that takes part in a connection, and writes its own packets down without numbers.
@Suite("Captures by a tool that is one of the two sides")
struct AirOwnSideTests {
  /// Reads of the central and their answers.
  ///
  /// - Parameters:
  ///   - reads: how many.
  ///   - isOwn: the central's packets have SN = NESN = 0.
  ///   - isEmpty: the central sends nothing but empty packets.
  private static func air(
    _ reads: Int, isOwn: Bool = true, isEmpty: Bool = false
  ) throws -> (ReportV1.Air, Analysed) {
    var story = AirStory()
    story.advInd()
    story.connect()
    for index in 0..<reads {
      let request: [UInt8] = isEmpty ? [1] : [2, 3, 0, 4, 0, 0x0A, UInt8(index + 1), 0]
      story.event(request, [1])
      story.event(nil, isEmpty ? [1] : [2, 2, 0, 4, 0, 0x0B, UInt8(index)])
    }
    if isOwn {
      for index in story.story.entries.indices.dropFirst(2) {
        let header = 14
        let isCentral = story.story.entries[index].bytes[8] & 0x80 == 0
        if isCentral { story.story.entries[index].bytes[header] &= 0xF3 }
      }
    }
    let found = Analysed(story)
    return (try #require(found.connections.first?.air), found)
  }

  @Test("nothing is said of what was sent again or not heard")
  func own() throws {
    let (air, found) = try Self.air(40)
    #expect(air.ownSide == .central)
    #expect(air.central.packets == 40 && air.central.retransmissionRate == nil)
    #expect(air.central.missed == 0 && air.peripheral.missed == 0)
    #expect(air.channels.map(\.packets).reduce(0, +) <= air.peripheral.packets)
    #expect(air.stalls.isEmpty && air.bursts.isEmpty && air.course == nil)
    #expect(found.finding("sniffer-missed-packets") == nil)
  }

  @Test("numbers that change, few packets, and one packet over and over are a sniffer's")
  func nearMisses() throws {
    #expect(try Self.air(40, isOwn: false).0.ownSide == nil)
    #expect(try Self.air(10).0.ownSide == nil)
    #expect(try Self.air(40, isEmpty: true).0.ownSide == nil)
  }
}
