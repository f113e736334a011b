import CaptureFiles
import Report
import Text

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
        what: "Interfaces", why: "A further one is reported as damage, and reading ends there."),
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
        "capture", "Bytes of all connections, devices and lists together, as estimated",
        "Without it, ten thousand connections with full lists would take all memory."
      )
    case .controllers:
      ("capture", "Controllers", "A computer has a few; further ones share the last entry.")
    case .connections:
      ("capture", "Connections", "There is room for ten thousand, each with its facts.")
    case .advertisers:
      ("capture", "Advertising devices", "Reports of further ones are counted together.")
    case .scans:
      ("capture", "Scans", "An app that scans every ten seconds needs half a day to reach this.")
    case .connectionFailures:
      ("capture", "Attempts to connect that failed", "Further ones are not listed.")
    case .attempts:
      ("capture", "Attempts to connect", "As many as there may be connections.")
    case .adapterStates:
      ("capture", "Resets, power changes and errors of controllers", "Further ones are not listed.")
    case .qualityReports:
      (
        "capture", "Link quality reports of the controller",
        "One a second for more than four hours."
      )
    case .clockSteps: ("capture", "Steps of the clock", "Further ones are not listed.")
    case .dropPoints:
      ("capture", "Points where records were lost", "Their total is always reported.")
    case .audioLinks:
      (
        "capture", "Links for voice and audio at the same time",
        "The end of a further one is mistaken for the end of a connection."
      )
    case .timeline: ("capture", "Lines of the timeline", "Further ones are not listed.")
    case .transfers:
      ("capture", "Transfers", "Further ones are counted if they are complete.")
    case .findings: ("report", "Findings", "Further ones are not listed; the worst are kept.")
    case .messages:
      (
        "capture", "Bytes of values in which messages are looked for",
        "No messages are looked for in further values, which are counted; nor in those of a "
          + "connection beyond \(Quantity.count(MessageStore.mostOfConnection)) bytes."
      )
    case .knownPeers:
      (
        "controller", "Devices whose attributes are remembered",
        "When a further device connects again, its attributes are unknown."
      )
    case .channels:
      (
        "connection", "Credit-based channels, with their ATT bearers",
        "LE allows no more at the same time."
      )
    case .streams:
      (
        "connection", "Characteristics whose values are measured",
        "A server has some tens of them."
      )
    case .parameters:
      (
        "connection",
        "Parameters, parameter requests, failed updates, PHYs, data lengths and encryption changes",
        "This many of each; a link that changes every second reaches that after 17 minutes."
      )
    case .pairings: ("connection", "Pairings", "Most connections have one at most.")
    case .subscriptions: ("connection", "Subscriptions", "There are a few for each characteristic.")
    case .attErrors: ("connection", "ATT errors", "Their number is always reported.")
    case .pendingRequests:
      (
        "bearer", "Requests that wait for an answer at the same time",
        "The protocol allows one; those beyond this number count as unanswered."
      )
    case .unanswered:
      ("connection", "Requests without an answer", "Their number is always reported.")
    case .gattEntries:
      (
        "server", "Services, characteristics and descriptors",
        "A server has some tens, a large one hundreds."
      )
    case .longValues:
      ("connection", "Values put together from parts", "Each is kept until the report is written.")
    case .reassembly:
      ("direction", "Bytes of an L2CAP PDU in fragments", "No L2CAP PDU is longer.")
    case .sdus: ("channel", "Bytes of an SDU in segments", "No SDU is longer.")
    case .stalls: ("connection", "Stalls", "The first ones are kept.")
    case .phases:
      (
        "connection", "Phases between the connect and the close",
        "If there are more, phases with short pauses between them are joined."
      )
    case .gaps:
      (
        "characteristic", "Gaps",
        "The longest are kept; up to \(Quantity.count(GapCandidates.most)) are counted and summed."
      )
    case .values:
      ("characteristic", "Bytes of a value that are decoded", "No attribute has a longer value.")
    case .payloads:
      (
        "transfer", "Bytes of a payload that are examined",
        "For a longer one, the length and the digest are reported, but not the kind of data."
      )
    case .resends: ("transfer", "Values sent again", "A transfer with more has another problem.")
    case .chunkSizes: ("transfer", "Different sizes of chunks", "Transfers have two or three.")
    case .runs:
      (
        "characteristic", "Runs of bulk data without a marker",
        "The first ones are kept; the values of all are counted."
      )
    case .framings:
      ("connection", "Protocols that frame data", "A device has one or two.")
    case .framedMessages:
      (
        "characteristic", "Messages of a framing that was learned or given by hand",
        "The first ones are listed as transfers; all are counted."
      )
    case .framingFaults:
      ("connection", "Faults of a protocol that frames data", "Their number is always reported.")
    }
  }
}
