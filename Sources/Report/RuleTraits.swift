/// What sets the findings of a rule apart, for those who do not know the rule: where two captures
/// are compared, and where findings are shown while a capture is still made.
package struct RuleTraits: OptionSet, Sendable, Hashable {
  // MARK: Where captures are compared

  /// Whether it finds something in one run, and not in the next of the same software, is up to the
  /// air and to how busy the devices are.
  package static let timing = Self(rawValue: 1 << 0)
  /// How hard it was to connect to a device that is on both sides: it was connected to in the
  /// end, and how many tries that took, and how long, is up to the air.
  package static let connecting = Self(rawValue: 1 << 1)
  /// About the logger, and not about what it logged: a capture that ends in the middle of a
  /// record, or lost some, says nothing about the devices.
  package static let capture = Self(rawValue: 1 << 2)
  /// How data went: in small values, with pauses, one at a time.
  package static let data = Self(rawValue: 1 << 3)
  /// About data in bulk alone.
  package static let bulkData = Self(rawValue: 1 << 4)
  /// What it misses is due within the procedure timeout of the link layer, and may come after the
  /// end of the capture. Its evidence has `age_us`; else the last update that failed counts.
  package static let awaitsUpdate = Self(rawValue: 1 << 5)
  /// What it misses is due within the supervision timeout: its evidence has both times.
  package static let awaitsEnd = Self(rawValue: 1 << 6)
  /// How a connection ended, as devices end them: the other side must have gone about as far.
  package static let ending = Self(rawValue: 1 << 7)
  /// That a connection ended by a fault, which may come early: half as far is enough.
  package static let faultyEnding = Self(rawValue: 1 << 8)
  /// It may be the end of an update, after which the device restarts; it is information then.
  package static let mayBeMeant = Self(rawValue: 1 << 9)
  /// About values: the other side must show some.
  package static let values = Self(rawValue: 1 << 10)
  /// About discoveries that were repeated; as information it says that this is no fault.
  package static let discoveries = Self(rawValue: 1 << 11)

  // MARK: While the capture is still made

  /// What comes next may take back what is not an error.
  package static let passesUnlessError = Self(rawValue: 1 << 12)
  /// What comes next may take back what is information.
  package static let passesAsInfo = Self(rawValue: 1 << 13)
  /// How a transfer ended, which its evidence has as `ending`.
  package static let transferEnding = Self(rawValue: 1 << 14)

  // MARK: On the page

  /// About the credit stalls of its connections.
  package static let creditStalls = Self(rawValue: 1 << 15)

  package var rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// In the order of the bits.
  package var words: [RuleTrait] {
    RuleTrait.allCases.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
  }
}

/// A trait as `bletrace rules --format json` has it, in the order of the bits.
package enum RuleTrait: String, ReportWord {
  case timing, connecting, capture, data
  case bulkData = "bulk-data"
  case awaitsUpdate = "awaits-update"
  case awaitsEnd = "awaits-end"
  case ending
  case faultyEnding = "faulty-ending"
  case mayBeMeant = "may-be-meant"
  case values, discoveries
  case passesUnlessError = "passes-unless-error"
  case passesAsInfo = "passes-as-info"
  case transferEnding = "transfer-ending"
  case creditStalls = "credit-stalls"
}
