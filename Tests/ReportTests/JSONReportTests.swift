import Testing

@testable import Report
@testable import Text

@Suite struct JSONReportTests {
  static let reports: [NamedReport] = [
    .init("empty", ReportV1(bletrace: "1")), .init("bizcard", Sample.bizCard),
    .init("everything", Sample.everything),
    .init(
      "bare connection", ReportV1(captures: [.init(), .init(connections: [validConnection])])),
  ]

  /// Frames count from 1, so the defaults of a builder's first step are not valid yet.
  private static var validConnection: ReportV1.Connection { .init(firstFrame: 1, lastFrame: 1) }

  @Test(arguments: reports, [JSONWriter.Layout.pretty, .compact])
  func reportMatchesItsSchema(_ named: NamedReport, _ layout: JSONWriter.Layout) throws {
    let document = try JSONDocument(JSONRenderer.render(named.report, layout: layout))
    for isClosed in [true, false] {
      let schema = SchemaCheck(root: try JSONDocument(ReportSchema.render(closed: isClosed)))
      #expect(schema.problems(of: document) == [])
    }
  }

  @Test(arguments: TextRendererTests.reports)
  func everyReportIsJSON(_ named: NamedReport) throws {
    _ = try JSONDocument(JSONRenderer.render(named.report))
  }

  @Test("handed over in pieces it is the same", arguments: [JSONWriter.Layout.pretty, .compact])
  func pieces(_ layout: JSONWriter.Layout) {
    var report = Sample.everything
    report.captures = Array(repeating: report.captures[0], count: 20)
    let whole = JSONRenderer.render(report, layout: layout)
    var pieces: [[UInt8]] = []
    JSONRenderer.render(&report, layout: layout) { pieces.append($0) }
    #expect(report.captures.isEmpty && report.findings.isEmpty)
    #expect(pieces.count > 3)
    #expect(pieces.dropLast().allSatisfy { (1 << 16..<1 << 17).contains($0.count) })
    #expect(Array(pieces.joined()) == whole)
  }

  @Test func closedSchemaNoticesMistakes() throws {
    let schema = SchemaCheck(root: try JSONDocument(ReportSchema.render(closed: true)))
    let good = String(decoding: JSONRenderer.render(Sample.everything), as: UTF8.self)
    let mistakes = [
      ("\"records\": 1234", "\"records\": \"1234\""), ("\"records\"", "\"recordz\""),
      ("\"after_frame\": 72", "\"after_frame\": 0"),
      ("\"marker_style\": \"own\"", "\"marker_style\": \"won\""),
      (Sample.digest, "0123"), ("bletrace-report/1", "bletrace-report/2"),
      ("\"address\": \"66:0D", "\"address\": \"66:0d"),
      ("\"uuid\": \"2902\"", "\"uuid\": \"29-2\""),
    ]
    for (right, wrong) in mistakes {
      let bad = good.split(separator: right, omittingEmptySubsequences: false)
      #expect(bad.count > 1, "\(right) is in the sample")
      let document = try JSONDocument(bad.joined(separator: wrong))
      #expect(!schema.problems(of: document).isEmpty, "\(wrong)")
    }
  }

  @Test func openSchemaAllowsMoreKeys() throws {
    let schema = SchemaCheck(root: try JSONDocument(ReportSchema.json))
    let text = String(decoding: JSONRenderer.render(Sample.bizCard), as: UTF8.self)
    let more = text.split(separator: "\"records\":").joined(separator: "\"new\": {}, \"records\":")
    #expect(schema.problems(of: try JSONDocument(more)) == [])
  }

  @Test func sampleHasAValueForEveryKey() throws {
    // What is absent from `everything` is in no text golden either.
    let schema = try JSONDocument(ReportSchema.json)
    let document = try JSONDocument(JSONRenderer.render(Sample.everything))
    var seen: Set<String> = []
    collect(document, schema, schema, "report", &seen)
    for name in schema["$defs"]?.keys ?? [] {
      for key in schema["$defs"]?[name]?["properties"]?.keys ?? [] {
        #expect(seen.contains("\(name).\(key)"))
      }
    }
  }

  @Test("the schema says what each key means")
  func everyKeyIsDescribed() throws {
    let schema = try JSONDocument(ReportSchema.json)
    let definitions = schema["$defs"]
    let objects = (definitions?.keys ?? []).map { ($0, definitions?[$0]) } + [("report", schema)]
    #expect(objects.count > 100)
    for (name, object) in objects {
      for key in object?["properties"]?.keys ?? [] where (name, key) != ("report", "schema") {
        let text = object?["properties"]?[key]?["description"]?.text ?? ""
        #expect(text.hasSuffix("."), "\(name).\(key)")
      }
    }
  }

  private func collect(
    _ document: JSONDocument, _ node: JSONDocument, _ root: JSONDocument, _ name: String,
    _ seen: inout Set<String>
  ) {
    if let reference = node["$ref"]?.text,
      let target = root["$defs"]?[String(reference.dropFirst(8))]
    {
      collect(document, target, root, String(reference.dropFirst(8)), &seen)
    }
    for option in node["anyOf"]?.elements ?? [] where document != .null {
      collect(document, option, root, name, &seen)
    }
    for element in document.elements {
      if let items = node["items"] { collect(element, items, root, name, &seen) }
    }
    for key in document.keys {
      guard let value = document[key], let property = node["properties"]?[key] else { continue }
      if value != .null && value != .array([]) && value != .object([]) {
        seen.insert("\(name).\(key)")
      }
      collect(value, property, root, name, &seen)
    }
  }

  @Test func sameReportSameBytes() {
    #expect(JSONRenderer.render(Sample.everything) == JSONRenderer.render(Sample.everything))
  }

  @Test func endsWithOneLineFeed() {
    let text = String(decoding: JSONRenderer.render(Sample.bizCard), as: UTF8.self)
    #expect(text.hasSuffix("}\n") && !text.hasSuffix("\n\n"))
    #expect(!text.contains(" \n"))
  }

  @Test func jsonGolden() throws {
    try Golden.expect(JSONRenderer.render(Sample.everything), "everything.json")
    try Golden.expect(ReportSchema.json, "schema.json")
  }
}
