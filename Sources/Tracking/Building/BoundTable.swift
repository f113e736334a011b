import CaptureFiles
import Report

/// The table of bounds in words, for the manual page.
package struct BoundRow: Sendable {
  /// As the report names it; what the file itself exceeds is reported as damage instead.
  package let name: String
  package let limit: Int
  package let scope: String
  /// What there are so many of.
  package let what: String
  package let why: String

  package static let all: [BoundRow] =
    Bound.allCases.map { bound in
      let (scope, what, why) = bound.words
      return BoundRow(name: bound.name, limit: bound.limit, scope: scope, what: what, why: why)
    } + [
      BoundRow(
        name: "interfaces", limit: CaptureLimits.interfaces, scope: "section of a pcapng file",
        what: "Interfaces", why: "One more is reported as damage, and reading ends there."),
      BoundRow(
        name: "record", limit: CaptureLimits.recordLength, scope: "record", what: "Octets",
        why: "A longer one is reported as damage, and reading ends there."),
    ]
}

extension Bound {
  fileprivate var words: (scope: String, what: String, why: String) {
    switch self {
    case .memory:
      (
        "capture", "Octets of all connections, devices and lists together, as estimated",
        "So that ten thousand connections with full lists do not take all memory."
      )
    case .controllers:
      ("capture", "Controllers", "A machine has a handful; those beyond share the last place.")
    case .connections:
      ("capture", "Connections", "Ten thousand fit, each with what was found out about it.")
    case .advertisers:
      ("capture", "Devices heard", "Reports of further ones are counted together.")
    case .scans:
      ("capture", "Scans", "An app that scans every ten seconds needs half a day for them.")
    case .connectionFailures:
      ("capture", "Attempts to connect that failed", "More would not be read.")
    case .adapterStates:
      ("capture", "Resets, power changes and errors of controllers", "More would not be read.")
    case .qualityReports:
      ("capture", "Link quality reports of the controller", "One a second for four hours.")
    case .clockSteps: ("capture", "Steps back of the clock", "More would not be read.")
    case .dropPoints: ("capture", "Places where records were lost", "Their sum is always reported.")
    case .audioLinks:
      (
        "capture", "Links for voice and audio at the same time",
        "The end of a further one is taken for that of a connection."
      )
    case .timeline: ("capture", "Lines of the timeline", "More would not be read.")
    case .transfers:
      ("capture", "Transfers", "Further complete ones are counted.")
    case .findings: ("report", "Findings", "More would not be read; the worst are kept.")
    case .knownPeers:
      (
        "controller", "Devices whose attributes are remembered",
        "Of further ones nothing is known when they connect again."
      )
    case .channels:
      (
        "connection", "Credit-based channels, with their ATT bearers",
        "LE allows no more at a time."
      )
    case .streams:
      (
        "connection", "Characteristics whose values are measured",
        "Servers have tens of them."
      )
    case .parameters:
      (
        "connection",
        "Parameters, requests and failed updates, PHYs, data lengths, encryption changes, of each",
        "A link that changes them every second does so for a quarter of an hour."
      )
    case .pairings: ("connection", "Pairings", "One is the rule.")
    case .subscriptions: ("connection", "Subscriptions", "A few for each characteristic.")
    case .attErrors: ("connection", "ATT errors", "Their number is always reported.")
    case .pendingRequests:
      (
        "bearer", "Requests that wait for an answer at the same time",
        "The protocol allows one; one more counts as unanswered."
      )
    case .unanswered:
      ("connection", "Requests without an answer", "Their number is always reported.")
    case .gattEntries:
      (
        "server", "Services, characteristics and descriptors",
        "Servers have tens, large ones hundreds."
      )
    case .longValues:
      ("connection", "Values put together from parts", "Each is kept until the report is written.")
    case .reassembly:
      ("direction", "Octets of an L2CAP PDU in fragments", "L2CAP has no longer ones.")
    case .sdus: ("channel", "Octets of an SDU in segments", "L2CAP has no longer ones.")
    case .stalls: ("connection", "Stalls", "The first ones are kept.")
    case .phases:
      (
        "connection", "Phases between the connect and the close",
        "First, only longer pauses separate phases; beyond that, neighbours become one phase."
      )
    case .gaps:
      (
        "characteristic", "Gaps",
        "The longest are kept; up to \(GapCandidates.most) are counted and added up."
      )
    case .values:
      ("characteristic", "Octets of a value put into words", "An attribute has no longer values.")
    case .payloads:
      (
        "transfer", "Octets of a payload that are looked into",
        "Of a longer one the length and the digest are reported, not what kind of data it is."
      )
    case .resends: ("transfer", "Values sent again", "A transfer with more has another problem.")
    case .chunkSizes: ("transfer", "Different sizes of chunks", "Transfers have two or three.")
    case .runs:
      (
        "characteristic", "Stretches of data in bulk",
        "The first ones are kept; the values of all are counted."
      )
    }
  }
}
