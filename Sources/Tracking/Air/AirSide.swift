import Bytes
import LinkLayer

/// What was heard of the packets of one side of a connection.
package struct AirSide: Sendable {
  package internal(set) var packets = 0
  package internal(set) var new = 0
  package internal(set) var retransmitted = 0
  package internal(set) var uncertain = 0
  package internal(set) var empty = 0
  package internal(set) var crcFailed = 0
  /// Of those with a wrong CRC, the ones that the other side has acknowledged.
  package internal(set) var crcFailedReceived = 0
  package internal(set) var micFailed = 0
  package internal(set) var micFitted = 0
  /// Of those that failed, the ones after the last one that fitted.
  package internal(set) var micFailedAtEnd = 0
  /// Packets that failed, before which one was, or may have been, missed since the
  /// last one that fitted: a sniffer that decrypts does not know their number.
  package private(set) var micFailedAfterMiss = 0
  private var micFittedFrame = 0
  /// Packets that the sniffer did not hear, and of those the ones that the frames prove.
  package internal(set) var missedLikely = 0
  package internal(set) var missedCertain = 0
  /// Encrypted PDUs, each once: those that were decrypted, and those that were not.
  package internal(set) var decrypted = 0
  package internal(set) var undecrypted = 0
  /// New PDUs that were not heard whole, by the packet counters of those that were decrypted.
  package private(set) var missedByCounter = 0
  /// Fragments of L2CAP PDUs that were not heard whole, by the lengths of those PDUs.
  package private(set) var missedByLength = 0
  /// L2CAP PDUs of which the start was heard and a part was not. By the number of their packets
  /// that were heard: those that lack one packet, and those that lack more.
  package private(set) var brokenPDUs = 0
  private var lackingOne = SIMD8<UInt32>()
  private var lackingMore = SIMD8<UInt32>()
  /// What was counted as not heard when the last one was decrypted.
  private var beforeCounter = Unheard()
  /// The L2CAP PDU whose fragments come; nil if its start was not heard.
  private var pdu: Progress?
  /// Octets of the longest fragment that was heard.
  private var longestFragment = 0
  package internal(set) var attemptsMax = 0
  /// In microseconds; nil where the rate of one of its packets is not known.
  package private(set) var airTime: Int? = 0
  package internal(set) var dataPackets = 0
  package internal(set) var dataRetransmitted = 0
  package internal(set) var dataQueued = 0
  var signal = SignalMeasure()
  /// Where packets were certainly missed, or arrived and could not be read.
  package internal(set) var holes = AirHoles()
  /// The last frame in front of which one may have been missed, or which could not be read.
  var lastDoubt = 0 { didSet { packetsAtDoubt = packets } }
  /// How many packets had been heard by then.
  private(set) var packetsAtDoubt = 0
  /// The last packet with a wrong CRC.
  var failedFrame = 0

  /// Whether SN or NESN was set in any of its packets.
  var isNumbered = false
  /// How often a packet held something else than the one before it.
  var changes = 0

  /// The last packet with a good CRC.
  var last: Heard?
  /// Whether the other side was heard to acknowledge something since.
  var isAcknowledged = false
  var lastChannel: UInt8?
  /// Its packets that were, or may have been, sent and not heard since the last one that was.
  var unheard = 0
  /// The part of them that was counted as missed.
  var countedUnheard = 0
  /// The same since the other side was heard to acknowledge for the first time.
  var unheardSinceAcknowledged = 0
  /// Events since then of which nothing was heard.
  var unheardEvents = 0
  /// Whether sequence numbers prove that there was another packet after the last one.
  var hasHole = false
  /// Whether its header shows that a tool that sends packets wrote it down.
  var isWrittenByTool = false
  var attempts = 0
  /// Of the value in the last packet that was heard, or whose continuation it is.
  var valueHandle: UInt16?
  /// The first packet of those attempts.
  var firstAttempt = Moment(frame: 0, time: TraceTime(microseconds: 0))
  /// When that was written down.
  var firstWritten = TraceTime(microseconds: 0)

  package var missed: Int { missedLikely + missedCertain }

  /// Packets with one number that never changes and ever other contents: no Link Layer sends these.
  /// The tool that captured took this side, and wrote its own packets down without their numbers.
  package var isOfTool: Bool {
    let fewest = isWrittenByTool ? Self.fewestWritten : Self.fewestOfTool
    return !isNumbered && packets >= fewest && changes >= fewest / 2
  }
  private static let fewestOfTool = 16
  private static let fewestWritten = 2
  /// How many were heard since.
  var unbroken: Int { packets - packetsAtDoubt }

  /// What was counted as not heard.
  private struct Unheard {
    var certain = 0
    var likely = 0
    var crcFailed = 0
  }

  private var counted: Unheard {
    Unheard(certain: missedCertain, likely: missedLikely, crcFailed: crcFailed)
  }

  /// Of an L2CAP PDU: octets that were announced, and those that were heard.
  private struct Progress {
    var octets: Int
    var heard: Int
    var packets = 1
    /// Of the start, and of the last fragment.
    var start: Int
    var frame: Int
    /// When its start was heard.
    var before: Unheard
  }

  struct Heard: Sendable {
    var sn: Bool
    var nesn: Bool
    var moreData: Bool
    var digest: UInt64
    var frame: Int
    /// The length of its payload.
    var octets: Int
    /// What the sniffer says of its MIC, or said of the same packet before.
    var micIsGood: Bool?
    /// What it held, if its MIC fitted: `digest` may be that of the packet as it was heard first,
    /// when it did not.
    var opened: UInt64?
  }

  /// What a packet is judged by: a copy of it costs little, unlike one of the side.
  struct Recent {
    var last: Heard?
    var lastChannel: UInt8?
    var unheard: Int
    var unheardSinceAcknowledged: Int
  }

  var recent: Recent {
    Recent(
      last: last, lastChannel: lastChannel, unheard: unheard,
      unheardSinceAcknowledged: unheardSinceAcknowledged)
  }

  /// - Parameter frame: in front of which they were.
  mutating func miss(_ count: Int, isCertain: Bool, at frame: Int) {
    guard count > 0 else { return }
    if isCertain { holes.note(frame) }
    lastDoubt = frame
    unheard += count
    countedUnheard += count
    unheardSinceAcknowledged += count
    if isCertain { missedCertain += count } else { missedLikely += count }
  }

  mutating func count(_ header: LLDataHeader, _ verdict: AirVerdict) {
    packets += 1
    if header.isEmpty { empty += 1 }
    switch verdict {
    case .new:
      new += 1
      if header.isEmpty { return }
      dataPackets += 1
      if header.moreData { dataQueued += 1 }
    case .retransmitted:
      retransmitted += 1
      if !header.isEmpty { dataRetransmitted += 1 }
    case .uncertain: uncertain += 1
    }
  }

  /// The MIC of a packet fits that was sent before, when it did not fit.
  mutating func noteMICOfRepeat() { micFailedAtEnd = 0 }

  /// What the sniffer says of the MIC, which it checked with its key.
  mutating func noteMIC(_ fits: Bool, at frame: Int) {
    if fits {
      micFitted += 1
      micFailedAtEnd = 0
      micFittedFrame = frame
    } else {
      micFailed += 1
      micFailedAtEnd += 1
      if lastDoubt > micFittedFrame { micFailedAfterMiss += 1 }
    }
  }

  mutating func addAirTime(_ time: Int?) {
    guard let sum = airTime, let time else {
      airTime = nil
      return
    }
    airTime = sum + time
  }

  /// Counters prove that so many new PDUs came between the last two that were decrypted.
  ///
  /// - Parameter frame: in front of which they were.
  mutating func prove(missed: Int, at frame: Int) {
    defer { beforeCounter = counted }
    missedByCounter += missed
    if missed > 0 { holes.note(frame) }
    _ = prove(missed, since: beforeCounter)
  }

  /// Takes a fragment of an L2CAP PDU. All fragments of one are sent before the next one starts
  /// (Core Vol 3, Part A, 7.2.1): the length of a PDU that was not heard whole proves how many
  /// packets it still took at least, and a continuation without a start proves the start.
  ///
  /// - Parameter announced: octets of the whole PDU, with its header, by the header in a start;
  ///   nil if a start does not hold the header.
  /// - Parameter longest: octets that one packet may hold, unless a longer one was heard.
  /// - Parameter opening: the last frame in front of which a packet may have been.
  /// - Returns: whether packets were missed that nothing else has shown.
  mutating func take(
    fragment octets: Int, isStart: Bool, announced: Int?, longest: Int, opening: Int, at frame: Int
  ) -> Bool {
    longestFragment = max(longestFragment, octets)
    let longest = max(longest, longestFragment)
    let last = pdu
    var missed = 0
    if var next = last, !isStart, next.heard + octets <= next.octets {
      next.heard += octets
      next.packets += 1
      next.frame = frame
      pdu = next
      return false
    }
    // Where none can have been, the sender broke it off.
    if let last {
      let doubt = max(opening, lastDoubt, holes.last)
      if doubt > last.start {
        missed = (last.octets - last.heard + longest - 1) / longest
        noteBroken(after: last.packets, missed: missed)
      }
      if !isStart, doubt > last.frame { missed += 1 }
    }
    missedByLength += missed
    let found = last.map { prove(missed, since: $0.before) } ?? false
    if found { holes.note(frame) }
    pdu =
      isStart
      ? announced.map {
        Progress(octets: $0, heard: octets, start: frame, frame: frame, before: counted)
      } : nil
    return found
  }

  private mutating func noteBroken(after packets: Int, missed: Int) {
    guard missed > 0 else { return }
    brokenPDUs += 1
    guard packets <= lackingOne.scalarCount else { return }
    if missed > 1 { lackingMore[packets - 1] &+= 1 } else { lackingOne[packets - 1] &+= 1 }
  }

  /// After how many packets most of those break off, and how many do. One that is missing may be
  /// any of a PDU's, but those of which more are missing are its last ones as a rule.
  package var usualBreak: (packets: Int, count: Int)? {
    let most = lackingMore.max()
    guard most > 0, let place = lackingMore.indices.first(where: { lackingMore[$0] == most }),
      lackingOne[place] <= most
    else { return nil }
    return (place + 1, Int(most) + Int(lackingOne[place]))
  }

  /// What comes next may be of any PDU.
  mutating func forgetPDU() { pdu = nil }

  /// Counts what was proven, and nothing has shown yet.
  private mutating func prove(_ missed: Int, since before: Unheard) -> Bool {
    let shown = missedCertain - before.certain + crcFailed - before.crcFailed
    let more = missed - shown
    guard more > 0 else { return false }
    missedLikely -= min(more, max(0, missedLikely - before.likely))
    missedCertain += more
    return true
  }

  /// They were counted, and not sent.
  mutating func leaveOut(_ count: Int) {
    missedLikely = max(0, missedLikely - count)
  }

  /// One that may have been sent, or not: it is not counted.
  mutating func mayHaveMissed() {
    unheard += 1
    unheardSinceAcknowledged += 1
  }
}

/// What became known of a packet.
package enum AirVerdict: Sendable {
  /// It was sent for the first time.
  case new
  /// It had been sent before.
  case retransmitted
  /// The frames do not say which of the two.
  case uncertain
}

/// Packets of which the same one was sent three times or more.
package struct AirStallFact: Sendable {
  package var isFromCentral: Bool
  package var first: Moment
  /// The time of the first record.
  package var began: TraceTime
  package var last: Moment
  package var attempts: Int
  package var valueHandle: UInt16?

  static let leastAttempts = 3
}
