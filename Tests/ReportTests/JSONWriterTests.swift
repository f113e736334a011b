import Testing

@testable import Report
@testable import Text

/// What the writer makes of the calls in `body`.
private func written(
  _ layout: JSONWriter.Layout = .pretty, _ body: (inout JSONWriter) -> Void
) -> String {
  var json = JSONWriter(layout: layout)
  body(&json)
  return String(decoding: json.bytes, as: UTF8.self)
}

@Suite struct JSONWriterTests {
  @Test func leavesStayOnOneLine() {
    let text = written { json in
      json.beginObject()
      json.field("a", 1)
      json.field("empty", [Int]())
      json.key("b")
      json.beginArray()
      for value in 1...2 {
        json.beginObject()
        json.field("x", value)
        json.field("y", Bool?.none)
        json.endObject()
      }
      json.endArray()
      json.field("c", [1, 2])
      json.endObject()
    }
    #expect(
      text == """
        {
          "a": 1,
          "empty": [],
          "b": [
            {"x": 1, "y": null},
            {"x": 2, "y": null}
          ],
          "c": [1, 2]
        }
        """)
  }

  @Test func objectBreaksWhenItPassesTheColumnLimit() {
    // One character less, and the closing bracket with a comma ends in column 100.
    for (length, lines) in [(91, 1), (92, 3)] {
      let text = written { json in
        json.beginObject()
        json.field("a", String(repeating: "x", count: length - 1))
        json.endObject()
      }
      #expect(text.split(separator: "\n").count == lines, "\(text.count)")
    }
  }

  @Test func arrayOfNumbersNeverBreaks() {
    let text = written { $0.numbers([Int](repeating: 1_000, count: 200)) }
    #expect(!text.contains("\n"))
  }

  @Test func compactHasNoBlanks() {
    let text = written(.compact) { json in
      json.beginObject()
      json.field("a", [1, 2])
      json.field("b", ["c": ReportV1.KeyedList<Int>()] as ReportV1.KeyedList)
      json.endObject()
    }
    #expect(text == #"{"a":[1,2],"b":{"c":{}}}"#)
  }

  @Test func deepNestingIndentsEachLevel() throws {
    let text = written { json in
      for _ in 0..<3 {
        json.beginObject()
        json.field("n", 1)
        json.key("in")
      }
      json.beginArray()
      json.endArray()
      for _ in 0..<3 { json.endObject() }
    }
    #expect(
      text == """
        {
          "n": 1,
          "in": {
            "n": 1,
            "in": {"n": 1, "in": []}
          }
        }
        """)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a\"b\\c/", #"a\"b\\c/"#),
    ("\u{0}\u{1F}\n\t", #"\u0000\u001F\u000A\u0009"#),
    ("\u{7F}\u{85}\u{9F}", #"\u007F\u0085\u009F"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
    ("\u{202A}\u{202E}\u{2066}\u{2069}", #"\u202A\u202E\u2066\u2069"#),
    ("\u{200E}\u{200F}\u{61C}", #"\u200E\u200F\u061C"#), ("é 漢 😀", "é 漢 😀"), ("", ""),
    ("\u{200D}a\u{FE0F}\u{3164}\u{AD}", #"\u200Da\uFE0F\u3164\u00AD"#),
    // Beyond U+FFFF an escape is a pair of surrogates.
    ("\u{E0041}\u{1D173}", #"\uDB40\uDC41\uD834\uDD73"#),
    // Services that run jobs obey these wherever they are in a log.
    ("##[error]x", #"##\u005Berror]x"#), ("a##vso[b[c", #"a##vso\u005Bb[c"#),
    ("###teamcity[", #"###teamcity\u005B"#), ("é##vso[", #"é##vso\u005B"#),
    ("#[a] ##1[b] # #[c]", "#[a] ##1[b] # #[c]"), ("##\"[", "##\\\"["),
    ("##v\u{200B}so[", #"##v\u200Bso["#),
  ])
  func escapes(_ text: String, _ expected: String) throws {
    let json = written { $0.string(text) }
    #expect(json == "\"\(expected)\"")
    #expect(try JSONDocument(json).text == text)
  }

  @Test func keysFromElsewhereAreEscaped() throws {
    let json = written(.compact) { json in
      json.beginObject()
      json.key(named: "##vso[\u{FE0F}\n")
      json.int(1)
      json.endObject()
    }
    #expect(json == "{\"##vso\\u005B\\uFE0F\\u000A\":1}")
  }

  @Test func everyScalarComesBack() throws {
    var text = String.UnicodeScalarView()
    for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let json = written { $0.string(String(text)) }
    #expect(try JSONDocument(json).text?.unicodeScalars.elementsEqual(text) == true)
  }

  @Test(
    arguments: [
      (0.0, 1, "0"), (-0.0, 1, "0"), (-0.04, 1, "0"), (0.05, 1, "0.1"), (-0.05, 1, "-0.1"),
      (336.04, 1, "336"), (99.96, 1, "100"), (1.005, 3, "1.005"), (-12.345_6, 3, "-12.346"),
      (.nan, 1, "null"), (.infinity, 1, "null"), (-.infinity, 3, "null"),
      (1e15, 1, "1000000000000000"), (1e300, 2, "1e+300"), (-1e16, 1, "-1e+16"), (2.5, 0, "3"),
    ] as [(Double, Int, String)])
  func doubles(_ value: Double, _ decimals: Int, _ expected: String) throws {
    let json = written { $0.double(value, decimals: decimals) }
    #expect(json == expected)
    _ = try JSONDocument(json)
  }

  @Test func integersToTheirEnds() {
    #expect(written { $0.int(.max) } == "9223372036854775807")
    #expect(written { $0.int(.min) } == "-9223372036854775808")
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ values: [Int]) {
    var values = values
    values.write(to: &self)
  }
}
