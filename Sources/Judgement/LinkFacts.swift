/// What the account of a link's time has to know beside its rows.
package struct LinkFacts: Sendable {
  /// Whether this host is the central, whose packets wait while the peripheral sleeps.
  package var isCentral = true
  /// The capture has the controller's completions: without them it is unknown what is still out.
  package var knowsCompletions = false
  /// The capture has the beginning of the link, and so has the events that end it.
  package var beginsHere = false
  /// ATT has bearers beside the fixed channel.
  package var hasManyBearers = false
  /// What the controller was busy with.
  package var busy: [BusySpan] = []
  /// Records were lost before these frames.
  package var losses: [UInt32] = []
  /// The clock was set forward by so many microseconds before these frames.
  package var steps: [(frame: UInt32, microseconds: Int64)] = []

  /// Whether its end would be seen.
  var knowsEnds: Bool { beginsHere || knowsCompletions }

  package init() {}
}
