import BletraceTestSupport
import BluetoothProtocol
import Testing

@testable import Report
@testable import Tracking

extension CaptureBuilder {
  /// LE Create Connection Cancel, and what the controller says of it.
  mutating func giveUp(_ peer: [UInt8] = CaptureBuilder.peer) {
    command(0x200E)
    commandComplete(0x200E)
    failToConnect(0x02, peer)
  }

  /// LE Add Device To Filter Accept List, of a random address.
  mutating func list(_ peer: [UInt8] = CaptureBuilder.peer, status: UInt8 = 0) {
    command(0x2011, [1] + peer)
    commandComplete(0x2011, [status])
  }

  mutating func unlist(_ peer: [UInt8] = CaptureBuilder.peer) {
    command(0x2012, [1] + peer)
    commandComplete(0x2012)
  }

  /// An advertising report.
  ///
  /// - Parameters:
  ///   - kind: the event type: 0 ADV_IND, 2 ADV_SCAN_IND, 3 ADV_NONCONN_IND.
  ///   - type: of the address: 0 public, 1 random.
  mutating func hear(
    kind: UInt8 = 0, type: UInt8 = 1, _ peer: [UInt8] = CaptureBuilder.peer, name: String = ""
  ) {
    let data = name.isEmpty ? [] : HCIPacket.structure(0x09, Array(name.utf8))
    event(0x3E, [2, 1, kind, type] + peer + [UInt8(data.count)] + data + [0xC4])
  }

  /// A scan that may let only the Filter Accept List through.
  mutating func scan(onlyList: Bool = false) {
    command(0x200B, [0] + octets(96) + octets(96) + [0, onlyList ? 1 : 0])
    commandComplete(0x200B)
    command(0x200C, [1, 0])
    commandComplete(0x200C)
  }

  mutating func endScan() {
    command(0x200C, [0, 0])
    commandComplete(0x200C)
  }
}

@Suite("Attempts to connect, from the command to their end")
struct AttemptTests {
  static let other: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
  private static let peer = "66:0D:F3:0A:7B:1C"

  private func attempts(
    _ build: (inout CaptureBuilder) -> Void
  ) -> [ReportV1.Attempt] {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture.attempts
  }

  private static let null = [UInt8](repeating: 0, count: 6)

  @Test("each ending of an LE attempt")
  func endings() throws {
    let connected = try #require(
      attempts {
        $0.askToConnect()
        $0.wait(by: 500_000)
        $0.connect()
      }.first)
    #expect(connected.ended == .connected && connected.connection == 1)
    #expect(connected.status == nil && connected.firstFrame == 1 && connected.lastFrame == 3)
    #expect(connected.target == Self.peer && connected.targetType == "random-resolvable")
    #expect(connected.via == .address && connected.durationUs == 502_000)

    let givenUp = attempts {
      $0.askToConnect()
      $0.wait(by: 2_000_000)
      $0.giveUp()
      $0.wait(by: 300_000)
      $0.askToConnect()
      $0.connect()
    }
    #expect(givenUp.map(\.ended) == [.givenUp, .connected])
    #expect(givenUp[0].cancelFrame == 3 && givenUp[0].lastFrame == 5)
    #expect(givenUp[0].status == 0x02 && givenUp[0].nextUs == 301_000)

