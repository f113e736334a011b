import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report

@Suite("Connections: beginnings and ends")
struct ConnectionTests {
  @Test("LE Connection Complete, in its plain form")
  func plain() throws {
    let heard = Followed { story in
      story.connect(interval: 24)
      story.disconnect(reason: 0x13)
    }
    let connection = try #require(heard.connections.first)
    #expect(heard.connections.count == 1)
    #expect(connection.transport == .le && connection.role == .central)
    #expect(connection.peer?.description == "66:0D:F3:0A:7B:1C")
    #expect(connection.peerType == .randomDevice)
    #expect(connection.completeFrame == 1 && connection.first.frame == 1)
    #expect(connection.parameters.map(\.intervalUs) == [30_000])
    #expect(connection.parameters.map(\.supervisionTimeoutUs) == [5_000_000])
    #expect(connection.disconnect?.frame == 2 && connection.disconnect?.reason == 0x13)
    #expect(!connection.isOpen)
    #expect(heard.observed.opened == [true] && heard.observed.closed == [false])
    #expect(heard.observed.intervals == [30_000])
  }

  @Test("the enhanced forms report the same", arguments: [UInt8(0x0A), 0x29])
  func enhanced(subevent: UInt8) throws {
    let heard = Followed { story in
      story.event(
        0x3E,
        [subevent] + hex("00 41 00 01 02 56 34 12 CC BB AA 000000000000 112233445566")
          + hex("0C 00 02 00 F4 01 00") + (subevent == 0x29 ? [0xFF, 0xFF, 0xFF] : []))
    }
    let connection = try #require(heard.connections.first)
    #expect(connection.handle.rawValue == 0x0041)
    #expect(connection.role == .peripheral)
    #expect(connection.peerType == .publicIdentity)
    #expect(connection.peer?.description == "AA:BB:CC:12:34:56")
    #expect(connection.parameters.map(\.latency) == [2])
    #expect(heard.observed.closed == [true])
  }

  @Test("a connection that failed is none")
  func failed() {
    let heard = Followed { story in
      story.event(0x3E, hex("01 3E 40 00 00 01 1C7B0AF30D66 1800 0000 F401 00"))
    }
    #expect(heard.connections.isEmpty)
  }

  @Test("a handle is used again after a disconnection")
  func reuse() {
    let heard = Followed { story in
      story.connect()
      story.notify(0x15, "one")
      story.disconnect(reason: 0x08)
      story.connect(peer: [1, 2, 3, 4, 5, 6])
      story.notify(0x15, "two")
    }
    #expect(heard.connections.count == 2)
    #expect(heard.values.map(\.connection) == [0, 1])
    #expect(heard.connections[0].disconnect?.reason == 0x08)
    #expect(heard.connections[1].disconnect == nil)
  }

