import LinkLayer

/// What may be true of both sides of a connection at a time, with the weight of each possibility.
///
/// Each side sends a packet until it learns that the other one has it. Of the packet of a side that
/// was heard last, and of those since, it matters:
///
/// - how many new packets came after it: 0 to 3, where 2 and 3 stand for more of the same parity,
///   which is what SN shows of them;
/// - whether the last of these was never sent, sent and not received, or received: what NESN of the
///   other side shows.
///
/// Sent is also what the sniffer did not hear. A packet that was heard rules out what contradicts
/// it; what remains says whether it was sent before. Core Vol 6, Part B, 4.5.1, 4.5.6 and 4.5.9.
struct AirBelief: Sendable {
  /// Of a packet with a good CRC.
  struct Packet {
    var sn: Bool
    var nesn: Bool
    var moreData: Bool
    var isEmpty: Bool
    /// Of what is the same each time that it is sent.
    var digest: UInt64
    /// Whether no two have the same one.
    var isUnique: Bool

    init(_ header: LLDataHeader, _ digest: UInt64, isUnique: Bool = false) {
      (sn, nesn, moreData) = (header.sn, header.nesn, header.moreData)
      isEmpty = header.isEmpty
      self.digest = digest
      self.isUnique = isUnique
    }

    /// That 21 bits of a CRC are the same by chance.
    static let chanceOfSame: Float = 1 / Float(1 << 21)
  }

  /// What lies between the packet that was heard last and another one.
  enum Gap {
    /// In the same event: packets that were not heard, at least and at most.
    case withinEvent(ClosedRange<Int>)
    /// Events of which nothing was heard; and whether the packet came later than the first one of
    /// its side in its event.
    case events(silent: Int, isLate: Bool)
  }

  struct Judgement {
    /// Of 1: that it was sent before, that it is the packet that was heard last, and that another
    /// one was between the two.
    var again: Float
    var heardBefore: Float
    var skipped: Float
    /// Nothing that may have been sent explains the packet, or what its side sent before is not
    /// known.
    var isUnfounded = false

    /// Of a hundred verdicts at most two are wrong, as far as the weights are right: most have far
    /// more than that.
    static let enough: Float = 0.98

    var verdict: AirVerdict {
      if isUnfounded { return .uncertain }
      return again >= Self.enough ? .retransmitted : again <= 1 - Self.enough ? .new : .uncertain
    }
  }

  /// What is remembered of one side.
  private struct Side {
    var last: Packet?
    /// Of the new packets with data before.
    var digests: (UInt64, UInt64) = (0, 0)
    /// Of those, the ones that looked like one of the two before.
    var same: Float = 0
    var new: Float = 2
    var empty: Float = 1
    /// Packets that were judged, and those that were sent before.
    var packets: Float = 0
    var again: Float = 0

    /// Of its packets that do not arrive. Few of the first ones say little.
    var loss: Float { min(0.9, (again + 1) / (packets + 15)) }

    /// That two new ones with data look the same.
    var chanceOfSame: Float { max(0.001, same / (new - empty)) }
  }

  private var sides = (Side(), Side())
  var weights = AirWeights()
  private var isFromBeginning = false
  /// Whether so much was not heard before the packet that is taken: see `take`.
  private var isApart = false
  /// Who sent the packet that was heard last: 0 the central, 1 the peripheral; -1 for none.
  private var sender = -1
  private var senderHasMore = false
  private var packets: Float = 0
  /// After a packet of the peripheral where one side had more: how often the event went on, and
  /// ended.
  private var wentOn: Float = 0.7
  private var ended: Float = 0.3

  /// - Parameters:
  ///   - isApart: so much was not heard since the last packet of its side that it says nothing of
  ///     losses whether it looks the same.
  ///   - missed: packets that the sniffer did not hear so far, as far as that is known.
  /// - Returns: nil of a packet with a wrong CRC, which may hold anything.
  mutating func take(
    _ packet: Packet?, isFromCentral: Bool, after gap: Gap, isApart: Bool = false, missed: Int,
    isFromBeginning: Bool
  ) -> Judgement? {
    self.isApart = isApart
    if weights.count == 0 { begin(isFromBeginning) }
    let side = isFromCentral ? 0 : 1
    let chances = chances(Float(missed))
    packets += 1
    defer {
      sender = side
      senderHasMore = packet?.moreData ?? false
    }
    noteEnd(gap)
    let arrival = arrival(before: gap, side, chances)
    if let packet, arrival != nil, let judgement = judgeAlone(packet, side) { return judgement }
    var before = passed(gap, to: side, arrival, chances)
    guard let packet else {
      before.send(side)
      weights = before
      weights.normalize()
      return nil
    }
    return judge(packet, side, before)
  }

