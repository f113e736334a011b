import Comparison
import Rendering
import Report
import Text

/// Reports that are much of one kind of thing: the work that a comparison and each of its forms is,
/// and what they print, may grow with the report, and not faster.
///
///     octet   0      1             2             3...
///             kind   size of it    size of all   characters that texts are made of
enum GrowthStage: FuzzStage {
  static let name = "growth"
  static let form = InputForm.octets
  static let longest = 24

  static func run(_ input: [UInt8]) {
    guard input.count >= 3 else { return }
    let kind = Kind.allCases[Int(input[0]) % Kind.allCases.count]
    let text = escapable(input.dropFirst(3))
    let each = 1 << (Int(input[1]) % 13)
    let size = (1 + Int(input[2]) % 3) << 14
    let (small, large) = (work(kind, text, each, size), work(kind, text, each, 4 * size))
    promise(
      large.allocated <= 8 * small.allocated + 32 << 20,
      "\(kind): memory asked for grows from \(small.allocated) to \(large.allocated) octets")
    // A square would make sixteen times as much; what is short says nothing.
    promise(
      large.microseconds <= 10 * small.microseconds + 500_000,
      "\(kind): work grows from \(small.microseconds) to \(large.microseconds) us")
  }

  /// Characters of which a form makes several.
  private static func escapable(_ choice: ArraySlice<UInt8>) -> String {
    let all: [Unicode.Scalar] = [
      "\u{1B}", "\u{85}", "\u{202E}", "|", "[", "\\", "\"", "&", "<", "`", "%", ":", ",", "'", " ",
      "a", "\u{301}", "\u{1F600}", "#", "\u{FFFE}", "\n", "\u{E0001}", "\u{323}", "_",
    ].compactMap(\.unicodeScalars.first)
    var text = ""
    for octet in choice { text.unicodeScalars.append(all[Int(octet) % all.count]) }
    return text.isEmpty ? "\u{85}" : text
  }

  private struct Work {
    var allocated: Int
    var microseconds: Int
  }

  private static func work(_ kind: Kind, _ text: String, _ each: Int, _ size: Int) -> Work {
    let json = kind.report(text, each, size)
    let (before, start) = (Effort.allocated, Effort.microseconds)
    // Too much is refused, and that is work, too.
    if let report = try? JSONReportReader.read(JSONCursor(json, room: 32 << 20)) {
      render(report, json.count)
    }
    return Work(
      allocated: Effort.allocated - before, microseconds: Effort.microseconds - start)
  }

  /// SARIF has all rules, whatever was found.
  private static let emptySARIF: Int = {
    var octets = 0
    DiffSARIF.render(DiffReport(bletrace: "fuzz", comparison: compare(base: [], new: []))) {
      octets += $0.count
    }
    return octets
  }()

  private static func render(_ report: ReportV1, _ size: Int) {
    let held = Effort.held
    let runs = Run.all(in: report, of: "new")
    guard !runs.isEmpty else { return }
    let base = Run(
      name: "base", capture: .init { $0.connections = runs[0].capture.connections }, findings: [])
    let diff = DiffReport(bletrace: "fuzz", comparison: compare(base: [base], new: runs))
    let things = diff.comparison.entries.count + diff.comparison.findings.count
    var most = 0
    func count(besides own: Int = 0, _ write: (([UInt8]) -> Void) -> Void) {
      var printed = 0
      write { piece in
        printed += piece.count
        most = max(most, Effort.held - held)
        promise(piece.count <= 4 << 20, "a piece of \(piece.count) octets")
      }
      promise(
        printed <= 40 * size + 4096 * (things + 1) + own, "\(printed) octets printed of \(size)")
    }
    count { DiffText.render(diff, options: TextOptions(), handingTo: $0) }
    count { DiffJSON.render(diff, handingTo: $0) }
    count { DiffMarkdown.render(diff, handingTo: $0) }
    count { DiffJUnit.render(diff, handingTo: $0) }
    count { DiffGitHub.render(diff, handingTo: $0) }
    count(besides: emptySARIF) { DiffSARIF.render(diff, handingTo: $0) }
    count { TextRenderer.render(report, options: TextOptions(), handingTo: $0) }
    count { TextRenderer.render(report, options: TextOptions(), extent: .full, handingTo: $0) }
    count { $0(BudgetWriter.write(for: runs)) }
    promise(
      most <= 40 * size + 8192 * (things + 1) + 64 << 20, "\(most) octets are held for \(size)")
  }
}

