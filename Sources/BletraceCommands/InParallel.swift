import Dispatch
import Synchronization

/// The results of `work` for 0 and on, in that order; as many at a time as there are processors.
func inParallel<Result: Sendable>(_ count: Int, _ work: @Sendable (Int) -> Result) -> [Result] {
  let results = Mutex([Result?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { place in
    let result = work(place)
    results.withLock { $0[place] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}
