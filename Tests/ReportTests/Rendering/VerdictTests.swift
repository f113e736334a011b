import BluetoothProtocol
import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite struct VerdictTests {
  private func verdict(_ streams: [ReportV1.NotificationStream]) -> String {
    Verdict.of(ReportV1.Connection(id: 1, notifications: streams)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
  }

  @Test func aConnectionInWhichTheClockWentBackHasNoLength() {
    var connection = ReportV1.Connection(id: 1, transport: .le)
    connection.startUs = 811_000
    connection.endUs = 163_000
    #expect(!Verdict.of(connection).spans.map(\.text).joined().contains("-648"))
    connection.endUs = 911_000
    #expect(Verdict.of(connection).spans.map(\.text).joined().contains("100\u{A0}ms: "))
  }

  @Test func withoutItsEndItLastsAtLeastSoLong() {
    var connection = ReportV1.Connection(id: 1, transport: .le)
    connection.endUs = 100_000
    func words() -> String { Verdict.of(connection).spans.map(\.text).joined() }
    #expect(words().contains("LE, at least 100\u{A0}ms: "))
    connection.disconnect = .init(frame: 9, reason: 0x13)
    #expect(words().contains("LE, 100\u{A0}ms: "))
    connection.disconnect = nil
    connection.end = .init(frame: 9, cause: .controllerReset)
    #expect(words().contains("LE, 100\u{A0}ms: "))
  }

  /// Connections of so long, with pauses between them, all ended by this host.
  private func storm(
    _ lengths: [Int], pauses: [Int], peer: String = "66:0D:F3:0A:7B:1C", from start: Int = 0
  ) -> [ReportV1.Connection] {
    var time = start
    return lengths.indices.map { index in
      var connection = ReportV1.Connection(id: index + 1, transport: .le, completeFrame: index + 1)
      connection.peer.address = peer
      connection.startUs = time
      connection.endUs = time + lengths[index]
      connection.disconnect = .init(frame: 100 + index, reason: 0x16)
      if pauses.indices.contains(index) { time = connection.endUs + pauses[index] }
      return connection
    }
  }

  private func words(_ connections: [ReportV1.Connection]) -> String {
    var capture = ReportV1.Capture()
    capture.connections = connections
    return Verdict.of(ConnectionList(capture)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
  }

  @Test func aStormIsNamed() {
    let second = 1_000_000
    let one = storm([5, 9, 3, 27].map { $0 * second }, pauses: [8, 5, 1].map { $0 * second })
    let other = storm([400 * second], pauses: [], peer: "D8:0B:CB:62:5C:2B")
    #expect(
      words(one + other).hasSuffix(
        "66:0D:F3:0A:7B:1C was connected 4 times in 58 s: each ended by this host after 3 s to 27 s."
      ))
    #expect(!words(one).contains("times"), "all of one device: it is in the sentences before")
    #expect(!words(one.dropLast() + other).contains("times"), "three")
  }

  @Test func pausesOfEqualLengthAreNamed() {
    let pauses = [300_200_000, 465_000_000, 300_400_000, 300_100_000, 300_500_000]
    let lengths = [Int](repeating: 67_000_000, count: 6)
    #expect(
      words(storm(lengths, pauses: pauses)).hasSuffix(
        "4 of the 5 pauses before it was connected again lasted 5 min 00 s to 5 min 01 s."))
    #expect(
      !words(storm(lengths, pauses: [1, 2, 3, 4, 5].map { $0 * 9_000_000 })).contains("pauses"))
    #expect(!words(storm(lengths, pauses: [1, 1, 1, 1, 1].map { $0 * 90_000 })).contains("pauses"))
  }

  @Test func whatThisHostCutOffIsNotUnanswered() {
    func connection(
      age: Int, reason: HCIStatus = 0x16, asked: Int? = 9_950_000
    ) -> ReportV1.Connection {
      var connection = ReportV1.Connection(id: 1, transport: .le)
      connection.endUs = 10_000_000
      connection.att.transactions.count = 3
      connection.att.transactions.unanswered = 1
      connection.att.pending = [.init(frame: 5, request: .writeRequest, handle: 21, ageUs: age)]
      connection.disconnect = .init(frame: 9, reason: reason)
      connection.disconnectRequest = asked.map { .init(frame: 6, timeUs: $0) }
      return connection
    }
    func isUnanswered(_ connection: ReportV1.Connection) -> Bool {
      Verdict.of(connection).spans.map(\.text).joined().contains("unanswered")
    }
    #expect(!isUnanswered(connection(age: 80_000)))
    // Its Disconnect took seconds, which do not count.
    #expect(!isUnanswered(connection(age: 5_000_000, asked: 5_050_000)))
    // It had waited long before; or it was the peer that left.
    #expect(isUnanswered(connection(age: 5_000_000)))
    #expect(isUnanswered(connection(age: 80_000, reason: 0x13, asked: nil)))
  }

  @Test func indicationsAreNoNotifications() {
    let indications = ReportV1.NotificationStream(valueHandle: 12, kind: .indication, count: 4)
    #expect(verdict([indications]).hasSuffix("4 indications of 1 characteristic"))
  }

  @Test func bothOfOneCharacteristic() {
    let text = verdict([
      .init(valueHandle: 12, kind: .notification, count: 9),
      .init(valueHandle: 12, kind: .indication, count: 1),
    ])
    #expect(text.hasSuffix("9 notifications and 1 indication of 1 characteristic"))
  }

  @Test func whateverWentByATTIsNotNoTraffic() {
    func words(_ change: (inout ReportV1.Connection) -> Void) -> String {
      var connection = ReportV1.Connection(id: 1)
      change(&connection)
      return Traffic(connection).words.replacing("\u{A0}", with: " ")
    }
    #expect(words { _ in } == "no ACL data")
    #expect(words { $0.air = .init() } == "no packet of it was heard")
    #expect(words { $0.air = .init(central: .init(packets: 3)) } == "no ATT traffic")
    #expect(
      words { $0.writes = [.init(valueHandle: 12, kind: .write, direction: .tx, count: 3)] }
        == "3 writes of 1 characteristic")
    #expect(words { $0.att.transactions.count = 2 } == "2 ATT transactions")
    // Responses alone, as in an export of one direction.
    #expect(words { $0.att.pdus.rx = ["read_response": 1] } == "1 ATT PDU")
    #expect(words { $0.flow.rx.packets = 4 } == "only parts of L2CAP PDUs")
  }

  @Test(arguments: [(23, 431, 62, true), (23, 30, 15, false), (200, 300, 200, false)])
  func responsesWithoutTheirRequests(
    transactions: Int, responses: Int, requests: Int, areNamed: Bool
  ) {
    var connection = ReportV1.Connection(id: 1)
    connection.att.transactions.count = transactions
    connection.att.pdus.rx = ["write_response": responses, "handle_value_notification": 3]
    connection.att.pdus.tx = ["write_request": requests, "write_command": 7]
    let words = Traffic(connection).words.replacing("\u{A0}", with: " ")
    #expect(words.contains("\(responses - requests) responses whose requests") == areNamed)
  }

  @Test func aStreamAtAPeriodAndCommandsThatComeAgain() {
    let stream = ReportV1.NotificationStream(
      valueHandle: 14, kind: .notification, count: 2276, bytes: 143_388, purpose: .periodic,
      periodUs: 22_500)
    #expect(
      verdict([stream]).hasSuffix("2,276 notifications of 0x000E, one every 22.5 ms (143 kB)"))
    var timed = stream
    (timed.firstUs, timed.lastUs) = (0, 2275 * 22_500)
    #expect(verdict([timed]).contains("of 0x000E, one every 22.5 ms"))
    // Four values to a record.
    timed.lastUs = 568 * 22_500
    #expect(verdict([timed]).contains("of 0x000E, in groups, one every 22.5 ms"))
    let few = ReportV1.NotificationStream(
      valueHandle: 14, kind: .notification, count: 12, purpose: .periodic, periodUs: 22_500)
    #expect(verdict([few]).hasSuffix("12 notifications of 1 characteristic"))
    let commands = ReportV1.NotificationStream(
      valueHandle: 9, kind: .write, direction: .tx, count: 495, bytes: 2970, distinctValues: 5,
      repeatedValues: 280)
    let connection = ReportV1.Connection(id: 1, writes: [commands])
    #expect(
      Verdict.of(connection).spans.map(\.text).joined().replacing("\u{A0}", with: " ").hasSuffix(
        "495 writes of 1 characteristic, 2,970 B, 5 different values written to 0x0009, 280 equal "
          + "to the one before"))
  }

  @Test func whatHalfOfTheTimeWentTo() {
    func words(_ answers: Int, _ sender: Int) -> String {
      LargestCost.words([
        .init(cause: .answerPeer, us: answers), .init(cause: .sender, us: sender),
      ]).replacing("\u{A0}", with: " ")
    }
    #expect(words(16_100_000, 7_900_000) == ", 67 % of it waiting for answers")
    #expect(words(2_000_000, 6_000_000) == ", 75 % of it the sender's own time")
    #expect(words(600_000, 100_000) == "")
    #expect(LargestCost.words([]) == "")
  }

  private func verdict(transfers: [ReportV1.Transfer]) -> String {
    Verdict.of(ReportV1.Connection(id: 1, transfers: transfers)).spans.map(\.text).joined()
      .replacing("\u{A0}", with: " ")
  }

  @Test func whatNeverLeftIsNotComplete() {
    let queued = ReportV1.Transfer(
      direction: .tx, complete: true, payloadBytes: 900, payloadType: "text", durationUs: 40_000,
      delivery: .init(uncompletedPackets: 5, uncompletedBytes: 100))
    #expect(
      verdict(transfers: [queued]).hasSuffix(
        "1 transfer queued, but 5 packets of it never reported as completed, "
          + "900 B of text queued in 40 ms")
    )
  }

  @Test func whatLeftIsToldByItsOwnTime() {
    let sent = ReportV1.Transfer(
      direction: .tx, complete: true, payloadBytes: 900, durationUs: 400,
      delivery: .init(completedFrame: 9, durationUs: 90_000, bytesPerS: 10_000))
    #expect(verdict(transfers: [sent]).hasSuffix("1 transfer complete, 900 B in 90 ms (10 kB/s)"))
  }

  @Test func aRepeatedMarkerIsNoTransfer() {
    let one = ReportV1.Transfer(
      complete: true, payloadBytes: 900, payloadType: "json", durationUs: 400)
    let again = ReportV1.Transfer(id: 2, complete: true, repeatsMarkerOf: 1)
    #expect(
      verdict(transfers: [one, again]).hasSuffix(
        "1 transfer complete, 1 marker repeated, 900 B of JSON in 400 µs"))
    #expect(
      verdict(transfers: [one]).hasSuffix("900 B of JSON in 400 µs, in one connection event"))
  }

  /// Our server and the peer's may use the same handle for different things.
  @Test func theOtherSidesCharacteristicHasItsOwnName() {
    let battery = ReportV1.Characteristic(
      uuid: "2A19", name: "Battery Level", declarationHandle: 2, valueHandle: 3)
    let connection = ReportV1.Connection(
      gatt: .init(server: .peer, services: [.init(characteristics: [battery])]))
    #expect(Name.characteristic(3, uuid: "2A19", in: connection) == "Battery Level")
    #expect(Name.characteristic(3, uuid: nil, in: connection) == "0x0003")
  }
}

