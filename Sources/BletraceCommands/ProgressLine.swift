import Synchronization

/// How far a long run has come, on one line of a terminal, which is gone when the run ends.
final class ProgressLine {
  /// Files up to this size are done before a line could be read.
  static let smallestFile = 64 << 20
  private static let pipeDelay = 1_000_000_000
  private static let refreshInterval = 100_000_000

  private let errors: any ByteSink
  private let name: String
  /// Octets of the file; unknown for a pipe.
  private let total: Int?
  private let columns: Int
  private var nextUpdate: Int
  private var isShown = false

  /// `nil` where no line is wanted, or none is of use.
  init?(for name: Argument, size: Int?, invocation: Invocation, isQuiet: Bool) {
    guard invocation.terminals.errorIsTerminal, !isQuiet, invocation.environment[.term] != "dumb"
    else { return nil }
    if let size, size <= Self.smallestFile { return nil }
    errors = invocation.errors
    self.name = name.printable
    total = size
    columns = invocation.terminals.columns ?? 80
    nextUpdate = POSIX.monotonicNanoseconds + (size == nil ? Self.pipeDelay : 0)
  }

  func update(bytesRead: Int, records: Int) {
    let now = POSIX.monotonicNanoseconds
    guard now >= nextUpdate else { return }
    nextUpdate = now + Self.refreshInterval
    isShown = true
    try? errors.write("\r" + text(bytesRead, records) + "\u{1B}[K")
  }

  func erase() {
    guard isShown else { return }
    isShown = false
    try? errors.write("\r\u{1B}[K")
  }

  /// `capture.log: 45 % of 1.2 GB, 12,345,678 records`, in one line of the terminal.
  private func text(_ bytesRead: Int, _ records: Int) -> String {
    let amount =
      if let total, total > 0 {
        "\(min(100, Int(Double(bytesRead) * 100 / Double(total)))) % of \(byteCount(total))"
      } else {
        byteCount(bytesRead)
      }
    let text = "\(name): \(amount), \(grouped(records)) records"
    let scalars = text.unicodeScalars
    return scalars.count < columns ? text : String(scalars.suffix(max(0, columns - 1)))
  }
}

/// How many of several things are done, on one line of a terminal, once it takes long enough to be
/// read. From any thread.
final class CountLine: Sendable {
  private struct State {
    let errors: any ByteSink
    var done = 0
    var isShown = false
  }

  private static let delay = 1_000_000_000

  private let total: Int
  private let noun: String
  private let start = POSIX.monotonicNanoseconds
  private let state: Mutex<State>

  /// `nil` where no line is wanted, or none is of use.
  init?(of total: Int, _ noun: String, _ invocation: Invocation, _ isQuiet: Bool) {
    guard invocation.terminals.errorIsTerminal, !isQuiet, invocation.environment[.term] != "dumb"
    else { return nil }
    self.total = total
    self.noun = noun
    state = Mutex(State(errors: invocation.errors))
  }

  func addOne() {
    state.withLock {
      $0.done += 1
      guard POSIX.monotonicNanoseconds - start >= Self.delay else { return }
      $0.isShown = true
      try? $0.errors.write("\r\($0.done) of \(total) \(noun)\u{1B}[K")
    }
  }

  func erase() {
    state.withLock {
      guard $0.isShown else { return }
      $0.isShown = false
      try? $0.errors.write("\r\u{1B}[K")
    }
  }
}

/// What a long run is doing, on one line of a terminal, which is gone when the run ends.
final class RunLine {
  private static let refreshInterval = 100_000_000

  private let errors: any ByteSink
  private var nextUpdate = POSIX.monotonicNanoseconds + RunLine.refreshInterval
  private var isShown = false

  /// `nil` where no line is wanted, or none is of use.
  init?(_ invocation: Invocation, isQuiet: Bool) {
    guard invocation.terminals.errorIsTerminal, !isQuiet, invocation.environment[.term] != "dumb"
    else { return nil }
    errors = invocation.errors
  }

  func update(_ text: @autoclosure () -> String) {
    let now = POSIX.monotonicNanoseconds
    guard now >= nextUpdate else { return }
    nextUpdate = now + Self.refreshInterval
    isShown = true
    try? errors.write("\r\(text())\u{1B}[K")
  }

  func erase() {
    guard isShown else { return }
    isShown = false
    try? errors.write("\r\u{1B}[K")
  }
}

/// `1.2 GB`, in powers of ten.
func byteCount(_ bytes: Int) -> String {
  guard bytes >= 1000 else { return "\(bytes) bytes" }
  var tenths = bytes / 100
  var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
  while tenths >= 10_000, units.count > 1 {
    tenths /= 1000
    units.removeFirst()
  }
  return tenths >= 1000
    ? "\(tenths / 10) \(units.first!)" : "\(tenths / 10).\(tenths % 10) \(units.first!)"
}

/// `12,345,678`
func grouped(_ number: Int) -> String {
  var scalars: [Unicode.Scalar] = []
  for (index, digit) in String(number).unicodeScalars.reversed().enumerated() {
    if index > 0, index % 3 == 0, digit != "-" { scalars.append(",") }
    scalars.append(digit)
  }
  return String(String.UnicodeScalarView(scalars.reversed()))
}
