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
    for entry in finding.evidence.entries where entry.key == "party" || entry.key == "side" {
      guard case .string(let party) = entry.value else { continue }
      switch party {
      case "local": return "this host or its controller"
      case "remote", "peer": return "the peer"
      case "central": return "the central"
      case "peripheral": return "the peripheral"
      default: continue
      }
    }
    return nil
  }
}
