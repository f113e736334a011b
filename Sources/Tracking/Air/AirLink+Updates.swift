import LinkLayer

/// Updates of the connection parameters. From the instant on events have another distance, and the
/// one at the instant may begin later than it would have: what passes until then is no silence.
extension AirLink {
  /// What LL_CONNECTION_UPDATE_IND announces, or LL_CONNECTION_RATE_IND. Core Vol 6, Part B,
  /// 2.4.2.1 and 5.1.1; Core 6.2, 5.1.32.
  struct Update: Sendable {
    /// In microseconds.
    var interval: Int
    var window: TransmitWindow
    /// The number of the first event in which it is in force.
    var instant: UInt16
    /// One of so many events is used from then on; nil where that is as it was.
    var subrateFactor: Int?
    /// Events that were heard meanwhile, none of which shows that the instant has come.
    var waited = 0
  }

  /// An update that changes nothing but the times of events may leave no sign. Its instant is
  /// usually 6 events ahead or a few more.
  private static let mostWaited = 64

  mutating func announce(_ update: Update) {
    guard update.interval > 0 else { return }
    if update.interval != interval, update.subrateFactor == nil { subrateFactor = 1 }
    if interval == 0 || !event.isOpen {
      interval = update.interval
      subrateFactor = update.subrateFactor ?? subrateFactor
    } else {
      self.update = update
    }
  }

  /// Finds out whether the instant of an update has come, by the number of the event before or, if
  /// that is not known, by the times of events alone.
  ///
  /// - Parameter passed: since the event before began.
  /// - Returns: the events between the two that were not heard, those that the subrating leaves
  ///   out, and whether that is certain; nil where the instant has not come, or the new interval
  ///   alone says how many those are.
  mutating func reachInstant(
    _ passed: Int64, since before: Event, _ packet: AirPacket
  ) -> (silent: Int, unused: Int, isCertain: Bool)? {
    guard let update, passed > 0, passed < Self.longestSilence else { return nil }
    guard let number = before.counter ?? channels?.certainEvent else {
      return hasComeByTime(update, passed) ? (0, 0, false) : nil
    }
    let ahead = Int(Int16(bitPattern: update.instant &- number))
    let slack = Int64(Self.tolerance) + passed / 1000
    let late = passed - Int64(max(0, ahead)) * Int64(interval) - Int64(update.window.offset)
    let isDue =
      packet.eventCounter.map { Int16(bitPattern: $0 &- update.instant) >= 0 } ?? (late >= -slack)
    guard ahead <= 0 || isDue else { return nil }
    let silent = max(0, ahead / max(1, subrateFactor) - 1)
    adopt(update)
    guard ahead > 0 else { return nil }
    // Clocks may be off by more than a short interval.
    let allowed = max(0, late + min(slack, Int64(interval) / 2))
    let later = Int(allowed / Int64(interval))
    let laterSilent = later / max(1, subrateFactor)
    return (silent + laterSilent, ahead - 1 - silent + later - laterSilent, true)
  }

  /// Of what may have passed the least is taken: the instant came with the next event.
  private mutating func hasComeByTime(_ update: Update, _ passed: Int64) -> Bool {
    let slack = Int64(Self.tolerance) + passed / 1000
    // From one event that is used to the next.
    let interval = interval * subrateFactor
    let later = update.interval * (update.subrateFactor ?? subrateFactor)
    let isOld = abs(passed - Int64(interval)) <= slack
    let late = passed - Int64(interval) - Int64(update.window.offset)
    let isInWindow = -slack...Int64(update.window.size) + slack ~= late
    if later == interval {
      guard isInWindow, !isOld else {
        self.update?.waited += 1
        if update.waited >= Self.mostWaited {
          if update.subrateFactor == nil { self.update = nil } else { adopt(update) }
        }
        return false
      }
    } else {
      func isOne(_ interval: Int) -> Bool { abs(passed - Int64(interval)) < Int64(interval / 16) }
      let isNew = isOne(later) && !isOne(interval)
      guard isNew || isInWindow && 2 * passed > 3 * Int64(interval) else { return false }
    }
    adopt(update)
    return true
  }

  private mutating func adopt(_ update: Update) {
    interval = update.interval
    subrateFactor = update.subrateFactor ?? subrateFactor
    regular = RegularEvents()
    self.update = nil
    hasAdopted = true
  }
}
