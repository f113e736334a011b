import Testing

@testable import Reports

private func text(_ report: ReportV1, _ options: TextOptions = TextOptions()) -> String {
  String(decoding: TextRenderer.render(report, options: options), as: UTF8.self)
}

@Suite struct TextRendererTests {
  static let reports: [ReportV1] = [
    ReportV1(), ReportV1(captures: [.init(), .init()]), Sample.bizCard, Sample.everything,
    Awkward.defaults, Awkward.extreme(.max), Awkward.extreme(.min), Awkward.extreme(-1),
    Awkward.hostile, Awkward.long,
  ]

  @Test(arguments: [80, 120])
  func goldens(_ width: Int) throws {
    let options = TextOptions(width: width)
    try Golden.expect(
      TextRenderer.render(Sample.bizCard, options: options), "bizcard-\(width).txt")
    try Golden.expect(
      TextRenderer.render(Sample.everything, options: options), "everything-\(width).txt")
  }

  @Test func asciiAndColourGoldens() throws {
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
  func noLineIsTooLong(_ report: ReportV1, _ width: Int) {
    for unicode in [true, false] {
      let output = text(report, TextOptions(width: width, unicode: unicode))
      let limit = min(max(width, 20), 160)
      for line in output.split(separator: "\n") {
        #expect(Printable.width(String(line)) <= limit, "\(line)")
        #expect(!line.hasSuffix(" "), "\(line)")
      }
      #expect(!output.contains("\n\n\n") && !output.hasPrefix("\n") && !output.hasSuffix("\n\n"))
    }
  }

  @Test(arguments: reports)
  func nothingReachesTheTerminalRaw(_ report: ReportV1) {
    for scalar in text(report).unicodeScalars {
      #expect(scalar == "\n" || !scalar.breaksText, "\(scalar.value)")
    }
    #expect(text(report, .init(unicode: false)).utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: reports)
  func colourOnlyAddsColour(_ report: ReportV1) {
    let plain = text(report)
    let coloured = text(report, TextOptions(color: true))
    #expect(!plain.contains("\u{1B}"))
    #expect(coloured.contains("\u{1B}[") == !report.captures.isEmpty)
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test func absentFactsAreNotZero() {
    let output = text(Awkward.defaults)
    #expect(output.contains("unknown address"))
    #expect(output.contains("unknown role"))
    #expect(output.contains("MTU          unknown"))
    #expect(!output.contains("dBm"))
  }

  @Test func stallsAreNeverCalledRetransmissions() {
    for report in Self.reports {
      #expect(!text(report, TextOptions(width: 160)).lowercased().contains("retransm"))
    }
  }

  @Test func narrowPageLosesNoFact() {
    let narrow = text(Sample.bizCard, TextOptions(width: 60))
    for fact in ["EOM own #84", "7×20, 1×1", "#70–#84", "max 1.2 s", "2.991 s", "182 B"] {
      #expect(narrow.contains(fact), "\(fact)")
    }
  }

  @Test func manyDevicesAreCutWithACount() {
    var report = ReportV1(captures: [.init(advertisersOmitted: 5)])
    report.captures[0].advertisers = (0..<30).map {
      .init(address: "00:00:00:00:00:\($0 < 10 ? "0" : "")\($0)", reports: $0)
    }
    let output = text(report)
    #expect(output.contains("… and 23 more (see the JSON report)"))
    #expect(output.contains("No connections. 35 devices heard, in 435 advertising reports."))
    #expect(!output.contains("00:00:00:00:00:05"))
  }
}
