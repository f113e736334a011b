import BletraceTestSupport
import BluetoothProtocol
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
    try self.init(
      simulator.sent.map {
        Sample(
          time: $0.time, isNew: $0.isNew, isHeard: $0.isHeard, hasGoodCRC: $0.crcIsGood,
          record: AirSimulator.record($0))
      }, accessAddress: 0x1234_5678, interval: 30_000, hop: 7, usesSecond: nil)
  }

  init(_ model: LinkModel) throws {
    try self.init(
      model.frames.map {
        Sample(
          time: $0.time, isNew: $0.isNew, isHeard: $0.isHeard, hasGoodCRC: $0.hasGoodCRC,
          record: model.record($0))
      }, accessAddress: LinkModel.accessAddress, interval: Int(model.setup.interval) * 1250,
      latency: model.setup.latency, hop: UInt8(LinkModel.hop), usesSecond: nil)
  }

  /// A packet, what it was, and what a sniffer writes down of it.
  private struct Sample {
    var time: Int64
    var isNew: Bool
    var isHeard: Bool
    var hasGoodCRC: Bool
    var record: [UInt8]
  }

  private init(
    _ samples: [Sample], accessAddress: UInt32, interval: Int, latency: Int = 0, hop: UInt8,
    usesSecond: Bool?
  ) throws {
    var link = AirLink(
      AirLinks.Key(sniffer: AirLinks.Sniffer(), address: accessAddress), connection: nil)
    link.interval = interval
    link.latency = latency
    link.isFromBeginning = true
    link.channels = ChannelCheck(
      accessAddress: accessAddress, map: 0x1F_FFFF_FFFF, hop: hop, usesSecond: usesSecond,
      hasRadioChannels: true)
    for (index, sample) in samples.enumerated() {
      guard sample.isHeard else {
        missed += 1
        continue
      }
      let octets = sample.record
      let range = ByteRange(start: 0, end: octets.count)
      let packet = try AirPacket(range, .radioHeader, in: octets.span)
      let moment = Moment(frame: index + 1, time: TraceTime(microseconds: sample.time))
      let header = sample.hasGoodCRC ? try LLDataHeader(packet.pdu, in: octets.span) : nil
      let digest = header.map { $0.digest(in: octets.span) } ?? 0
      let sender = link.sender(
        of: packet, at: sample.time, header.map { AirBelief.Packet($0, digest) })
      guard
        let (verdict, isFirst) = link.take(
          packet, from: sender, header, at: moment, digest: digest)
      else {
        crcFailed += 1
        continue
      }
      if let header, header.llid == .control, isFirst {
        switch try LLControl(header.payload, in: octets.span) {
        case .connectionUpdate(let interval, _, _, let window, let instant):
          link.announce(
            AirLink.Update(interval: interval.microseconds, window: window, instant: instant))
        case .channelMap(let map, let instant):
          link.channels?.announce(map: map, instant: instant)
        default: break
        }
      }
      heard += 1
      switch verdict {
      case .uncertain: uncertain += 1
      case .new, .retransmitted:
        certain += 1
        if (verdict == .new) != sample.isNew { wrong += 1 }
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

  // MARK: - The second model

  /// Links of many kinds.
  private static func setups(_ change: (inout LinkModel.Setup) -> Void) -> [LinkModel.Setup] {
    (0..<8).map { index in
      var setup = LinkModel.Setup()
      setup.usesSecondAlgorithm = index & 1 == 0
      setup.is2M = index & 2 != 0
      setup.latency = index == 5 ? 4 : 0
      setup.full = index == 3 || index == 6 ? 0.1 : 0
      setup.lossOnBadChannels = index == 4 || index == 7 ? 0.4 : setup.loss
      setup.interval = index == 7 ? 6 : 24
      setup.updates = index != 2
      change(&setup)
      return setup
    }
  }

  @Test("in another model of the link, with nothing missed, every verdict is right")
  func modelNothingMissed() throws {
    for (index, setup) in Self.setups({ _ in }).enumerated() {
      for seed in 1...3 as ClosedRange<UInt64> {
        let score = try AirScore(LinkModel(setup, seed: seed))
        #expect(score.wrong == 0, "\(index): \(score)")
        #expect(score.usesSecondAlgorithm == setup.usesSecondAlgorithm, "\(index)")
      }
    }
  }

  @Test("in another model of the link, with 5 % missed, one certain verdict in 200 is wrong")
  func modelSomeMissed() throws {
    for (index, setup) in Self.setups({
      $0.unheard = 0.04
      $0.deaf = 0.01
      $0.wrongCRC = 0.01
    }).enumerated() {
      for seed in 1...3 as ClosedRange<UInt64> {
        let score = try AirScore(LinkModel(setup, seed: seed))
        print("air verdicts, second model, setup \(index): \(score)")
        #expect(score.wrong * 200 <= score.certain, "\(index): \(score)")
        #expect(score.uncertain < 2 * (score.missed + score.crcFailed), "\(index): \(score)")
      }
    }
  }
}
