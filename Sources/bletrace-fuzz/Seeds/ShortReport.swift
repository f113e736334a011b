import Report
import Text

/// A report as JSON that fits into an input: without members that say nothing, and with the first
/// of each list.
///
/// - Parameter runs: how often its capture stands in it; several are what statistics need.
func shortReport(_ report: ReportV1, runs: Int = 1) -> [UInt8] {
  let json = JSONCursor(JSONRenderer.render(report, layout: .compact), room: .max)
  guard let tree = try? JSONTree(json) else { end("the report is not JSON") }
  guard case .object(var members) = tree,
    let index = members.firstIndex(where: { $0.key == "captures" }),
    case .array(let captures) = members[index].value
  else { return Array(tree.shortText().utf8) }
  // Of several, only what is measured.
  let left: Set<String> =
    runs == 1
    ? [] : ["controllers", "scans", "advertisers", "adapter_states", "ceiling", "gatt", "path"]
  members.remove(at: index)
  let once = captures.map { $0.shortText(leaving: left) }.joined(separator: ",")
  let all = [String](repeating: once, count: runs).joined(separator: ",")
  let rest = JSONTree.object(members).shortText().dropLast()
  return Array("\(rest),\"captures\":[\(all)]}".utf8)
}

private indirect enum JSONTree {
  case null
  case bool(Bool)
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONTree])
  case object([(key: String, value: JSONTree)])

  init(_ json: JSONCursor) throws {
    switch try json.kind() {
    case .null:
      try json.null()
      self = .null
    case .bool: self = .bool(try json.bool())
    case .number:
      switch try json.number() {
      case .integer(let value): self = .integer(value)
      case .real(let value): self = .real(value)
      }
    case .string: self = .string(try json.string())
    case .array:
      var values: [JSONTree] = []
      try json.enter()
      while try json.nextElement() { values.append(try JSONTree(json)) }
      self = .array(values)
    case .object:
      var members: [(key: String, value: JSONTree)] = []
      try json.enter()
      while try json.nextMember() {
        let key = String(decoding: json.key, as: UTF8.self)
        members.append((key, try JSONTree(json)))
      }
      self = .object(members)
    }
  }

  func shortText(leaving left: Set<String> = []) -> String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .string(let value): quoted(value)
    case .array(let values):
      "[" + values.prefix(1).map { $0.shortText(leaving: left) }.joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.filter { $0.value.saysSomething && !left.contains($0.key) }
        .map { quoted($0.key) + ":" + $0.value.shortText(leaving: left) }.joined(separator: ",")
        + "}"
    }
  }

  var saysSomething: Bool {
    switch self {
    case .null, .bool(false), .integer(0): false
    case .string(let value): value.utf8.count < 60 && !value.isEmpty
    case .array(let values): !values.isEmpty
    case .object(let members): members.contains { $0.value.saysSomething }
    default: true
    }
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
