/// Whether the same values come again and again in the same order, as where an app asks for all of
/// a configuration each time.
struct ValueOrder: Sendable {
  /// In the order of the first of each.
  private var hashes: [UInt32] = []
  /// What came after each the last time, as a place among them; -1 where nothing did.
  private var next: [Int8] = []
  private var last = -1
  /// The last place of which it is known whether it is ahead of another.
  private var mark = -1
  /// Steps from a value that had a step before, and those of them that were the same.
  private var known = 0
  private var same = 0
  private var steps = 0
  /// Steps back to an earlier place: each begins a round.
  private var rounds = 0
  private var length = 0
  /// The length of the last round that ended.
  private var lastLength = 0
  /// There are more different values than fit.
  private var isOver = false

  private static let most = 64

  mutating func add(_ hash: UInt32) {
    if isOver { return }
    let found = hashes.firstIndex(of: hash)
    guard found != nil || hashes.count < Self.most else {
      isOver = true
      return
    }
    let place = found ?? hashes.count
    if found == nil {
      hashes.append(hash)
      next.append(-1)
    }
    // A value that is sent again is no step.
    guard place != last else { return }
    if last >= 0 {
      steps &+= 1
      if next[last] >= 0 {
        known &+= 1
        same &+= Int(next[last]) == place ? 1 : 0
      }
      next[last] = Int8(place)
    }
    last = place
    if place < mark {
      rounds &+= 1
      (lastLength, length) = (length, 0)
    }
    length &+= 1
    // What is new in a later round, such as a time of day, has no place of its own in it.
    if found != nil || rounds == 0 { mark = place }
  }

  /// How many values a round has, and how many there were.
  var sequence: (values: Int, times: Int)? {
    guard !isOver, rounds >= 2, lastLength >= ConversationLimits.leastSequence,
      known * 2 >= steps, same * 100 >= known * ConversationLimits.sequenceShare
    else { return nil }
    return (lastLength, rounds + 1)
  }
}
