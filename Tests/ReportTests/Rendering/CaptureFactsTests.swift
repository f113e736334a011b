import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite struct CaptureFactsTests {
  private func text(_ capture: ReportV1.Capture) -> String {
    pageText { CaptureFacts.write(capture, to: &$0) }.split { $0.isWhitespace }
      .joined(separator: " ")
  }

  private func connection(
    _ id: Int, _ services: [(String, Int, Int)], name: [String] = ["read"], peer: String? = "C4:1D"
  ) -> ReportV1.Connection {
    ReportV1.Connection(
      id: id, peer: .init(address: peer),
      gatt: .init(
        server: .peer,
        services: services.enumerated().map { index, service in
          .init(
            uuid: service.0, startHandle: service.1, endHandle: service.2,
            characteristics: index > 0
              ? [] : [.init(uuid: "2A00", valueHandle: 3, properties: name)])
        }))
  }

  @Test func aDeviceThatShowsTwoDatabases() {
    let app = [("1800", 1, 7), ("180F", 22, 25), ("FFE0", 26, 0xFFFF)]
    let loader = [("1800", 1, 7), ("180F", 22, 0xFFFF)]
    let words = text(
      .init(connections: [
        connection(1, loader), connection(2, loader), connection(3, app), connection(4, loader),
      ]))
    #expect(
      words.hasPrefix(
        "C4:1D showed 2 GATT databases, which differ from handle 0x0016 up: A in connections "
          + "1, 2 and 4; B in connection 3. Service FFE0 exists only in connection 3."))
  }

  @Test func whatWasNotLookedForIsNoDifference() {
    let all = [("1800", 1, 7), ("180F", 22, 25)]
    let part = [("180F", 22, 25)]
    let other = connection(2, [("1800", 1, 9)], peer: "C4:1E")
    #expect(
      text(.init(connections: [connection(1, all), connection(2, part), connection(3, all)])) == "")
    #expect(text(.init(connections: [connection(1, all), other])) == "")
    let unknown = (1...2).map { connection($0, $0 == 1 ? all : [("1800", 1, 9)], peer: nil) }
    #expect(text(.init(connections: unknown)) == "")
    var remembered = connection(2, [("1800", 1, 9)])
    remembered.gatt.remembered = true
    #expect(text(.init(connections: [connection(1, all), remembered])) == "")
  }

  @Test func aDeclarationThatWasNotHeardIsNoDifference() {
    let all = [("1800", 1, 7)]
    func words(_ names: [[String]]) -> String {
      text(.init(connections: names.enumerated().map { connection($0 + 1, all, name: $1) }))
    }
    #expect(words([["read"], [], ["read"]]) == "" && words([[], ["read"]]) == "")
    #expect(words([[], ["read"], ["notify"]]).contains("A in connections 1 and 2; B in"))
  }

  @Test func aReceiverThatWasBusy() {
    var scan = ReportV1.Scan(startFrame: 154, stopAnswerUs: 1_040_000)
    #expect(text(.init(scans: [scan])) == "")
    scan.bursts = .init(
      count: 9, reports: 40, devices: 12, silentUs: 9_000_000, shortestPauseUs: 900_000,
      longestPauseUs: 2_500_000, periodUs: 1_280_000)
    let words = text(.init(scans: [.init(startFrame: 4), scan]))
    #expect(words.hasPrefix("In 1 of 2 scans advertising came in bursts: 40 reports of 12 or more"))
    #expect(words.contains("9 bursts, one every 1.28 s (median)"))
    #expect(words.contains("1 scan ended up to 1.04 s after the command."))
    // What this host did itself is said with the scan.
    scan.bursts?.explainedBy = .scanInterval
    #expect(text(.init(scans: [scan])) == "")
  }
}
