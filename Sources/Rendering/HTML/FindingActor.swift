import Report

/// Whose doing a finding is, where its evidence says so.
package enum FindingActor {
  package static func write(_ finding: ReportV1.Finding, to card: inout HTMLWriter) {
    guard let words = words(for: finding) else { return }
    card.markup("<p class=\"who\">Who: ")
    card.text(words)
    card.markup("</p>\n")
  }

  static func words(for finding: ReportV1.Finding) -> String? {
    switch finding.evidence[.party, as: ReportV1.Actor.self] {
    case .local: "this host or its controller"
    case .remote: "the peer"
    case .central: "the central"
    case .peripheral: "the peripheral"
    case nil: nil
    }
  }
}
