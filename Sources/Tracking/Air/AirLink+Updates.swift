import LinkLayer

/// Updates of the connection parameters. From the instant on events have another distance, and the
/// one at the instant may begin later than it would have: what passes until then is no silence.
extension AirLink {
  /// What LL_CONNECTION_UPDATE_IND announces. Core Vol 6, Part B, 2.4.2.1 and 5.1.1.
  struct Update: Sendable {
    /// In microseconds.
    var interval: Int
    var window: TransmitWindow
    /// The number of the first event in which it is in force.
    var instant: UInt16
    /// Events that were heard meanwhile, none of which shows that the instant has come.
    var waited = 0
  }

  /// An update that changes nothing but the times of events may leave no sign. Its instant is
  /// usually 6 events ahead or a few more.
  private static let mostWaited = 64

  mutating func announce(_ update: Update) {
    guard update.interval > 0 else { return }
    if update.interval != interval { subrateFactor = 1 }
    if interval == 0 || !event.isOpen {
      interval = update.interval
    } else {
      self.update = update
    }
  }

  /// Finds out whether the instant of an update has come, by the number of the event before or, if
  /// that is not known, by the times of events alone.
  ///
  /// - Parameter passed: since the event before began.
  /// - Returns: the events between the two that were not heard, and whether that is certain; nil
  ///   where the instant has not come, or the new interval alone says how many those are.
  mutating func reachInstant(
    _ passed: Int64, since before: Event, _ packet: AirPacket
  ) -> (silent: Int, isCertain: Bool)? {
    guard let update, passed > 0, passed < Self.longestSilence else { return nil }
    guard let number = before.counter ?? channels?.certainEvent else {
      return hasComeByTime(update, passed) ? (0, false) : nil
    }
    let ahead = Int(Int16(bitPattern: update.instant &- number))
    let slack = Int64(Self.tolerance) + passed / 1000
    let late = passed + slack - Int64(max(0, ahead)) * Int64(interval) - Int64(update.window.offset)
    let isDue =
      packet.eventCounter.map { Int16(bitPattern: $0 &- update.instant) >= 0 } ?? (late >= 0)
    guard ahead <= 0 || isDue else { return nil }
    adopt(update)
    return ahead > 0 ? (ahead - 1 + Int(max(0, late) / Int64(update.interval)), true) : nil
  }

  /// Of what may have passed the least is taken: the instant came with the next event.
  private mutating func hasComeByTime(_ update: Update, _ passed: Int64) -> Bool {
    let slack = Int64(Self.tolerance) + passed / 1000
    let isOld = abs(passed - Int64(interval)) <= slack
    let late = passed - Int64(interval) - Int64(update.window.offset)
    let isInWindow = -slack...Int64(update.window.size) + slack ~= late
    if update.interval == interval {
      guard isInWindow, !isOld else {
        self.update?.waited += 1
        if update.waited >= Self.mostWaited { self.update = nil }
        return false
      }
    } else {
      func isOne(_ interval: Int) -> Bool { abs(passed - Int64(interval)) < Int64(interval / 16) }
      let isNew = isOne(update.interval) && !isOne(interval)
      guard isNew || isInWindow && 2 * passed > 3 * Int64(interval) else { return false }
    }
    adopt(update)
    return true
  }

  private mutating func adopt(_ update: Update) {
    interval = update.interval
    regular = RegularEvents()
    self.update = nil
  }
}
