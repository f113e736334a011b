import Report

/// One capture of one side, as its report describes it.
package struct Run: Sendable {
  /// The file it came from.
  package var name: String
  package var capture: ReportV1.Capture
  /// What the rules found in this capture.
  package var findings: [ReportV1.Finding]

  package init(name: String, capture: ReportV1.Capture, findings: [ReportV1.Finding]) {
    self.name = name
    self.capture = capture
    // A marker that comes twice is no transfer that the other run lacks. Messages of a learned
    // framing are compared as the values that they are.
    for index in self.capture.connections.indices {
      self.capture.connections[index].transfers.removeAll {
        $0.outcome == .repeatedMarker || $0.isLearned
      }
    }
    self.findings = findings
  }

  /// The captures of a report, each a run of its own.
  package static func all(in report: ReportV1, of file: String) -> [Run] {
    let findings = Dictionary(grouping: report.findings, by: \.capture)
    return report.captures.indices.map { index in
      let name = report.captures.count == 1 ? file : "\(file)[\(index)]"
      return Run(
        name: name, capture: report.captures[index],
        findings: findings[index] ?? [])
    }
  }

  /// The same of a report that was just made, where each capture is a file.
  package static func all(in report: ReportV1) -> [Run] {
    let findings = Dictionary(grouping: report.findings, by: \.capture)
    return report.captures.indices.map { index in
      Run(
        name: report.captures[index].path, capture: report.captures[index],
        findings: findings[index] ?? [])
    }
  }

  /// With nothing of other devices than those of these names and addresses; all of it where there
  /// are none.
  package func only(_ devices: [String]) -> Run {
    guard !devices.isEmpty else { return self }
    let wanted = Set(devices + devices.map { $0.uppercased() })
    var run = self
    run.capture.connections.removeAll { connection in
      !wanted.contains(connection.peer.name ?? "")
        && !wanted.contains(connection.peer.address ?? "")
    }
    let kept = Set(run.capture.connections.map(\.id))
    run.findings.removeAll { finding in finding.connection.map { !kept.contains($0) } ?? false }
    return run
  }
}
