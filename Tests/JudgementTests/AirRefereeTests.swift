import Report
import Testing

@testable import Judgement

/// Terms and control PDUs on the air: what breaks the specification, and near misses.
@Suite("The referee of the air")
struct AirRefereeTests {
  // MARK: - Terms

  private func faults(
    _ least: Int = 30_000, _ greatest: Int? = nil, latency: Int = 0, timeout: Int = 2_000_000,
    hop: Int? = 5, channels: Int? = 37
  ) -> [ReportV1.IllegalParameter] {
    var terms = AirTerms()
    terms.interval = .init(least, greatest ?? least)
    terms.latency = latency
    terms.timeout = timeout
    terms.hop = hop
    terms.channels = channels
    return terms.faults.map(\.parameter)
  }

  @Test("each bound, and what is just inside")
  func bounds() {
    #expect(faults().isEmpty && faults(hop: nil, channels: nil).isEmpty)
    #expect(faults(6250) == [.interval] && faults(7500).isEmpty)
    #expect(faults(4_001_250, timeout: 32_000_000) == [.interval])
    #expect(faults(4_000_000, timeout: 32_000_000).isEmpty)
    #expect(faults(30_000, 28_750) == [.intervalRange] && faults(30_000, 30_000).isEmpty)
    #expect(faults(7500, latency: 500, timeout: 32_000_000) == [.latency])
    #expect(faults(7500, latency: 499, timeout: 32_000_000).isEmpty)
    #expect(faults(7500, timeout: 90_000) == [.timeout] && faults(7500, timeout: 100_000).isEmpty)
    #expect(faults(timeout: 32_010_000) == [.timeout] && faults(timeout: 32_000_000).isEmpty)
    // It has to be above, and not equal to.
    #expect(faults(50_000, latency: 9, timeout: 1_000_000) == [.timeoutForLatency])
    #expect(faults(50_000, latency: 9, timeout: 1_010_000).isEmpty)
    #expect(faults(hop: 4) == [.hop] && faults(hop: 17) == [.hop] && faults(hop: 16).isEmpty)
    #expect(faults(channels: 1) == [.channels] && faults(channels: 2).isEmpty)
    // All that is wrong; nothing follows from the rest then.
    #expect(faults(0, timeout: 0) == [.interval, .timeout])
    #expect(faults(65535 * 1250, latency: 65535, timeout: 655_350_000).count == 3)
  }

  // MARK: - Control PDUs

  private struct Story {
    var referee = AirReferee()
    var frame = 0
    var isCertain = true
    var unbroken = 100
    var isInClear = true

    mutating func take(
      _ isFromCentral: Bool, _ opcode: UInt8, refused: UInt8? = nil, packets: Int = 10
    ) {
      frame += 1
      referee.take(
        .init(
          opcode: opcode, refused: refused, isFromCentral: isFromCentral, isCertain: isCertain,
          time: Int64(frame) * 1000, frame: frame, packets: packets, packetsOfOther: packets,
          unbroken: unbroken, isInClear: isInClear))
    }
  }

  private func breaches(
    until end: Int64 = 3_000_000, heard: Int = 40, isReadable: Bool = true, misses: Bool = false,
    _ build: (inout Story) -> Void
  ) -> [ReportV1.Breach] {
    var story = Story()
    build(&story)
    return story.referee.finish(
      at: end, isReadable: isReadable, packets: (heard, heard), mayMiss: { _, _ in misses }
    ).map(\.report)
  }

