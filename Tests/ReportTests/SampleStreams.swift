import BluetoothProtocol

@testable import Report

extension Sample {
  static var airStreams: [ReportV1.AirStream] {
    [
      .init(
        kind: .cis, accessAddress: "8A3B1C55", connection: 1, group: 7, stream: 2,
        intervalUs: 10_000, subevents: 2, announcedFrame: 71, firstFrame: 72, lastFrame: 99,
        eventsHeard: 9, eventsSilent: 1,
        central: .init(
          packets: 20, payloads: 9, retransmitted: 3, null: 8, crcFailed: 1, acknowledged: 8,
          unacknowledged: 1, eventsUnacknowledged: 1, burst: 1, flushEvents: 1),
        peripheral: .init(packets: 9, payloads: 9, acknowledged: 9, burst: 1, flushEvents: 1),
        endedFrame: 100, reason: .remoteUserTerminatedConnection,
        reasonName: "Remote User Terminated Connection"),
      .init(
        kind: .bis, accessAddress: "85E32493", address: "C6:05:04:03:02:01",
        addressType: "random-static", stream: 1, intervalUs: 10_000, subevents: 3,
        announcedFrame: 5, firstFrame: 6, lastFrame: 30, eventsHeard: 8, eventsSilent: 0,
        central: .init(packets: 22, payloads: 8, retransmitted: 14, unheard: 2, burst: 1)),
    ]
  }
}
