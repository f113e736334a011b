import Bytes
import Report

/// The state of a link between two rows, and the lines that come of it.
///
/// It goes on from one window of rows to the next: what is open is carried over.
struct AccountPass: Sendable {
  private(set) var sent = TimeLine()
  private(set) var received = TimeLine()

  private var facts = LinkFacts()
  private var busy = BusyCuts([])
  private var turns = Turns()
  private var takesTurns = false
  /// Up to where the time is accounted for, and the frame of the row there.
  private(set) var at: Int64
  private var frame: UInt32 = 0
  /// The last packet of the peer.
  private var lastHeard: Int64
  private var timeout: Int64 = 0

  /// Packets with the controller, and since when those wait: the last completion, or the first
  /// packet.
  private var outstanding = 0
  private var progress: Int64
  /// Packets that an answer showed to have arrived before their completion came.
  private var arrived = 0
  private var sentSinceAsking = 0
  private var interval: Int64 = 0
  private var latency: Int64 = 0
  private var sniff: Int64 = 0
  /// When the last request without an answer came: of this host, and of the peer.
  private var asking: Int64?
  private var asked: Int64?
  /// The last packet that was sent, where completions are not known.
  private var lastSent: Int64?

  /// What waits for the next packet to be sent, and to be received: which cause it has is seen
  /// then.
  private var idle = TimeLine()
  private var idleHeard: Int64?
  private var silence = TimeLine()
  private var silenceSince: Int64
  private var silenceAsked: Int64?
  private var silenceAlive: Int64
  /// Long silences of the peer, and those in which this host sent something of its own.
  private var longSilences = 0
  private var askedSilences = 0
  /// Which directions were captured, and whether there was an answer.
  private var hasSent = false
  private var hasReceived = false
  private var hasAnswer = false

  init(start: Int64) {
    at = start
    progress = start
    lastHeard = start
    silenceSince = start
    silenceAlive = start
  }

  /// Takes a window of rows.
  mutating func take(_ rows: [LogRow], _ streams: [LogStream], _ facts: LinkFacts) {
    self.facts = facts
    busy = BusyCuts(facts.busy)
    let roles = RowRoles(streams)
    turns.add(rows, roles)
    takesTurns = turns.areTaken
    for row in rows { take(row, roles[row.stream]) }
    busy = BusyCuts([])
  }

  private mutating func take(_ row: LogRow, _ role: RowRole) {
    pass(until: row.time, frame: row.frame)
    switch role {
    case .completion:
      let known = min(arrived, Int(row.length))
      arrived -= known
      guard outstanding > 0, Int(row.length) > known else { break }
      outstanding = max(0, outstanding - (Int(row.length) - known))
      progress = row.time
      silenceAlive = row.time
    case .sent:
      send(row)
      silenceAsked = row.time
    case .sentRequest:
      send(row)
      asking = row.time
      sentSinceAsking = 0
      silenceAsked = row.time
    case .sentAnswer:
      send(row)
      hasAnswer = true
      asked = nil
    case .received: receive(row)
    case .receivedRequest:
      receive(row)
      asked = row.time
    case .receivedAnswer:
      receive(row)
      hasAnswer = true
      if asking != nil { noteArrival(row) }
      asking = nil
    case .parameters:
      (interval, latency) = (Int64(row.head), Int64(row.length))
      timeout = Int64(row.hash)
    case .mode: sniff = row.length == 2 ? Int64(row.head) : 0
    case .nothing: break
    }
    frame = row.frame
  }

  /// No more rows will come.
  ///
  /// - Parameters:
  ///   - end: when the link ended, or the capture did.
  ///   - isLost: whether it ended as its supervision timeout says.
  mutating func finish(at end: Int64, isLost: Bool) {
    pass(until: end, frame: frame)
    settleIdle()
    settleSilence(until: max(at, end))
    if isOneWay {
      sent.forget(Self.ofBoth)
      received.forget(Self.ofBoth)
    }
    guard isLost else { return }
    // A controller says so when it has heard nothing for as long as the timeout.
    let silent = timeout > 0 ? max(lastHeard, end &- timeout) : lastHeard
    sent.replace(from: silent, by: .silenceBeforeLoss, frame: frame)
    received.replace(from: silent, by: .silenceBeforeLoss, frame: frame)
  }

  /// Answers were captured, and nothing of the side that asked.
  private var isOneWay: Bool { hasAnswer && hasSent != hasReceived }

  /// Causes that only the packets of both sides show.
  private static let ofBoth: Set<ReportV1.SpanCause> = [.sender, .answerLocal, .answerPeer]

  /// How many spans it holds.
  var count: Int { sent.spans.count + received.spans.count }

  mutating func coarsen(block: Int) {
    sent.coarsen(block: block)
    received.coarsen(block: block)
  }