@Suite struct HeadlineTests {
  private func text(_ capture: ReportV1.Capture) -> String {
    String(decoding: TextRenderer.render(ReportV1(captures: [capture])), as: UTF8.self)
      .replacing("\u{A0}", with: " ")
  }

  @Test("a wait that the peripheral's latency explains is no stall in the headline")
  func latency() {
    func verdict(_ latency: Int, _ role: ReportV1.Role = .central) -> String {
      let connection = ReportV1.Connection(
        role: role, parameters: [.init(frame: 1, intervalUs: 157_500, latency: latency)],
        flow: .init(
          stalls: [.init(kind: .completion, firstFrame: 5, lastFrame: 6, durationUs: 1_360_000)]))
      return Verdict.of(connection).spans.map(\.text).joined()
    }
    #expect(!verdict(8).contains("stall"))
    #expect(verdict(4).contains("stall"), "it explains 788 ms of it")
    #expect(verdict(0).contains("1\u{A0}stall of 1.36\u{A0}s"))
    #expect(verdict(4, .peripheral).contains("stall"), "its own central does not sleep")
  }

  @Test("commands and events alone: what connections carried is not in the log")
  func withoutData() {
    func capture(_ endUs: Int, packets: Int = 0) -> ReportV1.Capture {
      .init(
        records: 9, durationUs: 1,
        connections: [.init(endUs: endUs, flow: .init(rx: .init(packets: packets)))])
    }
    let note = "no ACL data in the log: what its connections carried is not shown\n"
    #expect(text(capture(5_926_000)).contains(note))
    #expect(!text(capture(200_000)).contains(note), "it may have carried nothing")
    #expect(!text(capture(5_926_000, packets: 1)).contains(note))
  }

