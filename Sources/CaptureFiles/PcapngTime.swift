import Bytes

/// The clock of a pcapng interface: what one tick is, and where it starts.
struct PcapngClock: Hashable, Sendable {
  private enum Unit: Hashable {
    /// A tick is so many microseconds: 10^(6 - n) for n of at most 6.
    case microseconds(UInt64)
    /// A microsecond is so many ticks: 10^(n - 6).
    case perMicrosecond(UInt64)
    /// A tick is 2^-n seconds.
    case binary(UInt8)
    /// A tick is so short that no number of them makes a microsecond.
    case negligible
  }

  private let unit: Unit
  private let offset: Int64

  /// - Parameters:
  ///   - resolution: option if_tsresol. The negative power of 10 that a tick is in seconds; of 2
  ///     where the highest bit is set. 6 is the default.
  ///   - offsetSeconds: option if_tsoffset, added to each time.
  init(resolution: UInt8 = 6, offsetSeconds: Int64 = 0) {
    let (product, overflow) = offsetSeconds.multipliedReportingOverflow(by: 1_000_000)
    offset = overflow ? (offsetSeconds < 0 ? .min : .max) : product
    let exponent = resolution & 0x7F
    if resolution & 0x80 != 0 {
      unit = .binary(exponent)
    } else if exponent <= 6 {
      unit = .microseconds(powerOfTen(6 - exponent))
    } else if exponent - 6 <= 19 {
      unit = .perMicrosecond(powerOfTen(exponent - 6))
    } else {
      unit = .negligible
    }
  }

  /// Whole microseconds, rounded down; what lies outside the range ends at its limit.
  @inline(__always)
  func time(ticks: UInt64) -> TraceTime {
    let microseconds: UInt64
    switch unit {
    case .microseconds(let each):
      let (product, overflow) = ticks.multipliedReportingOverflow(by: each)
      microseconds = overflow ? .max : product
    case .perMicrosecond(let ticksEach):
      microseconds = ticks / ticksEach
    case .binary(let shift):
      let product = ticks.multipliedFullWidth(by: 1_000_000)
      let wide = UInt128(product.high) << 64 | UInt128(product.low)
      microseconds = UInt64(clamping: wide >> UInt128(shift))
    case .negligible:
      microseconds = 0
    }
    if offset == 0 { return TraceTime(microseconds: Int64(clamping: microseconds)) }
    return TraceTime(microseconds: Int64(clamping: Int128(microseconds) + Int128(offset)))
  }
}

private func powerOfTen(_ exponent: UInt8) -> UInt64 {
  var power: UInt64 = 1
  for _ in 0..<exponent { power *= 10 }
  return power
}
