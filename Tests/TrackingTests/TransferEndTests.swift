import BletraceTestSupport
import Testing

@testable import Tracking

@Suite("Transfers: where they begin and end, and on what")
struct TransferEndTests {
  private let uuid = hex("74 72 5A 66 68 8C B0 B2 6D 4F 53 21 8B 4E 53 9D")
  private let uuidText = "9D534E8B-2153-4F6D-B2B0-8C68665A7274"

  @Test("values of a characteristic on which no marker was ever seen are no transfer")
  func noTransfer() {
    let analysed = Analysed { $0.send(chunk[0], chunk[1], "end") }
    #expect(analysed.transfers.isEmpty)
    #expect(analysed.streams.map(\.count) == [3])
    #expect(analysed.streams.map(\.bytes) == [43])
  }

  @Test("on a known carrier what never ended is reported", arguments: 0...3)
  func incomplete(end: Int) {
    let transfers = Analysed { story in
      story.send(chunk[0], "EOM")
      story.send(chunk[1], "rest")  // 6, 7
      if end == 1 { story.disconnect(reason: 0x08) }
      if end == 2 { story.subscribe(0x16, 0) }
      if end == 3 { story.subscribe(0x16, 1) }
    }.transfers
    #expect(transfers.map(\.complete) == [true, false])
    #expect(transfers.map(\.marker) == ["EOM", nil])
    #expect(transfers.map(\.markerStyle) == [.own, nil])
    #expect(transfers.map(\.markerFrame) == [5, nil])
    #expect(transfers.map(\.truncatedAtStart) == [false, false])
    #expect(transfers[1].payloadSha256 == sha256(chunk[1] + "rest"))
    #expect(transfers[1].firstFrame == 6 && transfers[1].lastFrame == 7)
    #expect(transfers[1].durationUs == 1000)
  }

  @Test("a carrier is known by its UUID on another connection too, before or after")
  func otherConnection() {
    let story = { (markerFirst: Bool) in
      var story = CaptureBuilder()
      for isMarked in [markerFirst, !markerFirst] {
        story.connect(peer: isMarked ? [1, 1, 1, 1, 1, 1] : [2, 2, 2, 2, 2, 2])
        // Elsewhere the same characteristic has another handle.
        let value: UInt16 = isMarked ? 0x15 : 0x25
        story.discover(declaration: value - 1, value: value, uuid: uuid)
        story.subscribe(value + 1)
        story.notify(value, chunk[0])
        if isMarked { story.notify(value, "EOM") }
        story.disconnect()
      }
      return story
    }
    for markerFirst in [true, false] {
      let connections = Analysed(story(markerFirst)).connections
      let marked = connections[markerFirst ? 0 : 1].transfers
      let unmarked = connections[markerFirst ? 1 : 0].transfers
      #expect(marked.map(\.complete) == [true])
      #expect(unmarked.map(\.complete) == [false])
      #expect(unmarked.map(\.uuid) == [uuidText])
    }
  }

  @Test("a transfer that began before the capture says so; the next does not")
  func truncatedAtStart() {
    var story = CaptureBuilder()
    story.send(chunk[0], "EOM", chunk[1], "EOM")
    let transfers = Analysed(story).transfers
    #expect(transfers.map(\.truncatedAtStart) == [true, false])
    #expect(transfers.map(\.chunkLimit) == [nil, nil])
  }

  @Test("a subscription makes the start known in the middle of a connection")
  func subscriptionInTheMiddle() {
    var story = CaptureBuilder()
    story.notify(0x18, "other")
    story.subscribe(0x16)
    story.send(chunk[0], "EOM")
    #expect(Analysed(story).transfers.map(\.truncatedAtStart) == [false])
  }

  @Test("a new subscription begins a new transfer")
  func resubscribed() {
    let transfers = Analysed { story in
      story.send(chunk[0], chunk[1])
      story.subscribe(0x16, 0)
      story.subscribe(0x16, 1)
      story.send(chunk[2], "EOM")
    }.transfers
    #expect(transfers.map(\.payloadBytes) == [40, 20])
    #expect(transfers.map(\.complete) == [false, true])
  }

  // MARK: - Side by side

