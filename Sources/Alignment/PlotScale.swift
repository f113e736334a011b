import Text

/// Where a value is on an axis of whole numbers, and the numbers at the axis.
struct PlotScale {
  private let low: Double
  private let high: Double
  /// The ends of the axis in the drawing.
  private let from: Int
  private let to: Int

  /// - Parameter values: those that the axis has to hold.
  init(_ values: some Sequence<Double>, from: Int, to: Int) {
    var (low, high) = (Double.infinity, -Double.infinity)
    for value in values where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    if low > high { (low, high) = (0, 1) }
    // A line needs some room on both sides of it.
    let room = max(1, abs(low) * 1e-9)
    if high - low < room { (low, high) = (low - room, high + room) }
    (self.low, self.high, self.from, self.to) = (low, high, from, to)
  }

  func callAsFunction(_ value: Double) -> Int {
    let share = min(max((value - low) / (high - low), 0), 1)
    return from + Int((share * Double(to - from)).rounded())
  }

  /// 1, 2 or 5 times a power of ten apart, or, of microseconds, minutes, hours and days.
  func ticks(_ count: Int) -> [Double] {
    let raw = (high - low) / Double(count)
    var step = 1.0
    while step < raw, step.isFinite { step *= 10 }
    for factor in [0.2, 0.5] where step * factor >= max(raw, 1) {
      step *= factor
      break
    }
    // The label of an hour has no seconds.
    if raw > 20e6 {
      step = Self.clockSteps.first { $0 >= raw } ?? (raw / 86_400e6).rounded(.up) * 86_400e6
    }
    var ticks: [Double] = []
    var value = (low / step).rounded(.up) * step
    while value <= high, ticks.count < 3 * count {
      ticks.append(value)
      // Steps that are too small for numbers of this size would not end.
      guard value + step > value else { break }
      value += step
    }
    return ticks
  }

  private static let clockSteps: [Double] =
    [1, 2, 5, 10, 15, 30].map { $0 * 60e6 } + [1, 2, 3, 6, 12, 24].map { $0 * 3600e6 }
}