  /// How well a packet of a side fits, in proportion to the other one.
  func likelihood(
    _ packet: Packet, isFromCentral: Bool, after gap: Gap, missed: Int
  ) -> Float {
    guard weights.count > 0 else { return isFromCentral ? 1 : 0 }
    let side = isFromCentral ? 0 : 1
    let chances = chances(Float(missed))
    let before = passed(gap, to: side, arrival(before: gap, side, chances), chances)
    var sum = fitting(packet, side, before).sum
    // The central's first packet was missed.
    if case .events = gap, side == 1 { sum *= chances.missed }
    return sum
  }

  private func chances(_ missed: Float) -> AirChances {
    AirChances(
      missed: (missed + 0.3) / (packets + missed + 40), loss: (sides.0.loss, sides.1.loss),
      ends: ended / (ended + wentOn))
  }

  private mutating func noteEnd(_ gap: Gap) {
    guard sender == 1, senderHasMore || sides.0.last?.moreData ?? false else { return }
    switch gap {
    case .withinEvent: wentOn += 1
    case .events: ended += 1
    }
  }

  /// How likely the last packet arrived, where none came between it and the next one, as of most.
  private func arrival(
    before gap: Gap, _ side: Int, _ chances: AirChances
  ) -> (good: Float, nothing: Float)? {
    guard sender >= 0 else { return nil }
    switch gap {
    case .withinEvent(let hidden): return hidden.upperBound == 0 ? chances.inEvent(sender) : nil
    case .events(let silent, let isLate):
      let hasEnded = sender == 1 && !senderHasMore && !(sides.0.last?.moreData ?? false)
      return side == 0 && silent == 0 && !isLate && hasEnded ? chances.atEnd(1) : nil
    }
  }

  /// What may be true before a packet of a side is sent.
  private func passed(
    _ gap: Gap, to side: Int, _ arrival: (good: Float, nothing: Float)?, _ chances: AirChances
  ) -> AirWeights {
    if let arrival { return weights.arrived(from: sender, arrival.good, arrival.nothing) }
    let hadMore = sides.0.last?.moreData ?? false
    let otherHadMore = sides.1.last?.moreData ?? false
    var steps = AirSteps(weights, chances)
    steps.pass(
      gap, from: sender, to: side, hasMore: senderHasMore || hadMore,
      mayGoOn: hadMore || otherHadMore)
    return steps.weights
  }

  /// A connection begins with SN and NESN 0: as if each side had sent a packet with SN 1 that
  /// arrived. In one that had begun before, anything may be.
  private mutating func begin(_ isFromBeginning: Bool) {
    self.isFromBeginning = isFromBeginning
    if isFromBeginning {
      weights.add(AirState(1, .unsent, 1, .unsent), 1)
      return
    }
    for central in AirState.Phase.allCases {
      for peripheral in AirState.Phase.allCases {
        weights.add(AirState(1, central, 1, peripheral), 1)
      }
    }
  }

  /// What a packet leaves of all that may be true before it is sent, and what that means.
  private struct Fit {
    var after = AirWeights()
    var new: Float = 0
    var again: Float = 0
    var heard: Float = 0
    var skipped: Float = 0
    var sum: Float { new + again }
  }

  private func fitting(_ packet: Packet, _ side: Int, _ before: AirWeights) -> Fit {
    let rule = rule(for: packet, side)
    var fit = Fit()
    for index in 0..<before.count {
      let (state, given) = before[index]
      let weight = given * rule.chance(of: state)
      if weight == 0 { continue }
      let count = state.count(side)
      if state.phase(side) == .unsent { fit.new += weight } else { fit.again += weight }
      if count == 0 { fit.heard += weight }
      if count > 1 { fit.skipped += weight }
      fit.after.add(state.heard(side), weight)
    }
    return fit
  }

  /// What a packet shows of the state in which it was sent.
  private struct Rule {
    var packet: Packet
    var side: Int
    /// SN of the packets that were heard last, of its side and of the other one.
    var own: Bool?
    var other: Bool?
    /// Whether it is like the last one of its side; nil where none was heard.
    var isSame: Bool?
    /// That another packet with the same number looks the same.
    var chanceOfSame: Float