    let silent = attempts {
      $0.askToConnect()
      $0.failToConnect(0x02)
    }
    #expect(silent.map(\.ended) == [.givenUp] && silent[0].cancelFrame == nil)
    #expect(attempts { $0.askToConnect(status: 0x0C) }.map(\.ended) == [.failed])
    let failed = attempts {
      $0.askToConnect()
      $0.failToConnect(0x3E)
    }
    #expect(failed.map(\.ended) == [.failed] && failed[0].statusName != nil)
    let broken = attempts {
      $0.askToConnect()
      $0.connect()
      $0.disconnect(reason: 0x3E)
    }
    #expect(broken.map(\.ended) == [.failed] && broken[0].connection == 1)
    let waiting = attempts {
      $0.askToConnect()
      $0.wait(by: 1_000_000)
      $0.hear(Self.other)
    }
    #expect(waiting.map(\.ended) == [.captureEnd] && waiting[0].lastFrame == nil)
    #expect(waiting[0].durationUs == 1_002_000)
  }

  @Test("a request that the controller refuses leaves the earlier one as it is")
  func refusedBesideAnother() {
    let found = attempts {
      $0.askToConnect()
      $0.askToConnect(Self.other, status: 0x0C)
      $0.connect()
    }
    #expect(found.map(\.ended) == [.connected, .failed])
  }

  @Test("as peripheral this host tries nothing")
  func peripheral() {
    let found = attempts {
      $0.askToConnect()
      $0.connect(0x41, peer: Self.other, isPeripheral: true)
    }
    #expect(found.map(\.ended) == [.captureEnd])
  }

  @Test("pages: a timeout, one that was answered before, one that was cancelled, one that came in")
  func pages() throws {
    #expect(attempts { $0.page() }.map(\.ended) == [.timeout])
    let answered = attempts {
      $0.command(0x0405, CaptureBuilder.peer + octets(0xCC18) + [1, 0] + octets(0) + [1])
      $0.commandStatus(0x0405, 0)
      $0.event(0x12, [0] + CaptureBuilder.peer + [1])
      $0.wait(by: 20_000_000)
      $0.event(0x03, [0x08] + octets(0x41) + CaptureBuilder.peer + [1, 0])
    }
    #expect(answered.map(\.ended) == [.failed] && answered[0].heard?.frame == 3)
    #expect(answered[0].transport == .brEDR && answered[0].heard?.reports == 0)
    let cancelled = attempts {
      $0.command(0x0405, CaptureBuilder.peer + octets(0xCC18) + [1, 0] + octets(0) + [1])
      $0.commandStatus(0x0405, 0)
      $0.command(0x0408, CaptureBuilder.peer)
      $0.commandComplete(0x0408, [0] + CaptureBuilder.peer)
      $0.event(0x03, [0x02] + octets(0x41) + CaptureBuilder.peer + [1, 0])
    }
    #expect(cancelled.map(\.ended) == [.givenUp] && cancelled[0].cancelFrame == 3)
    let incoming = attempts {
      $0.event(0x04, CaptureBuilder.peer + [0, 0, 0, 1])
      $0.command(0x0409, CaptureBuilder.peer + [0])
      $0.event(0x03, [0] + octets(0x41) + CaptureBuilder.peer + [1, 0])
    }
    #expect(incoming.isEmpty)
  }

  @Test("each device of the Filter Accept List has an attempt of its own")
  func byList() {
    let found = attempts {
      $0.list()
      $0.list(Self.other)
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 1_000_000)
      $0.connect()
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 1_000_000)
      $0.connect(0x41, peer: Self.other)
    }
    // The connected device was left in the list: it is asked for again.
    #expect(found.map(\.target) == [Self.peer, "C6:05:04:03:02:01", Self.peer])
    #expect(found.map(\.ended) == [.connected, .connected, .captureEnd])
    #expect(found.map(\.via) == [.acceptList, .acceptList, .acceptList])
    #expect(found[0].listed.map(\.frame) == [1, 3])
    #expect(found[1].firstFrame == 5 && found[1].durationUs > 2_000_000)
  }

  @Test("a stack that edits its list goes on; one that takes a device out gives it up")
  func editing() {
    let found = attempts {
      $0.list()
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 3_000_000)
      $0.giveUp(Self.null)
      $0.list(Self.other)
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 1_000_000)
      $0.connect(0x41, peer: Self.other)
      $0.unlist(Self.other)
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 4_000_000)
      $0.giveUp(Self.null)
      $0.unlist()
      $0.wait(by: 5_000_000)
      $0.hear()
    }
    #expect(found.map(\.target) == [Self.peer, "C6:05:04:03:02:01"])
    #expect(found.map(\.ended) == [.givenUp, .connected])
    #expect(found[0].durationUs > 8_000_000 && found[0].durationUs < 9_000_000)
    #expect(found[0].cancelFrame == 17)
    // Asked for again only seconds later: another attempt.
    let again = attempts {
      $0.list()
      for _ in 0..<2 {
        $0.askToConnect(Self.null, usesList: true)
        $0.wait(by: 1_000_000)
        $0.giveUp(Self.null)
        $0.wait(by: 2_000_000)
      }
      $0.hear()
    }
    #expect(again.map(\.ended) == [.givenUp, .givenUp])
  }

  @Test("a list that the capture does not show, one that was refused, and one that was cleared")
  func unknownList() {
    let unknown = attempts {
      $0.askToConnect(Self.null, usesList: true)
      $0.wait(by: 1_000_000)
      $0.giveUp(Self.null)
      $0.wait(by: 2_000_000)
      $0.askToConnect(Self.null, usesList: true)
      $0.connect()
    }
    #expect(unknown.map(\.target) == [nil, Self.peer])
    #expect(unknown.map(\.ended) == [.givenUp, .connected])
    let refused = attempts {
      $0.list()
      $0.list(Self.other, status: 0x07)
      $0.askToConnect(Self.null, usesList: true)
    }
    #expect(refused.map(\.target) == [Self.peer])
    let cleared = attempts {
      $0.list()
      $0.command(0x2010)
      $0.commandComplete(0x2010)
      $0.list(Self.other)
      $0.askToConnect(Self.null, usesList: true)
    }
    #expect(cleared.map(\.target) == ["C6:05:04:03:02:01"])
    let reset = attempts {
      $0.list()
      $0.askToConnect(Self.null, usesList: true)
      $0.command(0x0C03)
      $0.commandComplete(0x0C03)
    }
    #expect(reset.map(\.ended) == [.givenUp] && reset[0].status == nil)
  }

  @Test("what was heard meanwhile, and in the ten seconds before")
  func heard() {
    func heard(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.AttemptHeard? {
      attempts {
        build(&$0)
        $0.giveUp()
        $0.hear()
      }[0].heard
    }
    #expect(heard { $0.askToConnect() } == nil)
    let meanwhile = heard {
      $0.hear(Self.other)
      $0.askToConnect()
      $0.hear()
      $0.hear(kind: 3)
    }
    #expect(meanwhile?.reports == 2 && meanwhile?.frame == 5 && meanwhile?.rssi == -60)
    #expect(meanwhile?.connectable == true)
    let before = heard {
      $0.hear(kind: 2)
      $0.wait(by: 8_000_000)
      $0.askToConnect()
    }
    #expect(before?.reports == 1 && before?.frame == 1 && before?.connectable == false)
    let long = heard {
      $0.hear()
      $0.wait(by: 11_000_000)
      $0.askToConnect()
    }
    #expect(long == nil)
    let many = heard {
      for _ in 0..<20 { $0.hear() }
      $0.askToConnect()
      $0.hear()
    }
    #expect(many?.reports == 21, "all since the beginning")
    let response = heard {
      $0.askToConnect()
      $0.hear(kind: 4)
    }
    #expect(response?.reports == 1 && response?.connectable == nil)
    let wrong = heard {
      $0.askToConnect()
      $0.hear(type: 0)
    }
    #expect(wrong?.addressType == "public" && wrong?.address == Self.peer)
    let both = heard {
      $0.askToConnect()
      $0.hear()
      $0.hear(type: 0)
    }
    #expect(both?.addressType == "random-resolvable")
  }

  @Test("reports between two attempts count for the second")
  func heardBetween() {
    let found = attempts {
      for _ in 0..<20 { $0.hear() }
      $0.askToConnect()
      $0.giveUp()
      for _ in 0..<10 { $0.hear() }
      $0.askToConnect()
      $0.giveUp()
      $0.askToConnect()
      $0.giveUp()
    }
    // The third has none of its own: the latest few of the ten seconds before it.
    #expect(found.map(\.heard?.reports) == [20, 10, 4])
  }

  @Test("an attempt that was never established lasts until the controller said so")
  func neverEstablished() throws {
    var story = CaptureBuilder()
    story.askToConnect()
    story.wait(by: 2_000_000)
    story.connect()
    story.wait(by: 150_000)
    story.disconnect(reason: 0x3E)
    let capture = Analysed(story).capture
    let attempt = try #require(capture.attempts.first)
    #expect(attempt.ended == .failed && attempt.lastFrame == 4)
    #expect(attempt.durationUs == 2_153_000)
  }

  @Test("requests without an end stay needless, however many there are")
  func manyNeedless() {
    var story = CaptureBuilder()
    story.connect()
    for _ in 0..<12 {
      story.askToConnect()
      story.wait(by: 100_000)
    }
    #expect(Analysed(story).capture.needlessRequests.count == 12)
    var paged = CaptureBuilder()
    paged.connect()
    for _ in 0..<3 { paged.command(0x0405, CaptureBuilder.peer + [0, 0, 1, 0, 0, 0, 1]) }
    #expect(Analysed(paged).capture.needlessRequests.count == 3)
  }

  @Test("a scan that lets only the Filter Accept List through, and how much it brought")
  func scans() {
    var story = CaptureBuilder()
    story.list()
    story.scan(onlyList: true)
    story.wait(by: 1_000_000)
    story.endScan()
    story.scan()
    story.hear(kind: 3)
    story.hear(kind: 4)
    let capture = Analysed(story).capture
    #expect(capture.scans.map(\.acceptListOnly) == [true, false])
    #expect(capture.scans.map(\.reports) == [0, 2])
    #expect(capture.scans.map { $0.listed.map(\.address) } == [[Self.peer], []])
    #expect(capture.advertisers.map(\.connectable) == [false])
    #expect(capture.advertisers.map(\.connectableFrame) == [13])
  }
}
