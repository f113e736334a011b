import Report

/// What the sides of one link said to each other: which values are requests, which answer them, and
/// what the others are for.
///
/// It is a pass over the rows of the link's log, and goes on from one window of rows to the next.
package struct LinkConversation: Sendable {
  /// By stream: the first one of the same attribute, direction and role, as an app may write both
  /// with and without a response.
  private var places: [Int] = []
  private var sums: [StreamSums] = []
  private var streams: [LogStream] = []
  private var pairs: [TurnPair] = []
  /// By stream, its turns as long as nothing answers: what a pair begins with when the other stream
  /// appears.
  private var unanswered: [TurnPair] = []
  /// By stream, the pairs that it is part of.
  private var pairsOf: [[Int]] = []
  private var interval: Int64 = 0
  private var end: Int64 = 0
  private var isFinished = false

  private enum Role { case write, value, none }

  /// Takes a window of rows.
  mutating func take(_ rows: [LogRow], _ streams: [LogStream]) {
    extend(to: streams)
    let roles = streams.map(Self.role)
    for row in rows {
      let number = row.stream - LogKind.count
      guard number >= 0, number < roles.count else {
        if row.stream == LogKind.parameters.rawValue { interval = Int64(row.head) }
        continue
      }
      let place = places[number]
      switch roles[number] {
      case .write:
        sums[place].add(row)
        unanswered[place].ask(row)
        for pair in pairsOf[place] { pairs[pair].ask(row) }
      case .value:
        sums[place].add(row)
        for pair in pairsOf[place] { pairs[pair].answer(row) }
      case .none: break
      }
    }
  }

  private mutating func extend(to streams: [LogStream]) {
    for number in self.streams.count..<streams.count {
      let stream = streams[number]
      self.streams.append(stream)
      sums.append(StreamSums())
      pairsOf.append([])
      let role = Self.role(of: stream)
      let same = self.streams.firstIndex {
        role == .write && Self.role(of: $0) == .write && $0.isSent == stream.isSent
          && $0.handle == stream.handle
      }
      places.append(same ?? number)
      unanswered.append(TurnPair(asker: number))
      guard role != .none, places[number] == number else { continue }
      for other in 0..<number where self.streams[other].isSent != stream.isSent {
        let otherRole = Self.role(of: self.streams[other])
        guard otherRole != .none, otherRole != role, pairs.count < ConversationLimits.mostPairs
        else { continue }
        pairsOf[number].append(pairs.count)
        pairsOf[other].append(pairs.count)
        let (asker, answerer) = role == .write ? (number, other) : (other, number)
        pairs.append(TurnPair(unanswered[asker], answerer: answerer, after: sums[answerer]))
      }
    }
  }

  private static func role(of stream: LogStream) -> Role {
    switch stream.opcode {
    case 0x12, 0x52, 0xD2: .write
    case 0x1B, 0x1D, 0x23: .value
    default: .none
    }
  }

  // MARK: - What it comes to

  /// The streams of values, and the dialogues that they make up, of a link that ended then, or of a
  /// capture that did.
  mutating func finish(at end: Int64) -> [ConversedStream] {
    self.end = end
    if !isFinished {
      isFinished = true
      for index in pairs.indices { pairs[index].finish() }
    }
    let partners = dialogues
    var found: [ConversedStream] = []
    for number in streams.indices where sums[number].count > 0 {
      found.append(conversed(number, partners))
    }
    return found
  }

  /// For each stream of values the pair that explains it best, if one does.
  private var dialogues: [TurnPair] {
    var best: [Int: TurnPair] = [:]
    for pair in pairs where pair.isDependent && !isUpload(pair) {
      let rival = best[pair.answerer]
      if rival.map({ Self.isBetter(pair, than: $0) }) ?? true { best[pair.answerer] = pair }
    }
    // What follows few of the requests, while another stream answers them, is no answer to them.
    let found = best.values.filter(\.isDialogue)
    let main = found.filter { $0.answeredPercent >= ConversationLimits.answeredShare }
    return found.filter { pair in
      pair.answeredPercent >= ConversationLimits.answeredShare
        || !main.contains { $0.asker == pair.asker }
    }.sorted { ($0.asker, $0.answerer) < ($1.asker, $1.answerer) }
  }

  private static func isBetter(_ pair: TurnPair, than other: TurnPair) -> Bool {
    let (mine, theirs) = (
      pair.answered * pair.explainedPercent, other.answered * other.explainedPercent
    )
    return mine != theirs
      ? mine > theirs : pair.latency.percentile(50) < other.latency.percentile(50)
  }

  /// Blocks of data that the other side acknowledges now and then.
  private func isUpload(_ pair: TurnPair) -> Bool {
    sums[pair.asker].isBulk(interval)
      && sums[pair.asker].octets >= ConversationLimits.bulkFactor * sums[pair.answerer].octets
  }

  private func conversed(_ number: Int, _ dialogues: [TurnPair]) -> ConversedStream {
    let sum = sums[number]
    let isWrite = Self.role(of: streams[number]) == .write
    var found = ConversedStream(stream: streams[number])
    found.distinct = sum.values.distinct
    found.repeated = sum.values.repeated
    found.periodUs = sum.period(interval)
    if let pair = dialogues.first(where: { (isWrite ? $0.asker : $0.answerer) == number }) {
      found.purpose =
        !isWrite && pair.octetsIn.percentile(50) >= ConversationLimits.mostOctetsIn
        ? .download : isWrite ? .request : .answer
      let partner = isWrite ? pair.answerer : pair.asker
      found.partnerHandle = Int(streams[partner].handle)
      if isWrite {
        found.dialogues = dialogues.filter { $0.asker == number }.map { dialogue($0) }
        found.periodUs = found.periodUs ?? nil
      } else {
        found.periodUs = nil
      }
      return found
    }
    if let upload = pairs.first(where: {
      $0.answerer == number && !isWrite && $0.isDependent && isUpload($0)
    }) {
      found.purpose = .acknowledgement
      found.partnerHandle = Int(streams[upload.asker].handle)
      return found
    }
    if sum.isBulk(interval), isWrite || found.periodUs == nil && sum.fillsEvents(interval) {
      found.purpose = isWrite ? .upload : .download
    } else if found.periodUs != nil {
      found.purpose = .periodic
    } else if isWrite, isSetup(sum),
      !pairs.contains(where: { $0.asker == number && $0.answered > 0 })
    {
      found.purpose = .setup
    } else if isEvents(sum) {
      found.purpose = .events
    }
    return found
  }

  /// A few values at once, and then nothing for far longer.
  private func isSetup(_ sum: StreamSums) -> Bool {
    (ConversationLimits.fewestSetup...ConversationLimits.mostSetup).contains(sum.count)
      && sum.span <= ConversationLimits.longestSetup
      && end &- sum.last >= 10 * max(sum.span, 1_000_000)
  }

  /// Few values that come again, at irregular times: a person, or a state that changes.
  private func isEvents(_ sum: StreamSums) -> Bool {
    guard sum.count >= ConversationLimits.fewestEvents, let distinct = sum.values.distinct,
      distinct <= ConversationLimits.mostEventValues, distinct * 2 <= sum.count,
      sum.octets <= ConversationLimits.mostEventOctets * sum.count
    else { return false }
    return sum.span > 0 && sum.gaps.percentile(95) >= 4 * max(1, sum.gaps.percentile(50))
  }

  private func dialogue(_ pair: TurnPair) -> DialogueFacts {
    DialogueFacts(
      pair, request: streams[pair.asker], answer: streams[pair.answerer],
      distinct: (sums[pair.asker].values.distinct, sums[pair.answerer].values.distinct),
      repeated: sums[pair.asker].values.repeated, periodUs: sums[pair.asker].period(interval))
  }
}

