/// What one side writes, and the values of the other side after it: whether they are its answers.
///
/// A turn begins with a write and lasts until the next one that comes after a value, or after
/// longer than an answer takes.
struct TurnPair: Sendable {
  let asker: Int
  private(set) var answerer = -1

  private(set) var turns = 0
  private(set) var answered = 0
  private var asked = 0
  private var unansweredRequests = 0
  /// With the time to the next request.
  private var unansweredFrames: [Unanswered] = []
  /// Requests of answered turns beyond their values: each came before the one before had an answer.
  private var overtaken = 0
  private var overtakenFrames: [Unanswered] = []
  /// Values that only carry on what the one before began.
  private var parts = 0
  private var longestAsk: UInt16 = 0
  /// By the hash of a request that was alone in its turn: how often it was answered, and was not.
  private var outcomes: [(hash: UInt32, answered: Int, unanswered: Int)] = []
  private var unansweredAlone: [(frame: UInt32, hash: UInt32)] = []
  /// Requests that came in a turn after another one, and of them those that came so much later that
  /// they are no parts of one.
  private(set) var joined = 0
  private(set) var apart = 0
  /// And those that were written at once with the one before.
  private(set) var atOnce = 0
  /// First values that say how many octets were written last.
  private(set) var echoes = 0
  private(set) var values = 0
  /// Values before the first request, and beyond what answers have.
  private(set) var early = 0
  private var excess = 0
  private(set) var latency = TimeHistogram()
  /// From one turn's beginning to the next, from the last value to the next request, from value to
  /// value in one turn, and from the last value of a turn to the first of the next.
  private(set) var pace = TimeHistogram()
  private(set) var think = TimeHistogram()
  private(set) var inner = TimeHistogram()
  private(set) var across = TimeHistogram()
  /// Of answered turns: how many requests and values they have, and how many octets.
  private(set) var asks = TimeHistogram()
  private(set) var replies = TimeHistogram()
  private(set) var octetsOut = TimeHistogram()
  private(set) var octetsIn = TimeHistogram()
  /// How long answers took together.
  private(set) var waited: Int64 = 0
  /// Of requests that were alone in their turn: what the answered ones begin with, and the others.
  private(set) var answeredOctets = CommonOctets()
  private(set) var unansweredOctets = CommonOctets()
  /// By the interval, in the order of the first.
  private(set) var eras: [TurnEra] = []
  private var era: (number: Int, place: Int) = (-1, -1)
  private(set) var firstRequest: (frame: UInt32, time: Int64)?
  private(set) var lastAnswer: (frame: UInt32, time: Int64)?

  private var turn: Turn?
  private var lastValue: Int64?

  /// A request without an answer, and how long after it the next was written.
  struct Unanswered: Sendable {
    var frame: UInt32
    var wait: Int64
  }

  private struct Turn: Sendable {
    var start: Int64
    var frame: UInt32
    var hash: UInt32
    var head: UInt32
    /// Its place among the eras; -1 where there is no room.
    var era: Int
    var lastAsk: Int64
    var asks: Int64 = 1
    /// Of them those that were written at once with the one before: parts of one request.
    var parts: Int64 = 0
    /// Values as long as the longest, up to the last one, with no time between them to speak of.
    var full: Int64 = 0
    /// Values that a shorter one ended: they are one request with it.
    var pieces: Int64 = 0
    var replies: Int64 = 0
    var octetsOut: Int64
    var octetsIn: Int64 = 0
    var lastLength: UInt16

    /// Another value of the request, or another request before an answer.
    mutating func goOn(isFull: Bool, isPart: Bool) {
      guard isPart else {
        full = isFull ? 1 : 0
        return
      }
      if isFull {
        full &+= 1
      } else {
        (pieces, full) = (pieces &+ full, 0)
      }
    }
  }

  /// Turns that nothing answers.
  init(asker: Int) { self.asker = asker }

