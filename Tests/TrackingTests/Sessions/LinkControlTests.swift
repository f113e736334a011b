import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Requests for connection parameters")
struct ParameterRequestTests {
  /// 15 to 30 ms, latency 4, timeout 5 s.
  private let wish = hex("0C00 1800 0400 F401")

  private func results(_ heard: Followed) -> [ReportV1.ParameterRequestResult] {
    heard.connections[0].parameterRequests.map(\.report.result)
  }

  @Test("over L2CAP: accepted and applied")
  func applied() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.rx, 0x12, 7, wish)
      story.signalling(.tx, 0x13, 7, hex("0000"))
      story.update(interval: 24)
    }
    let request = heard.connections[0].parameterRequests[0]
    #expect(request.isApplied && request.moment.frame == 2)
    #expect(
      request.report
        == .init(
          frame: 2, direction: .rx, via: .l2cap, minUs: 15_000, maxUs: 30_000, latency: 4,
          supervisionTimeoutUs: 5_000_000, result: .accepted))
    #expect(heard.observed.intervals == [30_000, 30_000])
    #expect(heard.connections[0].parameters.count == 2)
  }

  @Test("rejected, unanswered, accepted and not applied")
  func results() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.rx, 0x12, 1, hex("0600 0600 0000 F401"))
      story.signalling(.tx, 0x13, 1, hex("0100"))
      story.signalling(.rx, 0x12, 2, wish)
      story.signalling(.rx, 0x12, 3, wish)
      story.signalling(.tx, 0x13, 3, hex("0000"))
      story.update(interval: 80)  // 100 ms: not what was asked for
    }
    #expect(results(heard) == [.rejected, .unanswered, .notApplied])
  }

  @Test("an update serves the request that was accepted, not a later one that was rejected")
  func rejectedLater() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.rx, 0x12, 1, wish)
      story.signalling(.tx, 0x13, 1, hex("0000"))
      story.signalling(.rx, 0x12, 2, wish)
      story.signalling(.tx, 0x13, 2, hex("0100"))
      story.update(interval: 24)
    }
    #expect(results(heard) == [.accepted, .rejected])
  }

  @Test("an answer to another request, or from the wrong side, answers nothing")
  func otherAnswer() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.rx, 0x12, 1, wish)
      story.signalling(.tx, 0x13, 2, hex("0000"))
      story.signalling(.rx, 0x13, 1, hex("0000"))
    }
    #expect(results(heard) == [.unanswered])
  }

  @Test("over the link layer, asked by the peer")
  func linkLayer() {
    let heard = Followed { story in
      story.connect()
      story.event(0x3E, hex("06 4000 0C00 1800 0400 F401"))
      story.command(0x2020, hex("4000 0C00 1800 0400 F401 0000 0000"))
      story.update(interval: 12)
      story.event(0x3E, hex("06 4000 0C00 1800 0400 F401"))
      story.command(0x2021, hex("4000 3B"))
      story.event(0x3E, hex("06 4000 0C00 1800 0400 F401"))
    }
    let requests = heard.connections[0].parameterRequests
    #expect(results(heard) == [.accepted, .rejected, .unanswered])
    #expect(requests.allSatisfy { $0.report.via == .ll && $0.report.direction == .rx })
  }

  @Test("over the link layer, asked by us as the peripheral", arguments: [UInt8(0), 0x3B])
  func asPeripheral(status: UInt8) {
    let heard = Followed { story in
      story.connect(isPeripheral: true)
      story.command(0x2013, hex("4000 0C00 1800 0400 F401 0000 0000"))
      story.update(status: status, interval: 12)
    }
    #expect(results(heard) == [status == 0 ? .accepted : .rejected])
    #expect(heard.connections[0].parameterRequests.map(\.report.direction) == [.tx])
    #expect(heard.connections[0].parameters.count == (status == 0 ? 2 : 1))
  }

  @Test("parameters have the command of this host that set them; another's request has none")
  func setters() {
    let connection = Analysed(
      {
        var story = CaptureBuilder()
        story.connect()
        story.command(0x2013, hex("4000 0C00 1800 0400 F401 0000 0000"))
        story.commandStatus(0x2013, 0)
        story.update(interval: 12)
        story.update(interval: 24)
        return story
      }()
    ).connections[0]
    #expect(connection.parameters.map(\.commandFrame) == [nil, 2, nil])
  }

  @Test("modes of a BR/EDR link; not one that failed, nor one that no one knows")
  func modes() {
    let connection = Analysed(
      {
        var story = CaptureBuilder()
        for mode: [UInt8] in [
          [0, 0x40, 0, 2, 0x1E, 0x03], [0, 0x40, 0, 0, 0, 0], [0x0C, 0x40, 0, 2, 0x1E, 0x03],
          [0, 0x40, 0, 9, 0, 0],
        ] {
          story.event(0x14, mode)
        }
        return story
      }()
    ).connections[0]
    #expect(connection.transport == .brEDR)
    #expect(connection.modes.map(\.mode) == [.sniff, .active])
    #expect(connection.modes.map(\.intervalUs) == [498_750, nil])
    #expect(connection.modes.map(\.frame) == [1, 2])
  }

  @Test("a central does not ask, it sets")
  func asCentral() {
    let heard = Followed { story in
      story.connect()
      story.command(0x2013, hex("4000 0C00 1800 0400 F401 0000 0000"))
      story.update(interval: 12)
    }
    #expect(results(heard).isEmpty)
    #expect(heard.connections[0].parameters.map(\.intervalUs) == [30_000, 15_000])
  }
}

