/// Names of rules that are asked for outside of the rules: by the comparison of two captures, by
/// the screen and by the HTML page. The others stand in the rule alone.
package enum RuleName {
  package static let disconnectByPeer = "disconnect-by-peer"
  package static let earlyDisconnect = "early-disconnect"
  package static let disconnectByFault = "disconnect-by-fault"
  package static let linkLoss = "link-loss"
  package static let undeclaredValue = "undeclared-value"
  package static let parameterUpdateNotApplied = "parameter-update-not-applied"
  package static let parameterUpdateUnanswered = "parameter-update-unanswered"
  package static let disconnectUnanswered = "disconnect-unanswered"
  package static let discoveryLoop = "discovery-loop"
  package static let transferIncomplete = "transfer-incomplete"
  package static let attRequestUnanswered = "att-request-unanswered"
  package static let creditStall = "credit-stall"
}
