import Report
import Testing

@testable import Findings

/// What those who do not know a rule ask of it.
@Suite struct RuleTraitsTests {
  @Test(arguments: [
    (RuleTraits.awaitsUpdate, ["parameter-update-not-applied", "parameter-update-unanswered"]),
    (.awaitsEnd, ["disconnect-unanswered"]),
    (.ending, ["device-restarted", "disconnect-by-peer", "early-disconnect"]),
    (
      .faultyEnding,
      ["closed-by-timer", "disconnect-by-fault", "link-loss", "procedure-timeout"]
    ), (.mayBeMeant, ["link-loss"]),
    (.values, ["never-subscribed", "undeclared-value", "value-not-subscribed"]),
    (.discoveries, ["discovery-loop"]),
    (
      .passesUnlessError,
      [
        "att-request-unanswered", "controller-silent", "credits-kept", "host-buffers-kept",
        "host-request-unanswered", "procedure-unfinished",
      ]
    ),
    (.passesAsInfo, ["transfer-incomplete"]),
    (.transferEnding, ["transfer-incomplete"]), (.creditStalls, ["credit-stall"]),
  ])
  func rules(_ trait: RuleTraits, _ names: [String]) {
    let found = RuleCatalog.all.filter { $0.traits.contains(trait) }.map { $0.name }
    #expect(found.sorted() == names)
  }
}
