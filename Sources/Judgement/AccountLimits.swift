/// How long the account of time takes for usual, in microseconds.
package enum AccountLimits {
  /// Connection events that a packet waits for: its own, and one more as its completion is
  /// reported with the next.
  static let usualEvents: Int64 = 2
  /// Where no interval is known: most LE links have 7.5 to 50 ms, and an active BR/EDR link is
  /// polled every 25 ms, unless its sides agreed on another time. Core Vol 2, Part C, 4.1.7.
  static let usualWait: Int64 = 50_000
  /// A silence of so many intervals, or so long, is more than the pace of a link.
  static let longIntervals: Int64 = 4
  static let longSilence: Int64 = 100_000
  /// A client gives up on a request after 30 s. Core Vol 3, Part F, 3.3.3.
  static let requestTimeout: Int64 = 30_000_000
  /// Fewer turns do not show that the two sides wait for each other.
  static let fewestTurns = 4
}
