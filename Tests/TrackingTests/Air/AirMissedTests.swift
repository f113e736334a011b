import BletraceTestSupport
import Report
import Testing

@testable import Findings
@testable import Tracking

/// What is made of a connection of which the sniffer missed, or could not read, a part.
@Suite("What a sniffer missed") struct AirMissedTests {
  private static let notification: [UInt8] = [2, 5, 0, 4, 0, 0x1B, 0x15, 0, 1, 2]

  private func findings(_ air: AirStory) -> [ReportV1.Finding] { Analysed(air).findings }

  @Test("packets whose MIC does not fit are counted, and the first ones named")
  func mics() throws {
    var air = AirStory()
    air.connect()
    air.idle(3)
    for round in 0..<60 {
      air.mic = round % 20 != 10
      air.event([1], Self.notification)
    }
    air.mic = false
    air.event(Self.notification)
    let heard = try #require(Analysed(air).connections.first?.air)
    // CONNECT_IND, and two packets in each event.
    let failed = [10, 30, 50].map { 1 + 2 * (3 + $0) + 2 }
    #expect(heard.micFailedFrames == failed + [1 + 2 * 63 + 1])
    #expect([heard.peripheral.micFailed, heard.peripheral.micFitted] == [3, 57])
    #expect([heard.peripheral.micFailedAtEnd, heard.central.micFailedAtEnd] == [0, 1])
    let finding = try #require(findings(air).first { $0.rule == "mic-failure" })
    #expect(finding.frames == heard.micFailedFrames)
    // Nothing was missed before them.
    #expect(finding.evidence[.likelyCause] == .null)
    #expect(finding.message.contains("; nothing shows why they do not fit"))
  }

