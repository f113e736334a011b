import Bytes
import Report

/// The rows of one link, in the order of the frames: those of a window. What came before them is
/// folded into the account of the link's time.
package struct LinkLog: Sendable {
  package private(set) var rows: [LogRow] = []
  /// The account up to the first row.
  private var account: AccountPass
  private var conversation = LinkConversation()
  private var referee = LinkReferee()
  private var radio = RadioTally()
  /// What it has to know of the link.
  package var facts = LinkFacts()
  /// Index of its controller.
  package let controller: Int
  /// By number, from `LogKind.count` on.
  private var keys = KeyTable()

  /// A number has 15 bits; what comes later has the last number, which is of no one stream.
  private static let most = 1 << 12

  package init(start: Int64, controller: Int) {
    account = AccountPass(start: start)
    self.controller = controller
  }

  /// The streams of ATT: the first has the number `LogKind.count`.
  package var streams: [LogStream] { keys.keys.map(LogStream.init(key:)) }

  @inline(__always)
  package mutating func append(_ row: LogRow) { rows.append(row) }

  /// The number of a stream, a new one where it is the first of its kind.
  @inline(__always)
  package mutating func stream(_ opcode: UInt8, isSent: Bool, handle: UInt16) -> Int {
    let key = LogStream.key(opcode, isSent, handle)
    return LogKind.count &+ (keys.place(of: key) ?? add(key))
  }

  @inline(never)
  private mutating func add(_ key: UInt32) -> Int {
    if keys.count < Self.most { keys.append(key) }
    return keys.count - 1
  }

  /// Folds the rows into the account and the conversation.
  ///
  /// - Parameter room: for what the conversation begins with.
  mutating func fold(keepingCapacity: Bool, _ room: inout ConversationRoom) {
    let streams = streams
    account.take(rows, streams, facts)
    conversation.take(rows, streams, &room)
    referee.take(rows, streams, facts)
    radio.take(rows, streams, facts.busy)
    facts.busy = []
    rows.removeAll(keepingCapacity: keepingCapacity)
  }

  var conversationSize: ConversationRoom { conversation.size }

  /// How many spans of time it holds.
  var spanCount: Int { account.count }

  mutating func coarsen(block: Int) { account.coarsen(block: block) }

  /// From when on the account is still to be made.
  var accountedUntil: Int64 { account.at }

  /// What comes of a link that ended so, or of a capture that did.
  mutating func finish(at end: Int64, isLost: Bool) -> LinkJudgement {
    account.finish(at: end, isLost: isLost)
    return LinkJudgement(
      account: TimeAccount(account), streams: conversation.finish(at: end),
      breaches: referee.finish(facts, at: end), radio: radio.finish(streams))
  }
}

/// What the log of a link shows.
package struct LinkJudgement: Sendable {
  package let account: TimeAccount
  package let streams: [ConversedStream]
  package let breaches: [BreachFact]
  /// How values came while the radio was used for something else, too.
  package let radio: [(stream: LogStream, use: ReportV1.RadioUse)]
}