  @Test("characteristics, connections and directions do not mix")
  func interleaved() {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.connect(0x41, peer: [1, 1, 1, 1, 1, 1])
    for index in 0..<4 {
      let value = Array(chunk[index].utf8)
      story.notify(0x15, value, 0x40)
      story.notify(0x18, Array("b\(index)".utf8), 0x40)
      story.notify(0x15, Array(chunk[7 - index].utf8), 0x41)
      story.att(.tx, [0x1B, 0x15, 0x00] + Array("out\(index)".utf8), 0x40)
      story.att(.rx, [0x1D, 0x15, 0x00] + Array("ind\(index)".utf8), 0x40)
      story.att(.tx, [0x1E], 0x40)
      story.att(.tx, [0x52, 0x15, 0x00] + Array("w\(index)".utf8), 0x40)
    }
    let marker = Array("EOM".utf8)
    story.notify(0x15, marker, 0x40)
    story.notify(0x15, marker, 0x41)
    story.att(.tx, [0x1B, 0x15, 0x00] + marker, 0x40)
    story.att(.rx, [0x1D, 0x15, 0x00] + marker, 0x40)
    story.att(.tx, [0x52, 0x15, 0x00] + marker, 0x40)
    let connections = Analysed(story).connections
    #expect(
      connections[0].transfers.map(\.payloadSha256) == [
        sha256(chunk[0...3].joined()), sha256("out0out1out2out3"), sha256("ind0ind1ind2ind3"),
        sha256("w0w1w2w3"),
      ])
    #expect(connections[0].transfers.map(\.id) == [1, 2, 3, 4])
    #expect(connections[0].transfers.map(\.direction) == [.rx, .tx, .rx, .tx])
    #expect(
      connections[1].transfers.map(\.payloadSha256) == [
        sha256(chunk[4...7].reversed().joined())
      ])
    // The characteristic 0x18 carried no marker.
    #expect(connections[0].notifications.map(\.valueHandle) == [0x15, 0x18, 0x15, 0x15])
    #expect(
      connections[0].notifications.map(\.kind) == [
        .notification, .notification, .notification, .indication,
      ])
  }

  @Test("indications")
  func indications() throws {
    let transfer = try Analysed { story in
      for value in [chunk[0], "end", "EOM"] {
        story.att(.rx, [0x1D, 0x15, 0x00] + Array(value.utf8))
        story.att(.tx, [0x1E])
      }
    }.only()
    #expect(transfer.payloadSha256 == sha256(chunk[0] + "end"))
  }

  @Test("writes of all kinds are one stream; refused ones do not count")
  func writes() throws {
    let transfer = try Analysed { story in
      let write = { (story: inout CaptureBuilder, text: String, answer: String) in
        story.att(.tx, [0x12, 0x20, 0x00] + Array(text.utf8))
        story.att(.rx, hex(answer))
      }
      write(&story, chunk[0], "13")
      write(&story, "refused", "01 12 20 00 11")
      story.att(.tx, [0x52, 0x20, 0x00] + Array(chunk[1].utf8))
      story.att(.tx, [0x16, 0x20, 0x00, 0x00, 0x00] + Array(chunk[2].utf8))
      story.att(.rx, [0x17, 0x20, 0x00, 0x00, 0x00] + Array(chunk[2].utf8))
      story.att(.tx, [0x16, 0x20, 0x00, 0x14, 0x00] + Array(chunk[3].utf8))
      story.att(.rx, [0x17, 0x20, 0x00, 0x14, 0x00] + Array(chunk[3].utf8))
      story.att(.tx, [0x18, 0x01])
      story.att(.rx, [0x19])
      write(&story, "end", "13")
      write(&story, "EOM", "13")
    }.only()
    #expect(transfer.direction == .tx && transfer.valueHandle == 0x20)
    #expect(transfer.payloadSha256 == sha256(chunk[0...3].joined() + "end"))
    #expect(transfer.chunkBytes == ["20": 2, "40": 1, "3": 1])
  }

  @Test("long values are reported in the order in which they begin")
  func longValues() {
    let values = Analysed { story in
      story.att(.tx, hex("0A 20 00"))
      story.att(.rx, [0x0B] + [UInt8](repeating: 0x61, count: 22))
      story.att(.tx, hex("0C 20 00 16 00"))
      story.att(.rx, hex("0D 62"))
      story.att(.tx, hex("16 22 00 00 00 63"))
      story.att(.rx, hex("17 22 00 00 00 63"))
      story.att(.tx, hex("18 01"))
      story.att(.rx, hex("19"))
    }.connections[0].longValues
    #expect(values.map(\.kind) == [.read, .write])
    #expect(values.map(\.bytes) == [23, 1])
    #expect(values.map(\.firstFrame) == [4, 8] && values.map(\.lastFrame) == [7, 10])
    #expect(values[0].sha256 == sha256(String(repeating: "a", count: 22) + "b"))
  }

  @Test("writes are no notifications")
  func writesAreNoStream() {
    let analysed = Analysed { $0.att(.tx, hex("52 20 00 61")) }
    #expect(analysed.streams.isEmpty)
  }

  @Test("transfers are numbered in the order in which they begin")
  func order() {
    let transfers = Analysed { story in
      story.notify(0x18, "b")
      story.send(chunk[0])
      story.notify(0x18, "b")
      story.send("EOM")
      story.notify(0x18, "EOM")
    }.transfers
    #expect(transfers.map(\.valueHandle) == [0x18, 0x15])
    #expect(transfers.map(\.id) == [1, 2])
  }
}
