/// Validates JSON against the keywords of JSON Schema that our schema uses; an unknown keyword is
/// an error, so that none is passed over.
struct SchemaCheck {
  let root: JSONDocument

  /// What is wrong, each with its place; empty when the document is valid.
  func problems(of document: JSONDocument) -> [String] {
    problems(document, root, "$")
  }

  private func problems(
    _ document: JSONDocument, _ schema: JSONDocument, _ place: String
  ) -> [String] {
    var found: [String] = []
    for keyword in schema.keys {
      guard let operand = schema[keyword] else { continue }
      switch keyword {
      case "$schema", "$id", "$defs", "title", "description":
        break
      case "$ref":
        let name = operand.text.map { String($0.dropFirst("#/$defs/".count)) } ?? ""
        guard let target = root["$defs"]?[name] else {
          found.append("\(place): no definition of \(name)")
          break
        }
        found += problems(document, target, place)
      case "anyOf":
        let all = operand.elements.map { problems(document, $0, place) }
        if !all.contains([]) { found += all.first ?? ["\(place): nothing fits"] }
      case "type":
        let types = operand.text.map { [$0] } ?? operand.elements.compactMap(\.text)
        if !types.contains(where: { Self.isType(document, $0) }) {
          found.append("\(place): not of type \(types)")
        }
      case "const":
        if document != operand { found.append("\(place): not \(operand)") }
      case "enum":
        if !operand.elements.contains(document) { found.append("\(place): not one of the words") }
      case "minimum":
        if case .number(let least) = operand, case .number(let digits) = document,
          (Double(digits) ?? 0) < (Double(least) ?? 0)
        {
          found.append("\(place): \(digits) is less than \(least)")
        }
      case "pattern":
        if let pattern = operand.text, let text = document.text,
          (try? Regex(pattern).firstMatch(in: text)) == nil
        {
          found.append("\(place): \(text) does not match")
        }
      case "items":
        for (index, element) in document.elements.enumerated() {
          found += problems(element, operand, "\(place)[\(index)]")
        }
      case "properties", "additionalProperties", "required":
        break
      default:
        found.append("\(place): unknown keyword \(keyword)")
      }
    }
    if case .object(let members) = document {
      found += problems(ofMembers: members, schema, place)
    }
    return found
  }

  private func problems(
    ofMembers members: [JSONDocument.Member], _ schema: JSONDocument, _ place: String
  ) -> [String] {
    var found: [String] = []
    for key in schema["required"]?.elements.compactMap(\.text) ?? []
    where !members.contains(where: { $0.key == key }) {
      found.append("\(place): \(key) is missing")
    }
    for member in members {
      let inner = "\(place).\(member.key)"
      if let property = schema["properties"]?[member.key] {
        found += problems(member.value, property, inner)
      } else if let other = schema["additionalProperties"] {
        found +=
          other == .bool(false) ? ["\(inner): unknown"] : problems(member.value, other, inner)
      }
    }
    return found
  }

  private static func isType(_ document: JSONDocument, _ type: String) -> Bool {
    switch (document, type) {
    case (.null, "null"), (.bool, "boolean"), (.number, "number"), (.string, "string"),
      (.array, "array"), (.object, "object"):
      true
    case (.number(let digits), "integer"): Int(digits) != nil
    default: false
    }
  }
}
