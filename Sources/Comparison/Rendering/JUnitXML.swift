import Text

/// JUnit XML, the form in which Jenkins, GitLab and others show tests.
enum JUnitXML {
  struct Test {
    var name: String
    var group: String
    var outcome: Outcome
  }

  enum Outcome {
    case passed
    case passedWith(String)
    case skipped(String)
    /// A check that did not hold.
    case failed(kind: String, message: String, details: String? = nil)
    /// What should have been checked could not be.
    case error(String)
  }

  struct Counts {
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    mutating func add(_ outcome: Outcome) {
      tests += 1
      switch outcome {
      case .passed, .passedWith: break
      case .skipped: skipped += 1
      case .failed: failures += 1
      case .error: errors += 1
      }
    }

    static func + (a: Self, b: Self) -> Self {
      Self(
        tests: a.tests + b.tests, failures: a.failures + b.failures, errors: a.errors + b.errors,
        skipped: a.skipped + b.skipped)
    }
  }

  struct Suite {
    var name: String
    var properties: [(name: String, value: String)] = []
    /// Made one after the other, and twice: for their numbers, which come first, and for
    /// themselves.
    var tests: AnySequence<Test>

    init(
      _ name: String, properties: [(name: String, value: String)] = [],
      _ tests: some Sequence<Test>
    ) {
      (self.name, self.properties, self.tests) = (name, properties, AnySequence(tests))
    }

    fileprivate var counts: Counts {
      tests.reduce(into: Counts()) { $0.add($1.outcome) }
    }
  }

  static func write(_ suites: [Suite], to xml: inout TextPieces) {
    let counts = suites.map(\.counts)
    let all = counts.reduce(Counts(), +)
    xml += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    xml += "<testsuites name=\"bletrace\" tests=\"\(all.tests)\" failures=\"\(all.failures)\" "
    xml += "errors=\"\(all.errors)\" time=\"0\">\n"
    for (suite, counts) in zip(suites, counts) {
      xml += "  <testsuite name=\(quoted(suite.name)) tests=\"\(counts.tests)\" "
      xml += "failures=\"\(counts.failures)\" errors=\"\(counts.errors)\" "
      xml += "skipped=\"\(counts.skipped)\" time=\"0\">\n"
      if !suite.properties.isEmpty {
        xml += "    <properties>\n"
        for (name, value) in suite.properties {
          xml += "      <property name=\(quoted(name)) value=\(quoted(value))/>\n"
        }
        xml += "    </properties>\n"
      }
      for test in suite.tests { write(test, to: &xml) }
      xml += "  </testsuite>\n"
    }
    xml += "</testsuites>\n"
  }

  private static func write(_ test: Test, to xml: inout TextPieces) {
    xml += "    <testcase name=\(quoted(test.name)) classname=\(quoted(test.group)) time=\"0\""
    let end = "\n    </testcase>\n"
    switch test.outcome {
    case .passed:
      xml += "/>\n"
    case .passedWith(let text):
      xml += ">\n      <system-out>" + escaped(text) + "</system-out>" + end
    case .skipped(let text):
      xml += ">\n      <skipped message=" + quoted(text) + "/>" + end
    case .failed(let kind, let text, let details):
      // Escaped once: in an attribute and in an element it is the same.
      let message = escaped(text)
      xml += ">\n      <failure type=\"\(kind)\" message=\"" + message + "\">"
      xml += (details.map(lines) ?? message) + "</failure>" + end
    case .error(let text):
      let message = escaped(text)
      xml += ">\n      <error type=\"trouble\" message=\"" + message + "\">" + message
      xml += "</error>" + end
    }
  }

  private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// With its own ends of lines.
  private static func lines(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }.joined(separator: "\n")
  }

  /// Controls, which XML cannot hold at all, are shown by their codes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Printable.escape(text, unicode: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
