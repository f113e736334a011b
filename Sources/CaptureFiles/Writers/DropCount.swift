/// Records that captures say they lost, in all before a frame.
package struct DropCount: Sendable {
  package private(set) var total = 0
  /// Of the captures before this one, and the number of their last frame.
  private var past = 0
  private var base = 0
  private var losses: [RecordLoss] = []
  private var next = 0
  private var counted = 0

  package init() {}

  /// Another capture begins behind frame `base`.
  package mutating func begin(_ base: Int) {
    past = total
    self.base = base
    losses = []
    next = 0
    counted = 0
  }

  package mutating func take(_ losses: [RecordLoss], total: Int) {
    if losses.count != self.losses.count { self.losses = losses }
    self.total = lossSum(past, total)
    // Where more losses are placed than are listed, the rest counts from here on.
    if next == losses.count, losses.count > CaptureLimits.losses { counted = total }
  }

  /// How many were lost before a frame; frames are asked for in order.
  package mutating func before(_ frame: Int) -> Int {
    while next < losses.count, losses[next].beforeFrame + base <= frame {
      counted = lossSum(counted, losses[next].count)
      next += 1
    }
    return lossSum(past, counted)
  }
}
