import Text

/// What a client can call. The name, the description and the parameters are what its model sees.
enum MCPTool: String, CaseIterable {
  case listCaptures = "list_captures"
  case summary
  case findings
  case connection
  case attempts
  case endings
  case streams
  case transfer
  case messages
  case frames
  case compare
  case rule

  var description: String {
    switch self {
    case .listCaptures:
      "Lists the captures and reports in the folders that are open, with their sizes."
    case .summary:
      "Reports on a capture: verdict, findings with advice, connections, where the time went."
    case .findings:
      "Lists what went wrong in a capture as JSON: rule, severity, message, frames, advice."
    case .connection:
      "Reports everything on one connection of a capture: parameters, MTU, phases, services, "
        + "errors, streams of values, dialogues, transfers, what the link allowed."
    case .attempts:
      "Lists the attempts of this host to connect as JSON: to which device, how long, how they "
        + "ended, and whether the device was heard advertising meanwhile."
    case .endings:
      "Lists how each connection of a capture ended as JSON: by whom, with which reason, when the "
        + "peer was heard last, what was waiting for an answer, whether its data were complete, and "
        + "when the peer advertised or was connected again."
    case .streams:
      "Lists the streams of values of one connection as JSON: how many, how large, how far apart, "
        + "and what they are for, such as request, answer, upload or periodic."
    case .transfer:
      "Describes one transfer or run of bulk data as JSON: size, times, gaps, rate, and how long "
        + "it would take with other settings; or one dialogue of requests and their answers: how "
        + "many, which had no answer, how long answers took."
    case .messages:
      "Lists the messages of a protocol that no one published: its layout, the kinds of messages "
        + "with the octets that all of them have and those that vary, how often each came, and "
        + "which kind answers it; or all messages in order."
    case .frames:
      "Decodes packets of a capture: those that a finding names, or some around them."
    case .compare:
      "Compares a new capture with a base: what got worse or better, and how sure that is."
    case .rule:
      "Explains a rule: what it finds, its limit and the reason for it, when it reports nothing."
    }
  }

  var parameters: [Parameter] {
    switch self {
    case .listCaptures:
      [Parameter("folder", .text, "Only this folder, or a folder in it.", isRequired: false)]
    case .summary, .attempts, .endings: [.capture]
    case .findings:
      [
        .capture,
        Parameter("rule", .text, "Only findings of this rule.", isRequired: false),
        Parameter("connection", .number, "Only this connection.", isRequired: false),
        Parameter(
          "severity", .text, "Only this severity or worse: info, warning, error.",
          isRequired: false),
      ]
    case .connection, .streams:
      [.capture, Parameter("connection", .number, "The number of the connection, as in summary.")]
    case .transfer:
      [
        .capture, Parameter("connection", .number, "The number of the connection."),
        Parameter(
          "transfer", .number, "The number of the transfer on it.", isRequired: false),
        Parameter(
          "run", .number, "The number of the run on it, instead of a transfer.", isRequired: false),
        Parameter(
          "dialogue", .number, "The number of the dialogue on it, instead of a transfer.",
          isRequired: false),
      ]
    case .messages:
      [
        .capture,
        Parameter(
          "timeline", .flag, "Whether to list all messages in order.", isRequired: false),
        Parameter("layout", .number, "Only the layout of this number.", isRequired: false),
      ]
    case .frames:
      [
        .capture,
        Parameter("frames", .text, "A frame or a range of frames, such as 54 or 50-61."),
        Parameter("fields", .flag, "Whether to show all fields.", isRequired: false),
      ]
    case .compare:
      [
        Parameter("base", .texts, "Paths of captures or reports of the good side, or folders."),
        Parameter("new", .texts, "Paths of captures or reports to compare, or folders."),
      ]
    case .rule: [Parameter("rule", .text, "The name of the rule.")]
    }
  }

  struct Parameter {
    /// Named as a client's model is to read it.
    enum Kind: String {
      case text = "a text"
      case texts = "a list of texts"
      case number = "an integer"
      case flag = "true or false"
    }

    var name: String
    var kind: Kind
    var meaning: String
    var isRequired: Bool

    init(_ name: String, _ kind: Kind, _ meaning: String, isRequired: Bool = true) {
      (self.name, self.kind, self.meaning, self.isRequired) = (name, kind, meaning, isRequired)
    }

    static let capture = Parameter(
      "capture", .text, "The path of a capture; ARCHIVE/ENTRY names one in an archive.")
  }

  /// The result of `tools/list`.
  static func list(_ json: inout JSONWriter) {
    json.key("tools")
    json.beginArray()
    for tool in allCases { tool.write(&json) }
    json.endArray()
  }

  private func write(_ json: inout JSONWriter) {
    json.beginObject()
    json.key("name")
    json.string(rawValue)
    json.key("description")
    json.string(description)
    json.key("inputSchema")
    json.beginObject()
    json.key("type")
    json.string("object")
    json.key("properties")
    json.beginObject()
    for parameter in parameters { parameter.write(&json) }
    json.endObject()
    json.key("required")
    json.beginArray()
    for parameter in parameters where parameter.isRequired { json.string(parameter.name) }
    json.endArray()
    json.key("additionalProperties")
    json.bool(false)
    json.endObject()
    json.key("annotations")
    json.beginObject()
    json.key("readOnlyHint")
    json.bool(true)
    json.key("openWorldHint")
    json.bool(false)
    json.endObject()
    json.endObject()
  }
}

extension MCPTool.Parameter {
  fileprivate func write(_ json: inout JSONWriter) {
    json.key(named: name)
    json.beginObject()
    json.key("type")
    switch kind {
    case .text: json.string("string")
    case .number: json.string("integer")
    case .flag: json.string("boolean")
    case .texts:
      json.string("array")
      json.key("items")
      json.beginObject()
      json.key("type")
      json.string("string")
      json.endObject()
      json.key("minItems")
      json.int(1)
    }
    json.key("description")
    json.string(meaning)
    json.endObject()
  }

  func fits(_ value: MCPMessage.Value) -> Bool {
    switch (kind, value) {
    // One path where there may be several is plain enough.
    case (.text, .string), (.texts, .strings), (.texts, .string), (.number, .integer),
      (.flag, .bool):
      true
    default: false
    }
  }
}
