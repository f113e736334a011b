import Rendering
import Report

/// One capture of one side, as its report describes it.
package struct Run: Sendable {
  /// The file it came from.
  package var name: String
  package var capture: ReportV1.Capture
  /// What the rules found in this capture.
  package var findings: [ReportV1.Finding]
  /// What its packets show over time, where a page is to have plots of it.
  package var plots: CapturePlots?

  package init(name: String, capture: ReportV1.Capture, findings: [ReportV1.Finding]) {
    self.name = name
    self.capture = capture
    // A marker that comes twice is no transfer that the other run lacks.
    for index in self.capture.connections.indices {
      self.capture.connections[index].transfers.removeAll { $0.outcome == .repeatedMarker }
    }
    self.findings = findings
    // What was not found may be in the records that were lost.
    guard capture.droppedRecords > 0 else { return }
    for index in self.capture.connections.indices {
      self.capture.connections[index].gatt.searched = []
      self.capture.connections[index].gattOtherSide?.searched = []
    }
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

  /// Whether it has a connection, or an attempt, with the device of this name or address.
  ///
  /// - Parameter least: by what it may be known.
  package func has(_ device: String, by least: MatchBasis = .name) -> Bool {
    func isMeant(_ peer: ReportV1.Peer) -> Bool {
      peer.basis(of: device).map { $0 <= least } ?? false
    }
    return capture.connections.contains { isMeant($0.peer) }
      || capture.connectionFailures.contains { isMeant($0.peer) }
  }

  /// The first devices of some runs, as the end of a sentence about one that is not among them.
  package static func known(in runs: [Run]) -> String {
    var names: [String] = []
    var seen: Set<String> = []
    for run in runs {
      for connection in run.capture.connections {
        let name = Subject.device(of: [connection.peer])
        if name != Subject.unknown, seen.insert(name).inserted { names.append(name) }
      }
    }
    guard !names.isEmpty else { return "" }
    let shown = names.prefix(3).map { Subject(device: $0).text }.joined(separator: ", ")
    return "; there is \(shown)" + (names.count > 3 ? ", and \(names.count - 3) more" : "")
  }

  /// Addresses are printed in capital letters.
  private static func spellings(_ devices: [String]) -> Set<String> {
    Set(devices + devices.map { $0.uppercased() })
  }

  /// With nothing of other devices than those of these names and addresses; all of it where there
  /// are none.
  package func only(_ devices: [String]) -> Run {
    guard !devices.isEmpty else { return self }
    let wanted = Self.spellings(devices)
    let connections = capture.connections
    return only(connections.indices.filter { connections[$0].peer.isCalled(wanted) })
  }

  /// How the connection at a position is called so.
  func basis(_ device: String, _ position: Int) -> MatchBasis? {
    capture.connections[position].peer.basis(of: device)
  }

  /// With these connections only, and what was found about them and about the capture.
  func only(_ positions: [Int]) -> Run {
    var run = self
    run.capture.connections = positions.map { capture.connections[$0] }
    // Sums of others.
    (run.capture.folded, run.capture.connectionsOmitted) = (nil, 0)
    let kept = Set(run.capture.connections.map(\.id))
    run.findings.removeAll { finding in
      finding.connection != nil && kept.isDisjoint(with: finding.covered)
    }
    return run
  }
}

extension ReportV1.Peer {
  fileprivate func isCalled(_ names: Set<String>) -> Bool {
    names.contains(name ?? "") || names.contains(address ?? "")
  }
}
