import Reports
import SystemLibraries

/// A report as JSON that fits into an input: without members that say nothing,XX
/// of each list.
func shortReport(_ report: ReportV1) -> [UInt8] {
  guard let tree = try? parseJSON(JSONRenderer.render(report, layout: .compact).span) else {
    end("the report is not JSON")
  }
  return Array(shortText(tree).utf8)
}

private func shortText(_ tree: JSONTree) -> String {
  switch tree {
  case .null: "null"
  case .bool(let value): "\(value)"
  case .integer(let value): "\(value)"
  case .real(let value): "\(value)"
  case .string(let value): quoted(value)
  case .array(let values): "[" + values.prefix(1).map(shortText).joined(separator: ",") + "]"
  case .object(let members):
    "{"
      + members.filter { saysSomething($0.value) }
      .map { quoted($0.key) + ":" + shortText($0.value) }.joined(separator: ",") + "}"
  }
}

private func saysSomething(_ tree: JSONTree) -> Bool {
  switch tree {
  case .null, .bool(false), .integer(0): false
  case .string(let value): value.utf8.count < 60 && !value.isEmpty
  case .array(let values): !values.isEmpty
  case .object(let members): members.contains { saysSomething($0.value) }
  default: true
  }
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" { result += "\\" }
    if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
  }
  return result + "\""
}
