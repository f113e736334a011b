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

  @Test func whatSomeoneClosedIsCalledThat() {
    #expect(words(0x13).contains("close") && !words(0x13).contains("silent"))
    // This host had asked for it, or had unsubscribed.
    #expect(words(.connectionTimeout, asked: 50).contains("close"))
    #expect(words(.connectionTimeout, trips: 1).contains("close"))
  }
}
