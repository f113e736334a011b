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

  @Test("a marker that came twice is no transfer that the other run lacks")
  func repeatedMarker() {
    let again = ReportV1.Transfer(id: 2, marker: "EOM", complete: true, repeatsMarkerOf: 1)
    let capture = ReportV1.Capture(connections: [.init(transfers: [Self.queued, again])])
    let run = Run(name: "a", capture: capture, findings: [])
    #expect(run.capture.connections[0].transfers.map(\.id) == [1])
  }
}
