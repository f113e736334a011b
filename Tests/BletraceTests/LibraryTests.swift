import Bletrace
import Foundation
import Testing

/// The library as others use it: by its public names alone.
@Suite struct LibraryTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func path(_ story: String) -> String {
    project.appending(path: "samples/\(story)/capture.btsnoop").path()
  }

  private static func octets(_ story: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(story))))
  }

  private static let card = "bizcard-central"

  @Test func reportIsTheProgramsReport() throws {
    let name = "samples/\(Self.card)/capture.btsnoop"
    let analysis = try Analysis(of: try Self.octets(Self.card), name: name)
    let golden = Self.project.appending(path: "samples/\(Self.card)/report.json")
    #expect(
      try JSONSerialization.jsonObject(with: Data(analysis.json())) as? NSDictionary
        == (try JSONSerialization.jsonObject(with: Data(contentsOf: golden)) as? NSDictionary))
    #expect(analysis.text().contains("1 transfer"))
    #expect(try #require(analysis.transfers.first).outcome == .complete)
    #expect(analysis.report == (try Analysis(of: Self.octets(Self.card), name: name)).report)
  }

  @Test(arguments: [1, 7, 4096, 1 << 20])
  func streamInPiecesIsTheSame(size: Int) throws {
    let octets = try Self.octets("fault-notification-gap")
    var stream = try StreamAnalysis(name: "x")
    let none = stream.soFar()?.report
    #expect(none == nil)
    for start in stride(from: 0, to: octets.count, by: size) {
      try stream.append(Array(octets[start..<min(start + size, octets.count)]))
    }
    let before = try #require(stream.soFar()?.report)
    let analysis = try stream.finish()
    let whole = try Analysis(of: octets, name: "x")
    #expect(analysis.report == whole.report)
    #expect(before.captures[0].records == whole.capture.records)
    #expect(!whole.findings(of: "notification-gap").isEmpty)
  }

  @Test func packetsHaveFields() throws {
    var packets = try PacketReader(contentsOf: Self.path("transfer-central"))
    var count = 0
    var mtu: Packet?
    while let packet = try packets.next() {
      count += 1
      #expect(packet.frame == count)
      #expect(packet.octets.count <= packet.originalCount)
      if packet.summary.hasPrefix("Exchange MTU Request") { mtu = packet }
    }
    #expect(packets.damage == nil)
    #expect(count == (try Analysis(contentsOf: Self.path("transfer-central"))).capture.records)
    let request = try #require(mtu)
    let field = try #require(request.field("Client Rx MTU"))
    #expect(field.value == 185)
    #expect(field.count == 2)
    #expect(request.layer == .att)
  }

  @Test(arguments: CaptureWriter.Format.allCases)
  func whatIsWrittenCanBeRead(format: CaptureWriter.Format) throws {
    var writer = CaptureWriter(format)
    let start: Int64 = 1_700_000_000_000_000
    try writer.append([0x03, 0x0C, 0x00], kind: .command, direction: .tx, epochUs: start)
    let head = writer.take()
    try writer.append(
      [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00], kind: .event, direction: .rx, epochUs: start + 1500)
    let file = head + writer.finish()
    var packets = try PacketReader(of: file)
    let (one, two, three) = (try packets.next(), try packets.next(), try packets.next())
    let first = try #require(one)
    let second = try #require(two)
    #expect(three == nil)
    #expect(first.octets == [0x03, 0x0C, 0x00])
    #expect(first.layer == .command)
    #expect(first.direction == .tx)
    #expect(first.epochUs == start)
    #expect(second.timeUs == 1500)
    #expect(second.layer == .event)
  }

  @Test func comparisonFindsTheFault() throws {
    let good = try Analysis(contentsOf: Self.path(Self.card))
    let slow = try Analysis(contentsOf: Self.path("bizcard-stall-central"))
    #expect(!compare(base: [good], new: [good]).hasRegression)
    let differences = compare(base: [good], new: [slow])
    #expect(differences.hasRegression)
    #expect(differences.worse.contains { $0.measure == "transfer.duration_us" })
    #expect(compare(base: [good], new: [slow], devices: ["other"]).isEmpty)
  }

  @Test func errorsAreTyped() throws {
    #expect(throws: BletraceError.self) { try Analysis(contentsOf: "/nowhere/capture.btsnoop") }
    do throws(BletraceError) {
      _ = try Analysis(of: Array("hello, world".utf8))
      Issue.record("text is no capture")
    } catch {
      guard case .notACapture = error else { throw error }
    }
    var settings = AnalysisSettings()
    settings.markers = ["hex:0"]
    #expect(
      throws: BletraceError.invalidSetting(
        "'hex:0' is no marker: 1 to 64 octets, as text or hex:DIGITS")
    ) {
      try Analysis(of: [], settings: settings)
    }
    settings = AnalysisSettings()
    settings.rules = ["no-such-rule"]
    #expect(throws: BletraceError.invalidSetting("there is no rule 'no-such-rule'")) {
      try StreamAnalysis(settings: settings).finish()
    }
    #expect(throws: BletraceError.self) { try StreamAnalysis().finish() }
    var writer = CaptureWriter(.btsnoop)
    #expect(throws: BletraceError.self) {
      try writer.append([], kind: .systemNote, direction: .tx, epochUs: 0)
    }
  }

  /// A capture that is cut anywhere is read to there, and no octet makes it end the program.
  @Test func damagedCapturesAreReadToTheDamage() throws {
    let octets = try Self.octets(Self.card)
    for end in stride(from: 17, to: octets.count, by: 97) {
      let analysis = try Analysis(of: Array(octets[..<end]))
      #expect(analysis.capture.records <= 200)
    }
  }
}
