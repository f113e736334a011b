/// The rows of one link, in the order of the frames: those of a window. What came before them is
/// folded into the account of the link's time.
package struct LinkLog: Sendable {
  package private(set) var rows: [LogRow] = []
  /// The account up to the first row.
  private var account: AccountPass
  /// What it has to know of the link.
  package var facts = LinkFacts()
  /// Index of its controller.
  package let controller: Int
  /// By number, from `LogKind.count` on.
  private var keys: [UInt32] = []
  private var lastKey: UInt32?
  private var lastNumber = 0
  /// Numbers by key, once there are too many to look through.
  private var numbers: [UInt32: Int] = [:]

  private static let few = 16
  /// A number has 15 bits; what comes later has the last number, which is of no one stream.
  private static let most = 1 << 12

  package init(start: Int64, controller: Int) {
    account = AccountPass(start: start)
    self.controller = controller
  }

  /// The streams of ATT: the first has the number `LogKind.count`.
  package var streams: [LogStream] { keys.map(LogStream.init(key:)) }

  @inline(__always)
  package mutating func append(_ row: LogRow) { rows.append(row) }

  /// The number of a stream, a new one where it is the first of its kind.
  @inline(__always)
  package mutating func stream(_ opcode: UInt8, isSent: Bool, handle: UInt16) -> Int {
    let key = LogStream.key(opcode, isSent, handle)
    if key == lastKey { return lastNumber }
    return find(key)
  }

  @inline(never)
  private mutating func find(_ key: UInt32) -> Int {
    lastKey = key
    let known =
      keys.count > Self.few
      ? numbers[key] : keys.firstIndex(of: key).map { LogKind.count + $0 }
    if let known {
      lastNumber = known
      return known
    }
    if keys.count < Self.most { keys.append(key) }
    lastNumber = LogKind.count + keys.count - 1
    if keys.count == Self.few + 1 {
      for (index, key) in keys.enumerated() { numbers[key] = LogKind.count + index }
    } else if keys.count > Self.few {
      numbers[key] = lastNumber
    }
    return lastNumber
  }

  /// Folds the rows into the account.
  mutating func fold(keepingCapacity: Bool) {
    account.take(rows, streams, facts)
    facts.busy = []
    rows.removeAll(keepingCapacity: keepingCapacity)
  }

  /// How many spans of time it holds.
  var spanCount: Int { account.count }

  mutating func coarsen(block: Int) { account.coarsen(block: block) }

  /// From when on the account is still to be made.
  var accountedUntil: Int64 { account.at }

  /// The whole account of a link that ended so, or of a capture that did.
  mutating func finish(at end: Int64, isLost: Bool) -> TimeAccount {
    account.finish(at: end, isLost: isLost)
    return TimeAccount(account)
  }
}
