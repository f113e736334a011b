import Synchronization
import Testing

@testable import BletraceCommands

/// Several captures in one call share its memory.
@Suite struct MemorySharesTests {
  private let megabyte = 1 << 20

  @Test func oneAloneMayTakeAll() {
    var shares = MemoryShares(1, total: 176 * megabyte)
    #expect(shares.begin() == 176 * megabyte)
  }

  @Test func aFewGetEqualParts() {
    var shares = MemoryShares(2, total: 176 * megabyte)
    let (first, second) = (shares.begin(), shares.begin())
    #expect(first == 85 * megabyte && second == first)
  }

  @Test func manyGetTheLeastAndWaitForEachOther() {
    var shares = MemoryShares(1000, total: 176 * megabyte)
    // Of 182 MB, with 6 MB for the reading of each.
    for _ in 0..<13 { #expect(shares.begin() == MemoryShares.least) }
    #expect(shares.begin() == nil)
    shares.end(MemoryShares.least, keeping: 100_000)
    #expect(shares.begin() == nil)
    shares.end(MemoryShares.least, keeping: 100_000)
    #expect(shares.begin() == MemoryShares.least)
  }

  @Test func whatIsLeftGoesToTheNextWhereAllOthersAreDone() {
    var shares = MemoryShares(100, total: 46 * megabyte)
    for _ in 0..<3 {
      let share = shares.begin() ?? 0
      #expect(share == MemoryShares.least)
      // As full as may be.
      shares.end(share, keeping: share + MemoryShares.reading)
    }
    let rest = shares.begin()
    #expect(rest == 4 * megabyte)
    #expect(shares.begin() == nil)
    shares.end(4 * megabyte, keeping: 8 * megabyte)
    // Nothing is left: it is read, and nothing of it is kept.
    #expect(shares.begin() == 0)
  }

  @Test func noneIsCountedWithMoreThanItGot() {
    var shares = MemoryShares(100, total: 40 * megabyte)
    for _ in 0..<200 {
      let share = shares.begin()
      #expect(share != nil)
      shares.end(share ?? 0, keeping: 1 << 40)
    }
  }

  @Test func allAreDoneInTheirOrderAndNoneTwice() {
    let begun = Mutex<[Int]>([])
    let results = inParallel(300, sharing: MemoryShares(300)) { index, share in
      begun.withLock { $0.append(index) }
      return (index, share)
    } keeping: { _ in
      4 << 20
    }
    #expect(results.map(\.0) == Array(0..<300))
    #expect(begun.withLock { $0.sorted() } == Array(0..<300))
    // 176 MB are used up on the way, always at the same place.
    let shares = results.map(\.1)
    let again = inParallel(300, sharing: MemoryShares(300)) { index, share in
      (index, share)
    } keeping: { _ in
      4 << 20
    }
    #expect(shares == again.map(\.1))
    #expect(shares.first == MemoryShares.least && shares.last == 0)
  }
}
