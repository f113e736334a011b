import Reports

/// What the user sees of a capture while it goes on.
protocol LiveDisplay: AnyObject {
  /// Whoever read the output has seen enough.
  var isClosed: Bool { get }
  /// Why the output could not be written.
  var failure: CommandFailure? { get }

  /// Can be read when a key was pressed; negative where there are no keys.
  var inputDescriptor: Int32 { get }
  /// How often it wants to be refreshed though nothing happened, in microseconds.
  var refreshInterval: Int64? { get }

  func show(_ events: [LiveEvent])
  /// Something to know about the source.
  func note(_ text: String)
  /// Acts on the keys that were pressed; whether there were any.
  func takeKeys() -> Bool
  func refresh(_ report: ReportV1?, _ status: LiveStatus)
  /// Gives back what it has taken.
  func close()
}

/// One line an event: in words, or as an object of JSON. Each goes out at once.
final class EventLines: LiveDisplay {
  private(set) var isClosed = false
  private(set) var failure: CommandFailure?
  let inputDescriptor: Int32 = -1
  let refreshInterval: Int64? = nil
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

  func takeKeys() -> Bool { false }

  func refresh(_ report: ReportV1?, _ status: LiveStatus) {}

  func close() {}

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
