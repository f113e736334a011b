import Reports
import SystemLibraries

/// A report as JSON that fits into an input: without members that say nothing,XX
/// of each list.
///
/// - Parameter runs: how often its capture stands in it; several are what statistics need.
func shortReport(_ report: ReportV1, runs: Int = 1) -> [UInt8] {
  guard let tree = try? parseJSON(JSONRenderer.render(report, layout: .compact).span) else {
    end("the report is not JSON")
  }
  guard case .object(var members) = tree,
    let place = members.firstIndex(where: { $0.key == "captures" }),
    case .array(let captures) = members[place].value
  else { return Array(shortText(tree).utf8) }
  // Of several, only what is measured.
  let left: Set<String> =
    runs == 1
    ? [] : ["controllers", "scans", "advertisers", "adapter_states", "ceiling", "gatt", "path"]
  members.remove(at: place)
  let once = captures.map { shortText($0, leaving: left) }.joined(separator: ",")
  let all = [String](repeating: once, count: runs).joined(separator: ",")
  let rest = shortText(.object(members)).dropLast()
  return Array("\(rest),\"captures\":[\(all)]}".utf8)
}

private func shortText(_ tree: JSONTree, leaving left: Set<String> = []) -> String {
  switch tree {
  case .null: "null"
  case .bool(let value): "\(value)"
  case .integer(let value): "\(value)"
  case .real(let value): "\(value)"
  case .string(let value): quoted(value)
  case .array(let values):
    "[" + values.prefix(1).map { shortText($0, leaving: left) }.joined(separator: ",") + "]"
  case .object(let members):
    "{"
      + members.filter { saysSomething($0.value) && !left.contains($0.key) }
      .map { quoted($0.key) + ":" + shortText($0.value, leaving: left) }.joined(separator: ",")
      + "}"
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
