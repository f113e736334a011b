import Findings
import Report
import Text

// What `bletrace rules` prints, made from the rules' own words.

/// The rule that a word of the command line names.
func findRule(_ word: Argument) throws(CommandFailure) -> any Rule.Type {
  if let rule = RuleCatalog.rule(named: word.text) { return rule }
  let near = nearest(to: word.text, among: RuleCatalog.all.map { $0.name })
  throw CommandFailure(
    "unknown rule '\(word.text)'; "
      + (near.map { "did you mean '\($0)'?" } ?? "'bletrace rules' lists them"))
}

/// What `bletrace rules` delivers.
func ruleReference(_ parsed: ParsedArguments) throws(CommandFailure) -> [UInt8] {
  let rule = try parsed.operands.first.map(findRule)
  let isJSON = parsed.value(of: .format)?.text == "json"
  return isJSON ? rulesAsJSON(rule) : Array(rulesAsText(rule).utf8)
}

/// All rules, one paragraph each, or one with its explanation.
func rulesAsText(_ rule: (any Rule.Type)?) -> String {
  guard let rule else {
    return RuleCatalog.all.map { rule in
      let head = "\(rule.name) (\(rule.severity.rawValue))"
      return "\(head)\n    " + wrapped(rule.summary, used: 4, indent: 4) + "\n"
    }.joined(separator: "\n")
  }
  return "\(rule.name) (\(rule.severity.rawValue))\n\n" + wrapped(rule.summary) + "\n\n"
    + explanation(of: rule).map { wrapped($0) }.joined(separator: "\n\n") + "\n"
}

/// The paragraphs of a rule's explanation.
func explanation(of rule: any Rule.Type) -> [String] {
  rule.explanation.split(separator: "\n\n").map(String.init)
}

/// An array with an object for each rule, or the one object.
func rulesAsJSON(_ rule: (any Rule.Type)?) -> [UInt8] {
  var json = JSONWriter()
  if let rule {
    write(rule, to: &json)
  } else {
    json.beginArray()
    for rule in RuleCatalog.all { write(rule, to: &json) }
    json.endArray()
  }
  json.finish()
  return json.bytes
}

private func write(_ rule: any Rule.Type, to json: inout JSONWriter) {
  var entry = RuleEntry {
    $0.name = rule.name
    $0.severity = rule.severity
    $0.summary = rule.summary
    $0.explanation = rule.explanation
    $0.traits = rule.traits.words
    $0.suitsAir = rule.suitsAir
    $0.limits = rule.limits
  }
  entry.write(to: &json)
}

/// A text taken apart where a sentence ends: before a capital letter.
func sentencesOf(_ text: String) -> [String] {
  var sentences: [String] = []
  var sentence = ""
  for word in text.split(separator: " ") {
    let isStart = sentence.hasSuffix(".") && word.first?.isUppercase == true
    if isStart {
      sentences.append(sentence)
      sentence = ""
    }
    sentence += (sentence.isEmpty ? "" : " ") + word
  }
  return sentence.isEmpty ? sentences : sentences + [sentence]
}
