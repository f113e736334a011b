import Bytes

/// Packets of both sides over time, how many of them were sent again, and how strong they were: in
/// equal parts of the time, few, whatever comes.
package struct AirCourse: Sendable {
  package struct Count: Sendable {
    package var packets = 0
    package var sentAgain = 0
    private var signals = 0
    private var signalSum = 0

    /// In dBm.
    package var signal: Double? { signals > 0 ? Double(signalSum) / Double(signals) : nil }

    fileprivate mutating func add(isAgain: Bool, _ rssi: Int8?) {
      packets += 1
      if isAgain { sentAgain += 1 }
      guard let rssi else { return }
      signals += 1
      signalSum += Int(rssi)
    }

    fileprivate mutating func add(_ other: Count) {
      packets += other.packets
      sentAgain += other.sentAgain
      signals += other.signals
      signalSum += other.signalSum
    }
  }

  package struct Part: Sendable {
    package var central = Count()
    package var peripheral = Count()
  }

  /// Of the first packet that was judged.
  package private(set) var start = TraceTime(microseconds: 0)
  /// In microseconds.
  package private(set) var width: Int64 = 1_000_000
  package private(set) var parts: [Part] = []

  static let mostParts = 64

  /// Takes a packet of which it is known whether it was sent before.
  mutating func add(isFromCentral: Bool, isAgain: Bool, _ rssi: Int8?, at time: TraceTime) {
    if parts.isEmpty { start = time }
    // A clock that steps back does not make the past longer.
    let elapsed = max(0, time.since(start))
    while elapsed / width >= Int64(Self.mostParts) { join() }
    let index = Int(elapsed / width)
    while parts.count <= index { parts.append(Part()) }
    if isFromCentral {
      parts[index].central.add(isAgain: isAgain, rssi)
    } else {
      parts[index].peripheral.add(isAgain: isAgain, rssi)
    }
  }

  private mutating func join() {
    for pair in 0..<(parts.count + 1) / 2 {
      var joined = parts[2 * pair]
      if 2 * pair + 1 < parts.count {
        joined.central.add(parts[2 * pair + 1].central)
        joined.peripheral.add(parts[2 * pair + 1].peripheral)
      }
      parts[pair] = joined
    }
    parts.removeLast(parts.count / 2)
    width = width.multipliedReportingOverflow(by: 2).partialValue
    if width <= 0 { width = .max }
  }
}
