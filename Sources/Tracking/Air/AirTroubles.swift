import BluetoothProtocol
import Bytes
import LinkLayer
import Report

/// What a sniffer hears that goes wrong on a connection, as far as rules need it.
package struct AirTroubles: Sendable {
  /// By channel, from 0 on.
  package private(set) var channels: [ChannelCount] = []
  package private(set) var bursts: [AirBurstFact] = []
  package private(set) var lateInstants: [AirInstantFact] = []
  /// Of the last events, those in which the central alone was heard; and the last packet before
  /// them.
  package private(set) var silence: (first: Moment, last: Moment, events: Int, since: Moment)?
  var turns = AirTurns()
  /// Whether anything of the peripheral was heard.
  private var hasAnswer = false
  private var skips = Skips()
  /// Requests of the Link Layer that were refused: one entry for each kind.
  package private(set) var refusals: [ReportV1.AirRefusal] = []
  private var burst: OpenBurst?
  private var instant: (fact: AirInstantFact, digest: UInt64)?

  package struct ChannelCount: Sendable {
    package var packets: UInt32 = 0
    package var sentAgain: UInt32 = 0
    package var crcFailed: UInt32 = 0
    package var lastFrame = 0
    /// Those of `packets` that the central sent.
    package var ofCentral: UInt32 = 0
  }

  /// How many events a peripheral passes over before it answers.
  private struct Skips: Sendable {
    private(set) var events = 0
    private var repeats = 0

    /// Loss by chance does not end after the same number each time.
    var isUsual: Bool { events >= 2 && repeats >= 3 }

    /// - Returns: whether it became usual.
    mutating func note(_ passed: Int) -> Bool {
      // Behind data of its own it answers in the next event.
      guard passed > 0 else { return false }
      let wasUsual = isUsual
      if passed == events {
        repeats += 1
      } else if passed > events || repeats < 1 {
        (events, repeats) = (passed, 0)
      } else {
        repeats -= 1
      }
      return isUsual && !wasUsual
    }
  }

  static let mostBursts = 64
  static let mostInstants = 16
  /// Those of advertising among them: some sniffers write other numbers than their format says.
  private static let allChannels = 40

  // MARK: - Channels

  mutating func count(
    on channel: UInt8?, frame: Int, _ change: (inout ChannelCount) -> Void
  ) {
    guard let channel, channel < Self.allChannels else { return }
    if channels.isEmpty {
      channels = [ChannelCount](repeating: ChannelCount(), count: Self.allChannels)
    }
    change(&channels[Int(channel)])
    channels[Int(channel)].lastFrame = frame
  }

  /// Whether the numbers can only be those of channels, written in place of frequencies: no data
  /// is sent on the frequencies 0 and 12, which are the channels 37 and 38, and no channel for
  /// data has the numbers of the highest ones.
  var showIndices: Bool {
    guard channels.count == Self.allChannels else { return false }
    let used = channels.map { $0.packets > 0 }
    return (used[37] || used[38]) && !used[35] && !used[36] && !used[39]
      && used.count { $0 } >= Self.enoughChannels
  }

  private static let enoughChannels = 8

  /// A packet on a channel was sent again.
  mutating func failed(on channel: UInt8?) {
    guard let channel, channels.indices.contains(Int(channel)) else { return }
    channels[Int(channel)].sentAgain += 1
  }

  // MARK: - Refusals

  static let mostRefusals = 16

  /// - Parameter party: who refused.
  mutating func refuse(
    _ opcode: UInt8, _ status: HCIStatus, isUnknown: Bool, by party: ReportV1.AirParty,
    at moment: Moment
  ) {
    let known = refusals.firstIndex {
      $0.opcode == Int(opcode) && $0.status == status && $0.party == party
        && $0.isUnknown == isUnknown
    }
    if let known {
      refusals[known].count &+= 1
      refusals[known].lastFrame = moment.frame
    } else if refusals.count < Self.mostRefusals {
      refusals.append(
        ReportV1.AirRefusal {
          $0.frame = moment.frame
          $0.party = party
          $0.opcode = Int(opcode)
          $0.name = LLControlLayouts.layout(opcode)?.name.description
          $0.status = status
          $0.isUnknown = isUnknown
          $0.count = 1
          $0.lastFrame = moment.frame
        })
    }
  }

  // MARK: - Bursts

  mutating func note(
    _ verdict: AirVerdict, isCentral: Bool, _ rssi: Int8?, at moment: Moment, written: TraceTime
  ) {
    defer { hasAnswer = hasAnswer || !isCentral }
    switch verdict {
    case .uncertain: burst?.addUncertain()
    case .retransmitted:
      // Until the peripheral answers there is no connection that could lose packets.
      guard hasAnswer else { return }
      var open = burst ?? OpenBurst(AirBurstFact(first: moment, began: written, last: moment))
      open.add(isAgain: true, isCentral: isCentral, rssi, at: moment)
      burst = open
    case .new:
      guard var open = burst else { return }
      open.add(isAgain: false, isCentral: isCentral, rssi, at: moment)
      burst = open
      if open.isOver(at: moment) { endBurst() }
    }
  }

  mutating func endBurst() {
    defer { burst = nil }
    guard let fact = burst?.untilLast, fact.isNotable, bursts.count < Self.mostBursts else {
      return
    }
    bursts.append(fact)
  }

  /// Packets were missed in it: what was sent again, as it seems, may be new.
  mutating func dropBurst() { burst = nil }

  // MARK: - Events

  /// Whether the peripheral may pass over the events since its last answer: by its latency, or, of
  /// a connection whose terms were not heard, as it has done so several times in the same way. What
  /// the central repeats meanwhile was not lost.
  func isExcused(latency: Int) -> Bool {
    guard let silence else { return false }
    return silence.events <= max(latency, skips.isUsual ? skips.events : 0)
  }

  mutating func endEvent(first: Moment, last: Moment, heardPeripheral: Bool) {
    if heardPeripheral {
      if skips.note(silence?.events ?? 0) { dropBurst() }
      silence = nil
    } else {
      silence = (
        silence?.first ?? first, last, (silence?.events ?? 0) + 1,
        silence?.since ?? turns.answer ?? first
      )
    }
  }

  // MARK: - Instants

  /// A PDU with an instant was heard for the first time.
  mutating func announce(
    _ opcode: UInt8, instant: UInt16, digest: UInt64, event: UInt16?, at moment: Moment
  ) {
    let fact = AirInstantFact(
      first: moment, last: moment, opcode: opcode, instant: instant, event: event ?? 0)
    self.instant = (fact, digest)
    noteSent(digest, event: event, at: moment)
  }

  /// The central sends that PDU, and nothing says that the peripheral has it.
  mutating func noteSent(_ digest: UInt64, event: UInt16?, at moment: Moment) {
    guard var pending = instant, pending.digest == digest, let event else { return }
    guard Int16(bitPattern: event &- pending.fact.instant) > 0 else { return }
    pending.fact.last = moment
    pending.fact.event = event
    if lateInstants.last?.first == pending.fact.first {
      lateInstants[lateInstants.count - 1] = pending.fact
    } else if lateInstants.count < Self.mostInstants {
      lateInstants.append(pending.fact)
    }
  }
}

