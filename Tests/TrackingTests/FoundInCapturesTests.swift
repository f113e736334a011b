import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// What real captures showed: each test is a story from one of them, cut down to its records.
@Suite struct FoundInCapturesTests {
  @Test("a name ends at its first NUL: some devices fill it up to a fixed length")
  func paddedName() throws {
    let report = try analyzed(
      CaptureBuilder().event(
        advertisement("02 01 06 08 09 42 4B 33 30 30 00 00")))
    #expect(report.advertisers.first?.name == "BK300")
  }

  @Test("data packets alone do not show whether parameters were applied, but who is the peripheral")
  func dataPacketsAlone() throws {
    let asked = CaptureBuilder()
      .acl(.rx, l2cap("12 01 08 00 08 00 10 00 00 00 F4 01", channel: 0x0005))
      .acl(.tx, l2cap("13 01 02 00 00 00", channel: 0x0005))
    let connection = try #require(try analyzed(asked).connections.first)
    #expect(connection.parameterRequests.map(\.result) == [.accepted])
    #expect(connection.role == .central)
    let ended = try #require(try analyzed(asked.event(disconnected)).connections.first)
    #expect(ended.parameterRequests.map(\.result) == [.notApplied])
  }

  @Test("a stall over lost records is none: its completions may be among them", arguments: [0, 7])
  func stallOverLostRecords(lost: UInt32) throws {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, [0x1B, 0x15, 0x00, 0x61])
    story.completed(1)
    story.att(.tx, [0x1B, 0x15, 0x00, 0x62])
    story.completed(1)
    let index = story.entries.count - 1
    story.entries[index].time += 2_000_000
    story.entries[index].drops = lost
    let flow = try #require(try analyzed(story).connections.first).flow
    #expect(flow.tx.completed == 2)
    #expect(flow.stalls.count == (lost == 0 ? 1 : 0))
  }

  @Test("responses teach also where the capture holds none of the requests")
  func oneDirectionOnly() throws {
    let report = try analyzed(
      CaptureBuilder()
        .acl(.rx, att("02 9E 00"))
        .acl(.rx, att("11 06 01 00 07 00 00 18 08 00 12 00 E0 FF"))
        .acl(.rx, att("09 07 09 00 1C 0A 00 E1 FF 0C 00 1C 0D 00 E2 FF"))
        .acl(.rx, att("09 04 05 00 00 00"))
        .acl(.rx, att("05 01 0B 00 02 29"))
        .acl(.rx, att("1B 0A 00 01 02")))
    let connection = try #require(report.connections.first)
    #expect(connection.gatt.services.map(\.uuid) == ["1800", "FFE0"])
    let characteristics = connection.gatt.services.last?.characteristics ?? []
    #expect(characteristics.map(\.uuid) == ["FFE1", "FFE2"])
    #expect(characteristics.first?.descriptors.map(\.uuid) == ["2902"])
    #expect(connection.notifications.first?.uuid == "FFE1")
    // Our answer to the other side's request was not captured either.
    #expect(connection.att.pending.isEmpty)
  }

  @Test("what a response holds is not taken for declarations that it does not look like")
  func otherAttributesOfThatLength() throws {
    let report = try analyzed(
      CaptureBuilder().acl(.rx, att("09 07 09 00 1C 05 00 E1 FF")))
    #expect(report.connections.first?.gatt.services.isEmpty == true)
  }

  @Test("requests of a client that does not wait are answered in turn")
  func overtakingRequests() throws {
    let report = try analyzed(
      CaptureBuilder().event(connected)
        .acl(.tx, att("12 35 00 45 4F"))
        .acl(.tx, att("12 35 00 4D"))
        .acl(.rx, att("13"))
        .acl(.tx, att("0A 03 00"))
        .acl(.rx, att("01 0A 03 00 02"))
        .acl(.rx, att("13"))
        .event(disconnected))
    let connection = try #require(report.connections.first)
    #expect(connection.att.transactions.count == 3)
    #expect(connection.att.transactions.unanswered == 0)
    #expect(connection.att.transactions.latencyUs.max == 4000)
    // Both values were taken, in their order.
    #expect(connection.transfers.map(\.markerStyle) == [.split])
  }

  @Test("a request that waited for half a minute is not answered by the next one's response")
  func requestAfterTheTimeout() throws {
    let report = try analyzed(
      CaptureBuilder().event(connected)
        .acl(.tx, att("0A 03 00"))
        .wait(30_000_000)
        .acl(.tx, att("0A 05 00"))
        .acl(.rx, att("0B 01")))
    let att = try #require(report.connections.first?.att)
    #expect(att.pending.map(\.frame) == [2])
    #expect(att.transactions.latencyUs.max == 1000)
  }

  @Test("data that comes behind the Disconnection Complete belongs to the connection that ended")
  func dataBehindTheEnd() throws {
    let late = CaptureBuilder().event(connected)
      .acl(.rx, att("1B 2D 00 01"))
      .acl(.tx, att("12 2D 00 02"))
      .event(disconnected)
      .acl(.rx, att("13"))
      .acl(.rx, att("1B 2D 00 03"))
    let report = try analyzed(late)
    #expect(report.connections.count == 1)
    #expect(report.connections.first?.notifications.map(\.count) == [2])
    #expect(report.connections.first?.att.pending.isEmpty == true)
    #expect(report.connections.first?.disconnect?.frame == 4)

    let muchLater = try analyzed(late.wait(2_000_000).acl(.rx, att("1B 2D 00 04")))
    #expect(muchLater.connections.map(\.completeFrame) == [1, nil])
  }

  @Test("a descriptor with the UUID of its characteristic is no second characteristic")
  func descriptorNamedLikeItsCharacteristic() throws {
    let report = try analyzed(
      CaptureBuilder().event(connected)
        .acl(.tx, att("08 01 00 FF FF 03 28"))
        .acl(.rx, att("09 07 1B 00 02 1C 00 CC 2A"))
        .acl(.tx, att("04 1D 00 1D 00"))
        .acl(.rx, att("05 01 1D 00 CC 2A")))
    let characteristics = report.connections.first?.gatt.services.flatMap(\.characteristics) ?? []
    #expect(characteristics.map(\.valueHandle) == [0x1C])
    #expect(characteristics.first?.descriptors.map(\.handle) == [0x1D])
  }

  @Test("a connection that changes its mode is BR/EDR")
  func modeChange() throws {
    let report = try analyzed(
      CaptureBuilder()
        .acl(.rx, l2cap("01 02 03", channel: 0x0045))
        .event(hex("14 06 00 40 00 02 20 03")))
    #expect(report.connections.map(\.transport) == [.brEDR])
  }

  @Test("what is discovered again on the next connection is not remembered from the last one")
  func discoveredAgain() throws {
    let discovery = CaptureBuilder().event(connected)
      .acl(.tx, att("08 01 00 FF FF 03 28"))
      .acl(.rx, att("09 07 1B 00 02 1C 00 CC 2A"))
      .event(disconnected)
    var twice = discovery
    twice.entries += discovery.entries
    #expect(try analyzed(twice).connections.map(\.gatt.remembered) == [false, false])
    let silent = try analyzed(discovery.event(connected))
    #expect(silent.connections.map(\.gatt.remembered) == [false, true])
  }
}