  // MARK: - What rows change

  private mutating func send(_ row: LogRow) {
    settleIdle()
    hasSent = true
    lastSent = row.time
    guard row.isPacket, facts.knowsCompletions else { return }
    if outstanding == 0 { progress = row.time }
    outstanding += 1
    sentSinceAsking += 1
  }

  /// What was sent up to the request has arrived, whatever the controller says of it later.
  private mutating func noteArrival(_ row: LogRow) {
    arrived += max(0, outstanding - sentSinceAsking)
    outstanding = min(outstanding, sentSinceAsking)
    progress = row.time
  }

  private mutating func receive(_ row: LogRow) {
    hasReceived = true
    idleHeard = row.time
    lastHeard = max(lastHeard, row.time)
    settleSilence(until: row.time)
    (silenceSince, silenceAlive, silenceAsked) = (row.time, row.time, nil)
  }

  /// Records were lost: what was under way may be over.
  private mutating func forget() {
    (outstanding, arrived) = (0, 0)
    (asking, asked, lastSent) = (nil, nil, nil)
  }

  // MARK: - Time between rows

  private mutating func pass(until time: Int64, frame next: UInt32) {
    guard time > at else { return }
    defer { at = time }
    var rest = TimeSpan(at, time, .unexplained, frame: frame)
    if let step = facts.step(after: frame, through: next) {
      var jump = rest
      jump.end = step >= rest.end &- rest.start ? rest.end : rest.start &+ step
      jump.cause = .clockStep
      addBoth(jump)
      rest.start = jump.end
    }
    if facts.isLoss(after: frame, through: next) {
      rest.cause = .notCaptured
      addBoth(rest)
      forget()
      return
    }
    guard rest.end > rest.start else { return }
    let waits = outstanding > 0 || isOwed(asking, at: rest.end)
    guard waits || asked != nil else { return passIdle(rest) }
    // What holds both directions.
    for piece in busy.cut(rest, by: .hard) {
      if piece.cause != .unexplained {
        addBoth(piece)
      } else {
        passWaiting(piece)
      }
    }
  }

  private mutating func addBoth(_ span: TimeSpan) {
    addSent(span)
    addReceived(span)
  }

  private mutating func passWaiting(_ span: TimeSpan) {
    var span = span
    if isOwed(asking, at: span.end) {
      // The peer owes an answer to what it has: not while the request could not be delivered.
      let delivered = outstanding > 0 ? progress &+ allowance : .max
      var owed = span
      owed.end = min(span.end, max(span.start, delivered))
      owed.cause = .answerPeer
      if owed.end > owed.start { addBoth(owed) }
      span.start = owed.end
      guard span.end > span.start else { return }
    }
    if outstanding > 0 {
      wait(span)
      if isOwed(asked, at: span.end) {
        span.cause = .answerLocal
        addReceived(span)
      } else {
        silence.add(span)
      }
      return
    }
    guard isOwed(asked, at: span.end) else { return passIdle(span) }
    span.cause = .answerLocal
    addBoth(span)
  }

  /// Whether a request is still waited for.
  private func isOwed(_ request: Int64?, at time: Int64) -> Bool {
    request.map { time &- $0 <= AccountLimits.requestTimeout } ?? false
  }

  /// How long a packet may take in the controller, as far as that is usual.
  private var usual: Int64 {
    interval > 0 ? AccountLimits.usualEvents &* interval : AccountLimits.usualWait
  }

  /// How long a packet may take while the peripheral may sleep, or the link is in sniff mode.
  private var allowance: Int64 {
    let sleep = facts.isCentral && interval > 0 ? (latency &+ 1) &* interval : 0
    return max(usual, sleep, AccountLimits.usualEvents &* sniff)
  }

  /// Packets are with the controller, and it was not done with the next one.
  private mutating func wait(_ span: TimeSpan) {
    var rest = span
    let isKnown = interval > 0
    rest = takeFirst(of: rest, until: progress &+ usual, .connectionEvents, inferred: !isKnown)
    if facts.isCentral, latency > 0, isKnown {
      rest = takeFirst(
        of: rest, until: progress &+ (latency &+ 1) &* interval, .latency, inferred: true)
    }
    if sniff > 0 {
      rest = takeFirst(
        of: rest, until: progress &+ AccountLimits.usualEvents &* sniff, .sniffMode,
        inferred: false)
    }
    guard rest.end > rest.start else { return }
    for piece in busy.cut(rest, by: .soft) {
      if piece.cause != .unexplained {
        addSent(piece)
      } else {
        for part in busy.cut(piece, by: .radio) { addSent(part) }
      }
    }
  }