package struct AirInstantFact: Sendable {
  package var first: Moment
  package var last: Moment
  package var opcode: UInt8
  package var instant: UInt16
  package var event: UInt16
}

/// Packets of which at least half are retransmissions.
package struct AirBurstFact: Sendable {
  package var first: Moment
  /// The time of the first record.
  package var began: TraceTime
  package var last: Moment
  package var packets = 0
  package var retransmitted = 0
  /// Others, of which it is not known.
  fileprivate var uncertain = 0
  package var central = Signal()
  package var peripheral = Signal()
  /// The most packets of the central in a row without an answer.
  package var unanswered = 0

  package struct Signal: Sendable {
    var sum = 0
    var count = 0

    package var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

    mutating func add(_ dBm: Int8) {
      sum += Int(dBm)
      count += 1
    }
  }

  fileprivate var isNotable: Bool { retransmitted >= 8 && retransmitted * 2 >= packets + uncertain }
}

/// One that goes on.
private struct OpenBurst {
  private var fact: AirBurstFact
  /// What it was up to the last retransmission.
  private var untilAgain: AirBurstFact
  /// What it was up to the last retransmission before the peripheral was last heard: a central that
  /// repeats its packet to a peripheral that has gone has no bursts of loss.
  private(set) var untilLast: AirBurstFact
  private var score = 0
  /// Packets of the central since the peripheral's last one.
  private var row = 0

  /// Behind so many new packets in a row it is over at the latest.
  private static let most = 16
  /// In microseconds.
  private static let longestPause: Int64 = 2_000_000

  init(_ fact: AirBurstFact) {
    self.fact = fact
    untilAgain = fact
    untilLast = fact
  }

  mutating func addUncertain() { fact.uncertain += 1 }

  mutating func add(isAgain: Bool, isCentral: Bool, _ rssi: Int8?, at moment: Moment) {
    fact.packets += 1
    row = isCentral ? row + 1 : 0
    fact.unanswered = max(fact.unanswered, row)
    if let rssi {
      if isCentral { fact.central.add(rssi) } else { fact.peripheral.add(rssi) }
    }
    if isAgain {
      score = min(score + 2, Self.most)
      fact.retransmitted += 1
      fact.last = moment
      untilAgain = fact
    } else {
      score -= 1
    }
    if !isCentral { untilLast = untilAgain }
  }

  func isOver(at moment: Moment) -> Bool {
    let pause = moment.time.since(fact.last.time)
    return score < 0 || pause < 0 || pause > Self.longestPause
  }
}
