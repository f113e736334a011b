import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite struct CeilingSectionTests {
  private static var connection: ReportV1.Connection {
    .init(
      firstFrame: 1, lastFrame: 99,
      transfers: [
        transfer(1, bytes: 3_159, us: 1_171_151),
        transfer(2, bytes: 100, us: 499_999), transfer(3, bytes: 999, us: 500_000),
      ])
  }

  private static func transfer(_ id: Int, bytes: Int, us: Int) -> ReportV1.Transfer {
    .init(
      id: id, payloadBytes: bytes, durationUs: us,
      ceiling: .init(
        intervalUs: 30_000, packetsPerEvent: 4, packetsPerEventSource: .seen,
        possibleUs: us / id / 9,
        achievedUs: us, possibleBytesPerS: 25_500, achievedBytesPerS: 2_697,
        waterfall: [
          .init(cause: "air", us: us / 10), .init(cause: "connection-events", us: us - us / 10),
          .init(cause: "unexplained", us: 1),
        ],
        whatIf: [
          .init(
            change: "chunks of 182 instead of 20 bytes", durationUs: us / 9, bytesPerS: 25_500)
        ]))
  }

  private static func text(_ connection: ReportV1.Connection, _ options: TextOptions) -> String {
    pageText(options) { CeilingSection.write(connection, limit: 4, to: &$0) }
  }

  @Test func worstFirstAndSmallOnesLeftOut() {
    #expect(
      Self.text(Self.connection, TextOptions(width: 100)) == """
          Estimate: the rate that the link settings allowed
            Transfer 3: 2,697 B/s of 25.5 kB/s possible (4 %); 4 packets per connection event (measured)
              where the time went                                      time  share
              packets on the air             ██▍                      50 ms   10 %
              waiting for connection events  █████████████████████▋  450 ms   90 %
              chunks of 182 instead of 20 bytes: 500 ms → 55.6 ms
            Transfer 1: 2,697 B/s of 25.5 kB/s possible (11 %); 4 packets per connection event (measured)
              where the time went                                      time  share
              packets on the air             ██▍                     117 ms   10 %
              waiting for connection events  █████████████████████▋  1.05 s   90 %
              chunks of 182 instead of 20 bytes: 1.17 s → 130 ms

        """)
  }

  @Test func withoutUnicode() {
    let text = Self.text(Self.connection, TextOptions(width: 80, unicode: false))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("##"))
    #expect(text.contains("chunks of 182 instead of 20 bytes: 1.17 s -> 130 ms"))
  }

  @Test func atMostFour() {
    var connection = Self.connection
    connection.transfers = (1...7).map { Self.transfer($0, bytes: 5_000, us: 1_000_000) }
    let text = Self.text(connection, TextOptions(width: 80))
    #expect(text.split(separator: "Transfer ").count == 1 + 4)
    #expect(text.contains("and 3 more"))
  }

  @Test func nothingToSay() {
    var connection = Self.connection
    connection.transfers = [Self.transfer(2, bytes: 100, us: 499_999), .init(payloadBytes: 5_000)]
    #expect(Self.text(connection, TextOptions()).isEmpty)
  }

  @Test(arguments: [-Int.mostReported, -1, 0, 1, .mostReported], [20, 40, 64, 80, 160])
  func awkwardNumbers(_ n: Int, _ width: Int) {
    var transfer = Self.transfer(1, bytes: 5_000, us: 1_000_000)
    transfer.ceiling = .init(
      intervalUs: n, packetsPerEvent: .nan, possibleUs: n, achievedUs: n,
      possibleBytesPerS: .infinity, achievedBytesPerS: -.infinity,
      waterfall: [.init(cause: .init(rawValue: String(repeating: "long ", count: 30)), us: n)],
      whatIf: [.init(change: "a\u{1B}[0m", durationUs: n, bytesPerS: .nan)])
    var connection = Self.connection
    connection.transfers = [transfer, transfer]
    let text = Self.text(connection, TextOptions(width: width))
    for line in text.split(separator: "\n") { #expect(Printable.width(String(line)) <= width) }
    #expect(!text.contains("\u{1B}"))
  }

  @Test(arguments: [
    (0, 10, true, ""), (1, 1_000, true, "▏"), (5, 10, true, "████"), (1, 16, true, "▌"),
    (10, 10, true, "████████"), (.max, 1, true, "████████"), (5, 0, true, ""),
    (-5, 10, true, ""), (1, 1_000, false, "#"), (10, 10, false, "########"),
  ])
  func bars(_ part: Int, _ whole: Int, _ unicode: Bool, _ expected: String) {
    #expect(Chart.bar(part, of: whole, width: 8).text(width: 80, unicode: unicode) == expected)
  }
}
