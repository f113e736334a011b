import Foundation

/// Waits for what a test needs to have happened. A machine may be so busy that it takes long: the
/// limit is for what never comes.
///
/// - Returns: whether it has happened.
package func waitUntil(
  within seconds: TimeInterval = patience, _ hasHappened: () throws -> Bool
) rethrows -> Bool {
  let deadline = Date.now + seconds
  while Date.now < deadline {
    if try hasHappened() { return true }
    Thread.sleep(forTimeInterval: 0.005)
  }
  return try hasHappened()
}

/// In seconds.
package let patience: TimeInterval = 300

/// What Linux says of a process.
package struct ProcessLook {
  private let lines: [Substring: Substring]

  package init(_ process: Int32) {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    lines = Dictionary(
      text.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "\t", maxSplits: 1)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether it handles a signal itself.
  package func catches(_ signal: Int32) -> Bool { has(signal, "SigCgt:") }

  /// Whether a signal was sent to it that it has not got yet.
  package func awaits(_ signal: Int32) -> Bool { has(signal, "ShdPnd:") }

  /// Whether its first thread waits for something.
  package var isAsleep: Bool { lines["State:"]?.hasPrefix("S") ?? false }

  private func has(_ signal: Int32, _ key: Substring) -> Bool {
    (lines[key].flatMap { UInt64($0, radix: 16) } ?? 0) >> UInt64(signal - 1) & 1 == 1
  }
}

/// How long a processor worked for `body`, on this thread: on a busy machine the clock runs on
/// meanwhile. Where the system does not say, as long as it took.
package func processorTime(_ body: () throws -> Void) rethrows -> Duration {
  let before = threadNanoseconds
  let taken = try ContinuousClock().measure(body)
  guard let before, let after = threadNanoseconds else { return taken }
  return .nanoseconds(after - before)
}

private var threadNanoseconds: Int? {
  let text = try? String(contentsOfFile: "/proc/thread-self/schedstat", encoding: .utf8)
  return text?.split(separator: " ").first.flatMap { Int($0) }
}