  @Test("a disconnection that was not captured shows when the handle begins anew")
  func disconnectionUnseen() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"))
      story.wait(by: 2_000_000)
      story.connect()
      story.att(.rx, hex("0B 01"))
    }
    #expect(heard.connections.count == 2)
    #expect(heard.connections[0].disconnect == nil)
    #expect(heard.connections[0].last.frame == 2)
    #expect(heard.observed.closed == [false, true])
    // The request was of the old connection, and stays without an answer.
    #expect(heard.connections[0].transactions.unanswered == 1)
    #expect(heard.observed.latencies.isEmpty)
  }

  @Test("two controllers may use the same handle at the same time")
  func controllers() {
    let heard = Followed { story in
      story.connect(on: 0)
      story.connect(peer: [1, 2, 3, 4, 5, 6], on: 1)
      story.notify(0x15, [1], on: 0)
      story.notify(0x15, [2], on: 1)
      story.disconnect(on: 0)
      story.notify(0x15, [3], on: 1)
    }
    #expect(heard.tracker.sessions.controllers.map(\.index) == [0, 1])
    #expect(heard.connections.count == 2)
    #expect(heard.values.map(\.connection) == [0, 1, 1])
    #expect(heard.connections.map(\.isOpen) == [false, true])
  }

  @Test("a connection that is older than the capture is taken up with what shows")
  func takenUp() throws {
    let heard = Followed { story in
      story.notify(0x15, "x")
      story.update(interval: 12)
      story.disconnect()
    }
    let connection = try #require(heard.connections.first)
    #expect(heard.observed.opened == [false])
    #expect(connection.completeFrame == nil && connection.peer == nil && connection.role == nil)
    #expect(connection.likelyTransport == .le)
    #expect(connection.mtuExchange.effective == nil)
    #expect(connection.parameters.map(\.intervalUs) == [15_000])
    #expect(connection.disconnect?.frame == 3)
  }

  @Test("a dynamic channel beyond those of LE shows BR/EDR; the others show nothing")
  func dynamicChannel() {
    func transport(_ channels: [UInt16]) -> ReportV1.Transport? {
      Followed { story in
        for channel in channels { story.l2cap(.rx, channel, [1, 2, 3]) }
      }.connections[0].likelyTransport
    }
    #expect(transport([0x0041, 0xA810]) == .brEDR)
    #expect(transport([0x0080]) == .brEDR)
    #expect(transport([0x0040, 0x007F]) == nil)
    #expect(transport([0x003F]) == nil, "a fixed channel")
    #expect(transport([0x0004, 0xA810]) == .le)
  }

  @Test("a disconnection alone shows a connection")
  func disconnectionAlone() {
    let heard = Followed { $0.disconnect(0x0123, reason: 0x16) }
    #expect(heard.connections.map(\.handle.rawValue) == [0x0123])
    #expect(heard.connections[0].likelyTransport == nil)
  }

  @Test("a failed disconnection ends nothing")
  func failedDisconnection() {
    let heard = Followed { story in
      story.connect()
      story.event(0x05, hex("0C 40 00 16"))
    }
    #expect(heard.connections[0].isOpen && heard.connections[0].disconnect == nil)
  }

  @Test("a reset ends the connections of its controller")
  func reset() {
    let heard = Followed { story in
      story.connect(on: 0)
      story.connect(on: 1)
      story.commandComplete(0x0C03, on: 1)
      story.notify(0x15, [1], on: 0)
    }
    #expect(heard.connections.map(\.isOpen) == [true, false])
    #expect(heard.connections[1].disconnect == nil)
    #expect(heard.observed.closed == [false, true])
  }

  @Test(
    "so does the end of the controller's use", arguments: [RecordKind.closeIndex, .deleteIndex])
  func closed(kind: RecordKind) {
    let heard = Followed { story in
      story.connect()
      story.add(kind, .unknown, [])
      story.connect()
    }
    #expect(heard.connections.map(\.isOpen) == [false, true])
  }

  @Test("and the same number given to a controller that is plugged in")
  func newIndex() {
    let heard = Followed { story in
      story.connect()
      story.add(.newIndex, .unknown, hex("00 01 665544332211") + Array("hci0".utf8) + [0, 0, 0, 0])
      story.add(.indexInfo, .unknown, hex("665544332211 0F00"))
    }
    #expect(!heard.connections[0].isOpen)
    let controller = heard.tracker.sessions.controllers[0]
    #expect(controller.address?.description == "11:22:33:44:55:66")
    #expect(controller.name == Array("hci0".utf8))
    #expect(controller.manufacturer == 0x000F)
  }

  @Test("BR/EDR connections are distinguished, and voice links are none")
  func classic() {
    let heard = Followed { story in
      story.event(0x03, hex("00 0B00 665544332211 01 00"))  // ACL
      story.event(0x03, hex("00 0C00 665544332211 00 00"))  // SCO
      story.event(0x05, hex("00 0C00 13"))
      story.l2cap(.tx, 0x0001, hex("02 01 04 00 01 00 40 00"), 0x000B)
      story.event(0x05, hex("00 0B00 13"))
    }
    #expect(heard.connections.count == 1)
    #expect(heard.connections[0].transport == .brEDR)
    #expect(heard.connections[0].mtuExchange.effective == nil)
    #expect(heard.connections[0].disconnect?.frame == 5)
  }

  @Test("a role change shows the role on BR/EDR; one that failed shows nothing")
  func roleChange() {
    let heard = Followed { story in
      story.event(0x03, hex("00 0B00 665544332211 01 00"))
      story.event(0x12, hex("00 665544332211 01"))
      story.event(0x12, hex("21 665544332211 00"))
    }
    #expect(heard.connections[0].role == .peripheral)
  }

  @Test("an enhanced voice link ends without leaving a connection")
  func enhancedVoice() {
    let heard = Followed { story in
      story.event(0x2C, hex("00 0C00 665544332211 02 0C 04 3C00 3C00 02"))
      story.event(0x05, hex("00 0C00 13"))
    }
    #expect(heard.connections.isEmpty)
  }

  @Test("an isochronous stream ends without leaving a connection")
  func isochronousStream() {
    let heard = Followed { story in
      story.event(
        0x3E, [0x19, 0x00, 0x60, 0x00] + [UInt8](repeating: 0, count: 26))
      story.event(0x05, hex("00 6000 13"))
    }
    #expect(heard.connections.isEmpty)
  }

  @Test("Qualcomm's log is no connection")
  func vendorLog() {
    let heard = Followed { story in
      story.acl(.rx, boundary: 2, hex("05 00 04 00 1B 15 00 01 02"), 0x0EDC)
      story.acl(.rx, boundary: 1, hex("FF FF"), 0x0EDC)
    }
    #expect(heard.connections.isEmpty && heard.values.isEmpty)
    #expect(heard.tracker.sessions.vendorLogRecords == 2)
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("nor is another vendor's, on a reserved handle", arguments: [0x0F00, 0x0FF1, 0x0EFF])
  func reservedHandle(handle: UInt16) {
    let heard = Followed { story in
      story.acl(.rx, boundary: 2, hex("05 00 04 00 1B 15 00 01 02"), handle)
    }
    let isReserved = handle != 0x0EFF
    #expect(heard.connections.isEmpty == isReserved && heard.values.isEmpty == isReserved)
    #expect(heard.tracker.sessions.vendorLogRecords == (isReserved ? 1 : 0))
  }

  @Test("an event that only allows more commands is complete")
  func noOperation() {
    let heard = Followed { $0.commandComplete(0x0000, []) }
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("more connections than are kept are counted")
  func bound() {
    var story = CaptureBuilder()
    for _ in 0..<Bound.connections.limit + 10 { story.connect() }
    let heard = Followed(story)
    #expect(heard.connections.count == Bound.connections.limit)
    #expect(heard.tracker.sessions.connectionsOmitted == 10)
    #expect(heard.tracker.sessions.bounds.names == [.connections])
  }

  @Test("link facts: data length, PHY, RSSI, completions")
  func linkFacts() throws {
    let heard = Followed { story in
      story.connect()
      story.event(0x3E, hex("07 4000 FB00 4808 1B00 4801"))
      story.event(0x3E, hex("0C 00 4000 02 01"))
      story.event(0x3E, hex("0C 1A 4000 03 03"))  // failed
      story.signal(-61)
      story.completed(3)
    }
    let connection = try #require(heard.connections.first)
    #expect(connection.dataLengths.map(\.txOctets) == [251])
    #expect(connection.dataLengths.map(\.rxTimeUs) == [328])
    #expect(connection.phys.map(\.tx) == [.le2M] && connection.phys.map(\.rx) == [.le1M])
    #expect(connection.last.frame == 6)
    let observed = heard.observed.events.compactMap { event -> Int? in
      switch event {
      case .rssi(_, _, let dBm): Int(dBm)
      case .aclCompleted(_, _, let count): count
      default: nil
      }
    }
    #expect(observed == [-61, 3])
  }
}
