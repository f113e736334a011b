import Comparison
import Findings
import Report
import Text

extension AnalyzeSettings {
  /// What was kept from a check, a line for each capture; empty where everything was looked at.
  ///
  /// - Parameters:
  ///   - all: whether everything that rules look at matters, as it does to a budget and to a
  ///     comparison; else what may hide a finding that `--fail-on` asks for.
  ///   - details: whether each connection is looked at.
  func unjudged(
    in captures: [ReportV1.Capture], all: Bool, details: Bool = false
  ) -> [String] {
    let least = all ? .info : failOn ?? .info
    return captures.compactMap {
      unjudgedLine($0.path, $0.unjudged(least: least) + (details ? $0.unseenDetails : []))
    }
  }
}

/// `a.btsnoop: not judged, because it is beyond a limit of what is kept: 1,761 connections`
func unjudgedLine(_ path: String, _ parts: [String]) -> String? {
  guard !parts.isEmpty else { return nil }
  let name = path == "-" ? "standard input" : path
  return "\(name): not judged, because it is beyond a limit of what is kept: "
    + parts.joined(separator: ", ")
}

extension Run {
  /// What no comparison saw of it.
  var unjudged: String? {
    let omitted = findings.omitted
    let more = omitted > 0 ? ["\(grouped(omitted)) \(omitted == 1 ? "finding" : "findings")"] : []
    return unjudgedLine(name, capture.unjudged(least: .info) + capture.unseenDetails + more)
  }
}
