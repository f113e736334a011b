import Report
import Text

/// What the apps of both sides said to each other: a paragraph a dialogue.
enum DialogueSection {
  static func write(_ connection: ReportV1.Connection, limit: Int, to document: inout Document) {
    if connection.dialogues.isEmpty || limit == 0 { return }
    document.heading("Dialogues", indent: 2)
    for dialogue in connection.dialogues.prefix(limit) {
      document.paragraph(StyledText(words(dialogue, connection)), indent: 4, hanging: 6)
    }
    if connection.dialogues.count > limit {
      document.more(connection.dialogues.count - limit, indent: 4)
    }
  }

  private static func words(
    _ dialogue: ReportV1.Dialogue, _ connection: ReportV1.Connection
  ) -> String {
    let request = Name.characteristic(
      dialogue.request.valueHandle, uuid: dialogue.request.uuid, in: connection)
    let answer = Name.characteristic(
      dialogue.answer.valueHandle, uuid: dialogue.answer.uuid, in: connection)
    let side = dialogue.client == .local ? "" : " of the peer"
    var facts = [
      "\(Quantity.count(dialogue.requests, "request"))\(side), \(answers(dialogue))"
    ]
    if let period = dialogue.periodUs { facts.append("one every \(Quantity.duration(us: period))") }
    if let distinct = dialogue.distinctRequests, distinct < dialogue.requests {
      facts.append(
        "\(Quantity.count(distinct, "different request")), "
          + "\(Quantity.count(dialogue.repeated)) equal to the one before")
    } else if dialogue.distinctRequests == nil, dialogue.repeated > 0 {
      facts.append("\(Quantity.count(dialogue.repeated)) equal to the one before")
    }
    if let values = dialogue.sequenceValues, let times = dialogue.sequenceTimes {
      facts.append(
        "a sequence of \(Quantity.count(values, "value")) \(Quantity.count(times)) times")
    }
    if let distinct = dialogue.distinctAnswers {
      facts.append(Quantity.count(distinct, "different answer"))
    }
    return "\(dialogue.id) \(request) and \(answer), "
      + "\(Name.frames(dialogue.firstFrame, dialogue.lastFrame)): "
      + facts.joined(separator: "; ")
  }

  private static func duration(_ us: Int?) -> String {
    us.map { Quantity.duration(us: $0) } ?? "-"
  }

  private static func answers(_ dialogue: ReportV1.Dialogue) -> String {
    let kind = dialogue.answer.kind == .indication ? "indication" : "notification"
    var words =
      "answered by \(Quantity.count(dialogue.answersPerRequest, kind))"
      + " after \(duration(dialogue.latencyUs.p50))"
      + " (p95 \(duration(dialogue.latencyUs.p95)))"
    if dialogue.unanswered > 0 {
      let frames = dialogue.unansweredFrames.indices.map { frame($0, of: dialogue) }
      let more = dialogue.unanswered > frames.count ? " and others" : ""
      words +=
        ", \(Quantity.count(dialogue.unanswered)) not answered"
        + " (\(frames.joined(separator: ", "))\(more))"
    }
    return words
  }

  /// `#452 with 10 s before the next`: where an app waited far longer than answers take.
  private static func frame(_ index: Int, of dialogue: ReportV1.Dialogue) -> String {
    let name = "#\(dialogue.unansweredFrames[index])"
    guard let wait = dialogue.longWait(index) else { return name }
    return "\(name) with \(Quantity.duration(us: wait)) before the next"
  }
}
