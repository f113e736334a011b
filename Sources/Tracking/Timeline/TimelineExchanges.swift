import BluetoothProtocol
import Report

/// Dialogues in the timeline: the requests and the answers of a stretch in which nothing else
/// happened are one line. What it says of them beside their numbers is what the report says.
struct TimelineExchanges {
  /// What the requests of one stretch have in common.
  private struct Key: Hashable {
    var link: Int
    var stretch: Int
    var handle: ATTHandle
    var server: Side
  }

  private struct Exchange {
    let dialogue: ReportV1.Dialogue
    /// Of the entries; a line is listed at the first.
    var entries: [Int] = []
    var requests: [ValueRun] = []
    var answers: [ValueRun] = []

    var isFolded: Bool {
      !requests.isEmpty && !answers.isEmpty
        && (requests + answers).reduce(0) { $0 + $1.count } >= ValueRun.fewest
    }
  }

  /// By the index of their entries; empty where another one says it.
  private var lines: [Int: [TimelineLine]] = [:]
  private let names: TimelineNames

  init(_ entries: [TimelineEntry], _ capture: ReportV1.Capture, _ names: TimelineNames) {
    self.names = names
    var places: [Int: Int] = [:]
    for index in capture.connections.indices where !capture.connections[index].dialogues.isEmpty {
      places[capture.connections[index].id - 1] = index
    }
    if places.isEmpty { return }
    var (keys, exchanges): ([Key], [Key: Exchange]) = ([], [:])
    for index in entries.indices {
      guard case .run(let run) = entries[index].content, let link = entries[index].connection,
        let place = places[link]
      else { continue }
      for dialogue in capture.connections[place].dialogues {
        guard let isRequest = dialogue.holds(run.key) else { continue }
        let key = Key(
          link: link, stretch: run.stretch,
          handle: ATTHandle(UInt16(clamping: dialogue.request.valueHandle)),
          server: dialogue.server)
        if exchanges[key] == nil {
          keys.append(key)
          exchanges[key] = Exchange(dialogue: dialogue)
        }
        exchanges[key]?.entries.append(index)
        if isRequest {
          exchanges[key]?.requests.append(run)
        } else {
          exchanges[key]?.answers.append(run)
        }
        // Requests that several streams answer belong to the first of their dialogues.
        break
      }
    }
    for key in keys {
      guard let exchange = exchanges[key], exchange.isFolded, let place = places[key.link] else {
        continue
      }
      for entry in exchange.entries { lines[entry] = [] }
      lines[exchange.entries[0]] = [line(exchange, key, capture.connections[place].parameters)]
    }
  }

  /// The lines of an entry that is part of a dialogue; nil where it is listed by itself.
  func lines(at entry: Int) -> [TimelineLine]? { lines[entry] }

  private func line(
    _ exchange: Exchange, _ key: Key, _ parameters: [ReportV1.Parameters]
  ) -> TimelineLine {
    let dialogue = exchange.dialogue
    let all = exchange.requests + exchange.answers
    let first = all.map(\.items[0].asked).min { $0.frame < $1.frame } ?? all[0].items[0].asked
    let last = all.map(\.last.moment).max { $0.frame < $1.frame } ?? first
    let runs = [exchange.requests, exchange.answers]
    let counts = runs.map { runs in
      let count = runs.reduce(0) { $0 + $1.count }
      let words = runs[0].key.kind.words
      return "\(count) \(count == 1 ? words.one : words.many)"
    }
    let octets = runs.map { TimelineNames.bytes($0.reduce(0) { $0 &+ $1.octets }) }
    var handles: [String] = []
    for run in exchange.requests.prefix(1) + exchange.answers {
      let name = names.attribute(run.key.handle, run.key.server, on: key.link)
      if !handles.contains(name) { handles.append(name) }
    }
    var facts = [
      Wording.list(handles), Wording.list(octets), "#\(first.frame)–#\(last.frame)",
      TimelineNames.latency(last.time.since(first.time)),
    ]
    let requests = exchange.requests.reduce(0) { $0 + $1.count }
    facts += pace(of: dialogue, requests, from: first.frame, parameters)
    facts += unanswered(dialogue, first.frame...max(first.frame, last.frame))
    return TimelineLine(
      first, key.link, "exchange of \(counts[0]) and \(counts[1])", facts.joined(separator: ", "))
  }

  /// How long answers took with the interval that was in force, where most of those are meant.
  private func pace(
    of dialogue: ReportV1.Dialogue, _ requests: Int, from frame: Int,
    _ parameters: [ReportV1.Parameters]
  ) -> [String] {
    let interval = parameters.last { $0.frame <= frame }?.intervalUs
    var (pace, latency) = (dialogue.periodUs, dialogue.latencyUs.p50)
    var answered = dialogue.answered
    if dialogue.eras.count > 1 {
      guard let era = dialogue.eras.first(where: { $0.intervalUs == interval }) else { return [] }
      (pace, latency, answered) = (era.paceUs, era.latencyUs, era.answered)
    }
    guard requests * 2 >= answered else { return [] }
    return [
      pace.map { "one every \(Wording.duration($0))" },
      latency.map { "answered after \(Wording.duration($0))" },
    ].compactMap(\.self)
  }

  private func unanswered(_ dialogue: ReportV1.Dialogue, _ frames: ClosedRange<Int>) -> [String] {
    dialogue.unansweredFrames.indices.compactMap { index in
      let frame = dialogue.unansweredFrames[index]
      guard frames.contains(frame) else { return nil }
      let wait = dialogue.longWait(index).map { " for \(Wording.duration($0))" } ?? ""
      return "#\(frame) unanswered\(wait)"
    }
  }
}

extension ReportV1.Dialogue {
  /// Whose attributes it is about.
  fileprivate var server: Side { client == .local ? .peer : .local }

  /// Whether values are its requests, or its answers; nil where they are neither.
  fileprivate func holds(_ key: ValueRun.Key) -> Bool? {
    guard key.server == server else { return nil }
    let handle = Int(key.handle.rawValue)
    switch key.kind {
    case .writeCommand, .writeRequest: return handle == request.valueHandle ? true : nil
    case .notification:
      return handle == answer.valueHandle && answer.kind == .notification ? false : nil
    case .indication:
      return handle == answer.valueHandle && answer.kind == .indication ? false : nil
    default: return nil
    }
  }
}