  /// - Parameters:
  ///   - unanswered: the turns before the first value.
  ///   - values: those before the first turn.
  init(_ unanswered: TurnPair, answerer: Int, after values: StreamSums) {
    self = unanswered
    self.answerer = answerer
    (self.values, early) = (values.count, values.count)
    if values.count > 0 { lastValue = values.last }
  }

  // MARK: - Rows

  mutating func ask(_ row: LogRow, _ mark: EraMark) {
    asked &+= 1
    longestAsk = max(longestAsk, row.length)
    let now = place(of: mark)
    if let open = turn {
      let step = row.time &- open.lastAsk
      // What is known to cut its requests may wait for the response to a part.
      let isRest =
        parts >= ConversationLimits.fewestCut && open.full > 0 && !isFull(row)
        && step <= ConversationLimits.firstPatience
      if open.replies == 0, step <= patience || isRest {
        joined &+= 1
        if step <= ConversationLimits.atOnce {
          turn?.parts &+= 1
          atOnce &+= 1
        }
        if step > ConversationLimits.longestPart, !isRest { apart &+= 1 }
        let isFull = isFull(row)
        turn?.goOn(isFull: isFull, isPart: isRest || step <= ConversationLimits.longestPart)
        turn?.lastAsk = row.time
        turn?.lastLength = row.length
        turn?.asks &+= 1
        turn?.octetsOut &+= Int64(row.length)
        return
      }
      if open.replies > 0, let lastValue { think.add(row.time &- lastValue) }
      pace.add(row.time &- open.start)
      if now >= 0, now == open.era, open.replies > 0 { eras[now].pace.add(row.time &- open.start) }
      endTurn(next: row.time)
    }
    if firstRequest == nil { firstRequest = (row.frame, row.time) }
    turn = Turn(
      start: row.time, frame: row.frame, hash: row.hash, head: row.head, era: now,
      lastAsk: row.time, full: isFull(row) ? 1 : 0, octetsOut: Int64(row.length),
      lastLength: row.length)
  }

  /// Whether it is as long as any, and as long as a value is at least that is cut by its MTU.
  private func isFull(_ row: LogRow) -> Bool {
    row.length == longestAsk && row.length >= ConversationLimits.leastCut
  }

  mutating func answer(_ row: LogRow, _ mark: EraMark) {
    values &+= 1
    defer { lastValue = row.time }
    guard let open = turn else {
      early &+= 1
      return
    }
    if open.replies == 0 {
      let wait = row.time &- open.lastAsk
      latency.add(wait)
      if row.saysLength(open.lastLength) { echoes &+= 1 }
      // What comes later was hardly waited for.
      if wait <= ConversationLimits.mostPatience { waited &+= max(0, wait) }
      let now = place(of: mark)
      if now >= 0, now == open.era { eras[now].latency.add(wait) }
      if let lastValue { across.add(row.time &- lastValue) }
    } else if let lastValue {
      inner.add(row.time &- lastValue)
    }
    turn?.replies &+= 1
    turn?.octetsIn &+= Int64(row.length)
    lastAnswer = (row.frame, row.time)
  }

  /// Where what comes now belongs.
  private mutating func place(of mark: EraMark) -> Int {
    if era.number == mark.number { return era.place }
    var place = eras.firstIndex { $0.interval == mark.interval } ?? -1
    if place < 0, eras.count < ConversationLimits.mostEras {
      place = eras.count
      eras.append(TurnEra(mark))
    }
    era = (mark.number, place)
    return place
  }

  /// No more rows will come. What was asked last may have been answered later.
  mutating func finish() {
    if let open = turn, open.replies > 0 { endTurn(next: open.lastAsk) }
    turn = nil
  }

