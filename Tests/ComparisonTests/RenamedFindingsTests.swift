import Testing

@testable import Comparison
@testable import Report

/// Which rule speaks of some data depends on what else the capture shows.
@Suite("Findings by another rule")
struct RenamedFindingsTests {
  /// A capture of one device that notifies FFE1 and FFE2, with findings about them.
  private func run(_ findings: [ReportV1.Finding]) -> Run {
    var connection = ReportV1.Connection(
      id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "A"),
      notifications: [
        .init(valueHandle: 3, uuid: "FFE1", count: 4801, firstFrame: 5, lastFrame: 900),
        .init(valueHandle: 6, uuid: "FFE2", count: 4801, firstFrame: 7, lastFrame: 901),
      ])
    connection.runs = [.init(id: 1, valueHandle: 3, uuid: "FFE1")]
    return Run(
      name: "capture", capture: .init(path: "capture", connections: [connection]),
      findings: findings)
  }

  private func small(_ frames: [Int] = [5, 900]) -> ReportV1.Finding {
    .init(
      rule: "mtu-not-exchanged", severity: .info, connection: 1, frames: frames, message: "small.")
  }

  private func bulk(
    _ rule: String, handle: Int = 3, us: Int = 20_000_000
  ) -> ReportV1.Finding {
    .init(
      rule: rule, severity: .warning, connection: 1, frames: [5, 900], message: "slow.",
      evidence: ([.valueHandle: .int(handle), .bytes: .int(96_000), .durationUs: .int(us)]
        as EvidenceList).keyed)
  }

  private func findings(_ base: [ReportV1.Finding], _ new: [ReportV1.Finding]) -> [String] {
    compare(base: [run(base)], new: [run(new)]).entries
      .filter { $0.measure.hasPrefix("finding.") && $0.verdict != .same }
      .map { "\($0.verdict) \($0.measure): \($0.statement)" }
  }

  @Test("the same data under another rule are one difference, and none is gone or new")
  func renamed() {
    #expect(
      findings([small()], [bulk("bulk-small-values")])
        == ["different finding.bulk-small-values: reported by another rule now: slow"])
    #expect(
      findings([bulk("bulk-pauses"), small()], [bulk("bulk-small-values")])
        == ["different finding.bulk-small-values: reported by another rule now: slow"])
    let comparison = compare(
      base: [run([small()])], new: [run([bulk("bulk-small-values")])])
    #expect(comparison.findings.map(\.presence) == [.unchanged])
    #expect(
      comparison.entries.first { $0.subject.part == "data of FFE1" }?.values
        == .words(base: "mtu-not-exchanged", new: "bulk-small-values"))
  }

  @Test("data that also take much longer are worse, whatever the rule is")
  func slower() {
    #expect(
      findings([bulk("bulk-small-values")], [bulk("bulk-timer", us: 60_000_000)])
        == ["worse finding.bulk-timer: worse, and reported by another rule now: slow"])
    let comparison = compare(
      base: [run([bulk("bulk-small-values")])], new: [run([bulk("bulk-timer", us: 60_000_000)])])
    #expect(comparison.findings.map(\.presence) == [.new])
    #expect(
      findings([bulk("bulk-small-values")], [bulk("bulk-timer", us: 22_000_000)])
        == ["different finding.bulk-timer: reported by another rule now: slow"])
  }

  @Test("other data, or one rule more, are new")
  func otherData() {
    #expect(
      findings([small([7, 901])], [bulk("bulk-small-values")]) == [
        "worse finding.bulk-small-values: new: slow",
        "different finding.mtu-not-exchanged: no longer found",
      ])
    // The base carried no data in bulk there, which cannot have got worse.
    #expect(
      findings([small()], [small(), bulk("bulk-small-values", handle: 6)])
        == ["different finding.bulk-small-values: new: slow"])
    #expect(
      findings([small()], [small(), bulk("bulk-small-values", handle: 3)])
        == ["worse finding.bulk-small-values: new: slow"])
    #expect(findings([small()], []) == ["different finding.mtu-not-exchanged: no longer found"])
  }
}
