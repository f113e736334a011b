import Reports

/// What the user sees of a capture while it goes on.
protocol LiveDisplay: AnyObject {
  /// Whoever read the output has seen enough.
  var isClosed: Bool { get }
  /// Why the output could not be written.
  var failure: CommandFailure? { get }

  func show(_ events: [LiveEvent])
  /// Something to know about the source.
  func note(_ text: String)
}

/// One line an event: in words, or as an object of JSON. Each goes out at once.
final class EventLines: LiveDisplay {
  private(set) var isClosed = false
  private(set) var failure: CommandFailure?
  private let invocation: Invocation
  private let settings: AnalyzeSettings

  init(_ invocation: Invocation, _ settings: AnalyzeSettings) {
    self.invocation = invocation
    self.settings = settings
  }

  func show(_ events: [LiveEvent]) {
    guard !events.isEmpty else { return }
    var bytes: [UInt8] = []
    for event in events {
      switch settings.format {
      case .text: bytes += Array((event.line(unicode: settings.text.unicode) + "\n").utf8)
      case .json: bytes += event.json
      }
    }
    write(bytes)
  }

  func note(_ text: String) {
    if !settings.isQuiet { invocation.complain(text) }
  }

  private func write(_ bytes: [UInt8]) {
    guard !isClosed else { return }
    do {
      try invocation.output.write(bytes)
    } catch {
      isClosed = true
      if case .system(let error) = error {
        failure = CommandFailure("standard output: \(error.message)")
      }
    }
  }
}
