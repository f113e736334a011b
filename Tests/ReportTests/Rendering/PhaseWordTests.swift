import BluetoothProtocol
import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite struct PhaseWordTests {
  private func words(
    _ reason: HCIStatus, trips: Int = 0, limit: Int = 12, asked: Int? = nil
  ) -> String {
    let connection = ReportV1.Connection(
      id: 1, disconnect: .init(frame: 99, reason: reason),
      phases: [
        .init(name: .connect, startUs: 0, durationUs: 50_000, firstFrame: 1, lastFrame: 2),
        .init(
          name: .close, startUs: 60_000, durationUs: 5_000_000, firstFrame: 3, lastFrame: 99,
          roundTrips: trips),
      ], disconnectRequest: asked.map { .init(frame: $0) })
    return pageText { PhaseSection.write(connection, limit: limit, to: &$0) }
  }

  @Test(arguments: [1, 12]) func aLostLinkWasSilentUntilThen(limit: Int) {
    #expect(words(.connectionTimeout, limit: limit).contains("silent"))
    #expect(!words(.connectionTimeout, limit: limit).contains("close"))
  }

  @Test func theTimeIsThatOfAllAndTheWaitsStandBesideTheRoundTrips() {
    func text(taking: Int, limit: Int = 12) -> String {
      let phase = ReportV1.Phase(
        name: .explore, startUs: 0, durationUs: taking, firstFrame: 1,
        lastFrame: 90, roundTrips: 44, spanUs: 1_010_000)
      let connection = ReportV1.Connection(id: 1, phases: [phase])
      return pageText { PhaseSection.write(connection, limit: limit, to: &$0) }
    }
    let row = text(taking: 543_000).split(separator: "\n").last
    #expect(row?.hasSuffix("1.01 s  ████████████████████  #1–#90  44, taking 543 ms") == true)
    #expect(text(taking: 543_000, limit: 0).isEmpty)
    // The waits are nearly all of it.
    #expect(!text(taking: 950_000).contains("taking"))
  }

  @Test func aStallThatTheLatencyAllowsIsCalledThat() {
    func text(latency: Int) -> String {
      let link = ReportV1.Parameters(frame: 1, intervalUs: 30_000, latency: latency)
      let stall = ReportV1.Stall(
        kind: .completion, firstFrame: 5, lastFrame: 9, durationUs: 1_360_000, outstanding: 1)
      var connection = ReportV1.Connection(id: 1, role: .central, parameters: [link])
      connection.flow.stalls = [stall]
      return pageText { FlowSection.writeStalls(connection, limit: 12, to: &$0) }
    }
    #expect(text(latency: 45).contains("as the latency allows"))
    // A second sleep is not allowed.
    #expect(!text(latency: 30).contains("  as the latency allows"))
    #expect(text(latency: 0).contains("no completion"))
    #expect(!text(latency: 0).contains("latency"))
  }

  @Test func whatSomeoneClosedIsCalledThat() {
    #expect(words(0x13).contains("close") && !words(0x13).contains("silent"))
    // This host had asked for it, or had unsubscribed.
    #expect(words(.connectionTimeout, asked: 50).contains("close"))
    #expect(words(.connectionTimeout, trips: 1).contains("close"))
  }
}