/// A stream of values, and what it is for.
package struct ConversedStream: Sendable {
  package let stream: LogStream
  package var purpose: ReportV1.StreamPurpose?
  package var periodUs: Int64?
  package var partnerHandle: Int?
  /// How many different values; nil beyond 64.
  package var distinct: Int?
  package var repeated = 0
  /// Those that it asks in.
  package var dialogues: [DialogueFacts] = []

  init(stream: LogStream) { self.stream = stream }
}

/// Requests of one side to one attribute, and the values of another that answer them.
package struct DialogueFacts: Sendable {
  package let request: LogStream
  package let answer: LogStream
  package let first: (frame: UInt32, time: Int64)
  package let last: (frame: UInt32, time: Int64)
  package let requests: Int
  package let unanswered: Int
  package let unansweredFrames: [UInt32]
  /// Those of which an equal request was answered at another time.
  package let missed: Int
  package let missedFrames: [UInt32]
  /// The middle of how many values an answer has.
  package let answersPerRequest: Int
  package let latency: (count: Int, p50: Int64, p95: Int64, p99: Int64)
  package let periodUs: Int64?
  package let repeated: Int
  package let distinctRequests: Int?
  package let distinctAnswers: Int?

  init(
    _ pair: TurnPair, request: LogStream, answer: LogStream, distinct: (Int?, Int?), repeated: Int,
    periodUs: Int64?
  ) {
    self.request = request
    self.answer = answer
    first = pair.firstRequest ?? (0, 0)
    last = pair.lastAnswer ?? first
    requests = pair.requests
    (unanswered, unansweredFrames) = pair.unanswered
    (missed, missedFrames) = pair.missed
    answersPerRequest = Int(pair.replies.percentile(50))
    latency = (
      pair.latency.total, pair.latency.percentile(50), pair.latency.percentile(95),
      pair.latency.percentile(99)
    )
    self.periodUs = periodUs
    self.repeated = repeated
    (distinctRequests, distinctAnswers) = distinct
  }
}