extension GrowthStage {
  /// What a report is full of.
  enum Kind: CaseIterable {
    case messages, rules, evidence, keys, nesting, devices, alike, services, properties, transfers
    case streams, captures

    /// About so many octets of JSON; the texts in it have about `each`.
    func report(_ text: String, _ each: Int, _ size: Int) -> [UInt8] {
      let long = Self.json(String(repeating: text, count: 1 + each / text.utf8.count))
      // A connection is much work, whatever is said of it.
      let size = [.devices, .alike, .captures].contains(self) ? size / 8 : size
      func list(_ one: (Int) -> String) -> String {
        var all = ""
        var number = 0
        while all.utf8.count < size {
          all += (number == 0 ? "" : ",") + one(number)
          number += 1
        }
        return all
      }
      func capture(_ members: String) -> String { "\"captures\":[{\(members)}]" }
      func connection(_ members: String) -> String {
        capture("\"connections\":[{\"peer\":{\"name\":\"a\"},\(members)}]")
      }
      let link = capture("\"connections\":[{}]")
      let body =
        switch self {
        case .messages:
          link + ",\"findings\":[" + list { _ in "{\"rule\":\"x\",\"message\":\"\(long)\"}" } + "]"
        case .rules: link + ",\"findings\":[" + list { "{\"rule\":\"\(long)\($0)\"}" } + "]"
        case .evidence:
          link + ",\"findings\":[{\"evidence\":{" + list { "\"\(long)\($0)\":\"\(long)\"" } + "}}]"
        case .keys: link + "," + list { "\"\(long)\($0)\":1" }
        case .nesting:
          link + ",\"findings\":["
            + list { _ in
              let depth = min(2000, 1 + each)
              return "{\"evidence\":{\"a\":" + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "}}"
            } + "]"
        case .devices:
          capture("\"connections\":[" + list { "{\"peer\":{\"name\":\"\(long)\($0)\"}}" } + "]")
        case .alike: capture("\"connections\":[" + list { _ in "{}" } + "]")
        case .services:
          connection(
            "\"gatt\":{\"services\":["
              + list { _ in "{\"uuid\":\"\(long)\",\"start_handle\":1}" } + "]}")
        case .properties:
          connection(
            "\"gatt\":{\"services\":[{\"uuid\":\"180D\",\"start_handle\":1,"
              + "\"characteristics\":[{\"uuid\":\"2A37\",\"properties\":["
              + list { "\"\(long)\($0)\"" } + "]}]}]}")
        case .transfers:
          connection("\"transfers\":[" + list { "{\"uuid\":\"\(Self.uuid($0))\"}" } + "]")
        case .streams:
          connection("\"notifications\":[" + list { "{\"uuid\":\"\(Self.uuid($0))\"}" } + "]")
        case .captures: "\"captures\":[" + list { _ in "{\"connections\":[{}]}" } + "]"
        }
      return Array("{\"schema\":\"bletrace-report/1\",\(body)}".utf8)
    }

    private static func uuid(_ number: Int) -> String {
      let digits = String(number, radix: 16, uppercase: true)
      return String(repeating: "0", count: max(0, 8 - digits.utf8.count)) + digits
    }

    private static func json(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": result += "\\" + String(scalar)
        case _ where scalar.value < 0x20:
          result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }
}