@Suite("Pairing and encryption")
struct PairingTests {
  private let request = hex("01 03 00 0D 10 03 03")
  private let response = hex("02 03 00 09 10 03 03")

  private func smp(_ story: inout CaptureBuilder, _ way: RecordDirection, _ pdu: [UInt8]) {
    story.l2cap(way, 0x0006, pdu)
  }

  @Test("a pairing ends with the encryption that it leads to")
  func completed() throws {
    let heard = Followed { story in
      story.connect()
      smp(&story, .rx, hex("0B 09"))  // Security Request
      smp(&story, .tx, request)  // 3
      smp(&story, .rx, response)
      smp(&story, .tx, [0x0C] + [UInt8](repeating: 1, count: 64))
      story.event(0x08, hex("00 4000 01"))  // 6
      smp(&story, .rx, [0x08] + [UInt8](repeating: 1, count: 16))  // 7: a key
    }
    let pairing = try #require(heard.connections[0].pairings.first)
    #expect(heard.connections[0].pairings.count == 1)
    #expect(pairing.report.result == .completed && pairing.report.initiator == .local)
    #expect(pairing.report.firstFrame == 3 && pairing.report.lastFrame == 7)
    #expect(pairing.request?.ioCapability == 3)
    #expect(pairing.response?.authentication.mitmProtection == false)
    #expect(heard.connections[0].encryption.map(\.enabled) == [true])
    #expect(heard.connections[0].encryption.map(\.keySize) == [16])
  }

  @Test("or with a failure, and its reason")
  func failed() {
    let heard = Followed { story in
      story.connect()
      smp(&story, .rx, request)
      smp(&story, .tx, hex("05 03"))
      smp(&story, .rx, request)
    }
    let pairings = heard.connections[0].pairings
    #expect(pairings.map(\.report.result) == [.failed, .unfinished])
    #expect(pairings.map(\.report.initiator) == [.peer, .peer])
    #expect(pairings[0].report.reason == 0x03)
    #expect(pairings[0].response == nil)
  }

  @Test("encryption without a pairing is that of a bond; its key size may be reported")
  func bonded() {
    let heard = Followed { story in
      story.connect()
      story.event(0x59, hex("00 4000 01 10"))
      story.event(0x30, hex("00 4000"))
      story.event(0x08, hex("06 4000 00"))  // failed
      story.event(0x08, hex("00 4000 00"))
    }
    #expect(heard.connections[0].pairings.isEmpty)
    #expect(heard.connections[0].encryption.map(\.frame) == [2, 3, 5])
    #expect(heard.connections[0].encryption.map(\.enabled) == [true, true, false])
    #expect(heard.connections[0].encryption.map(\.keySize) == [16, nil, nil])
  }

  @Test("taken up in the middle, a pairing begins with its response or not at all")
  func takenUp() {
    let heard = Followed { story in
      smp(&story, .rx, hex("03") + [UInt8](repeating: 1, count: 16))
      smp(&story, .rx, response)
    }
    let pairings = heard.connections[0].pairings
    #expect(pairings.map(\.report.firstFrame) == [2])
    #expect(pairings.map(\.report.initiator) == [.local])
    #expect(pairings[0].request == nil && pairings[0].response != nil)
  }
}
