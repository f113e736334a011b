import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands
@testable import Report

/// A finding that was made in several connections is found by each of them, whoever asks.
@Suite("Findings of several connections")
struct CoveredConnectionTests {
  private static let rule = "early-disconnect"
  private let folder: TemporaryFolder
  private let capture: String

  init() throws {
    folder = try TemporaryFolder()
    capture = try folder.write(Self.story.btsnoop(), to: "capture.btsnoop")
  }

  /// The peer ends each of four connections before anything was asked.
  private static var story: CaptureBuilder {
    var story = CaptureBuilder()
    for _ in 0..<4 {
      story.connect()
      story.wait(by: 100_000)
      story.disconnect(reason: 0x13)
      story.wait(by: 3_000_000)
    }
    return story
  }

  private func objects(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func theReportListsThem() throws {
    let text = bletrace("analyze", "--rule", Self.rule, "--format", "json", capture).output
    let report = try JSONReportReader.read(Array(text.utf8))
    #expect(report.findings.map(\.connections) == [[1, 2, 3, 4]])
    #expect(report.findings.map(\.connection) == [1])
  }

  @Test(arguments: 1...4) func theTextOfOneConnectionHasIt(id: Int) {
    let text = bletrace("analyze", "--connection", "\(id)", capture).output
    #expect(text.contains(Self.rule), "\(text)")
  }

  @Test func rowsHaveAListAndTablesATextOfThem() throws {
    let rows = try objects(bletrace("analyze", "--format", "ndjson", capture).output)
    let row = try #require(rows.first { $0["rule"] as? String == Self.rule })
    #expect(row["connections"] as? [Int] == [1, 2, 3, 4])
    let table = bletrace("analyze", "--format", "csv", "--table", "findings", capture).output
    #expect(table.split(separator: "\r\n").first?.hasSuffix(",connections") == true)
    #expect(table.contains(",\"[1,2,3,4]\"\r\n"), "\(table)")
  }

  @Test func anAgentFindsItByEach() throws {
    let answers = MCPAnswers(
      try OpenedFolders([Argument(folder.path)]), unpackLimit: .standard)
    for (id, expected) in [(1, true), (3, true), (4, true), (5, false)] {
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"findings","#
        + #""arguments":{"capture":"\#(capture)","connection":\#(id)}}}"#
      let answer = MCPServer(answers).answer(to: LineReader.Line(octets: Array(line.utf8)))
      let text = String(decoding: try #require(answer), as: UTF8.self)
      #expect(text.contains(Self.rule) == expected, "\(id): \(text)")
    }
  }

  @Test func aCommentStandsInEach() {
    var finding = ReportV1.Finding()
    (finding.rule, finding.frames, finding.connection) = ("x", [2, 12], 1)
    finding.connections = [1, 2, 3]
    let connections = [(1, 1...5), (2, 10...15), (3, 20...25)].map { id, frames in
      ReportV1.Connection {
        ($0.id, $0.firstFrame, $0.lastFrame) = (id, frames.lowerBound, frames.upperBound)
      }
    }
    let comments = FindingComments([finding], connections)
    #expect(
      comments.of(2) == ["bletrace x (info, connections 1, 2, 3, packet 1 of 2): "])
    #expect(comments.of(10).isEmpty, "connection 2 has a frame of the finding")
    #expect(
      comments.of(20)
        == ["bletrace x (info, connections 1, 2, 3, connection 3 begins here): "])
  }

  @Test func thePlotsMarkEach() {
    let page = bletrace("analyze", "--format", "html", capture).output
    #expect(
      page.contains(#""connections":[1,2,3,4],"severity":"warning","rule":"early-disconnect""#))
  }

  /// One of the two connections is enough to show it, but then the finding has a connection.
  @Test func whatIsShrunkMayBeOfFewer() throws {
    var story = CaptureBuilder()
    for handle in [0x40, 0x41] as [UInt16] { story.notify(0x15, [1, 2, 3], handle) }
    let path = try folder.write(story.btsnoop(), to: "late.btsnoop")
    let small = folder["small.btsnoop"]
    let result = bletrace("shrink", path, "--finding", "capture-acl-only", "-o", small)
    #expect(result.code == .success, "\(result.errors)")
    let text = bletrace("analyze", "--format", "json", small).output
    let report = try JSONReportReader.read(Array(text.utf8))
    let finding = try #require(report.findings.first { $0.rule == "capture-acl-only" })
    #expect(report.captures[0].records == 1 && finding.connections == [1])
  }
}