  private mutating func takeFirst(
    of span: TimeSpan, until limit: Int64, _ cause: ReportV1.SpanCause, inferred: Bool
  ) -> TimeSpan {
    var (first, rest) = (span, span)
    first.end = min(span.end, max(span.start, limit))
    (first.cause, first.isInferred) = (cause, inferred)
    addSent(first)
    rest.start = first.end
    return rest
  }

  private mutating func passIdle(_ span: TimeSpan) {
    var span = span
    silence.add(span)
    if !facts.knowsCompletions {
      guard let lastSent else {
        (span.cause, span.isInferred) = (.sender, true)
        idle.add(span)
        return
      }
      var first = span
      first.end = min(span.end, max(span.start, lastSent &+ usual))
      (first.cause, first.isInferred) = (.connectionEvents, true)
      idle.add(first)
      span.start = first.end
      (span.cause, span.isInferred) = (.sender, true)
    } else {
      span.cause = .sender
    }
    idle.add(span)
  }

  // MARK: - What the next packet shows

  private mutating func addSent(_ span: TimeSpan) {
    if idle.spans.isEmpty { sent.add(span) } else { idle.add(span) }
  }

  private mutating func addReceived(_ span: TimeSpan) {
    if silence.spans.isEmpty { received.add(span) } else { silence.add(span) }
  }

  /// The next packet was sent, or none is any more: whether its sender waited for a value of the
  /// peer is known now.
  private mutating func settleIdle() {
    let heard = takesTurns ? idleHeard : nil
    for var span in idle.spans {
      if let heard, span.cause == .sender, span.start < heard {
        var before = span
        before.end = min(span.end, heard)
        (before.cause, before.isInferred) = (.answerPeer, true)
        sent.add(before)
        span.start = before.end
      }
      sent.add(span)
    }
    idle.clear()
    idleHeard = nil
  }

  /// The next packet was received, or none is any more.
  private mutating func settleSilence(until time: Int64) {
    let isKnown = interval > 0
    // What the peer has to send waits for the next event; half of an interval is allowance.
    let usual = silenceSince &+ (isKnown ? interval &+ interval / 2 : AccountLimits.usualWait)
    let isTurn = isTurn(until: time)
    for span in silence.spans {
      guard span.cause == .unexplained else {
        received.add(span)
        continue
      }
      var rest = span
      var first = span
      first.end = min(span.end, max(span.start, usual))
      (first.cause, first.isInferred) = (.connectionEvents, !isKnown)
      received.add(first)
      rest.start = first.end
      guard rest.end > rest.start else { continue }
      if isTurn, let question = silenceAsked, question < time {
        divide(rest, at: question)
      } else {
        divide(rest, alive: silenceAlive)
      }
    }
    silence.clear()
  }

  /// Whether the peer waited for what this host sent: as most of its long silences ended so, or as
  /// the two sides take turns.
  private mutating func isTurn(until time: Int64) -> Bool {
    let long = max(AccountLimits.longIntervals &* interval, AccountLimits.longSilence)
    guard time &- silenceSince > long else { return takesTurns }
    longSilences += 1
    // A request that could not be delivered was no question to the peer.
    let isLate = asking != nil && outstanding > 0 && progress &+ allowance < time
    guard silenceAsked != nil, !isLate else { return false }
    askedSilences += 1
    return takesTurns || askedSilences * 4 >= longSilences * 3
  }

  /// The peer waited for the question, and then owed the answer.
  private mutating func divide(_ span: TimeSpan, at question: Int64) {
    var (before, after) = (span, span)
    before.end = min(span.end, max(span.start, question))
    after.start = before.end
    (before.cause, before.isInferred) = (.answerLocal, true)
    (after.cause, after.isInferred) = (.answerPeer, true)
    received.add(before)
    received.add(after)
  }

  /// Events passed in which the peer could have sent: it is shown as long as it acknowledged what
  /// was sent to it.
  private mutating func divide(_ span: TimeSpan, alive: Int64) {
    for piece in busy.cut(span, by: .soft) {
      guard piece.cause != .parameterUpdate else {
        received.add(piece)
        continue
      }
      var (shown, inferred) = (piece, piece)
      shown.end = min(piece.end, max(piece.start, alive))
      inferred.start = shown.end
      shown.cause = .sender
      (inferred.cause, inferred.isInferred) = (.sender, true)
      received.add(shown)
      received.add(inferred)
    }
  }
}

extension LinkFacts {
  /// How far the clock was set forward between two frames; nil where it was not.
  fileprivate func step(after first: UInt32, through last: UInt32) -> Int64? {
    let place = steps.partitionPoint(where: { $0.frame > first })
    return place < steps.count && steps[place].frame <= last ? steps[place].microseconds : nil
  }

  fileprivate func isLoss(after first: UInt32, through last: UInt32) -> Bool {
    let place = losses.partitionPoint(where: { $0 > first })
    return place < losses.count && losses[place] <= last
  }
}
