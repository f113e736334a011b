import Rendering
import Report
import Text

/// What the user sees of a capture while it goes on.
protocol LiveDisplay: AnyObject {
  /// The reader of the output closed it.
  var isClosed: Bool { get }
  /// Why the output could not be written.
  var failure: CommandFailure? { get }

  /// Can be read when a key was pressed; negative where there are no keys.
  var inputDescriptor: Int32 { get }
  /// Can be read when the output has changed, such as when its reader went away; negative where
  /// that is not known.
  var outputDescriptor: Int32 { get }
  /// Takes what made `outputDescriptor` readable; else it stays so, and nothing is waited for.
  func clearOutput()
  /// How often it wants to be refreshed though nothing happened, in microseconds.
  var refreshInterval: Int64? { get }

  func show(_ events: [LiveEvent])
  /// Something to know about the source.
  func note(_ text: String)
  /// The note before no longer holds; `text` says why.
  func withdrawNote(_ text: String)
  /// Acts on the keys that were pressed; whether there were any.
  func takeKeys() -> Bool
  func refresh(_ report: ReportV1?, _ status: LiveStatus)
  /// Nothing more can be lost while the output is waited for.
  func mayWait()
  /// Waits until all is written that was shown.
  func finish()
  /// Gives back what it has taken.
  func close()
}

/// One line for each event: in words, or as an object of JSON. Each goes out at once.
///
/// An output that takes nothing does not hold up the capture: lines that find no room are dropped,
/// and a line in their place says how many.
final class EventLines: LiveDisplay {
  let inputDescriptor: Int32 = -1
  let refreshInterval: Int64? = nil
  private let invocation: Invocation
  private let settings: AnalyzeSettings
  private let output: OutputQueue
  /// Lines that were dropped since the last line that was not.
  private var dropped = 0
  private var hasComplained = false

  init(_ invocation: Invocation, _ settings: AnalyzeSettings, _ output: OutputQueue) {
    self.invocation = invocation
    self.settings = settings
    self.output = output
  }

  var isClosed: Bool { output.failure != nil }

  var failure: CommandFailure? {
    switch output.failure {
    case nil, .closedPipe: nil
    case .notRead: CommandFailure("standard output: \(WriteFailure.notReadWords)")
    case .system(let error): CommandFailure("standard output: \(error.message)")
    }
  }

  var outputDescriptor: Int32 { output.descriptor }
  func clearOutput() { output.clear() }

  func show(_ events: [LiveEvent]) {
    for event in events where !isClosed {
      if !output.waits, dropped > 0, !output.isRoomy {
        dropped += 1
        continue
      }
      if dropped > 0, put(.dropped(dropped, at: event)) { dropped = 0 }
      if dropped > 0 || !put(event) { drop() }
    }
  }

  private func put(_ event: LiveEvent) -> Bool {
    let line =
      settings.format == .json
      ? event.json : Array((event.line(unicode: settings.text.unicode) + "\n").utf8)
    guard output.waits else { return output.offer(line) }
    try? output.write(line)
    return true
  }

  private func drop() {
    guard !isClosed else { return }
    dropped += 1
    if !hasComplained { note("standard output is not read; lines are dropped until it is") }
    hasComplained = true
  }

  func note(_ text: String) {
    if !settings.isQuiet { invocation.complain(text) }
  }

  func withdrawNote(_ text: String) { note(text) }

  func takeKeys() -> Bool { false }

  func refresh(_ report: ReportV1?, _ status: LiveStatus) {}

  func mayWait() { output.waits = true }

  func finish() {
    output.waits = true
    if dropped > 0 { _ = put(.dropped(dropped, at: nil)) }
    dropped = 0
    try? output.drain()
  }

  func close() {}
}

extension LiveEvent {
  /// In the place of lines that the output did not take.
  fileprivate static func dropped(_ count: Int, at next: LiveEvent?) -> LiveEvent {
    LiveEvent(
      .linesDropped, frame: 0, timeUs: next?.timeUs ?? 0,
      "\(Quantity.count(count, "line")), because the output was not read", ["lines": .int(count)])
  }
}
