import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("Markers that come twice, and values that are almost one")
struct NearMarkerTests {
  @Test("a marker right behind a marker is no transfer that was complete")
  func repeated() {
    let analysed = Analysed { $0.send(chunk[0], "EOM", "EOM", "EOM", chunk[1], "EOM") }
    #expect(analysed.transfers.map(\.complete) == [true, true, true, true])
    #expect(analysed.transfers.map(\.repeatsMarkerOf) == [nil, 1, 1, nil])
    #expect(
      analysed.transfers.map(\.outcome)
        == [.complete, .repeatedMarker, .repeatedMarker, .complete])
  }

  @Test("an empty payload is one: another marker, the first of all, or after a new subscription")
  func empty() {
    let analysed = Analysed { story in
      story.send("EOM", chunk[0], "EOM", "PIC_END")
      story.subscribe(0x16)
      story.send("PIC_END")
    }
    #expect(analysed.transfers.map(\.repeatsMarkerOf) == [nil, nil, nil, nil])
  }

  private static let almost: [(value: [UInt8], difference: String)] = [
    ([0x45, 0x4F, 0x4D, 0x00], "454F4D00 is EOM followed by NUL"),
    ([0x45, 0x4F, 0x4D, 0x0D, 0x0A], "454F4D0D0A is EOM followed by CR LF"),
    ([0x45, 0x4F, 0x4D, 0x20], "454F4D20 is EOM followed by a space"),
    ([0x65, 0x6F, 0x6D], "656F6D is EOM in letters of another case"),
    (
      Array("Text_End\n".utf8),
      "546578745F456E640A is TEXT_END in letters of another case, followed by LF"
    ),
  ]

  @Test("where no value is the marker, those that are almost are reported", arguments: almost)
  func none(value: [UInt8], difference: String) {
    let analysed = Analysed { story in
      story.send(chunk[0])
      story.notify(0x15, value)
      story.send(chunk[1])
      story.notify(0x15, value)  // 7
    }
    #expect(analysed.transfers.isEmpty)
    #expect(analysed.streams.map(\.nearMarker?.count) == [2])
    let findings = MarkerNearMissRule.check(analysed.capture)
    #expect(findings.map(\.frames) == [[5, 7]] && findings.map(\.severity) == [.warning])
    #expect(
      findings.map(\.message) == [
        "2 notifications of handle 0x0015 are almost the end marker, and none equals it: "
          + "\(difference)."
      ])
  }

  @Test("a transfer without an end that ends so says it, and nothing else does")
  func incomplete() {
    let analysed = Analysed { story in
      story.send(chunk[0], "EOM", chunk[1], "EOM\0")
      story.disconnect()
    }
    #expect(MarkerNearMissRule.check(analysed.capture).isEmpty)
    let finding = TransferIncompleteRule.check(analysed.capture).first
    #expect(
      finding?.message.hasSuffix(
        "Its last value is almost the marker: 454F4D00 is EOM followed by NUL.") == true)
    #expect(finding?.advice?.hasSuffix(": --marker hex:454F4D00") == true)
    // What is in the midst of data is data.
    let amid = Analysed { story in
      story.send(chunk[0], "EOM\0", chunk[1], "EOM")
      story.disconnect()
    }
    #expect(amid.transfers.map(\.outcome) == [.complete])
    #expect(MarkerNearMissRule.check(amid.capture).isEmpty)
  }

  @Test(
    "others are not", arguments: ["EOMS", "EO", "EOM\0\0\0", "xEOM", "EOM1", "\0EOM\0", "END"])
  func others(value: String) {
    let analysed = Analysed { $0.send(chunk[0], value, chunk[1]) }
    #expect(analysed.streams.map(\.nearMarker) == [nil])
  }

  @Test("a marker of two octets has no near ones: each is a value of its own")
  func short() throws {
    var options = AnalysisOptions()
    options.markers = [try #require(TransferMarker(argument: "OK"))]
    let analysed = Analysed(options) { $0.send(chunk[0], "ok", chunk[1]) }
    #expect(analysed.streams.map(\.nearMarker) == [nil])
  }
}
