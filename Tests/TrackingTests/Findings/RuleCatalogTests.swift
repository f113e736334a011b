import Testing

@testable import Findings
@testable import Report

@Suite("The catalogue of rules")
struct RuleCatalogTests {
  @Test("each rule has a name of its own, in small letters and hyphens")
  func names() {
    let names = RuleCatalog.all.map { $0.name }
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }, "\(name)")
      #expect(RuleCatalog.rule(named: name)?.name == name)
    }
    #expect(RuleCatalog.rule(named: "no-such-rule") == nil)
  }

  @Test("each explains itself in plain sentences")
  func texts() {
    for rule in RuleCatalog.all {
      for text in [rule.summary] + rule.explanation.split(separator: "\n\n").map(String.init) {
        #expect(text.hasSuffix("."), "\(rule.name)")
        #expect(text.first?.isUppercase == true || text.first?.isNumber == true, "\(rule.name)")
        #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(rule.name): not ASCII")
        #expect(!text.contains("  "), "\(rule.name)")
      }
      #expect(rule.summary.count <= 90, "\(rule.name)")
      #expect(rule.explanation.count >= 80, "\(rule.name)")
      #expect(rule.explanation != rule.summary)
    }
  }

  @Test("nothing is said of nothing, nor of a connection in which all is well")
  func silence() {
    #expect(RuleCatalog.findings(in: [ReportV1.Capture()]).isEmpty)
    #expect(RuleCatalog.findings(in: [Hand.capture(transfer: Hand.transfer())]).isEmpty)
  }

  @Test("the gravest come first, and of equals what cost most")
  func order() {
    let pause = ReportV1.Gap(frame: 121, afterFrame: 120, gapUs: 300_000, explainedBy: "app-pause")
    let silence = ReportV1.Gap(frame: 131, afterFrame: 130, gapUs: 700_000)
    let capture = Hand.capture(transfer: Hand.transfer { $0.gaps = [pause, silence] }) {
      $0.disconnect = .init(frame: 900, reason: 0x08)
    }
    let findings = RuleCatalog.findings(in: [ReportV1.Capture(), capture])
    #expect(findings.map(\.rule) == ["link-loss", "notification-gap", "app-pause"])
    #expect(findings.allSatisfy { $0.capture == 1 && $0.connection == 1 })
    let some = RuleCatalog.findings(in: [capture], rules: [AppPauseRule.self])
    #expect(some.map(\.rule) == ["app-pause"])
  }

  @Test("numbers are written with as many digits as mean something")
  func wording() {
    #expect(Wording.duration(250) == "250 µs")
    #expect(Wording.duration(1_109_324) == "1.11 s")
    #expect(Wording.duration(999_499) == "999 ms")
    #expect(Wording.duration(999_500) == "1 s" && Wording.duration(9_995) == "10 ms")
    #expect(Wording.duration(99_950) == "100 ms" && Wording.duration(10_040_000) == "10 s")
    #expect(Wording.duration(1_005_000) == "1.01 s" && Wording.duration(1_500_000) == "1.5 s")
    // As the rest of the report has them.
    #expect(Wording.duration(0) == "0 s" && Wording.duration(59_949_999) == "59.9 s")
    #expect(Wording.duration(274_000_000) == "4 min 34 s")
    #expect(Wording.duration(3_900_000_000) == "1 h 05 min")
    #expect(Wording.duration(.max) == "2,562,047,788 h 00 min")
    #expect(Wording.duration(.min) == "-2,562,047,788 h 00 min")
    #expect(Wording.bytes(2_956) == "2,956 B" && Wording.bytes(96_020) == "96 kB")
    #expect(Wording.decibels(-87.36) == "-87.4" && Wording.decibels(-88) == "-88")
    #expect(Wording.decibels(.nan) == "0")
    #expect(Wording.code(8) == "0x08" && Wording.handle(0x12) == "handle 0x0012")
    #expect(Wording.count(1, "byte") == "1 byte" && Wording.count(0, "byte") == "0 bytes")
    #expect(Wording.quoted(nil) == "unknown")
  }
}
