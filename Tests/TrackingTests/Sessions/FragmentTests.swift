import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@Suite("Fragments, as they come through the tracker")
struct FragmentTests {
  private func notification(_ text: String) -> [UInt8] { [0x1B, 0x15, 0x00] + Array(text.utf8) }

  @Test("a PDU has the frame of its last fragment", arguments: [[1], [4], [5, 1], [2, 2, 2, 2]])
  func lastFragment(sizes: [Int]) throws {
    let heard = Followed { story in
      story.connect()
      story.att(.rx, notification("Hello"), fragments: sizes)
    }
    let value = try #require(heard.values.first)
    #expect(heard.texts == ["Hello"])
    #expect(value.frame == 2 + sizes.count)
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("latency runs to the last record of the response")
  func latency() {
    let heard = Followed { story in
      story.connect()
      story.att(.tx, hex("0A 13 00"), fragments: [5])  // 2 and 3 ms
      story.att(.rx, [0x0B] + [UInt8](repeating: 7, count: 20), fragments: [10, 5])
    }
    // From the request's last record, which made it whole, to the response's last.
    #expect(heard.observed.latencies == [3000])
  }

  @Test("links and directions do not mix")
  func interleaved() {
    let pieces = { (text: String) -> [[UInt8]] in
      let pdu = octets(UInt16(text.utf8.count + 3)) + [4, 0] + self.notification(text)
      return [Array(pdu[..<6]), Array(pdu[6..<9]), Array(pdu[9...])]
    }
    let (one, two, sent) = (pieces("number one"), pieces("number two"), pieces("sent away"))
    let heard = Followed { story in
      story.connect(0x0040)
      story.connect(0x0041)
      for index in 0..<3 {
        let isFirst = index == 0
        story.acl(.rx, boundary: isFirst ? 2 : 1, one[index], 0x0040)
        story.acl(.rx, boundary: isFirst ? 2 : 1, two[index], 0x0041)
        story.acl(.tx, boundary: isFirst ? 0 : 1, sent[index], 0x0040)
      }
    }
    #expect(heard.texts == ["number one", "number two", "sent away"])
    #expect(heard.values.map(\.connection) == [0, 1, 0])
    #expect(heard.values.map(\.direction) == [.rx, .rx, .tx])
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("a PDU whose end never came is counted when the next one starts")
  func endMissing() {
    let heard = Followed { story in
      story.connect()
      story.acl(.rx, boundary: 2, hex("0A 00 04 00 1B 15 00 61"))
      story.notify(0x15, "whole")
    }
    #expect(heard.texts == ["whole"])
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }

  @Test("continuations without a start are counted, and nothing else")
  func startMissing() {
    let heard = Followed { story in
      story.acl(.rx, boundary: 1, hex("61 62 63"))
      story.acl(.rx, boundary: 1, hex("64 65 66"))
      story.notify(0x15, "whole")
    }
    #expect(heard.texts == ["whole"])
    #expect(heard.tracker.sessions.undecodableRecords == 2)
  }

  /// Android's filter keeps 13 octets of a received packet that starts a PDU, which leaves two or
  /// three of the value, and continuations whole.
  @Test("a start cut by the logger, with whole continuations, keeps both lengths")
  func filteredLog() throws {
    let heard = Followed { story in
      story.connect()
      story.l2cap(
        .rx, 0x0004, notification(String(repeating: "x", count: 40)), fragments: [27], keeping: 13)
      story.notify(0x15, "next")
    }
    let value = try #require(heard.values.first)
    #expect(value.octets == 40)
    #expect(value.bytes == Array("xx".utf8))
    #expect(heard.texts.last == "next")
    #expect(heard.tracker.sessions.undecodableRecords == 0)
  }

  @Test("a start cut before its header is complete is given up once")
  func headerCut() {
    let heard = Followed { story in
      story.connect()
      story.l2cap(.rx, 0x0004, notification("0123456789"), fragments: [8], keeping: 6)
      story.notify(0x15, "next")
    }
    #expect(heard.texts == ["next"])
    #expect(heard.tracker.sessions.undecodableRecords == 2)
  }

  @Test("PB 11 carries a whole PDU")
  func complete() {
    let heard = Followed { story in
      story.connect()
      story.acl(.rx, boundary: 3, hex("05 00 04 00 1B 15 00 68 69"))
    }
    #expect(heard.texts == ["hi"])
  }

  @Test("octets behind the PDU are no part of it")
  func surplus() {
    let heard = Followed { story in
      story.connect()
      story.acl(.rx, boundary: 2, hex("05 00 04 00 1B 15 00 68 69 FF FF"))
    }
    #expect(heard.texts == ["hi"])
  }

  @Test("nothing of a fragment is left for the next connection on the handle")
  func reuse() {
    let heard = Followed { story in
      story.connect()
      story.acl(.rx, boundary: 2, hex("0A 00 04 00 1B 15 00 61"))
      story.disconnect()
      story.connect()
      story.acl(.rx, boundary: 1, hex("62 63 64 65 66 67"))
    }
    #expect(heard.values.isEmpty)
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }
}

@Suite("Directions, if the container does not state them")
struct DirectionTests {
  private func unknown(_ story: CaptureBuilder) -> CaptureBuilder {
    var story = story
    for index in story.entries.indices { story.entries[index].direction = .unknown }
    return story
  }

  @Test("a host starts PDUs with PB 00, a controller with PB 10; continuations follow")
  func usual() {
    var story = CaptureBuilder()
    story.connect()
    story.exchangeMTU(185, 185)
    story.subscribe(0x16)
    story.att(
      .rx, [0x1B, 0x15, 0x00] + [UInt8](repeating: 0x61, count: 50), fragments: [27, 27])
    story.att(.tx, [0x52, 0x18, 0x00] + [UInt8](repeating: 0x62, count: 50), fragments: [27])
    let heard = Followed(unknown(story))
    #expect(heard.values.map(\.direction) == [.rx, .tx])
    #expect(heard.values.map(\.octets) == [50, 50])
    #expect(heard.connections[0].mtuExchange.effective == 185)
    #expect(heard.connections[0].transactions.unanswered == 0)
    #expect(heard.connections[0].subscriptions.map(\.server) == [.peer])
  }

  /// Some hosts start with PB 10 too. Once requests and responses were seen with it, the roles of
  /// the PDUs decide.
  @Test("a host that writes PB 10 is found out", arguments: [false, true])
  func flushableHost(isPeripheral: Bool) {
    let (asking, answering): (RecordDirection, RecordDirection) =
      isPeripheral ? (.rx, .tx) : (.tx, .rx)
    var story = CaptureBuilder()
    story.connect(isPeripheral: isPeripheral)
    let send = { (story: inout CaptureBuilder, direction: RecordDirection, pdu: [UInt8]) in
      story.acl(direction, boundary: 2, octets(UInt16(pdu.count)) + [4, 0] + pdu)
    }
    send(&story, asking, hex("02 B9 00"))
    send(&story, answering, hex("03 B9 00"))
    send(&story, asking, hex("0A 13 00"))
    send(&story, answering, hex("0B 01"))
    send(&story, asking, hex("52 18 00 01"))
    send(&story, answering, hex("1B 15 00 01"))
    let heard = Followed(unknown(story))
    #expect(heard.values.map(\.direction) == [asking, answering])
    #expect(heard.observed.latencies.count >= 1)
  }

  @Test("on a peripheral, what the host starts is still PB 00")
  func peripheral() {
    var story = CaptureBuilder()
    story.connect(isPeripheral: true)
    story.att(.rx, hex("12 16 00 01 00"))
    story.att(.tx, hex("13"))
    story.att(.tx, hex("1B 15 00 68 69"))
    let heard = Followed(unknown(story))
    #expect(heard.values.map(\.direction) == [.tx])
    #expect(heard.connections[0].subscriptions.map(\.server) == [.local])
  }
}