  @Test("days without a packet are no part of the duration")
  func clockJump() {
    func title(_ step: Int) -> String {
      text(
        .init(
          path: "a", records: 2, durationUs: 8_595_490_000_000,
          clockSteps: [.init(frame: 2, stepUs: step)]))
    }
    #expect(title(8_595_480_000_000).contains(" 10 s and a step of the clock of 2,387 h 38 min"))
    #expect(title(-2000).contains("2 records, 2,387 h 38 min"))
  }

  @Test("of a sniffed connection the text says who ended it")
  func sniffedEnd() {
    func ended(_ air: ReportV1.Air?) -> String {
      var connection = ReportV1.Connection(
        disconnect: .init(frame: 175, reason: 0x13, name: "Remote User"))
      connection.air = air
      return text(.init(connections: [connection]))
    }
    #expect(
      ended(.init(endedBy: .central)).contains(
        "#175 by the central, reason 0x13 Remote User"))
    #expect(ended(nil).contains("#175 reason 0x13 Remote User"))
  }

  @Test("a path is broken behind a slash, or in front of its extension")
  func path() {
    func lines(_ path: String) -> [String] {
      pageText(TextOptions(width: 40)) { $0.paragraph(StyledText(path)) }
        .split(separator: "\n").map(String.init)
    }
    #expect(
      lines("/home/someone/captures/2026/govee-device-info.pcapng:")
        == ["/home/someone/captures/2026/", "govee-device-info.pcapng:"])
    let name = String(repeating: "x", count: 36)
    #expect(lines(name + ".pcapng:") == [name, ".pcapng:"])
    #expect(lines("a/" + name + ".btsnoop") == ["a/" + name, ".btsnoop"])
  }

  @Test("what ends a paragraph is there where the rest is cut")
  func uncutEnd() {
    func text(_ most: Int) -> String {
      pageText(TextOptions(width: 20)) {
        $0.paragraph("one two three four five six seven", end: " [#12 #34]", hanging: 2, most: most)
      }
    }
    #expect(text(.max) == "one two three four\n  five six seven\n  [#12 #34]\n")
    #expect(text(2) == "one two three four …\n  [#12 #34]\n")
    #expect(text(1) == "one two three four …\n  [#12 #34]\n")
  }
}

@Suite struct FlowTests {
  /// Captures of data packets alone do not show what is outstanding.
  @Test func withoutCompletions() {
    let connection = ReportV1.Connection(
      flow: .init(tx: .init(packets: 22, completed: 0, outstandingMax: 22)))
    let report = ReportV1(captures: [.init(connections: [connection])])
    let text = String(decoding: TextRenderer.render(report), as: UTF8.self)
    #expect(text.contains("tx 22 packets, no completions in the capture\n"))
    #expect(!text.contains("outstanding"))
  }
}