  @Test("a request without an answer, each way", arguments: AirProcedure.all.indices)
  func unanswered(index: Int) {
    let procedure = AirProcedure.all[index]
    for isCentral in [true, false] {
      let breach = breaches { $0.take(isCentral, procedure.request) }.first
      #expect(breach?.obligation == .procedureUnfinished && breach?.frames == [1])
      #expect(breach?.party == (isCentral ? .peer : .local) && breach?.value == 30)
      #expect(breach?.name == procedure.name && breach?.awaited == procedure.answer)
      for answer in procedure.answers {
        #expect(
          breaches {
            $0.take(isCentral, procedure.request)
            $0.take(!isCentral, answer)
          }.isEmpty)
      }
      for refusal: UInt8 in [0x07, 0x11] {
        func found(_ named: UInt8) -> [ReportV1.Breach] {
          breaches {
            $0.take(isCentral, procedure.request)
            $0.take(!isCentral, refusal, refused: named)
          }
        }
        #expect(found(procedure.request).isEmpty && found(0x3F).count == 1)
      }
      #expect(
        breaches {
          $0.take(isCentral, procedure.request)
          $0.take(!isCentral, 0x0D)
        }.isEmpty)
    }
    #expect(breaches(until: 1_900_000) { $0.take(true, procedure.request) }.isEmpty)
    #expect(breaches(heard: 29) { $0.take(true, procedure.request) }.isEmpty)
    #expect(breaches(isReadable: false) { $0.take(true, procedure.request) }.isEmpty)
    #expect(breaches(misses: true) { $0.take(true, procedure.request) }.isEmpty)
  }

  @Test("a request that is made again before the answer has two, and no third")
  func madeAgain() {
    func found(_ requests: Int, _ answers: Int, isSameSide: Bool = false) -> Int {
      breaches {
        for _ in 0..<requests { $0.take(true, 0x08) }
        for _ in 0..<answers { $0.take(isSameSide, 0x09) }
      }.count { $0.obligation == .controlOutOfTurn }
    }
    #expect(found(1, 1) == 0 && found(2, 1) == 0 && found(2, 2) == 0 && found(3, 3) == 0)
    #expect(found(1, 2) == 1 && found(2, 3) == 1 && found(3, 4) == 1)
    // The side that asked does not answer itself.
    #expect(found(2, 1, isSameSide: true) == 1)
  }

  @Test("answers out of turn")
  func outOfTurn() {
    for (opcode, name) in [
      (0x04, "LL_ENC_RSP"), (0x09, "LL_FEATURE_RSP"), (0x13, "LL_PING_RSP"),
      (0x15, "LL_LENGTH_RSP"), (0x1E, "LL_CLOCK_ACCURACY_RSP"), (0x24, "LL_POWER_CONTROL_RSP"),
      (0x0B, "LL_PAUSE_ENC_RSP"),
    ] as [(UInt8, String)] {
      let found = breaches {
        $0.take(true, opcode)
        $0.take(true, opcode)
      }
      #expect(found.map(\.obligation) == [.controlOutOfTurn] && found.first?.name == name)
      #expect(found.first?.frames == [1, 2] && found.first?.party == .local)
      #expect(
        breaches {
          $0.isCertain = false
          $0.take(true, opcode)
        }.isEmpty)
    }
    // The request may have been missed; a host is asked first; encryption was begun.
    #expect(
      breaches {
        $0.unbroken = 63
        $0.take(true, 0x15)
      }.isEmpty)
    #expect(breaches { $0.take(true, 0x20) }.isEmpty && breaches { $0.take(true, 0x17) }.isEmpty)
    #expect(
      breaches {
        $0.isInClear = false
        $0.take(true, 0x0B)
      }.isEmpty)
    let paused = breaches {
      $0.take(true, 0x03)
      $0.take(false, 0x04)
      $0.take(true, 0x0B)
    }
    #expect(paused.isEmpty)
  }

  @Test("a version that one side says twice")
  func versions() {
    func found(_ packets: Int, _ sides: [Bool]) -> [ReportV1.Breach] {
      breaches {
        for (number, side) in sides.enumerated() {
          $0.take(side, 0x0C, packets: number < 2 ? 10 : packets)
        }
      }
    }
    #expect(found(20, [true, false]).isEmpty)
    let breach = found(20, [true, false, true]).first
    #expect(breach?.obligation == .controlOutOfTurn && breach?.party == .local)
    #expect(breach?.causeFrame == 1 && breach?.frames == [3] && breach?.name == "LL_VERSION_IND")
    // Sent again, perhaps.
    #expect(found(12, [true, false, true]).isEmpty)
  }
}
