import Report

/// What the sides of one link said to each other: which values are requests, which answer them, and
/// what the others are for.
///
/// It is a pass over the rows of the link's log, and goes on from one window of rows to the next.
package struct LinkConversation: Sendable {
  private var streams: [LogStream] = []
  /// By stream: where its sums are, which are those of the first stream of the same attribute,
  /// direction and role, as an app may write both with and without a response. Of others, and of
  /// those without room, -1.
  private var places: [Int] = []
  private(set) var kept: [Kept] = []
  private(set) var pairs: [TurnPair] = []
  private var era = EraMark()
  private(set) var end: Int64 = 0

  struct Kept: Sendable {
    let stream: LogStream
    var sums = StreamSums()
    /// The pairs that it is part of.
    var pairs: [Int] = []
    /// Of what is written, its turns as long as nothing answers: what a pair begins with when the
    /// other stream appears.
    var unanswered: TurnPair?
    var order = ValueOrder()

    var isWrite: Bool { unanswered != nil }
    /// Whether it is indications.
    var isConfirmed: Bool { stream.opcode == 0x1D }
  }

  private enum Role { case write, value, none }

  /// How many streams and pairs it holds.
  var size: ConversationRoom { ConversationRoom(streams: kept.count, pairs: pairs.count) }

  /// Takes a window of rows.
  ///
  /// - Parameter room: for streams and pairs that are new.
  mutating func take(
    _ rows: [LogRow], _ streams: [LogStream], _ room: inout ConversationRoom
  ) {
    for stream in streams[self.streams.count...] { begin(stream, &room) }
    for row in rows {
      let number = row.stream - LogKind.count
      guard number >= 0, number < places.count else {
        if row.stream == LogKind.parameters.rawValue { era.take(row) }
        continue
      }
      let place = places[number]
      guard place >= 0 else { continue }
      kept[place].sums.add(row, at: era.interval)
      if kept[place].isWrite {
        kept[place].unanswered?.ask(row, era)
        kept[place].order.add(row.hash)
        for pair in kept[place].pairs { pairs[pair].ask(row, era) }
      } else {
        for pair in kept[place].pairs { pairs[pair].answer(row, era) }
      }
    }
  }

  private mutating func begin(_ stream: LogStream, _ room: inout ConversationRoom) {
    streams.append(stream)
    let role = Self.role(of: stream)
    let same = kept.firstIndex {
      role == .write && $0.isWrite && $0.stream.isSent == stream.isSent
        && $0.stream.handle == stream.handle
    }
    guard same == nil, role != .none, room.streams > 0,
      kept.count < ConversationLimits.mostStreams
    else { return places.append(same ?? -1) }
    room.streams -= 1
    let place = kept.count
    places.append(place)
    kept.append(Kept(stream: stream, unanswered: role == .write ? TurnPair(asker: place) : nil))
    for other in 0..<place
    where kept[other].isWrite != (role == .write) && kept[other].stream.isSent != stream.isSent {
      guard room.pairs > 0, pairs.count < ConversationLimits.mostPairs else { return }
      room.pairs -= 1
      let (asker, answerer) = role == .write ? (place, other) : (other, place)
      guard let before = kept[asker].unanswered else { continue }
      kept[place].pairs.append(pairs.count)
      kept[other].pairs.append(pairs.count)
      pairs.append(TurnPair(before, answerer: answerer, after: kept[answerer].sums))
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
    for index in pairs.indices { pairs[index].finish() }
    for index in kept.indices { kept[index].sums.settle(era.interval) }
    let partners = dialogues
    return kept.indices.map { conversed($0, partners) }
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
    let (data, word) = (kept[pair.asker].sums, kept[pair.answerer].sums)
    return data.isBulk && data.octets >= ConversationLimits.bulkFactor * word.octets
  }

  private func conversed(_ number: Int, _ dialogues: [TurnPair]) -> ConversedStream {
    let (sum, isWrite) = (kept[number].sums, kept[number].isWrite)
    var found = ConversedStream(stream: kept[number].stream)
    if isWrite { found.commonOctets = sum.common.octets }
    (found.distinct, found.repeated) = (sum.values.distinct, sum.values.repeated)
    // Records of several values are a device's; an app's groups are what it happens to send.
    found.periodUs =
      sum.period(isConfirmed: kept[number].isConfirmed) ?? (isWrite ? nil : sum.recordPeriod)
    if let pair = dialogues.first(where: { (isWrite ? $0.asker : $0.answerer) == number }) {
      found.purpose =
        isWrite
        ? .request
        : pair.octetsIn.percentile(50) >= ConversationLimits.mostOctetsIn
          ? .download : pair.isEchoOfLength ? .acknowledgement : .answer
      let partner = isWrite ? pair.answerer : pair.asker
      found.partnerHandle = Int(kept[partner].stream.handle)
      if isWrite {
        found.dialogues = dialogues.filter { $0.asker == number }.map { dialogue($0) }
      } else {
        // It is that of the requests.
        found.periodUs = nil
      }
      return found
    }
    if let upload = pairs.first(where: {
      $0.answerer == number && !isWrite && ($0.isDependent && isUpload($0) || isCredit($0))
    }) {
      found.purpose = .acknowledgement
      found.partnerHandle = Int(kept[upload.asker].stream.handle)
      return found
    }
    // The other side asks; what it sends at a period is that first of all.
    if isWrite || found.periodUs == nil,
      let pair = pairs.first(where: {
        (isWrite ? $0.asker : $0.answerer) == number && $0.isInverted
      })
    {
      found.purpose = isWrite ? .answer : .request
      found.partnerHandle = Int(kept[isWrite ? pair.answerer : pair.asker].stream.handle)
      return found
    }
    if !isWrite, let period = found.periodUs, isBegun(number, period) {
      found.periodUs = nil
      return found
    }
    if isWrite, let pair = pairs.first(where: { $0.asker == number && isAskedAmong($0) }) {
      found.purpose = .request
      found.partnerHandle = Int(kept[pair.answerer].stream.handle)
      return found
    }
    if sum.isBulk, isWrite || found.periodUs == nil && isDownload(sum) {
      found.purpose = isWrite ? .upload : .download
    } else if found.periodUs != nil {
      found.purpose = .periodic
    } else if isWrite, isSetup(sum), isUnanswered(number) || begins(number) {
      found.purpose = .setup
    } else if isEvents(sum) || isWrite && isPersons(number) {
      found.purpose = .events
    }
    return found
  }

  private func isDownload(_ sum: StreamSums) -> Bool {
    sum.fillsEvents && !sum.isGrouped
  }

  /// A few values at once, and then nothing for far longer.
  private func isSetup(_ sum: StreamSums) -> Bool {
    (ConversationLimits.fewestSetup...ConversationLimits.mostSetup).contains(sum.count)
      && sum.span <= ConversationLimits.longestSetup
      && end &- sum.last >= Self.setUp(by: sum)
  }

  private static func setUp(by sum: StreamSums) -> Int64 {
    ConversationLimits.setupFactor * max(sum.span, 1_000_000)
  }

  private func isUnanswered(_ number: Int) -> Bool {
    !pairs.contains { $0.asker == number && $0.answered > 0 }
  }

  /// Whether values of the other side begin with what is written, and go on by themselves. What is
  /// written piece by piece waits for answers.
  private func begins(_ number: Int) -> Bool {
    let sum = kept[number].sums
    guard sum.count >= ConversationLimits.fewestStarting,
      sum.gaps.percentile(100) <= ConversationLimits.longestPart
    else { return false }
    return pairs.contains { pair in
      guard pair.asker == number else { return false }
      let values = kept[pair.answerer].sums
      return values.first >= sum.first && values.last &- sum.last >= Self.setUp(by: sum)
        && values.count > sum.count * ConversationLimits.startedFactor
    }
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
    let (asker, answerer) = (kept[pair.asker], kept[pair.answerer])
    return DialogueFacts(
      pair, request: asker.stream, answer: answerer.stream,
      distinct: (asker.sums.values.distinct, answerer.sums.values.distinct),
      repeated: asker.sums.values.repeated, sequence: asker.order.sequence,
      periodUs: asker.sums.period(isConfirmed: false))
  }
}

/// How many streams and pairs of streams conversations hold, or may begin.
///
/// Links that are folded before they end keep theirs, and there may be very many: a stream takes up
/// to 7,000 octets, a pair up to 27,000.
struct ConversationRoom: Hashable, Sendable {
  var streams: Int
  var pairs: Int

  /// For all links whose rows are folded before the end; and for one.
  static let ofAll = ConversationRoom(streams: 1 << 14, pairs: 1 << 11)
  static let ofOne = ConversationRoom(
    streams: ConversationLimits.mostStreams, pairs: ConversationLimits.mostPairs)

  mutating func take(_ other: ConversationRoom) {
    streams -= other.streams
    pairs -= other.pairs
  }

  mutating func give(_ other: ConversationRoom) {
    streams += other.streams
    pairs += other.pairs
  }
}

/// A stream of values, and what it is for.
package struct ConversedStream: Sendable {
  package let stream: LogStream
  package var purpose: ReportV1.StreamPurpose?
  package var periodUs: Int64?
  package var partnerHandle: Int?
  /// Of what is written, the first octets of all values, at most four.
  package var commonOctets: [UInt8] = []
  /// How many different values it has, and how many were equal to the one before.
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
  /// How long after each of these the next request was written.
  package let unansweredWaits: [Int64]
  /// Those of which an equal request was answered at another time.
  package let missed: Int
  package let missedFrames: [UInt32]
  /// The middle of how many values an answer has.
  package let answersPerRequest: Int
  package let latency: (count: Int, p50: Int64, p95: Int64, p99: Int64)
  package let periodUs: Int64?
  package let repeated: Int
  /// How many values a sequence has that was written several times, and how often.
  package let sequence: (values: Int, times: Int)?
  package let distinctRequests: Int?
  package let distinctAnswers: Int?
  /// How long answers took together.
  package let waitedUs: Int64
  /// What the requests with an answer begin with, all of them, and those without one.
  package let answeredOctets: [UInt8]
  package let unansweredOctets: [UInt8]
  /// By the connection interval, in the order of the first; the middle of the times to the answer,
  /// and from one request to the next.
  package let eras: [(interval: Int64, frame: UInt32, count: Int, latency: Int64, pace: Int64?)]

  init(
    _ pair: TurnPair, request: LogStream, answer: LogStream, distinct: (Int?, Int?), repeated: Int,
    sequence: (values: Int, times: Int)?, periodUs: Int64?
  ) {
    self.request = request
    self.answer = answer
    first = pair.firstRequest ?? (0, 0)
    last = pair.lastAnswer ?? first
    requests = pair.requests
    unanswered = pair.unanswered.count
    unansweredFrames = pair.unanswered.frames.map(\.frame)
    unansweredWaits = pair.unanswered.frames.map(\.wait)
    (missed, missedFrames) = pair.missed
    answersPerRequest = Int(pair.replies.percentile(50))
    latency = (
      pair.latency.total, pair.latency.percentile(50), pair.latency.percentile(95),
      pair.latency.percentile(99)
    )
    self.periodUs = periodUs
    self.repeated = repeated
    self.sequence = sequence
    (distinctRequests, distinctAnswers) = distinct
    waitedUs = pair.waited
    answeredOctets = pair.answeredOctets.octets
    unansweredOctets = pair.unansweredOctets.octets
    eras = pair.eras.compactMap { era in
      guard era.interval > 0, let middle = era.latency.middle else { return nil }
      return (era.interval, era.frame, era.latency.count, middle, era.pace.middle)
    }
  }
}
