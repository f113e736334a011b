import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report

/// ATT on a connection-oriented channel of BR/EDR, PSM 0x001F.
@Suite("ATT over BR/EDR")
struct BREDRATTTests {
  private static let peer: [UInt8] = [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66]

  /// The host opens a channel for a PSM: 0x0041 here, 0x0052 there.
  private func story(
    psm: UInt16 = 0x001F, result: UInt16 = 0, isOpened: Bool = true, mode: [UInt8] = []
  ) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.event(0x03, [0] + octets(CaptureBuilder.handle) + Self.peer + [1, 0])
    func signal(_ direction: RecordDirection, _ commands: [UInt8]) {
      story.l2cap(direction, 0x0001, commands)
    }
    if isOpened {
      signal(.tx, [0x02, 1, 4, 0] + octets(psm) + hex("41 00"))
      signal(.rx, [0x03, 1, 8, 0] + hex("00 00 41 00 01 00 00 00"))
      // Two commands in one PDU: the channel is there, and how it is to work.
      let configuration = hex("41 00 00 00 01 02 00 01") + mode
      signal(
        .rx,
        [0x03, 1, 8, 0] + hex("52 00 41 00") + octets(result) + hex("00 00")
          + [0x04, 9, UInt8(configuration.count), 0] + configuration)
    }
    story.l2cap(.tx, 0x0052, hex("10 01 00 FF FF 00 28"))
    story.l2cap(.rx, 0x0041, hex("11 06 01 00 05 00 00 18"))
    story.l2cap(.tx, 0x0052, hex("12 16 00 01 00"), fragments: [6])
    story.l2cap(.rx, 0x0041, hex("13"))
    story.l2cap(.rx, 0x0041, hex("1B 15 00 61 62 63"))
    return story
  }

  @Test("it is counted as any other")
  func counted() throws {
    let connection = try #require(Analysed(story()).connections.first)
    #expect(connection.transport == .brEDR)
    #expect(connection.att.transactions.count == 2 && connection.att.errors.isEmpty)
    #expect(connection.gatt.services.map(\.uuid) == ["1800"])
    #expect(connection.gatt.subscriptions.map(\.valueHandle) == [0x15])
    #expect(connection.notifications.map(\.count) == [1])
    #expect(connection.notifications.map(\.bytes) == [3])
    #expect(connection.phases.map(\.name) == [.explore, .subscribe, .interact])
  }

  @Test("after its end the identifiers are another channel's")
  func closed() throws {
    var story = story()
    story.l2cap(.tx, 0x0001, hex("06 07 04 00 52 00 41 00"))
    story.l2cap(.rx, 0x0041, hex("1B 15 00 61 62 63"))
    #expect(Analysed(story).connections[0].notifications.map(\.count) == [1])
  }

  @Test(
    "other channels, refused ones, ones of another mode and ones older than the capture carry none")
  func others() {
    for story in [
      story(psm: 0x0019), story(result: 4), story(isOpened: false),
      story(mode: hex("04 09 03 08 03 00 00 00 00 00 01")),
    ] {
      let connection = Analysed(story).connections[0]
      #expect(connection.att.pdus.rx.isEmpty && connection.att.pdus.tx.isEmpty)
      #expect(connection.notifications.isEmpty && connection.att.transactions.count == 0)
    }
  }

  @Test("credit-based channels of BR/EDR carry enhanced ATT")
  func enhanced() {
    var story = CaptureBuilder()
    story.event(0x03, [0] + octets(CaptureBuilder.handle) + Self.peer + [1, 0])
    story.l2cap(.tx, 0x0001, hex("17 01 0A 00 27 00 40 00 40 00 05 00 41 00"))
    story.l2cap(.rx, 0x0001, hex("18 01 0A 00 40 00 40 00 05 00 00 00 52 00"))
    story.l2cap(.rx, 0x0041, hex("06 00 1B 15 00 61 62 63"))
    let connection = Analysed(story).connections[0]
    #expect(connection.notifications.map(\.count) == [1])
    #expect(connection.channels.map(\.kind) == [.eatt])
  }

  @Test("a request that was lost, or octets that are nothing, stop nothing")
  func damaged() {
    var story = story(isOpened: false)
    story.l2cap(.rx, 0x0001, hex("03 01 08 00 52 00 41 00 00 00 00 00"))
    story.l2cap(.rx, 0x0001, hex("02 01 04"))
    story.l2cap(.rx, 0x0001, hex("02 01 FF FF 1F 00"))
    story.l2cap(.rx, 0x0001, hex("04 01 06 00 41 00 00 00 01 09"))
    let capture = Analysed(story).capture
    #expect(capture.undecodableRecords == 0)
    #expect(capture.connections[0].att.transactions.count == 0)
  }
}
