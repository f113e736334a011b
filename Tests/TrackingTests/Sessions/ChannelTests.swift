import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Credit-based channels")
struct ChannelTests {
  /// Asked for by the host: SPSM 0x0081, channel 0x0040 here and 0x0060 there.
  private func open(_ story: inout CaptureBuilder, spsm: UInt16 = 0x0081) {
    story.signalling(.tx, 0x14, 1, octets(spsm) + hex("4000 0002 F700 0A00"))
    story.signalling(.rx, 0x15, 1, hex("6000 0001 4000 0500 0000"))
  }

  @Test("an LE channel: its numbers, and what went over it")
  func channel() throws {
    let heard = Followed { story in
      story.connect()
      open(&story)
      story.l2cap(.tx, 0x0060, octets(3) + Array("one".utf8))
      story.l2cap(.rx, 0x0040, octets(5) + Array("three".utf8))
    }
    let channel = try #require(heard.connections[0].channels.first)
    #expect(channel.spsm == 0x0081 && !channel.isEATT)
    #expect(channel.openFrame == 3 && channel.closeFrame == nil)
    #expect(channel.local?.rawValue == 0x40 && channel.remote?.rawValue == 0x60)
    #expect(channel.localMTU == 512 && channel.remoteMTU == 256 && channel.mtu == 256)
    #expect(channel.localMPS == 247 && channel.remoteMPS == 64 && channel.mps == 64)
    #expect(channel.txSDUs == 1 && channel.txOctets == 3)
    #expect(channel.rxSDUs == 1 && channel.rxOctets == 5)
  }

