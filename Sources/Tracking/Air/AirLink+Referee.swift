import Bytes
import Judgement
import LinkLayer

/// What the referee hears of a connection on the air.
extension AirLink {
  /// The terms with which it begins.
  ///
  /// - Parameter isExtended: it is an AUX_CONNECT_REQ, after which the hop means nothing.
  mutating func judge(_ request: LLConnectInd, isExtended: Bool, at moment: Moment) {
    var terms = AirTerms()
    let interval = request.interval.microseconds
    terms.interval = AirTerms.ClosedPair(interval, interval)
    terms.latency = Int(request.latency)
    terms.timeout = request.timeout.microseconds
    terms.hop = isExtended ? nil : Int(request.hop)
    terms.channels = Self.channels(request.channelMap)
    referee.check(
      terms, in: isExtended ? "AUX_CONNECT_REQ" : "CONNECT_IND", isFromCentral: true,
      at: moment.time.microseconds, frame: moment.frame)
  }

  /// A control PDU in clear, or decrypted.
  ///
  /// - Parameter isNew: it is certain that it was not sent before.
  mutating func judge(
    _ control: LLControl, _ opcode: UInt8, isFromCentral: Bool, isNew: Bool, at moment: Moment
  ) {
    let (own, other) = isFromCentral ? (central, peripheral) : (peripheral, central)
    judgeTerms(control, isFromCentral, at: moment)
    referee.take(
      AirReferee.Heard(
        opcode: opcode, refused: control.refused, isFromCentral: isFromCentral,
        isCertain: isNew && !senderIsDoubtful, time: moment.time.microseconds,
        frame: moment.frame, packets: own.new, packetsOfOther: other.new,
        unbroken: isFromBeginning ? other.unbroken : 0,
        isInClear: isFromBeginning && encryptedPackets == 0 && !isEncrypted))
  }

  private mutating func judgeTerms(
    _ control: LLControl, _ isFromCentral: Bool, at moment: Moment
  ) {
    var terms = AirTerms()
    let name: String
    switch control {
    case .connectionUpdate(let interval, let latency, let timeout, _, _):
      terms.interval = AirTerms.ClosedPair(interval.microseconds, interval.microseconds)
      terms.latency = Int(latency)
      terms.timeout = timeout.microseconds
      name = "LL_CONNECTION_UPDATE_IND"
    case .parameterRequest(let least, let greatest, let latency, let timeout):
      terms.interval = AirTerms.ClosedPair(least.microseconds, greatest.microseconds)
      terms.latency = Int(latency)
      terms.timeout = timeout.microseconds
      name = "LL_CONNECTION_PARAM_REQ"
    case .connectionRate(let interval, _, _, _, let latency, _, let timeout):
      terms.isRate = true
      terms.interval = AirTerms.ClosedPair(interval, interval)
      terms.latency = Int(latency)
      terms.timeout = timeout.microseconds
      name = "LL_CONNECTION_RATE_IND"
    case .rateRequest(let least, let greatest, let latency, let timeout):
      terms.isRate = true
      terms.interval = AirTerms.ClosedPair(least, greatest)
      terms.latency = Int(latency)
      terms.timeout = timeout.microseconds
      name = "LL_CONNECTION_RATE_REQ"
    case .channelMap(let map, _):
      terms.channels = Self.channels(map)
      name = "LL_CHANNEL_MAP_IND"
    default: return
    }
    referee.check(
      terms, in: name, isFromCentral: isFromCentral, at: moment.time.microseconds,
      frame: moment.frame)
  }

  private static func channels(_ map: UInt64) -> Int { (map & 0x1F_FFFF_FFFF).nonzeroBitCount }

  func breaches(until end: TraceTime) -> [BreachFact] {
    referee.finish(
      at: end.microseconds, isReadable: !isEncrypted || isDecrypted,
      packets: (central.new, peripheral.new)
    ) { isOfCentral, frame in
      let side = isOfCentral ? central : peripheral
      return side.lastDoubt > frame || side.holes.last > frame || side.failedFrame > frame
    }
  }
}

extension LLControl {
  /// The request that it refuses.
  fileprivate var refused: UInt8? {
    if case .reject(let opcode, _, _) = self { return opcode }
    return nil
  }
}
