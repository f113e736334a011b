/// One possibility of both sides, in an octet; see `AirBelief`.
///
///     bits   0..1                 2..3                4..7
///            central: phase       central: packets    the same of the peripheral
struct AirState: Hashable, Sendable {
  /// Of the last packet of a side.
  enum Phase: UInt8, CaseIterable, Sendable { case unsent, sent, received }

  private(set) var bits: UInt8

  init(_ central: UInt8, _ phase: Phase, _ peripheral: UInt8, _ other: Phase) {
    bits = central << 2 | phase.rawValue | peripheral << 6 | other.rawValue << 4
  }

  init(bits: UInt8) { self.bits = bits }

  /// New packets after the one that was heard last.
  @inline(__always)
  func count(_ side: Int) -> UInt8 { bits >> (4 * side + 2) & 3 }

  @inline(__always)
  func phase(_ side: Int) -> Phase { Phase(rawValue: bits >> (4 * side) & 3) ?? .unsent }

  @inline(__always)
  func with(_ phase: Phase, of side: Int, count: UInt8) -> AirState {
    let shift = 4 * side
    return AirState(bits: bits & ~(15 << shift) | (count << 2 | phase.rawValue) << shift)
  }

  /// The side sends its packet.
  @inline(__always)
  func sent(_ side: Int) -> AirState {
    phase(side) == .unsent ? with(.sent, of: side, count: count(side)) : self
  }

  /// The same, and the sniffer hears it.
  @inline(__always)
  func heard(_ side: Int) -> AirState {
    with(phase(side) == .unsent ? .sent : phase(side), of: side, count: 0)
  }

  /// The other side gets the packet, and learns from NESN in it whether its own was received.
  @inline(__always)
  func acknowledged(by side: Int) -> AirState {
    guard phase(1 - side) == .received else { return self }
    let count = count(1 - side)
    return with(.unsent, of: 1 - side, count: count < 3 ? count + 1 : 2)
  }
}

/// Possibilities and their weights: the greatest ones, where there would be too many.
struct AirWeights: Sendable {
  private static let most = 24
  /// In proportion to the sum.
  private static let least: Float = 1e-6

  private(set) var count = 0
  private var states = [24 of UInt8](repeating: 0)
  private var weights = [24 of Float](repeating: 0)

  @inline(__always)
  subscript(_ index: Int) -> (state: AirState, weight: Float) {
    (AirState(bits: states[index]), weights[index])
  }

  @inline(__always)
  mutating func add(_ state: AirState, _ weight: Float) {
    guard weight > 0 else { return }
    for index in 0..<count where states[index] == state.bits {
      weights[index] += weight
      return
    }
    var place = count
    if count == Self.most {
      place = 0
      for index in 1..<count where weights[index] < weights[place] { place = index }
      if weights[place] >= weight { return }
    } else {
      count += 1
    }
    states[place] = state.bits
    weights[place] = weight
  }

  /// Only one is left.
  @inline(__always)
  mutating func set(_ state: AirState) {
    count = 1
    states[0] = state.bits
    weights[0] = 1
  }

  /// - Parameter factor: what each weight is multiplied with.
  mutating func add(_ other: AirWeights, times factor: Float = 1) {
    for index in 0..<other.count { add(other[index].state, other[index].weight * factor) }
  }

  /// Makes the sum 1, and drops what is next to nothing.
  mutating func normalize() {
    if count == 1 {
      weights[0] = 1
      return
    }
    var sum: Float = 0
    for index in 0..<count { sum += weights[index] }
    guard sum > 0, sum.isFinite else {
      count = 0
      return
    }
    var kept = 0
    for index in 0..<count where weights[index] > sum * Self.least {
      states[kept] = states[index]
      weights[kept] = weights[index] / sum
      kept += 1
    }
    count = kept
  }

  /// A side sends its packet.
  mutating func send(_ side: Int) {
    var after = AirWeights()
    for index in 0..<count { after.add(self[index].state.sent(side), self[index].weight) }
    self = after
  }

  /// The packet that a side has sent arrives, or does not, or arrives with a wrong CRC, which
  /// changes nothing. A receiver without room for it does not take it, but takes what NESN says.
  ///
  /// - Parameters:
  ///   - good: how likely the first is.
  ///   - nothing: how likely one of the others is.
  func arrived(from side: Int, _ good: Float, _ nothing: Float) -> AirWeights {
    var after = AirWeights()
    for index in 0..<count {
      let (state, weight) = self[index]
      after.add(state, weight * nothing)
      let acknowledged = state.acknowledged(by: side)
      guard state.phase(side) == .sent else {
        after.add(acknowledged, weight * good)
        continue
      }
      let taken = acknowledged.with(.received, of: side, count: acknowledged.count(side))
      after.add(taken, weight * good * (1 - Self.withoutRoom))
      after.add(acknowledged, weight * good * Self.withoutRoom)
    }
    return after
  }

  private static let withoutRoom: Float = 0.01
}

/// How likely it is that a packet is not heard, and that it does not arrive.
struct AirChances {
  var missed: Float
  var loss: (Float, Float)
  /// That an event ends although a side has more.
  var ends: Float

  /// Of packets that do not arrive, so many are received with a wrong CRC, and answered.
  private static let wrongCRC: Float = 0.4