  private mutating func endTurn(next: Int64) {
    guard let open = turn else { return }
    turn = nil
    turns &+= 1
    note(open)
    parts &+= Int(open.pieces)
    guard open.replies > 0 else {
      unansweredRequests &+= Int(open.asks &- open.pieces)
      if unansweredFrames.count < ConversationLimits.keptFrames {
        unansweredFrames.append(
          Unanswered(frame: open.frame, wait: max(0, next &- open.lastAsk)))
      }
      return
    }
    answered &+= 1
    // Where a turn goes on far beyond the others, its values come by themselves.
    let most =
      ConversationLimits.repliesFactor * max(1, replies.percentile(75))
      + ConversationLimits.fewReplies
    if replies.total >= ConversationLimits.fewestTurns, open.replies > most {
      excess &+= Int(open.replies &- most)
    }
    let whole = open.asks &- max(open.parts, open.pieces)
    if whole > open.replies {
      overtaken &+= Int(whole &- open.replies)
      if overtakenFrames.count < ConversationLimits.keptFrames {
        overtakenFrames.append(Unanswered(frame: open.frame, wait: 0))
      }
    }
    asks.add(open.asks)
    replies.add(open.replies)
    octetsOut.add(open.octetsOut)
    octetsIn.add(open.octetsIn)
  }

  private mutating func note(_ turn: Turn) {
    guard turn.asks == 1 else { return }
    let isAnswered = turn.replies > 0
    let length = Int(clamping: turn.octetsOut)
    if isAnswered {
      answeredOctets.add(head: turn.head, length: length)
    } else {
      unansweredOctets.add(head: turn.head, length: length)
    }
    if !isAnswered, unansweredAlone.count < ConversationLimits.mostOutcomes {
      unansweredAlone.append((turn.frame, turn.hash))
    }
    if let known = outcomes.firstIndex(where: { $0.hash == turn.hash }) {
      outcomes[known].answered &+= isAnswered ? 1 : 0
      outcomes[known].unanswered &+= isAnswered ? 0 : 1
    } else if outcomes.count < ConversationLimits.mostOutcomes {
      outcomes.append((turn.hash, isAnswered ? 1 : 0, isAnswered ? 0 : 1))
    }
  }

  var requests: Int { asked - parts }

  /// Requests without an answer of which an equal one was answered at another time.
  var missed: (count: Int, frames: [UInt32]) {
    // One that once had an answer may have had it by chance.
    let usual = outcomes.filter { $0.answered > 1 && $0.answered >= $0.unanswered }
    let answered = Set(usual.map(\.hash))
    let count = usual.reduce(0) { $0 + $1.unanswered }
    let frames = unansweredAlone.filter { answered.contains($0.hash) }.map(\.frame)
    return (count, Array(frames.prefix(ConversationLimits.keptFrames)))
  }

  /// Requests without an answer. Where a turn has several of them as a rule, one answer is for all.
  var unanswered: (count: Int, frames: [Unanswered]) {
    guard asks.percentile(50) <= 1 else { return (unansweredRequests, unansweredFrames) }
    let frames = (unansweredFrames + overtakenFrames).sorted { $0.frame < $1.frame }
    return (
      unansweredRequests + overtaken, Array(frames.prefix(ConversationLimits.keptFrames))
    )
  }

  /// How long a request waits for its answer.
  var patience: Int64 {
    guard latency.total >= 4 else { return ConversationLimits.firstPatience }
    return min(
      ConversationLimits.mostPatience,
      max(
        ConversationLimits.leastPatience,
        ConversationLimits.patienceFactor &* latency.percentile(75)))
  }

  // MARK: - What it comes to

  /// Values that came so long after everything that they were not asked for.
  private var unasked: Int {
    early + excess + latency.count(beyond: ConversationLimits.lateFactor &* patience)
      + inner.count(beyond: patience)
  }

  var explainedPercent: Int { values > 0 ? (values - unasked) * 100 / values : 0 }
  var answeredPercent: Int { turns > 0 ? answered * 100 / turns : 0 }

