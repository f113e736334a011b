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
    /// Whether two that are new may look the same.
    var repeats = false
    var new: Float = 2
    var empty: Float = 1
    /// Packets that were judged, and those that were sent before.
    var packets: Float = 0
    var again: Float = 0

    /// Of its packets that do not arrive. Few of the first ones say little.
    var loss: Float { min(0.9, (again + 1) / (packets + 15)) }
  }

  private var sides = (Side(), Side())
  var weights = AirWeights()
  private var isFromBeginning = false
  /// Who sent the packet that was heard last: 0 the central, 1 the peripheral; -1 for none.
  private var sender = -1
  private var senderHasMore = false
  private var packets: Float = 0

  /// - Parameter missed: packets that the sniffer did not hear so far, as far as that is known.
  /// - Returns: nil of a packet with a wrong CRC, which may hold anything.
  mutating func take(
    _ packet: Packet?, isFromCentral: Bool, after gap: Gap, missed: Int, isFromBeginning: Bool
  ) -> Judgement? {
    if weights.count == 0 { begin(isFromBeginning) }
    let side = isFromCentral ? 0 : 1
    let missed = Float(missed)
    let chances = AirChances(
      missed: (missed + 0.3) / (packets + missed + 40), loss: (sides.0.loss, sides.1.loss))
    packets += 1
    let hadMore = self[0].last?.moreData ?? false, otherHadMore = self[1].last?.moreData ?? false
    // Of most packets little is possible, and none was missed.
    var before: AirWeights?
    var arrival: (good: Float, nothing: Float)?
    switch gap {
    case .withinEvent(let hidden):
      if sender >= 0, hidden.upperBound == 0 { arrival = chances.inEvent(sender) }
    case .events(let silent, let isLate):
      let hasEnded = sender == 1 && !senderHasMore && !hadMore
      if side == 0, silent == 0, !isLate, hasEnded { arrival = chances.atEnd(1) }
    }
    if let arrival {
      before = weights.arrived(from: sender, arrival.good, arrival.nothing)
    } else {
      var steps = AirSteps(weights, chances)
      steps.pass(
        gap, from: sender, to: side, hasMore: senderHasMore || hadMore,
        mayGoOn: hadMore || otherHadMore)
      before = steps.weights
    }
    sender = side
    senderHasMore = packet?.moreData ?? false
    guard var before else { return nil }
    guard let packet else {
      before.send(side)
      weights = before
      weights.normalize()
      return nil
    }
    return judge(packet, side, before)
  }

  private subscript(_ side: Int) -> Side {
    get { side == 0 ? sides.0 : sides.1 }
    set { if side == 0 { sides.0 = newValue } else { sides.1 = newValue } }
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

  /// SN of the packet of a side that was heard last; nil where that is not known.
  private func lastSN(_ side: Int) -> Bool? {
    self[side].last?.sn ?? (isFromBeginning ? true : nil)
  }

  private mutating func judge(
    _ packet: Packet, _ side: Int, _ before: AirWeights
  ) -> Judgement? {
    let last = self[side].last
    let (own, other) = (lastSN(side), lastSN(1 - side))
    let isSame = last.map { $0.digest == packet.digest } ?? false
    // That another packet with the same number looks the same.
    let chance: Float =
      packet.isEmpty ? self[side].empty / self[side].new : self[side].repeats ? 0.5 : 0.001
    var after = AirWeights()
    var new: Float = 0, again: Float = 0, heard: Float = 0, skipped: Float = 0
    for index in 0..<before.count {
      let (state, given) = before[index]
      let count = state.count(side)
      let isOdd = count & 1 == 1
      if let own, (own != isOdd) != packet.sn { continue }
      if let other {
        let expected = other != (state.count(1 - side) & 1 == 1)
        if packet.nesn != (expected != (state.phase(1 - side) == .received)) { continue }
      }
      var weight = given
      if last != nil, !isOdd {
        if count == 0, !isSame { continue }
        if count > 0 { weight *= isSame ? chance : 1 - chance }
      }
      if state.phase(side) == .unsent { new += weight } else { again += weight }
      if count == 0 { heard += weight }
      if count > 1 { skipped += weight }
      after.add(state.heard(side), weight)
    }
    let sum = new + again
    defer { self[side].last = packet }
    guard sum > 0, sum.isFinite else {
      restart(packet, side, other)
      return Judgement(again: 0.5, heardBefore: isSame ? 1 : 0, skipped: 1, isUnfounded: true)
    }
    after.normalize()
    weights = after
    let judgement = Judgement(
      again: again / sum, heardBefore: heard / sum, skipped: skipped / sum,
      isUnfounded: own == nil)
    count(packet, side, again: judgement.again)
    return judgement
  }

  private mutating func count(_ packet: Packet, _ side: Int, again: Float) {
    func note(_ side: inout Side) {
      side.packets += 1
      side.again += again
      guard again < 0.5 else { return }
      side.new += 1
      if packet.isEmpty {
        side.empty += 1
        return
      }
      if packet.digest == side.digests.0 || packet.digest == side.digests.1 { side.repeats = true }
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