  func loss(_ side: Int) -> Float { side == 0 ? loss.0 : loss.1 }

  /// Of a packet after which the event went on.
  func inEvent(_ side: Int) -> (good: Float, nothing: Float) {
    (1 - loss(side), loss(side) * Self.wrongCRC)
  }

  /// Of the last one of an event in which neither side had more.
  func atEnd(_ side: Int) -> (good: Float, nothing: Float) { (1 - loss(side), loss(side)) }
}

/// What packets that were not heard may have changed.
struct AirSteps {
  private(set) var weights: AirWeights
  private let chances: AirChances

  private static let mostSilent = 6

  init(_ weights: AirWeights, _ chances: AirChances) {
    self.weights = weights
    self.chances = chances
  }

  /// - Parameters:
  ///   - hasMore: whether the sender of the last packet, or the central, had more to send.
  ///   - mayGoOn: whether one of the two sides had.
  mutating func pass(
    _ gap: AirBelief.Gap, from sender: Int, to side: Int, hasMore: Bool, mayGoOn: Bool
  ) {
    switch gap {
    case .withinEvent(let hidden):
      if sender >= 0 { passWithinEvent(hidden, from: sender) }
    case .events(let silent, let isLate):
      if sender >= 0 { endEvent(after: sender, hasMore: hasMore, mayGoOn: mayGoOn) }
      for _ in 0..<min(max(0, silent), Self.mostSilent) { passSilentEvent() }
      beginEvent(with: side, isLate: isLate)
    }
  }

  /// What comes after a packet of a side that is not heard, and is followed by another one in its
  /// event.
  private func hidden(
    _ before: AirWeights, _ side: Int, _ arrival: (good: Float, nothing: Float), _ factor: Float
  ) -> AirWeights {
    var sent = before
    sent.send(side)
    let arrived = sent.arrived(from: side, arrival.good, arrival.nothing)
    var after = AirWeights()
    after.add(arrived, times: factor)
    return after
  }

  private mutating func passWithinEvent(_ count: ClosedRange<Int>, from sender: Int) {
    let arrival = chances.inEvent(sender)
    var reached = weights.arrived(from: sender, arrival.good, arrival.nothing)
    var side = 1 - sender
    var sum = AirWeights()
    if count.lowerBound == 0 { sum = reached }
    for passed in 1...max(1, count.upperBound) where passed <= count.upperBound {
      reached = hidden(reached, side, chances.inEvent(side), chances.missed)
      side = 1 - side
      // Sides take turns.
      if passed >= count.lowerBound, (passed - count.lowerBound) & 1 == 0 { sum.add(reached) }
    }
    weights = sum
  }

  /// The rest of an event, after the last packet that was heard in it.
  private mutating func endEvent(after sender: Int, hasMore: Bool, mayGoOn: Bool) {
    let missed = chances.missed
    var sum = AirWeights()
    if sender == 0 {
      // It did not arrive, or the answer was not heard, or more than that.
      sum.add(weights.arrived(from: 0, 0, chances.loss.0))
      let arrival = chances.inEvent(0)
      let arrived = weights.arrived(from: 0, arrival.good, arrival.nothing)
      let answered = hidden(arrived, 1, chances.atEnd(1), missed)
      sum.add(answered)
      if mayGoOn {
        sum.add(hidden(answered, 0, (0, chances.loss.0), missed / 2))
        let asked = hidden(answered, 0, chances.inEvent(0), missed / 2)
        sum.add(hidden(asked, 1, chances.atEnd(1), missed))
      }
    } else {
      let good = 1 - chances.loss.1
      sum.add(
        weights.arrived(from: 1, hasMore ? good * chances.ends : good, chances.loss.1))
      if hasMore {
        let goesOn = 1 - chances.ends
        let arrived = weights.arrived(
          from: 1, good * goesOn, chances.inEvent(1).nothing * goesOn)
        sum.add(hidden(arrived, 0, (0, chances.loss.0), missed))
        let asked = hidden(arrived, 0, chances.inEvent(0), missed)
        sum.add(hidden(asked, 1, chances.atEnd(1), missed))
      }
    }
    weights = sum
  }

  /// The central sends in each event. Whether it was answered is not known.
  private mutating func passSilentEvent() {
    var sum = hidden(weights, 0, (0, chances.loss.0), 1)
    let asked = hidden(weights, 0, chances.inEvent(0), 1)
    sum.add(hidden(asked, 1, chances.atEnd(1), 0.5))
    weights = sum
    weights.normalize()
  }

  /// What comes before the first packet that is heard in an event.
  private mutating func beginEvent(with side: Int, isLate: Bool) {
    if side == 1 {
      let asked = hidden(weights, 0, chances.inEvent(0), 1)
      weights = asked
      guard isLate else { return }
      let answered = hidden(asked, 1, chances.inEvent(1), chances.missed)
      weights.add(hidden(answered, 0, chances.inEvent(0), chances.missed))
    } else if isLate {
      // Or the time says nothing, as at the instant of an update.
      let asked = hidden(weights, 0, chances.inEvent(0), 1)
      let answered = hidden(asked, 1, chances.inEvent(1), 1)
      weights.add(answered, times: 3)
    }
  }
}
