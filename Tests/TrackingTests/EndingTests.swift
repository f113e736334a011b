import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

/// How connections ended: made-up captures, and the ending that each has to show.
@Suite("Endings")
struct EndingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var by: ReportV1.EndedBy?
    var build: @Sendable (inout CaptureBuilder) -> Void
    /// From the last that was heard to the end.
    var silentUs: Int?
    var open: [Int] = []

    var testDescription: String { name }
  }

  private static let disconnect: [UInt8] = [0x40, 0x00, 0x13]

  static let rows: [Row] = [
    Row(
      name: "this host", by: .local,
      build: {
        $0.read()
        $0.wait(by: 1_000_000)
        $0.command(0x0406, Self.disconnect)
        $0.disconnect(reason: 0x16)
      }, silentUs: 1_002_000),
    Row(
      name: "this host, and the peer never agreed", by: .local,
      build: {
        $0.read()
        $0.command(0x0406, Self.disconnect)
        $0.wait(by: 5_000_000)
        $0.disconnect(reason: 0x22)
      }, silentUs: 5_002_000),
    Row(
      name: "this host, although the peer's reason came", by: .local,
      build: {
        $0.read()
        $0.command(0x0406, Self.disconnect)
        $0.disconnect(reason: 0x13)
      }, silentUs: 2_000),
    Row(
      name: "the peer", by: .remote,
      build: {
        $0.read()
        $0.disconnect(reason: 0x13)
      }, silentUs: 1_000),
    Row(
      name: "the peer, which does not like the parameters", by: .remote,
      build: {
        $0.read()
        $0.disconnect(reason: 0x3B)
      }, silentUs: 1_000),
    Row(
      name: "lost: the timeout says when the peer was heard last", by: .link,
      build: {
        $0.read()
        $0.wait(by: 20_000_000)
        $0.disconnect(reason: 0x08)
      }, silentUs: 5_000_000),
    Row(
      name: "lost: dead before this host gave it up", by: .link,
      build: {
        $0.read()
        $0.wait(by: 4_500_000)
        $0.command(0x0406, Self.disconnect)
        $0.wait(by: 500_000)
        $0.disconnect(reason: 0x08)
      }, silentUs: 5_000_000),
    Row(
      name: "never established", by: .link,
      build: {
        $0.wait(by: 200_000)
        $0.disconnect(reason: 0x3E)
      }),
    Row(
      name: "a procedure of the Link Layer", by: .controller,
      build: {
        $0.read()
        $0.wait(by: 40_000_000)
        $0.disconnect(reason: 0x22)
      }, silentUs: 40_001_000),
    Row(
      name: "a MIC that did not fit", by: .controller,
      build: {
        $0.read()
        $0.disconnect(reason: 0x3D)
      }, silentUs: 1_000),
    Row(
      name: "a reset", by: .controller,
      build: {
        $0.read()
        $0.commandComplete(0x0C03)
      }, silentUs: 1_000),
    Row(
      name: "a code that says nothing", by: .unknown,
      build: {
        $0.read()
        $0.disconnect(reason: 0x1F)
      }, silentUs: 1_000),
    Row(
      name: "a request was open", by: .local,
      build: {
        $0.att(.tx, [0x0A, 3, 0])
        $0.wait(by: 1_000_000)
        $0.command(0x0406, Self.disconnect)
        $0.disconnect(reason: 0x16)
      }, open: [2]),
    Row(
      name: "a request was open, and its answer came after this host asked for the end", by: .local,
      build: {
        $0.att(.tx, [0x0A, 3, 0])
        $0.command(0x0406, Self.disconnect)
        $0.att(.rx, [0x0B, 1])
        $0.disconnect(reason: 0x16)
      }, silentUs: 1_000, open: [2]),
    Row(
      name: "the capture goes on, and shows no end", by: nil,
      build: {
        $0.read()
        $0.wait(by: 100_000_000)
        $0.advertise([9, 9, 9, 9, 9, 9], -60)
      }),
  ]

  @Test("by whom, heard until when, and what was open", arguments: rows)
  func by(row: Row) throws {
    var story = CaptureBuilder()
    story.connect()
    row.build(&story)
    let connection = try #require(Analysed(story).connections.first)
    guard let by = row.by else {
      #expect(connection.ending == nil)
      return
    }
    let ending = try #require(connection.ending)
    #expect(ending.by == by && connection.endedBy == by)
    #expect(ending.silentUs == row.silentUs)
    #expect(ending.open == row.open)
    #expect(ending.frame == connection.disconnect?.frame ?? connection.end?.frame)
    #expect(ending.requestFrame == connection.disconnectRequest?.frame)
    #expect(connection.wasClosedByHost == (by == .local && ending.requestFrame != nil))
  }

  @Test("what became of the peer")
  func after() throws {
    let capture = Analysed {
      $0.wait(by: 1_000_000)
      $0.disconnect(reason: 0x13)
      $0.wait(by: 499_000)
      $0.advertise(CaptureBuilder.peer, -50)
      $0.wait(by: 500_000)
      $0.connect()
      $0.read()
      $0.disconnect()
      // One that failed to be established was never there.
      $0.connect()
      $0.disconnect(reason: 0x3E)
    }.capture
    let after = try #require(capture.connections[0].ending?.after)
    let frame = try #require(capture.connections[0].disconnect?.frame)
    #expect(after.advertisedFrame == frame + 1 && after.advertisedUs == 500_000)
    #expect(after.connectedFrame == frame + 2 && after.connectedUs == 1_001_000)
    #expect(capture.connections[1].ending?.after == nil)
  }

  @Test("a transfer that the end cut off is not complete")
  func data() {
    func complete(_ build: (inout CaptureBuilder) -> Void) -> Bool? {
      Analysed { build(&$0) }.connections[0].ending?.dataComplete
    }
    #expect(complete { $0.disconnect() } == nil, "nothing was transferred")
    #expect(
      complete {
        $0.notify(0x15, "1234")
        $0.notify(0x15, "EOM")
        $0.disconnect()
      } == true)
    #expect(
      complete {
        $0.notify(0x15, "1234")
        $0.notify(0x15, "EOM")
        for _ in 0..<20 { $0.notify(0x15, "5678") }
        $0.disconnect(reason: 0x08)
      } == false)
  }

  // MARK: Sniffed

  private static func air(_ silent: Int, answered: Int = 20) -> ReportV1.Connection? {
    var air = AirStory()
    air.advInd()
    air.connect()
    air.idle(answered)
    for _ in 0..<silent { air.event([1], nil) }
    for _ in 0..<300 {
      air.skip(1)
      air.advInd()
    }
    return Analysed(air).connections.first
  }

  /// The supervision timeout is 2 s, the interval 30 ms.
  @Test("a sniffed connection was lost where the central stopped when the timeout had passed")
  func lostOnAir() throws {
    let lost = try #require(Self.air(67))
    let ending = try #require(lost.ending)
    #expect(ending.by == .link && ending.reason == nil)
    #expect(ending.frame == lost.lastFrame)
    #expect(ending.lastHeardFrame ?? 0 > 0 && ending.lastHeardFrame ?? 0 < lost.lastFrame)
    #expect(ending.silentUs.map { (1_970_000...2_050_000).contains($0) } == true)
    #expect(Self.air(40)?.ending?.by == .unknown, "the sniffer, or the central, went away")
  }

  @Test("the end was not heard, and the peripheral advertised afterwards")
  func unheard() throws {
    let connection = try #require(Self.air(0))
    let ending = try #require(connection.ending)
    #expect(ending.by == .unknown && ending.requestFrame == nil)
    #expect(ending.frame == connection.lastFrame && ending.lastHeardFrame == connection.lastFrame)
    #expect(ending.after?.advertisedFrame == connection.lastFrame + 1)
    var alone = AirStory()
    alone.advInd()
    alone.connect()
    alone.idle(20)
    #expect(Analysed(alone).connections.first?.ending == nil, "the capture ends, too")
    // Another device is heard: within the timeout, and after it.
    for (events, by) in [(60, nil), (70, .unknown)] as [(Int, ReportV1.EndedBy?)] {
      var other = alone
      other.skip(events)
      other.advertise(0x02, [1, 2, 3, 4, 5, 6])
      #expect(Analysed(other).connections.first?.ending?.by == by, "\(events)")
    }
  }

  @Test("an encrypted control PDU as long as LL_TERMINATE_IND, and near misses")
  func sealed() throws {
    func ending(_ last: [UInt8], then more: [UInt8]? = nil) -> ReportV1.Ending? {
      var air = AirStory()
      air.advInd()
      air.connect()
      air.idle(5)
      // LL_ENC_REQ, LL_ENC_RSP, LL_START_ENC_REQ.
      air.event([3, 0x03] + [UInt8](repeating: 7, count: 22))
      air.event([1], [3, 0x04] + [UInt8](repeating: 8, count: 12))
      air.event([1], [3, 0x05])
      air.event([2] + [UInt8](repeating: 0x5A, count: 19))
      air.event(last)
      if let more { air.event(more) }
      air.idle(1)
      air.skip(4)
      air.advInd()
      return Analysed(air).connections.first?.ending
    }
    let sealed: [UInt8] = [3, 0x9C, 0x16, 0x6A, 0x30, 0x08, 0x11]
    let found = try #require(ending(sealed))
    #expect(found.by == .unknown && found.requestFrame ?? 0 > 0)
    #expect(ending(sealed + [1])?.requestFrame == nil, "longer")
    #expect(ending([2] + sealed.dropFirst())?.requestFrame == nil, "data")
    #expect(ending(sealed, then: [2] + sealed)?.requestFrame == nil, "not the last")
  }

  @Test("whichever side terminates a sniffed connection ended it")
  func terminated() throws {
    func by(_ build: (inout AirStory) -> Void) -> ReportV1.EndedBy? {
      var air = AirStory()
      air.advInd()
      air.connect()
      air.idle(5)
      build(&air)
      return Analysed(air).connections.first?.ending?.by
    }
    #expect(by { $0.event([3, 0x02, 0x13]) } == .local)
    #expect(by { $0.event([1], [3, 0x02, 0x13]) } == .remote)
  }
}
