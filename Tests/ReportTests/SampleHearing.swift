@testable import Report

extension ReportV1.Connection {
  /// What a sniffer did not hear of it, and what a filter took out.
  mutating func addHearing() {
    air?.filtered = .init(jumps: 12, leftOut: 340)
    air?.ownSide = .central
    air?.bursts[0].unanswered = 7
    air?.silence?.answerFrame = 96
    air?.silence?.unansweredFrame = 97
    air?.silence?.unansweredPdu = "Read Request"
    air?.silence?.unansweredOctets = 7
    air?.silence?.acknowledged = true
    att.unasked = [
      .init(
        pdu: .writeResponse, asked: .peer, count: 9, firstFrame: 61, lastFrame: 69,
        startUs: 1_000_000, durationUs: 250_000)
    ]
  }
}

extension ReportV1.Capture {
  /// What sniffers heard of it all, and how.
  mutating func addHearing() {
    signalSignMissing = true
    airStreams = Sample.airStreams
    sniffed = .init(packets: 300, crcFailed: 4, crcFits: 1, firstFailedFrame: 12, leftOut: 9)
    merged = [
      .init(path: "left.pcap", packets: 280, alone: 20),
      .init(
        path: "right.pcap", packets: 260, alone: 8, offsetUs: 1_500_000, driftPpm: -12.5,
        common: 90, offByUs: 4),
    ]
  }
}
