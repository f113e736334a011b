import Testing

@testable import Comparison
@testable import Report

@Suite("Transfers are compared by when they had left")
struct TransferPaceTests {
  private static func value(_ name: String, _ transfer: ReportV1.Transfer) -> Double? {
    TransferMeasures.all.first { $0.name == name }.flatMap { $0.value(transfer) }
  }

  private static let queued = ReportV1.Transfer(
    id: 1, direction: .tx, marker: "EOM", complete: true, payloadBytes: 900, chunks: 45,
    durationUs: 50_000, throughputBytesPerS: 18_000)

  @Test("what was sent counts until the controller was done with it")
  func sent() {
    var transfer = Self.queued
    transfer.delivery = .init(completedFrame: 99, durationUs: 90_000, bytesPerS: 10_000)
    #expect(Self.value("complete", transfer) == 1)
    #expect(Self.value("duration_us", transfer) == 90_000)
    #expect(Self.value("throughput_bytes_per_s", transfer) == 10_000)
    // As the records have it, where nothing else is known.
    #expect(Self.value("duration_us", Self.queued) == 50_000)
    #expect(Self.value("throughput_bytes_per_s", Self.queued) == 18_000)
  }

  @Test("what never left is not complete, and has no pace")
  func undelivered() {
    var transfer = Self.queued
    transfer.delivery = .init(uncompletedPackets: 3, uncompletedBytes: 40)
    #expect(Self.value("complete", transfer) == 0)
    #expect(Self.value("duration_us", transfer) == nil)
    #expect(Self.value("throughput_bytes_per_s", transfer) == nil)
  }

  @Test("the rate is judged as the duration is: of one payload it says the same")
  func rate() throws {
    func run(_ milliseconds: Int) -> Run {
      var transfer = Self.queued
      transfer.durationUs = milliseconds * 1000
      transfer.throughputBytesPerS = 900_000 / Double(milliseconds)
      let connection = ReportV1.Connection(
        id: 1, peer: .init(address: "C0:00:00:00:00:01", name: "A"), transfers: [transfer])
      return Run(name: "a", capture: .init(connections: [connection]), findings: [])
    }
    func verdicts(_ base: Int, _ new: Int) -> [String: Comparison.Verdict] {
      let entries = compare(base: [run(base)], new: [run(new)]).entries
      return Dictionary(entries.map { ($0.measure, $0.verdict) }) { first, _ in first }
    }
    for (base, new) in [(20, 40), (100, 180)] {
      let found = verdicts(base, new)
      #expect(found["transfer.throughput_bytes_per_s"] == found["transfer.duration_us"])
      #expect(found["transfer.throughput_bytes_per_s"] != .worse)
    }
    #expect(verdicts(1000, 2000)["transfer.throughput_bytes_per_s"] == .worse)
  }

  @Test("a marker that came twice is no transfer that the other run lacks")
  func repeatedMarker() {
    let again = ReportV1.Transfer(id: 2, marker: "EOM", complete: true, repeatsMarkerOf: 1)
    let capture = ReportV1.Capture(connections: [.init(transfers: [Self.queued, again])])
    let run = Run(name: "a", capture: capture, findings: [])
    #expect(run.capture.connections[0].transfers.map(\.id) == [1])
  }
}
