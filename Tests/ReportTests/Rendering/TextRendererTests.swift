import Testing

@testable import Rendering
@testable import Report
@testable import Text

private func text(_ report: ReportV1, _ options: TextOptions = TextOptions()) -> String {
  String(decoding: TextRenderer.render(report, options: options), as: UTF8.self)
}

@Suite struct TextRendererTests {
  static let reports: [NamedReport] = [
    .init("nothing", ReportV1()), .init("empty", ReportV1(captures: [.init(), .init()])),
    .init("bizcard", Sample.bizCard), .init("everything", Sample.everything),
    .init("defaults", Awkward.defaults), .init("maxima", Awkward.extreme(.mostReported)),
    .init("minima", Awkward.extreme(-.mostReported)), .init("minus one", Awkward.extreme(-1)),
    .init("hostile", Awkward.hostile), .init("long", Awkward.long),
  ]

  @Test(arguments: [80, 120])
  func goldens(_ width: Int) throws {
    try Golden.expect(
      TextRenderer.render(Sample.bizCard, options: .init(width: width)), "bizcard-\(width).txt")
  }

  @Test func otherGoldens() throws {
    try Golden.expect(
      TextRenderer.render(Sample.everything, options: .init(width: 80)), "everything-80.txt")
    try Golden.expect(
      TextRenderer.render(Sample.everything, options: .init(width: 80, unicode: false)),
      "everything-ascii.txt")
    try Golden.expect(
      TextRenderer.render(Sample.bizCard, options: .init(width: 100, color: true)),
      "bizcard-colour.txt")
    try Golden.expect(TextRenderer.render(ReportV1(captures: [.init()])), "empty.txt")
    try Golden.expect(TextRenderer.render(Awkward.hostile), "hostile.txt")
  }

  @Test(arguments: reports, [0, 20, 33, 80, 100, 120, 160, 1_000])
  func noLineIsTooLong(_ named: NamedReport, _ width: Int) {
    for unicode in [true, false] {
      let output = text(named.report, TextOptions(width: width, unicode: unicode))
      let limit = min(max(width, 20), 160)
      for line in output.split(separator: "\n") {
        #expect(Printable.width(String(line)) <= limit, "\(line)")
        #expect(!line.hasSuffix(" "), "\(line)")
      }
      #expect(!output.contains("\n\n\n") && !output.hasPrefix("\n") && !output.hasSuffix("\n\n"))
    }
  }

  @Test(arguments: reports, [20, 60, 80, 160])
  func noCaptureIsTooLong(_ named: NamedReport, _ width: Int) {
    var report = named.report
    // The timeline is printed in full where it is asked for.
    for index in report.captures.indices { report.captures[index].timeline = nil }
    report.findings.removeAll { !report.captures.indices.contains($0.capture) }
    let lines = text(report, TextOptions(width: width)).utf8.count { $0 == UInt8(ascii: "\n") }
    #expect(lines <= 150 * max(1, report.captures.count))
  }

  @Test(arguments: reports)
  func nothingReachesTheTerminalRaw(_ named: NamedReport) {
    for scalar in text(named.report).unicodeScalars {
      #expect(scalar == "\n" || !scalar.breaksText, "\(scalar.value)")
    }
    #expect(text(named.report, .init(unicode: false)).utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: reports)
  func colourOnlyAddsColour(_ named: NamedReport) {
    let plain = text(named.report)
    let coloured = text(named.report, TextOptions(color: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[") == !named.report.captures.isEmpty)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func absentFactsAreNotZero() {
    let output = text(Awkward.defaults)
    #expect(output.contains("unknown address"))
    #expect(output.contains("role unknown"))
    #expect(output.contains("MTU          unknown"))
    #expect(!output.contains("dBm"))
  }

  @Test func stallsAreNeverCalledRetransmissions() {
    for named in Self.reports {
      var report = named.report
      // The word is proven where the controller counts, and where a sniffer hears.
      for index in report.captures.indices {
        report.captures[index].qualityReports = []
        for link in report.captures[index].connections.indices {
          report.captures[index].connections[link].air = nil
        }
      }
      #expect(!text(report, TextOptions(width: 160)).lowercased().contains("retransm"))
    }
  }

  @Test func narrowPageLosesNoFact() {
    let lines = text(Sample.bizCard, TextOptions(width: 60))
    let narrow = lines.replacing(/\n +/, with: " ")
    for fact in [
      "EOM (own value) #84", "7×20, 1×1", "#70–#84", "gap max 1.2 s", "2.991 s", "182 B",
    ] {
      #expect(narrow.contains(fact), "\(fact)")
    }
  }

  @Test func manyDevicesAreCutWithACount() {
    var report = ReportV1(captures: [.init(advertiserReportsOmitted: 5)])
    report.captures[0].advertisers = (0..<300).map { .init(address: "device \($0)", reports: $0) }
    let output = text(report)
    #expect(output.contains("… and 276 more (--full)"))
    #expect(
      output.contains("No connections. 300 advertising devices, in 44,850 advertising reports."))
    #expect(output.contains("device 299 ") && !output.contains("device 5 "))
    let full = String(
      decoding: TextRenderer.render(report, extent: .full), as: UTF8.self)
    #expect(full.contains("device 5 ") && !full.contains("more"))
  }
}
