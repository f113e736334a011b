import Report

/// How long the answers of each side took: this host answers in a millisecond, the peer in a
/// connection event or more, so that a median of both says nothing of either.
struct AnswerTimes: Sendable {
  private(set) var local = QuantileSketch()
  private(set) var remote = QuantileSketch()
  /// Those of both sides, once both have answered.
  private var mixed: QuantileSketch?

  /// - Parameter side: the side that answered.
  mutating func add(_ latency: Int64, by side: Side) {
    if mixed == nil, (side == .local ? remote : local).count > 0 { mixed = all }
    switch side {
    case .local: local.add(latency)
    case .peer: remote.add(latency)
    }
    mixed?.add(latency)
  }

  /// Those of both sides.
  var all: QuantileSketch { mixed ?? (remote.count > 0 ? remote : local) }

  /// No more answers will come.
  mutating func freeze(keepsSketch: Bool) {
    local.freeze(keepsSketch: keepsSketch)
    remote.freeze(keepsSketch: keepsSketch)
    mixed?.freeze(keepsSketch: keepsSketch)
  }
}
