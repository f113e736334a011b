import Testing

@testable import Report

@Suite("Keys of evidence")
struct EvidenceKeyTests {
  @Test("each key is defined once")
  func complete() {
    #expect(EvidenceKey.definitions.count == EvidenceKey.allCases.count)
    #expect(Set(EvidenceKey.definitions.map(\.key)) == Set(EvidenceKey.allCases))
  }

  @Test("its meaning is a sentence")
  func sentences() {
    for definition in EvidenceKey.definitions {
      let text = definition.meaning
      #expect(text.hasSuffix(".") && text.first?.isUppercase == true, "\(definition.key)")
    }
  }

  @Test("its word has the parts of its name")
  func words() {
    #expect(EvidenceKey.ageUs.word == "age_us")
    #expect(EvidenceKey.durationAt30MsUs.word == "duration_at_30_ms_us")
    #expect(EvidenceKey.party.word == "party")
  }

  @Test("a kind holds its values, and null")
  func kinds() {
    let reason = EvidenceKey.reason.kind
    #expect(reason.holds(.int(8)) && reason.holds(.string("cut")) && reason.holds(.null))
    #expect(!reason.holds(.bool(true)) && !reason.holds(.list([.int(8)])))
    let connections = EvidenceKey.connections.kind
    #expect(connections.holds(.list([.int(1)])) && !connections.holds(.list([.string("1")])))
    #expect(EvidenceKey.party.kind.holds(.string("remote")))
    #expect(!EvidenceKey.party.kind.holds(.string("peer")))
    #expect(EvidenceKey.rate.kind.holds(.int(1)) && !EvidenceKey.count.kind.holds(.double(1.5)))
  }

  @Test("a key is read as what it holds")
  func reading() {
    let list: EvidenceList = [
      .party: .string("central"), .ageUs: .int(7), .connections: .list([.int(1), .int(4)]),
      .ending: .null,
    ]
    let evidence = list.keyed
    #expect(evidence.entries.map(\.key) == ["party", "age_us", "connections", "ending"])
    #expect(evidence[.party, as: ReportV1.Actor.self] == .central)
    #expect(evidence[.ageUs]?.int == 7 && evidence[.ageUs]?.text == nil)
    #expect(evidence[.connections]?.ints == [1, 4])
    #expect(evidence[.ending, as: ReportV1.TransferEnding.self] == nil)
    #expect(evidence[.count] == nil)
  }

  @Test("the schema lists each key, with its type and its meaning")
  func schema() throws {
    let schema = try JSONDocument(ReportSchema.json)
    let node = schema["$defs"]?["Finding"]?["properties"]?["evidence"]
    let properties = node?["properties"]
    #expect(properties?.keys == EvidenceKey.definitions.map(\.key.word))
    let age = properties?["age_us"]
    #expect(age?["type"]?.elements.compactMap(\.text) == ["integer", "null"])
    #expect(age?["description"]?.text?.hasSuffix("In microseconds.") == true)
    #expect(properties?["reason"]?["anyOf"]?.elements.count == 2)
    let check = SchemaCheck(root: schema)
    var report = ReportV1()
    report.findings = [ReportV1.Finding { $0.evidence = ["age_us": .string("long")] }]
    #expect(check.problems(of: try JSONDocument(JSONRenderer.render(report))).count == 1)
  }
}