    @inline(__always)
    func chance(of state: AirState) -> Float {
      let count = state.count(side)
      let isOdd = count & 1 == 1
      if let own, (own != isOdd) != packet.sn { return 0 }
      if let other {
        let expected = other != (state.count(1 - side) & 1 == 1)
        if packet.nesn != (expected != (state.phase(1 - side) == .received)) { return 0 }
      }
      guard let isSame, !isOdd else { return 1 }
      if count == 0 { return isSame ? 1 : 0 }
      return isSame ? chanceOfSame : 1 - chanceOfSame
    }
  }

  @inline(__always)
  private func rule(for packet: Packet, _ side: Int) -> Rule {
    func rule(_ own: Side, _ other: Side) -> Rule {
      let first: Bool? = isFromBeginning ? true : nil
      return Rule(
        packet: packet, side: side, own: own.last?.sn ?? first, other: other.last?.sn ?? first,
        isSame: own.last.map { $0.digest == packet.digest },
        chanceOfSame: packet.isEmpty
          ? own.empty / own.new : packet.isUnique ? Packet.chanceOfSame : own.chanceOfSame)
    }
    return side == 0 ? rule(sides.0, sides.1) : rule(sides.1, sides.0)
  }

  /// The usual case: only one thing may have been true, and only one still may.
  private mutating func judgeAlone(_ packet: Packet, _ side: Int) -> Judgement? {
    guard weights.count == 1 else { return nil }
    let rule = rule(for: packet, side)
    let lost = weights[0].state
    let acknowledged = lost.acknowledged(by: sender)
    var found: AirState?
    if rule.chance(of: lost) > 0 { found = lost }
    if acknowledged != lost, rule.chance(of: acknowledged) > 0 {
      if found != nil { return nil }
      found = acknowledged
    }
    if lost.phase(sender) == .sent {
      let taken = acknowledged.with(.received, of: sender, count: acknowledged.count(sender))
      if rule.chance(of: taken) > 0 {
        if found != nil { return nil }
        found = taken
      }
    }
    guard let state = found, rule.own != nil else { return nil }
    let again: Float = state.phase(side) == .unsent ? 0 : 1
    weights.set(state.heard(side))
    count(packet, side, again: again)
    note(last: packet, side)
    return Judgement(
      again: again, heardBefore: state.count(side) == 0 ? 1 : 0,
      skipped: state.count(side) > 1 ? 1 : 0)
  }

  private mutating func note(last packet: Packet, _ side: Int) {
    if side == 0 { sides.0.last = packet } else { sides.1.last = packet }
  }

  private mutating func judge(
    _ packet: Packet, _ side: Int, _ before: AirWeights
  ) -> Judgement {
    let fit = fitting(packet, side, before)
    let rule = rule(for: packet, side)
    let isSame = rule.isSame ?? false && rule.own == packet.sn
    defer { note(last: packet, side) }
    guard fit.sum > 0, fit.sum.isFinite else {
      restart(packet, side, rule.other)
      return Judgement(again: 0.5, heardBefore: isSame ? 1 : 0, skipped: 1, isUnfounded: true)
    }
    weights = fit.after
    weights.normalize()
    let judgement = Judgement(
      again: fit.again / fit.sum, heardBefore: fit.heard / fit.sum,
      skipped: fit.skipped / fit.sum, isUnfounded: rule.own == nil)
    count(packet, side, again: judgement.again)
    return judgement
  }

  private mutating func count(_ packet: Packet, _ side: Int, again share: Float) {
    let again = isApart ? 0 : share
    func note(_ side: inout Side) {
      side.packets += 1
      side.again += again
      guard again < 0.5 else { return }
      side.new += 1
      if packet.isEmpty {
        side.empty += 1
        return
      }
      if packet.digest == side.digests.0 || packet.digest == side.digests.1 { side.same += 1 }
      side.digests = (side.digests.1, packet.digest)
    }
    if side == 0 { note(&sides.0) } else { note(&sides.1) }
  }

  /// Begins with all that a packet itself leaves open.
  private mutating func restart(_ packet: Packet, _ side: Int, _ other: Bool?) {
    weights = AirWeights()
    for count in 0...3 as ClosedRange<UInt8> {
      for phase in AirState.Phase.allCases where count > 0 || phase != .unsent {
        if let other, packet.nesn != ((other != (count & 1 == 1)) != (phase == .received)) {
          continue
        }
        for own in [AirState.Phase.sent, .received] {
          weights.add(
            side == 0 ? AirState(0, own, count, phase) : AirState(count, phase, 0, own), 1)
        }
      }
    }
    weights.normalize()
  }
}
