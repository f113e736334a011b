import Dispatch
import Synchronization

/// The results of `work` for 0 and on, in that order; begun in that order too, as many at a time as
/// there are processors, and memory for.
///
/// - Parameters:
///   - memory: what they share.
///   - oneByOne: one after the other, whatever there is.
///   - work: is handed the octets that it may make the call keep.
///   - kept: how many of those its result takes.
func inParallel<Result: Sendable>(
  _ count: Int, sharing memory: MemoryShares, oneByOne: Bool = false,
  _ work: @Sendable (_ index: Int, _ share: Int) -> Result,
  keeping kept: @Sendable (Result) -> Int
) -> [Result] {
  let state = Mutex(ParallelState<Result>(count, memory))
  let freed = DispatchSemaphore(value: 0)
  @Sendable func perform(_: Int) {
    // One that is done makes room for all that wait; those that find too little wait again.
    var begun = state.withLock { $0.begin() }
    while begun == nil {
      freed.wait()
      begun = state.withLock { $0.begin() }
    }
    guard let (index, share) = begun else { return }
    let result = work(index, share)
    // Where it is the only one, nothing waits for what it leaves.
    let weight = count == 1 ? 0 : kept(result)
    let waiting = state.withLock { $0.end(index, share, result, weight) }
    for _ in 0..<waiting { freed.signal() }
  }
  if oneByOne {
    for index in 0..<count { perform(index) }
  } else {
    DispatchQueue.concurrentPerform(iterations: count) { perform($0) }
  }
  return state.withLock { $0.results.compactMap(\.self) }
}

private struct ParallelState<Result: Sendable>: Sendable {
  private(set) var results: [Result?]
  private var shares: MemoryShares
  private var next = 0
  private var waiting = 0

  init(_ count: Int, _ shares: MemoryShares) {
    results = Array(repeating: nil, count: count)
    self.shares = shares
  }

  mutating func begin() -> (index: Int, share: Int)? {
    guard let share = shares.begin() else {
      waiting += 1
      return nil
    }
    defer { next += 1 }
    return (next, share)
  }

  /// Answers how many wait for it.
  mutating func end(_ index: Int, _ share: Int, _ result: Result, _ weight: Int) -> Int {
    results[index] = result
    shares.end(share, keeping: weight)
    defer { waiting = 0 }
    return waiting
  }
}