  @Test("packets that do not fit behind one that the sniffer missed were numbered wrong")
  func micsAfterMiss() throws {
    func finding(_ heard: AirStory.Heard) throws -> ReportV1.Finding {
      var air = AirStory()
      air.connect()
      air.mic = true
      for _ in 0..<20 { air.event([1], Self.notification) }
      air.event([1], Self.notification, heard: (.good, heard))
      air.mic = false
      for _ in 0..<2 { air.event([1], Self.notification) }
      air.mic = true
      for _ in 0..<20 { air.event([1], Self.notification) }
      return try #require(findings(air).first { $0.rule == "mic-failure" })
    }
    for heard in [.nothing, .wrongCRC] as [AirStory.Heard] {
      #expect(
        try finding(heard).evidence[.likelyCause] == .string("packet-counter-of-sniffer"))
    }
    #expect(try finding(.good).evidence[.likelyCause] == .null)
  }

  @Test("a MIC counts once for each packet, and only while the link is encrypted")
  func micsOnce() throws {
    var air = AirStory()
    air.connect()
    air.mic = false
    air.isDecrypted = false
    air.event([1], Self.notification)
    air.isDecrypted = true
    air.mic = true
    air.event([1], Self.notification)
    air.mic = false
    for _ in 0..<3 { air.event([1], Self.notification, arrives: (true, false)) }
    air.event([1], Self.notification)
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect([heard.peripheral.micFailed, heard.peripheral.micFitted] == [1, 1])
    #expect(heard.micFailedFrames.count == 1)
  }

  private static let longer = Self.notification + [9, 9, 9, 9]

  @Test("a repeat that the sniffer reads as the next packet is no MIC failure")
  func repeated() throws {
    /// A packet of the peripheral that fits, an event, and one with the same number that does not.
    func heard(
      arrives: Bool = false, between: AirStory.Heard = .good
    ) throws -> ReportV1.Air {
      var air = AirStory()
      air.connect()
      air.idle(2)
      air.mic = true
      for _ in 0..<3 { air.event([1], Self.notification) }
      air.event([1], Self.notification, arrives: (true, arrives))
      air.event([1], nil, heard: (between, .nothing))
      air.mic = false
      air.event([1], Self.longer)
      air.mic = true
      air.event([1], Self.notification)
      return try #require(Analysed(air).connections.first?.air)
    }
    let repeated = try heard()
    #expect([repeated.peripheral.micFailed, repeated.peripheral.micFitted] == [0, 5])
    #expect(repeated.micFailedFrames.isEmpty && repeated.peripheral.missedCertain == 0)
    #expect(repeated.peripheral.retransmitted == 1 && repeated.encryptedPackets == 5)
    // It was acknowledged; or what may have acknowledged it was not heard.
    #expect(try heard(arrives: true).micFailedFrames.count == 1)
    #expect(try heard(between: .nothing).micFailedFrames.count == 1)
    #expect(try heard(between: .wrongCRC).micFailedFrames.count == 1)
  }

  @Test("one that fits only when it is sent again is read then, and counts once")
  func readAgain() throws {
    var air = AirStory()
    air.connect()
    air.idle(2)
    air.mic = false
    air.event([1], Self.longer, arrives: (true, false))
    air.mic = true
    air.event([1], Self.notification)
    let connection = try #require(Analysed(air).connections.first)
    let heard = try #require(connection.air)
    #expect([heard.peripheral.micFailed, heard.peripheral.micFailedAtEnd] == [1, 0])
    #expect(connection.notifications.map(\.count) == [1])
  }

  @Test("what the central repeats to a peripheral that is gone is one packet")
  func unanswered() throws {
    func finding(_ failed: Int, fits: Bool = false) throws -> RuleFinding? {
      var air = AirStory()
      air.connect()
      air.idle(2)
      for round in 0..<40 {
        air.mic = !(10..<10 + failed).contains(round)
        air.event([1], Self.notification)
      }
      air.mic = false
      for round in 0..<8 {
        air.mic = fits && round == 1
        air.event(round < 4 ? Self.notification : Self.longer, nil)
      }
      return MICFailureRule.check(Analysed(air).capture).first
    }
    #expect(try finding(0) == nil)
    // Whether it fitted once or never.
    for fits in [false, true] {
      let found = try #require(try finding(1, fits: fits))
      #expect(found.evidence[.micFailed] == .int(2), "\(fits)")
      #expect(found.evidence[.micFitted] == .int(39), "\(fits)")
      #expect(found.evidence[.encryptedPackets] == .int(41), "\(fits)")
      #expect(
        found.message.hasSuffix(
          "nothing shows why they do not fit, and the peripheral answered nothing from #86 on: it "
            + "may not have been able to read that one either."), "\(fits)")
      #expect(found.frames == [1 + 2 * 12 + 2, 1 + 2 * 42 + 1], "\(fits)")
    }
  }

  @Test("without a whole LL_ENC_REQ no key would help, and none is asked for")
  func startNotHeard() throws {
    let numbers = AirEncryption()
    enum Request { case whole, wrongCRC, missing, reserved }
    func finding(_ request: Request, response: AirStory.Heard = .good) throws -> RuleFinding {
      var air = AirStory()
      air.connect()
      air.idle(2)
      let llid: UInt8 = request == .reserved ? 0x43 : 3
      let heard: AirStory.Heard =
        request == .missing ? .nothing : request == .wrongCRC ? .wrongCRC : .good
      air.event([llid] + numbers.request, [1], heard: (heard, .good))
      air.event([1], [3] + numbers.response, heard: (.good, response))
      air.event([1], [3, 5])
      air.mic = false
      for round in 0..<20 {
        air.event([1], [2, 5, 0, 4, 0, 0x1B, 0x15, 0, 1, UInt8(round)])
      }
      return try #require(MICFailureRule.check(Analysed(air).capture).first)
    }
    for request in [Request.wrongCRC, .missing, .reserved] {
      let found = try finding(request)
      #expect(
        found.message
          == "In 20 of 20 encrypted packets the MIC did not fit the sniffer's key, and the link "
          + "went on: the sniffer took no valid LL_ENC_REQ for this encryption, without which the "
          + "session key cannot be derived.", "\(request)")
      #expect(found.evidence[.likelyCause] == .string("start-not-heard"))
      #expect(found.advice?.hasPrefix("No key helps here") == true)
    }
    #expect(
      try finding(.whole, response: .wrongCRC).message.contains(
        "the sniffer took no valid LL_ENC_RSP"))
    #expect(try finding(.whole).evidence[.likelyCause] == .string("key-of-sniffer"))
  }

  @Test("control PDUs with bits that are reserved have no answer, either")
  func reservedBits() throws {
    var air = AirStory()
    air.connect()
    air.idle(3)
    // LL_FEATURE_REQ, with the bits of CTEInfo and two more, and without that octet.
    for _ in 0..<4 { air.event([0xE3, 0x08, 0, 0, 0, 0, 0, 0, 0, 0], nil) }
    for _ in 0..<4 { air.event([1], nil) }
    let capture = Analysed(air).capture
    #expect(capture.undecodableRecords == 0)
    let silence = try #require(capture.connections.first?.air?.silence)
    #expect(silence.events == 8 && silence.firstFrame == 8)
  }

  @Test("the key pair that everybody has, heard over the air")
  func debugKey() throws {
    var air = AirStory()
    air.connect()
    func smp(_ pdu: [UInt8]) -> [UInt8] { [2, UInt8(pdu.count), 0, 6, 0] + pdu }
    air.event(smp(hex("01 03 00 0D 10 00 00")), smp(hex("02 03 00 0D 10 00 00")))
    let x = hex("20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6")
    let y = hex("dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b")
    air.event(
      smp([0x0C] + [UInt8](repeating: 7, count: 64)), smp([0x0C] + x.reversed() + y.reversed()))
    air.idle(2)
    let finding = try #require(findings(air).first { $0.rule == "pairing-debug-key" })
    #expect(finding.frames == [5] && finding.message.hasPrefix("The peripheral paired"))
    #expect(finding.evidence[.party] == .string("peripheral"))
  }

  private func notifications(
    _ heard: (Int) -> AirStory.Heard, sends: (Int) -> Bool = { _ in true }, count: Int = 200
  ) -> AirStory {
    var air = AirStory()
    air.connect()
    air.idle(2)
    for round in 0..<count {
      let pdu: [UInt8] = sends(round) ? [2, 6, 0, 4, 0, 0x1B, 0x15, 0, 1, 2, UInt8(round)] : [1]
      air.event([1], pdu, heard: (.good, heard(round)))
    }
    air.idle(2)
    return air
  }

  @Test("a gap in which the sniffer missed packets is none of the sender's")
  func gaps() throws {
    func causes(_ air: AirStory) throws -> [ReportV1.TimeCause?] {
      try #require(Analysed(air).connections.first?.notifications.first).gaps.map(\.explainedBy)
    }
    for heard in [AirStory.Heard.wrongCRC, .nothing] {
      #expect(
        try causes(notifications { (100..<107).contains($0) ? heard : .good }) == [.snifferMissed])
    }
    let quiet = try causes(notifications({ _ in .good }, sends: { !(100..<107).contains($0) }))
    #expect(quiet.count == 1 && quiet != [.snifferMissed])
  }

  @Test("a sender that said it had nothing more to send paused, unlike one that had more")
  func waited() throws {
    /// - Parameter more: whether MD is set in what the link carries meanwhile.
    func cause(more: Bool, last: [[UInt8]] = []) throws -> ReportV1.TimeCause? {
      var air = AirStory()
      air.connect()
      air.idle(2)
      func notify(_ handle: UInt8, _ count: Int, _ llid: UInt8 = 2) {
        for round in 0..<count {
          air.event([1], [llid, 6, 0, 4, 0, 0x1B, handle, 0, 1, 2, UInt8(round)])
        }
      }
      notify(0x15, 100)
      notify(0x18, 10, more ? 0x12 : 2)
      for pdu in last { air.event([1], pdu) }
      notify(0x15, 100)
      let stream = try #require(
        Analysed(air).connections.first?.notifications.first { $0.valueHandle == 0x15 })
      return stream.gaps.first?.explainedBy
    }
    #expect(try cause(more: false) == .senderPause)
    #expect(try cause(more: true) == .linkSilence)
    // A long value that follows says nothing of the time before it.
    let long: [[UInt8]] = [
      [0x12, 26, 0, 4, 0, 0x1B, 0x15, 0] + [UInt8](repeating: 7, count: 19),
      [1] + [UInt8](repeating: 8, count: 4),
    ]
    #expect(try cause(more: false, last: long) == .senderPause)
  }

  @Test("values that the sniffer missed are missing from the report, which says so")
  func missed() throws {
    let air = notifications { $0 % 20 == 10 ? .wrongCRC : .good }
    let found = try #require(findings(air).first { $0.rule == "sniffer-missed-packets" })
    #expect(found.severity == .info && found.evidence[.crcFailedReceived] == .int(10))
    // CONNECT_IND, and two packets in each event.
    #expect(found.frames == [10, 30, 50, 70, 90].map { 1 + 2 * (2 + $0) + 2 })
    #expect(
      found.message.contains("heard 10 packets with a wrong CRC that the other side received"))
    let few = findings(notifications { $0 == 10 ? .wrongCRC : .good })
    #expect(!few.contains { $0.rule == "sniffer-missed-packets" })
    // What the devices lost is sent again, and heard then.
    var lossy = AirStory()
    lossy.connect()
    for round in 0..<200 {
      let isLost = round % 20 == 10
      lossy.event(
        [1], Self.notification, heard: (.good, isLost ? .wrongCRC : .good),
        arrives: (true, !isLost))
    }
    #expect(!findings(lossy).contains { $0.rule == "sniffer-missed-packets" })
  }

  @Test("the length of a PDU that was not heard whole proves how many packets it took")
  func lengths() throws {
    /// LL_LENGTH_REQ and LL_LENGTH_RSP: 27 octets each way.
    let lengths: [[UInt8]] = [0x14, 0x15].map { [3, $0, 27, 0, 0x48, 1, 27, 0, 0x48, 1] }
    func side(settled: Bool, next: [UInt8]) throws -> ReportV1.AirSide {
      var air = AirStory()
      air.connect()
      air.idle(2)
      if settled { air.event(lengths[0], lengths[1]) }
      // A notification of 135 octets, which takes six packets.
      let start: [UInt8] = [2, 135, 0, 4, 0, 0x1B, 0x15, 0] + [UInt8](repeating: 1, count: 20)
      let heard = [true, true, true, false, false, false]
      for (index, isHeard) in heard.enumerated() {
        let octets = index == 5 ? 4 : 27
        let pdu = index == 0 ? start : [1] + [UInt8](repeating: UInt8(index), count: octets)
        air.event([1], pdu, heard: (.good, isHeard ? .good : .nothing))
      }
      air.event([1], next)
      return try #require(Analysed(air).connections.first?.air?.peripheral)
    }
    let settled = try side(settled: true, next: Self.notification)
    #expect(settled.missedByLength == 3 && settled.missed == 3 && settled.missedCertain == 3)
    // If the sniffer missed the exchange of lengths, a packet may hold 251 octets.
    let unsettled = try side(settled: false, next: Self.notification)
    #expect(unsettled.missedByLength == 1)
    #expect(unsettled.missedCertain == 1)
    // A continuation that is too long has a start that was not heard; as it has 80 octets itself,
    // one packet may have held the rest of the other PDU.
    let other = [1] + [UInt8](repeating: 9, count: 80)
    #expect(try side(settled: true, next: other).missedByLength == 2)
    // An empty packet may come before the next fragment.
    #expect(try side(settled: true, next: [1]).missedByLength == 0)
  }

  @Test("numbers and lengths prove no miss where nothing can have been between two packets")
  func noRoom() throws {
    func missed(_ change: (inout AirStory) -> Void) throws -> Int {
      var air = AirStory()
      air.connect()
      air.idle(20)
      change(&air)
      air.idle(20)
      let heard = try #require(Analysed(air).connections.first?.air)
      return heard.central.missedCertain + heard.peripheral.missedCertain
    }
    // A central that has something else to say sends it in place of what it was to repeat.
    func exchanged(_ more: UInt8) throws -> Int {
      try missed { air in
        air.event([1 | more], [1], arrives: (true, false))
        air.event(Self.notification, [1])
      }
    }
    #expect(try exchanged(0) == 0)
    // With MD the event may have gone on.
    #expect(try exchanged(0x10) == 1)
    func continued(heard: AirStory.Heard) throws -> Int {
      try missed { air in
        air.event([1], Self.notification)
        air.event([1], [1], heard: (.good, heard))
        air.event([1], [1, 7, 7, 7])
      }
    }
    // A continuation of nothing.
    #expect(try continued(heard: .good) == 0)
    #expect(try continued(heard: .nothing) == 1)
  }

  @Test("an answer is timed only if nothing was missed since its request")
  func latencies() throws {
    func connection(_ heard: AirStory.Heard) throws -> ReportV1.Connection {
      var air = AirStory()
      air.connect()
      air.event([2, 3, 0, 4, 0, 0x0A, 0x15, 0], [1])
      air.event([1], [2, 2, 0, 4, 0, 0x0B, 7], heard: (.good, heard))
      air.idle(4)
      // Of another request that was not heard either, as far as the report can know.
      air.event([1], [2, 2, 0, 4, 0, 0x0B, 8])
      return try #require(Analysed(air).connections.first)
    }
    #expect(try connection(.good).att.transactions.slowest.count == 1)
    for heard in [AirStory.Heard.wrongCRC, .nothing] {
      #expect(try connection(heard).att.transactions.slowest.isEmpty)
    }
  }

  @Test("holes are found between frames, however many there are")
  func holes() {
    var holes = AirHoles()
    for frame in stride(from: 10, to: 10_000, by: 10) { holes.note(frame) }
    #expect(holes.areIn(after: 9, upTo: 10) && holes.areIn(after: 5000, upTo: 6000))
    #expect(!holes.areIn(after: 0, upTo: 9) && !holes.areIn(after: 9990, upTo: 20_000))
    var few = AirHoles()
    few.note(10)
    few.note(20)
    #expect(!few.areIn(after: 10, upTo: 19) && few.areIn(after: 10, upTo: 20))
    #expect(!few.areIn(after: 20, upTo: 30) && !few.areIn(after: 0, upTo: 9))
  }
}