  @Test("the peer may ask, and the ends are the same seen from here")
  func askedByPeer() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.rx, 0x14, 9, hex("8100 6000 0002 F700 0A00"))
      story.signalling(.tx, 0x15, 9, hex("4000 0001 4000 0500 0000"))
      story.l2cap(.tx, 0x0060, octets(3) + Array("one".utf8))
    }
    let channel = heard.connections[0].channels[0]
    #expect(channel.local?.rawValue == 0x40 && channel.remote?.rawValue == 0x60)
    #expect(channel.txSDUs == 1)
  }

  @Test("an SDU in segments, each in fragments")
  func segments() {
    let sdu = (0..<200).map { UInt8($0) }
    let heard = Followed { story in
      story.connect()
      open(&story)
      story.l2cap(.rx, 0x0040, octets(200) + sdu[..<60], fragments: [27, 27])
      story.l2cap(.rx, 0x0040, Array(sdu[60..<124]), fragments: [27])
      story.l2cap(.rx, 0x0040, Array(sdu[124...]))
      story.l2cap(.rx, 0x0040, octets(0))
    }
    let channel = heard.connections[0].channels[0]
    #expect(channel.rxSDUs == 2 && channel.rxOctets == 200)
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("segments that add up to more than the SDU are counted as undecodable")
  func surplus() {
    let heard = Followed { story in
      story.connect()
      open(&story)
      story.l2cap(.rx, 0x0040, octets(4) + [1, 2])
      story.l2cap(.rx, 0x0040, [3, 4, 5])
      story.l2cap(.rx, 0x0040, octets(1) + [1])
      story.l2cap(.rx, 0x0040, [7])
    }
    #expect(heard.connections[0].channels[0].rxSDUs == 1)
    #expect(heard.tracker.sessions.undecodableRecords == 2)
  }

  @Test("a refused channel never was")
  func refused() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.tx, 0x14, 1, hex("8100 4000 0002 F700 0A00"))
      story.signalling(.rx, 0x15, 1, hex("0000 0000 0000 0000 0200"))
    }
    #expect(heard.connections[0].channels.isEmpty)
    #expect(
      heard.connections[0].channelRefusals == [
        .init(
          frame: 3, kind: .creditBased, psm: 0x0081, initiator: .local, result: 2,
          name: L2CAPChannelResult(2).name)
      ])
  }

  @Test("a response that says pending is no refusal: the channels may still be opened")
  func pending() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.tx, 0x17, 1, hex("8100 4000 4000 0100 5000"))
      story.signalling(.rx, 0x18, 1, hex("4000 4000 0100 0D00 0000"))
      story.signalling(.rx, 0x18, 1, hex("4000 4000 0100 0000 6000"))
    }
    #expect(heard.connections[0].channelRefusals.isEmpty)
    #expect(heard.connections[0].channels.map(\.openFrame) == [4])
  }

  // MARK: Credits

  /// The host may send two frames, and the peer one; each frame an SDU of one octet.
  private func openWithCredits(_ story: inout CaptureBuilder) {
    story.connect()
    story.signalling(.tx, 0x14, 1, octets(0x81) + hex("4000 0002 F700 0100"))  // 2
    story.signalling(.rx, 0x15, 1, hex("6000 0001 4000 0200 0000"))  // 3
  }

  private func send(_ story: inout CaptureBuilder) {
    story.l2cap(.tx, 0x60, octets(1) + [1])
  }

  private func credit(_ story: inout CaptureBuilder, _ count: UInt16) {
    story.signalling(.rx, 0x16, 2, octets(0x60) + octets(count))
  }

  @Test("a sender without credits waits from its last frame to new credits")
  func waits() throws {
    let heard = Followed { story in
      openWithCredits(&story)
      send(&story)  // 4
      send(&story)  // 5
      story.wait(by: 2_999_000)
      credit(&story, 1)  // 6
      send(&story)  // 7
      story.wait(by: 499_000)
      credit(&story, 5)  // 8
      send(&story)
    }
    let channel = try #require(heard.connections[0].channels.first)
    let waits = channel.creditWaits(of: .local)
    #expect(waits.count == 2)
    #expect(waits.longest == 3_000_000 && waits.microseconds == 3_500_000)
    #expect(waits.firstFrame == 5 && waits.lastFrame == 6)
    #expect(channel.creditWaits(of: .peer).count == 0)
  }

  @Test("one that had nothing to send did not wait, whoever it is")
  func idle() {
    let heard = Followed { story in
      openWithCredits(&story)
      send(&story)
      send(&story)
      credit(&story, 2)
      story.wait(by: 5_000_000)
      send(&story)
      story.l2cap(.rx, 0x40, octets(1) + [1])
      story.signalling(.tx, 0x16, 3, octets(0x40) + octets(1))
      story.wait(by: 5_000_000)
      story.l2cap(.rx, 0x40, octets(1) + [1])
    }
    #expect(heard.connections[0].channels[0].creditWaits(of: .local).count == 0)
    #expect(heard.connections[0].channels[0].creditWaits(of: .peer).count == 0)
  }

  @Test("in the middle of an SDU the wait lasts to the end of the channel")
  func inMidstOfSDU() {
    let heard = Followed { story in
      openWithCredits(&story)
      story.l2cap(.rx, 0x40, octets(100) + [1])  // 4
      story.wait(by: 1_999_000)
      story.disconnect()  // 5
    }
    let waits = heard.connections[0].channels[0].creditWaits(of: .peer)
    #expect(waits.count == 1 && waits.longest == 2_000_000)
    #expect(waits.firstFrame == 4 && waits.lastFrame == 5)
  }

  @Test("where more was sent than was given, the capture lost credits, and nothing is said")
  func lostCredits() {
    let heard = Followed { story in
      openWithCredits(&story)
      for _ in 0..<4 { send(&story) }
      story.wait(by: 3_000_000)
      credit(&story, 2)
      send(&story)
    }
    #expect(heard.connections[0].channels[0].creditWaits(of: .local).count == 0)
  }

  @Test("data of a channel that is older than the capture is left alone")
  func unknown() {
    let heard = Followed { story in
      story.l2cap(.rx, 0x0040, hex("05 00 01 02"))
    }
    #expect(heard.connections[0].channels.isEmpty)
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("a disconnection closes it, whoever asks, and the number may be used again")
  func disconnection() {
    let heard = Followed { story in
      story.connect()
      open(&story)
      story.signalling(.rx, 0x06, 3, hex("4000 6000"))  // 4
      open(&story)  // 5, 6
      story.signalling(.tx, 0x06, 4, hex("6000 4000"))  // 7
      story.signalling(.tx, 0x06, 5, hex("6100 4100"))  // of nothing
    }
    #expect(heard.connections[0].channels.map(\.openFrame) == [3, 6])
    #expect(heard.connections[0].channels.map(\.closeFrame) == [4, 7])
  }

  @Test("a reconfiguration changes what its sender takes")
  func reconfigure() {
    let heard = Followed { story in
      story.connect()
      open(&story, spsm: CreditBasedChannel.eattSPSM)
      story.signalling(.rx, 0x19, 4, hex("F401 8000 6000"))
    }
    let channel = heard.connections[0].channels[0]
    #expect(channel.remoteMTU == 500 && channel.remoteMPS == 128)
    #expect(channel.localMTU == 512)
    #expect(heard.connections[0].bearers[1].mtu == 500)
  }

  // MARK: - EATT

  /// Three channels are asked for; the second is refused.
  private func openEATT(_ story: inout CaptureBuilder) {
    story.signalling(.tx, 0x17, 2, hex("2700 4000 6000 0800 5000 5100 5200"))
    story.signalling(.rx, 0x18, 2, hex("6400 6000 0800 0400 6000 0000 6200"))
  }

  @Test("some of the channels may be refused")
  func someRefused() {
    let heard = Followed { story in
      story.connect()
      openEATT(&story)
    }
    let connection = heard.connections[0]
    #expect(connection.channels.map(\.local?.rawValue) == [0x50, 0x52])
    #expect(connection.channels.map(\.remote?.rawValue) == [0x60, 0x62])
    #expect(connection.channels.allSatisfy { $0.isEATT && $0.isOpen && $0.mtu == 64 })
    #expect(connection.bearers.map(\.mtu) == [23, 64, 64])
  }

  @Test("all of them may be refused")
  func allRefused() {
    let heard = Followed { story in
      story.connect()
      story.signalling(.tx, 0x17, 2, hex("2700 4000 6000 0800 5000 5100"))
      story.signalling(.rx, 0x18, 2, hex("0000 0000 0000 0200"))
    }
    #expect(heard.connections[0].channels.isEmpty)
    #expect(heard.connections[0].bearers.count == 1)
  }

  @Test("each bearer has its own requests, and its own MTU")
  func bearers() {
    let heard = Followed { story in
      story.connect()
      openEATT(&story)
      let send = { (story: inout CaptureBuilder, way: RecordDirection, cid: UInt16, text: String) in
        let pdu = hex(text)
        story.l2cap(way, cid, octets(UInt16(pdu.count)) + pdu)
      }
      story.att(.tx, hex("0A 11 00"))  // 4
      send(&story, .tx, 0x60, "0A 13 00")  // 5
      send(&story, .tx, 0x62, "0A 15 00")  // 6
      send(&story, .rx, 0x52, "0B 01")  // 7: answers 6
      send(&story, .rx, 0x50, "0B 02")  // 8: answers 5
      send(&story, .rx, 0x50, "1B 15 00 61")
      story.notify(0x15, "b")
    }
    #expect(heard.observed.latencies == [1000, 3000])
    #expect(heard.connections[0].unanswered.map(\.handle?.rawValue) == [0x11])
    #expect(heard.connections[0].transactions.count == 3)
    #expect(heard.texts == ["a", "b"])
    #expect(heard.values.map(\.mtu) == [64, 23])
    #expect(heard.connections[0].pdus.count(.handleValueNotification, .rx) == 2)
  }

  @Test("latency on a bearer runs to the last segment of the response")
  func segmentedLatency() {
    let heard = Followed { story in
      story.connect()
      openEATT(&story)
      story.l2cap(.tx, 0x60, octets(3) + hex("0A 13 00"))
      story.l2cap(.rx, 0x50, octets(5) + hex("0B 01"))
      story.l2cap(.rx, 0x50, [2, 3, 4])
    }
    #expect(heard.observed.latencies == [2000])
  }
}