// MARK: - Records

/// Octets of an ATT PDU on handle 0x0040, in the ACL packet that carries it.
private func att(_ pdu: String) -> [UInt8] { l2cap(pdu, channel: 0x0004) }

private func l2cap(_ payload: String, channel: UInt8) -> [UInt8] {
  let payload = hex(payload)
  let count = UInt8(payload.count)
  return [0x40, 0x20, count + 4, 0, count, 0, channel, 0] + payload
}

/// LE Connection Complete: handle 0x0040, central, peer C0:00:00:00:00:01, 30 ms.
private let connected = hex(
  "3E 13 01 00 40 00 00 00 01 00 00 00 00 C0 18 00 00 00 F4 01 00")

/// Disconnection Complete: handle 0x0040, by the local host.
private let disconnected = hex("05 04 00 40 00 16")

/// LE Advertising Report of C0:00:00:00:00:01 at -60 dBm.
private func advertisement(_ data: String) -> [UInt8] {
  let data = hex(data)
  let head: [UInt8] = [0x3E, UInt8(data.count + 12), 0x02, 0x01, 0x00, 0x00]
  return head + [1, 0, 0, 0, 0, 0xC0] + [UInt8(data.count)] + data + [0xC4]
}

private func analyzed(_ capture: CaptureBuilder) throws -> ReportV1.Capture {
  var reader = try CaptureReader(MemorySource(capture.btsnoop()))
  return try analyze(
    &reader, path: "", options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
}
