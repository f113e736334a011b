import Report

/// Holds what a sniffer hears of a connection's terms and of its control PDUs against the
/// specification: Core Vol 6, Part B, 2.3.3, 2.4.2, 4.5 and 5.1.
///
/// The central counts as this host, the peripheral as the peer. What the sniffer may have missed is
/// no breach.
package struct AirReferee: Sendable {
  private var asked: [Asked] = []
  private var illegal: [BreachFact] = []
  private var outOfTurn: [BreachFact] = []
  /// Answers that may still come to requests that were made again before the first one came.
  private var moreAnswers: [MoreAnswers] = []
  /// The first LL_VERSION_IND of the central, and of the peripheral.
  private var versions: (central: Version?, peripheral: Version?)
  /// Whether encryption was begun, as far as was heard.
  private var wasEncrypted = false

  private struct Version: Sendable {
    var frame: Int
    /// How many packets of its side were heard by then.
    var packets: Int
  }

  private struct MoreAnswers: Sendable {
    var request: UInt8
    var isFromCentral: Bool
    var count: Int
  }

  private struct Asked: Sendable {
    let procedure: AirProcedure
    var isFromCentral: Bool
    var time: Int64
    var frame: Int
    /// New packets of the other side up to then.
    var packetsOfOther: Int
    /// How often it was made without an answer.
    var times = 1
  }

  /// A control PDU that was heard.
  package struct Heard: Sendable {
    package var opcode: UInt8
    /// The request that a refusal names.
    package var refused: UInt8?
    package var isFromCentral: Bool
    /// It is certain to be new, and of this side.
    package var isCertain: Bool
    package var time: Int64
    package var frame: Int
    /// New packets of its sender, and of the other side.
    package var packets: Int
    package var packetsOfOther: Int
    /// How many packets of the other side were heard since one was, or may have been, missed.
    package var unbroken: Int
    /// From its beginning on no packet was encrypted.
    package var isInClear: Bool

    package init(
      opcode: UInt8, refused: UInt8?, isFromCentral: Bool, isCertain: Bool, time: Int64,
      frame: Int, packets: Int, packetsOfOther: Int, unbroken: Int, isInClear: Bool
    ) {
      self.opcode = opcode
      self.refused = refused
      self.isFromCentral = isFromCentral
      self.isCertain = isCertain
      self.time = time
      self.frame = frame
      self.packets = packets
      self.packetsOfOther = packetsOfOther
      self.unbroken = unbroken
      self.isInClear = isInClear
    }
  }

  private static let mostAsked = 16
  private static let mostIllegal = 32
  private static let mostOutOfTurn = 16
  /// An answer comes within a few connection events; a request of so long before was heard.
  private static let mostUnbroken = 64
  /// What came twice was sent again, unless others of its side were between.
  private static let leastBetween = 3
  /// So many packets of the other side, and for so long, came no answer.
  private static let leastHeard = ProcedurePatience.airPackets
  private static let patience = Int64(ProcedurePatience.airUs)

  package init() {}

  // MARK: - Terms

  /// - Parameters:
  ///   - name: of the PDU.
  ///   - isFromCentral: who sent it.
  package mutating func check(
    _ terms: AirTerms, in name: String, isFromCentral: Bool, at time: Int64, frame: Int
  ) {
    for fault in terms.faults where illegal.count < Self.mostIllegal {
      var breach = BreachFact(
        .parametersIllegal, by: Self.party(isFromCentral), at: time, frame: frame)
      breach.report.name = name
      breach.report.parameter = fault.parameter
      breach.report.value = fault.value
      breach.report.limit = fault.limit
      illegal.append(breach)
    }
  }

  // MARK: - Control PDUs

  package mutating func take(_ heard: Heard) {
    if heard.opcode == 0x03 || heard.opcode == 0x05 { wasEncrypted = true }
    if heard.opcode == 0x0C { takeVersion(heard) }
    let hadRequest = answer(heard)
    if let answered = AirProcedure.all.first(where: { $0.answers.contains(heard.opcode) }),
      !hadRequest, !takeMore(heard, answered), isOutOfTurn(heard, answered)
    {
      add(heard, answered.answer, nil)
    }
    guard let procedure = AirProcedure.all.first(where: { $0.request == heard.opcode }) else {
      return
    }
    // LL_VERSION_IND answers LL_VERSION_IND.
    if heard.opcode == 0x0C, hadRequest || version(!heard.isFromCentral) != nil { return }
    let before = asked.firstIndex {
      $0.procedure.request == heard.opcode && $0.isFromCentral == heard.isFromCentral
    }
    let times = before.map { asked.remove(at: $0).times } ?? 0
    if asked.count >= Self.mostAsked { asked.removeFirst() }
    asked.append(
      Asked(
        procedure: procedure, isFromCentral: heard.isFromCentral, time: heard.time,
        frame: heard.frame, packetsOfOther: heard.packetsOfOther, times: times &+ 1))
  }

  /// Whether it may answer a request that was made twice, and was answered once.
  private mutating func takeMore(_ heard: Heard, _ procedure: AirProcedure) -> Bool {
    guard
      let place = moreAnswers.firstIndex(where: {
        $0.request == procedure.request && $0.isFromCentral != heard.isFromCentral
      })
    else { return false }
    moreAnswers[place].count -= 1
    if moreAnswers[place].count == 0 { moreAnswers.remove(at: place) }
    return true
  }

  /// Whether it answers a request of the other side, which is over then.
  private mutating func answer(_ heard: Heard) -> Bool {
    let before = asked.count
    var answered: [Asked] = []
    asked.removeAll { one in
      guard one.isFromCentral != heard.isFromCentral else { return false }
      let isOver =
        one.procedure.answers.contains(heard.opcode)
        || heard.refused == one.procedure.request
        // LL_REJECT_IND names no request.
        || heard.opcode == 0x0D
      if isOver, one.times > 1 { answered.append(one) }
      return isOver
    }
    for one in answered where moreAnswers.count < Self.mostAsked {
      moreAnswers.append(
        MoreAnswers(
          request: one.procedure.request, isFromCentral: one.isFromCentral, count: one.times - 1))
    }
    return asked.count != before
  }

  private func isOutOfTurn(_ heard: Heard, _ procedure: AirProcedure) -> Bool {
    guard heard.isCertain else { return false }
    switch procedure.kind {
    // A pause needs an encryption, which cannot have been missed from beginning to end.
    case .ofEncrypted: return heard.isInClear && !wasEncrypted
    case .prompt: return heard.unbroken >= Self.mostUnbroken
    case .ofHost, .mutual: return false
    }
  }

  /// Core Vol 6, Part B, 5.1.5: each side sends it once.
  private mutating func takeVersion(_ heard: Heard) {
    guard let first = version(heard.isFromCentral) else {
      let version = Version(frame: heard.frame, packets: heard.packets)
      if heard.isFromCentral { versions.central = version } else { versions.peripheral = version }
      return
    }
    guard heard.isCertain, heard.packets - first.packets >= Self.leastBetween else { return }
    add(heard, "LL_VERSION_IND", first.frame)
  }

  private func version(_ isOfCentral: Bool) -> Version? {
    isOfCentral ? versions.central : versions.peripheral
  }

  private mutating func add(_ heard: Heard, _ name: String, _ cause: Int?) {
    let party = Self.party(heard.isFromCentral)
    if let same = outOfTurn.firstIndex(where: {
      $0.report.name == name && $0.report.party == party
    }) {
      return outOfTurn[same].add(heard.frame)
    }
    guard outOfTurn.count < Self.mostOutOfTurn else { return }
    var breach = BreachFact(.controlOutOfTurn, by: party, at: heard.time, frame: heard.frame)
    breach.report.name = name
    breach.report.causeFrame = cause
    outOfTurn.append(breach)
  }

  private static func party(_ isCentral: Bool) -> ReportV1.BreachParty {
    isCentral ? .local : .peer
  }

  // MARK: - The end

  /// - Parameters:
  ///   - end: of the connection, or of what was heard of it.
  ///   - isReadable: answers are not hidden by encryption.
  ///   - packets: new packets of the central, and of the peripheral.
  ///   - mayMiss: whether a packet of the central (or the peripheral) may have been missed behind a
  ///     frame.
  package func finish(
    at end: Int64, isReadable: Bool, packets: (central: Int, peripheral: Int),
    mayMiss: (_ isOfCentral: Bool, _ frame: Int) -> Bool
  ) -> [BreachFact] {
    var found = illegal + outOfTurn
    guard isReadable else { return found }
    for one in asked where end &- one.time >= Self.patience {
      let heard = one.isFromCentral ? packets.peripheral : packets.central
      guard heard - one.packetsOfOther >= Self.leastHeard,
        !mayMiss(!one.isFromCentral, one.frame)
      else { continue }
      var breach = BreachFact(
        .procedureUnfinished, by: Self.party(!one.isFromCentral), at: one.time, frame: one.frame)
      breach.report.name = one.procedure.name
      breach.report.awaited = one.procedure.answer
      breach.report.openUs = Int(reported: end &- one.time)
      breach.report.value = heard - one.packetsOfOther
      found.append(breach)
    }
    return found.sorted { $0.report.frame < $1.report.frame }
  }
}