  /// Whether the values depend on the requests, as far as the times show.
  var isDependent: Bool {
    answered >= ConversationLimits.fewestTurns
      && explainedPercent >= ConversationLimits.explainedShare
      && (alternates || takesTurns || isInTurn || isOneToOne || isAsked || isOrganized
        || respondsAtOnce)
      || isPlain
  }

  /// Whether it is questions and answers, rather than data one way and word of them the other.
  var isDialogue: Bool {
    isDependent && asks.percentile(50) <= ConversationLimits.mostAsks
      && octetsOut.percentile(50) < ConversationLimits.mostOctetsOut && !isWordOfBlocks
      && !isWordNowAndThen && !isInverted
  }

  /// Most turns have several requests, each by itself: what comes now and then is no answer.
  private var isWordNowAndThen: Bool { asks.percentile(50) > 1 && apart * 2 > joined }

  private var isWordOfBlocks: Bool {
    asks.percentile(50) >= ConversationLimits.fewestBlockAsks
      && octetsIn.percentile(50) <= ConversationLimits.mostWordOctets
  }

  /// They take turns: each request has one or two values, sooner than the next request comes.
  private var alternates: Bool {
    answeredPercent >= ConversationLimits.answeredShare
      && explainedPercent >= ConversationLimits.answeredShare
      && replies.percentile(50) <= 2 && replies.percentile(90) - replies.percentile(50) <= 1
      && asks.percentile(90) <= 2 && latency.spread * 2 <= pace.percentile(50)
      && latency.percentile(50) * 2 <= pace.percentile(50)
  }

  /// Each request waits for the answer to the one before, whatever either takes.
  private var takesTurns: Bool {
    answeredPercent >= 95 && explainedPercent >= 95 && replies.percentile(90) == 1
      && asks.percentile(90) == 1 && think.spread * 2 <= pace.spread
  }

  /// They take turns from the first request on, at no pace of a timer: two streams that have
  /// nothing to do with each other do not alternate so for long, unless both have one period.
  private var isInTurn: Bool {
    early == 0 && answeredPercent >= 95 && explainedPercent >= 95 && replies.percentile(95) == 1
      && asks.percentile(95) == 1
      && pace.spread * ConversationLimits.irregularity >= pace.percentile(50)
  }

  /// Values begin right after requests far more often than by chance.
  private var isAsked: Bool {
    guard let first = firstRequest, let last = lastAnswer, last.time > first.time else {
      return false
    }
    // What goes on at one pace, whatever is written, is near to a write in the same event.
    if replies.percentile(50) > 1, across.percentile(50) * 2 <= inner.percentile(75) * 3 {
      return false
    }
    let window = latency.percentile(75) * 3 / 2
    let hits = latency.count(through: window)
    let starts = answered + inner.count(beyond: patience) + early
    guard starts > 0, hits * 2 >= starts else { return false }
    let span = Double(last.time &- first.time)
    let covered = min(1, Double(window) * Double(turns) / span)
    // Where values come all the time, one comes soon after anything.
    let steady = 1 - 1 / (1 + Double(values) * Double(window) / span)
    let chance = max(covered, steady)
    let excess = Double(hits) / Double(starts) - chance
    let sigma = (chance * (1 - chance) / Double(starts)).squareRoot()
    return excess >= 0.2 && excess >= 4 * sigma
  }

  /// Answers of several values, with a silence before each.
  private var isOrganized: Bool {
    answeredPercent >= ConversationLimits.answeredShare
      && explainedPercent >= ConversationLimits.answeredShare
      && replies.percentile(50) >= 2 && across.percentile(50) >= 3 * inner.percentile(95)
  }

  /// The next request follows a value at once, more often than by chance.
  private var respondsAtOnce: Bool {
    guard think.total >= 5, let first = firstRequest, let last = lastAnswer,
      last.time > first.time
    else { return false }
    let atOnce: Int64 = 30_000
    let chance = min(1, Double(values) * Double(atOnce) / Double(last.time &- first.time))
    return Double(think.count(through: atOnce)) / Double(think.total) - chance >= 0.4
  }
}
