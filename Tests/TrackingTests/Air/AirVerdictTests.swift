import BletraceTestSupport
import Bytes
import CaptureFiles
import Report
import Testing

@testable import LinkLayer
@testable import Tracking

/// How a link's packets were judged, against what they were.
private struct AirScore: CustomStringConvertible {
  var heard = 0
  var missed = 0
  var certain = 0
  var wrong = 0
  var uncertain = 0
  var crcFailed = 0
  var reportedMissed = 0
  var usesSecondAlgorithm: Bool?
  /// Events that were counted wrong, by their channels.
  var offChannel: Int?

  var description: String {
    "\(heard) heard, \(missed) missed (\(reportedMissed) reported), \(crcFailed) with a wrong CRC, "
      + "\(certain) certain verdicts, \(wrong) wrong, \(uncertain) uncertain"
  }

  init(_ simulator: AirSimulator) throws {
    var link = AirLink(
      AirLinks.Key(sniffer: 0, address: 0x1234_5678), connection: nil)
    link.announce(interval: 30_000)
    link.isFromBeginning = true
    link.channels = ChannelCheck(
      accessAddress: 0x1234_5678, map: 0x1F_FFFF_FFFF, hop: 7, usesSecond: nil)
    for (index, sent) in simulator.sent.enumerated() {
      guard sent.isHeard else {
        missed += 1
        continue
      }
      let octets = AirSimulator.record(sent)
      let range = ByteRange(start: 0, end: octets.count)
      let packet = try AirPacket(range, .radioHeader, in: octets.span)
      let moment = Moment(frame: index + 1, time: TraceTime(microseconds: sent.time))
      let header = sent.crcIsGood ? try LLDataHeader(packet.pdu, in: octets.span) : nil
      let digest = header.map { $0.digest(in: octets.span) } ?? 0
      let sender = link.sender(of: packet, at: sent.time)
      guard
        let (verdict, isFirst) = link.take(
          packet, from: sender, header, at: moment, digest: digest)
      else {
        crcFailed += 1
        continue
      }
      if let header, header.llid == .control, isFirst { link.announce(interval: 45_000) }
      heard += 1
      switch verdict {
      case .uncertain: uncertain += 1
      case .new, .retransmitted:
        certain += 1
        if (verdict == .new) != sent.isNew { wrong += 1 }
      }
    }
    reportedMissed = link.central.missed + link.peripheral.missed
    usesSecondAlgorithm = link.channels?.usesSecond
    offChannel = link.channels?.result?.differs
  }
}

@Suite("Verdicts on sniffed packets") struct AirVerdictTests {
  @Test("with nothing missed every verdict is right", arguments: [0.0, 0.02, 0.1], [false, true])
  func nothingMissed(loss: Double, hasBursts: Bool) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      var settings = AirSimulator.Settings()
      settings.loss = loss
      settings.hasBursts = hasBursts
      let score = try AirScore(AirSimulator(settings, seed: seed))
      #expect(score.wrong == 0 && score.uncertain == 0 && score.reportedMissed == 0, "\(score)")
      #expect(score.usesSecondAlgorithm == false && score.offChannel == 0)
    }
  }

  @Test(
    "with 5 % missed, one certain verdict in 200 is wrong at most", arguments: [0.02, 0.05, 0.1])
  func someMissed(loss: Double) throws {
    for (hasBursts, crc) in [(false, 0.0), (true, 0.0), (false, 0.02)] {
      for seed in 1...4 as ClosedRange<UInt64> {
        var settings = AirSimulator.Settings()
        settings.loss = loss
        settings.hasBursts = hasBursts
        settings.missed = 0.05
        settings.snifferCRC = crc
        let score = try AirScore(AirSimulator(settings, seed: seed))
        print("air verdicts, loss \(loss), bursts \(hasBursts), sniffer CRC \(crc): \(score)")
        #expect(score.wrong * 200 <= score.certain, "\(score)")
        #expect(score.uncertain < 2 * (score.missed + score.crcFailed), "\(score)")
        #expect(score.reportedMissed <= score.missed * 105 / 100, "\(score)")
        #expect(score.reportedMissed >= score.missed * 80 / 100, "\(score)")
        #expect(score.usesSecondAlgorithm == false)
        // An update that was not heard is noticed some events after its instant.
        #expect(score.offChannel.map { $0 <= 20 } ?? false, "\(score.offChannel ?? -1)")
      }
    }
  }
}