/// A procedure of the Link Layer: one line of the referee's table for the air.
struct AirProcedure: Sendable {
  enum Kind: Sendable {
    /// A controller answers it by itself.
    case prompt
    /// A host is asked first.
    case ofHost
    /// It pauses an encryption.
    case ofEncrypted
    /// Both sides send the same PDU.
    case mutual
  }

  let request: UInt8
  let name: String
  let answers: [UInt8]
  /// The name of the first answer.
  let answer: String
  let kind: Kind

  /// Core Vol 6, Part B; the sections are those of the procedures. LL_UNKNOWN_RSP and the rejects
  /// end each of them. A request for parameters has rules of its own.
  static let all: [AirProcedure] = [
    // Encryption start, 5.1.3.1, and pause, 5.1.3.2, which both sides answer.
    row(0x03, "LL_ENC_REQ", [0x04], "LL_ENC_RSP"),
    row(0x0A, "LL_PAUSE_ENC_REQ", [0x0B], "LL_PAUSE_ENC_RSP", .ofEncrypted),
    // Feature exchange, 5.1.4.
    row(0x08, "LL_FEATURE_REQ", [0x09], "LL_FEATURE_RSP"),
    row(0x0E, "LL_PERIPHERAL_FEATURE_REQ", [0x09], "LL_FEATURE_RSP"),
    // Version exchange, 5.1.5.
    row(0x0C, "LL_VERSION_IND", [0x0C], "LL_VERSION_IND", .mutual),
    // LE Ping, 5.1.8; data length update, 5.1.9.
    row(0x12, "LL_PING_REQ", [0x13], "LL_PING_RSP"),
    row(0x14, "LL_LENGTH_REQ", [0x15], "LL_LENGTH_RSP"),
    // PHY update, 5.1.10: the central ends it.
    row(0x16, "LL_PHY_REQ", [0x17, 0x18], "LL_PHY_RSP", .mutual),
    // Constant Tone Extension, 5.1.12; sleep clock accuracy, 5.1.14.
    row(0x1A, "LL_CTE_REQ", [0x1B], "LL_CTE_RSP", .ofHost),
    row(0x1D, "LL_CLOCK_ACCURACY_REQ", [0x1E], "LL_CLOCK_ACCURACY_RSP"),
    // Connected isochronous stream, 5.1.15; power control, 5.1.17; subrate, 5.1.20.
    row(0x1F, "LL_CIS_REQ", [0x20], "LL_CIS_RSP", .ofHost),
    row(0x23, "LL_POWER_CONTROL_REQ", [0x24], "LL_POWER_CONTROL_RSP"),
    row(0x26, "LL_SUBRATE_REQ", [0x27], "LL_SUBRATE_IND", .ofHost),
    // Feature pages, 5.1.4.2; Channel Sounding, 5.1.23 to 5.1.29; frame space, 5.1.30. Core 6.0.
    row(0x2B, "LL_FEATURE_EXT_REQ", [0x2C], "LL_FEATURE_EXT_RSP"),
    row(0x39, "LL_CS_SEC_REQ", [0x2D], "LL_CS_SEC_RSP"),
    row(0x2E, "LL_CS_CAPABILITIES_REQ", [0x2F], "LL_CS_CAPABILITIES_RSP"),
    row(0x30, "LL_CS_CONFIG_REQ", [0x31], "LL_CS_CONFIG_RSP", .ofHost),
    row(0x32, "LL_CS_REQ", [0x33, 0x34], "LL_CS_RSP", .ofHost),
    row(0x36, "LL_CS_FAE_REQ", [0x37], "LL_CS_FAE_RSP"),
    row(0x35, "LL_CS_TERMINATE_REQ", [0x3A], "LL_CS_TERMINATE_RSP"),
    row(0x3B, "LL_FRAME_SPACE_REQ", [0x3C], "LL_FRAME_SPACE_RSP"),
    // Connection rate, 5.1.33. Core 6.2.
    row(0x3E, "LL_CONNECTION_RATE_REQ", [0x3F], "LL_CONNECTION_RATE_IND", .ofHost),
  ]

  private static func row(
    _ request: UInt8, _ name: String, _ answers: [UInt8], _ answer: String, _ kind: Kind = .prompt
  ) -> AirProcedure {
    AirProcedure(request: request, name: name, answers: answers, answer: answer, kind: kind)
  }
}
