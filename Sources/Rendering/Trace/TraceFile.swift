import Report
import Text

/// The report as a trace that ui.perfetto.dev opens, in the JSON of Chrome's trace events ("Trace
/// Event Format", docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU).
///
/// A connection is a process, and what happened on it are its threads. Times are microseconds since
/// the first packet of the capture.
package enum TraceFile {
  /// Processes of a capture: so many numbers are between those of one capture and the next.
  static let step = 100_000

  /// - Parameter plots: of the first captures of the report, in their order.
  package static func render(
    _ report: ReportV1, plots: [CapturePlots], handingTo take: ([UInt8]) -> Void
  ) {
    withoutActuallyEscaping(take) { take in
      var trace = TraceWriter(JSONWriter(layout: .compact, handingTo: take))
      trace.begin(report)
      for (index, capture) in report.captures.enumerated() where index < plots.count {
        let name = report.captures.count > 1 ? Name.shortened(capture.path, to: 80) + ", " : ""
        CaptureTrace(
          capture: capture, series: plots[index].series,
          findings: report.findings.filter { $0.capture == index }, base: index * step,
          prefix: name
        ).write(to: &trace)
      }
      trace.end()
    }
  }
}

/// Writes events of a trace.
struct TraceWriter: ~Copyable {
  private var json: JSONWriter
  private var flows = 0

  init(_ json: consuming JSONWriter) { self.json = json }

  mutating func begin(_ report: ReportV1) {
    json.beginObject()
    json.key("displayTimeUnit")
    json.string(word: "ms")
    json.key("otherData")
    json.beginObject()
    json.key("bletrace")
    json.string(report.bletrace)
    json.key("captures")
    json.beginArray()
    for capture in report.captures {
      json.beginObject()
      json.key("path")
      json.string(capture.path)
      json.key("start")
      if let start = capture.start { json.string(start) } else { json.null() }
      json.endObject()
    }
    json.endArray()
    json.key("errors")
    json.beginArray()
    for error in report.errors { json.string(error) }
    json.endArray()
    json.endObject()
    json.key("traceEvents")
    json.beginArray()
  }

  mutating func end() {
    json.endArray()
    json.endObject()
    json.finish()
  }

  private mutating func event(
    _ phase: String, _ name: String, _ process: Int, _ thread: Int, at time: Int
  ) {
    json.beginObject()
    json.key("ph")
    json.string(word: phase)
    json.key("name")
    json.string(name)
    json.key("pid")
    json.int(process)
    json.key("tid")
    json.int(thread)
    json.key("ts")
    json.int(time)
  }

  private mutating func arguments(_ arguments: [(String, String)]) {
    guard !arguments.isEmpty else { return }
    json.key("args")
    json.beginObject()
    for (key, value) in arguments {
      json.key(named: key)
      json.string(value)
    }
    json.endObject()
  }

  /// Names a process, or a thread of it, and says where it is shown.
  mutating func name(_ name: String, process: Int, thread: Int? = nil, order: Int) {
    let what = thread == nil ? "process" : "thread"
    event("M", what + "_name", process, thread ?? 0, at: 0)
    arguments([("name", name)])
    json.endObject()
    event("M", what + "_sort_index", process, thread ?? 0, at: 0)
    json.key("args")
    json.beginObject()
    json.key("sort_index")
    json.int(order)
    json.endObject()
    json.endObject()
  }

  mutating func slice(
    _ name: String, _ process: Int, _ thread: Int, from start: Int, duration: Int,
    _ facts: [(String, String)] = []
  ) {
    event("X", name, process, thread, at: start)
    json.key("dur")
    json.int(Swift.max(0, duration))
    arguments(facts)
    json.endObject()
  }

  mutating func counter(
    _ name: String, _ unit: String, _ process: Int, at time: Int, _ value: Double
  ) {
    event("C", name, process, 0, at: time)
    json.key("args")
    json.beginObject()
    json.key(named: unit)
    json.double(value, decimals: 1)
    json.endObject()
    json.endObject()
  }

  mutating func mark(
    _ name: String, _ process: Int, _ thread: Int, at time: Int, _ facts: [(String, String)]
  ) {
    event("i", name, process, thread, at: time)
    json.key("s")
    json.string(word: "t")
    arguments(facts)
    json.endObject()
  }

  /// An arrow between slices that begin at these times.
  mutating func flow(
    _ name: String, _ process: Int, from: (thread: Int, time: Int), to: (thread: Int, time: Int)
  ) {
    flows += 1
    event("s", name, process, from.thread, at: from.time)
    json.key("id")
    json.int(flows)
    json.key("cat")
    json.string(word: "att")
    json.endObject()
    event("f", name, process, to.thread, at: to.time)
    json.key("id")
    json.int(flows)
    json.key("cat")
    json.string(word: "att")
    json.key("bp")
    json.string(word: "e")
    json.endObject()
  }
}
