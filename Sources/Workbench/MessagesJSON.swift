import Framing
import Report
import Text

/// The messages of a capture for programs.
package struct MessagesJSON {
  package static let schema = "bletrace-messages/1"

  package var bletrace = ""
  package var paths: [String] = []
  package var traces: [MessageTrace] = []
  package var candidates: [ReportV1.Messages] = []
  package var hasTimeline = false
  package var log: [MessagesText.LogLine] = []
  package var diff: MessageDiff?
  package var errors: [String] = []

  package init() {}

  package func bytes(layout: JSONWriter.Layout = .pretty) -> [UInt8] {
    var json = JSONWriter(layout: layout)
    write(to: &json)
    json.finish()
    return json.bytes
  }

  private func write(to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.key("schema")
    json.string(Self.schema)
    json.key("bletrace")
    json.string(bletrace)
    json.list("captures", paths) { $1.string($0) }
    if let diff {
      write(diff, to: &json)
    } else {
      json.list("layouts", traces) { write($0, to: &$1) }
      json.key("candidates")
      json.beginArray()
      for candidate in candidates {
        var candidate = candidate
        candidate.write(to: &json)
      }
      json.endArray()
      if hasTimeline { writeTimeline(to: &json) }
    }
    json.list("errors", errors) { $1.string($0) }
    json.endObject()
  }

  private func write(_ trace: MessageTrace, to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.key("number")
    json.int(trace.number)
    json.list("connections", trace.connections) { $1.int($0) }
    json.key("names")
    json.beginArray()
    for kind in trace.messages.kinds {
      guard let named = trace.named(kind) else { continue }
      json.beginObject()
      json.key("kind")
      json.int(kind.id)
      json.key("name")
      json.string(named.name)
      json.endObject()
    }
    json.endArray()
    json.key("messages")
    var messages = trace.messages
    messages.write(to: &json)
    json.endObject()
  }

  private func writeTimeline(to json: inout JSONWriter) {
    json.key("timeline")
    json.beginArray()
    for entry in TimelineEntry.all(in: traces).prefix(MessagesText.mostLines) {
      json.beginObject()
      json.key("time_us")
      json.int(entry.message.timeUs)
      json.key("frame")
      json.int(entry.message.frame)
      json.key("last_frame")
      json.int(entry.message.lastFrame)
      json.key("connection")
      json.int(entry.message.connection)
      json.key("layout")
      json.int(entry.layout)
      json.key("request")
      json.bool(entry.isRequest)
      json.key("value_handle")
      json.int(entry.stream?.valueHandle ?? 0)
      json.key("kind")
      if let kind = entry.message.kind { json.int(kind) } else { json.null() }
      json.key("name")
      json.string(entry.name)
      json.key("damaged")
      json.bool(entry.message.isDamaged)
      json.key("answers_after_us")
      if let waited = entry.answersAfterUs { json.int(waited) } else { json.null() }
      json.key("octets")
      json.string(hexText(entry.message.octets))
      json.key("fields")
      json.beginObject()
      var known: Set<String> = []
      for field in entry.fields where known.insert(field.name).inserted {
        json.key(named: field.name)
        json.string(field.value)
      }
      json.endObject()
      json.endObject()
    }
    json.endArray()
    json.key("log")
    json.beginArray()
    for line in log {
      json.beginObject()
      json.key("time_us")
      json.int(line.timeUs)
      json.key("text")
      json.string(line.texts.joined(separator: "\n"))
      json.endObject()
    }
    json.endArray()
  }

  // MARK: Differences

  private func write(_ diff: MessageDiff, to json: inout JSONWriter) {
    json.list("only_a", diff.onlyA) { write($0, to: &$1) }
    json.list("only_b", diff.onlyB) { write($0, to: &$1) }
    json.list("groups_a", diff.groupsA) { write($0, to: &$1) }
    json.list("groups_b", diff.groupsB) { write($0, to: &$1) }
    json.key("group_changes")
    json.beginArray()
    for change in diff.groupChanges {
      json.beginObject(broken: true)
      json.key("a")
      write(change.a, to: &json)
      json.key("b")
      write(change.b, to: &json)
      json.key("octets")
      json.beginArray()
      for octet in change.octets {
        json.beginObject()
        json.key("offset")
        json.int(octet.offset)
        json.key("a")
        json.string(hexText(octet.a))
        json.key("b")
        json.string(hexText(octet.b))
        json.endObject()
      }
      json.endArray()
      json.endObject()
    }
    json.endArray()
    json.key("changes")
    json.beginArray()
    for change in diff.changes {
      json.beginObject(broken: true)
      json.key("a")
      write(change.a, to: &json)
      json.key("b")
      write(change.b, to: &json)
      json.list("octets", change.octets) { $1.int($0) }
      json.endObject()
    }
    json.endArray()
    json.key("same")
    json.int(diff.same)
    json.key("is_cut")
    json.bool(diff.isCut)
  }

  private func write(_ group: MessageDiff.Group, to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.key("first")
    write(group.entry, to: &json)
    json.key("contents")
    json.int(group.contents)
    json.key("count")
    json.int(group.count)
    json.key("pattern")
    json.string(group.pattern.text)
    json.endObject()
  }

  private func write(_ entry: MessageDiff.Entry, to json: inout JSONWriter) {
    json.beginObject()
    json.key("layout")
    json.int(entry.layout)
    json.key("kind")
    if let kind = entry.kind { json.int(kind) } else { json.null() }
    json.key("name")
    json.string(entry.name)
    json.key("request")
    json.bool(entry.isRequest)
    json.key("uuid")
    if let uuid = entry.uuid { json.string(uuid) } else { json.null() }
    json.key("value_handle")
    json.int(entry.valueHandle)
    json.key("count")
    json.int(entry.count)
    json.key("first_frame")
    json.int(entry.firstFrame)
    json.key("octets")
    json.string(hexText(entry.octets))
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func list<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements { write(element, &self) }
    endArray()
  }
}
