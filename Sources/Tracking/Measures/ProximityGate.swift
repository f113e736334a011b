import Bytes

/// When a device was in the window of signal strength in which an app would connect to it: above
/// it the device is thought to be a reflection, below it too far away.
///
/// The gate opens with the first report inside the window, and shuts with the next one outside. It
/// is watched until the first connection to the device.
struct ProximityGate: Sendable {
  let window: ClosedRange<Int8>
  /// The first report inside the window.
  private(set) var first: Moment?
  private(set) var connection: Moment?
  private var openSince: TraceTime?
  private var lastInside = TraceTime(microseconds: 0)
  private var open: Int64 = 0

  init(_ window: ClosedRange<Int8>) { self.window = window }

  mutating func add(_ dBm: Int8, at moment: Moment) {
    guard connection == nil else { return }
    if window.contains(dBm) {
      if first == nil { first = moment }
      if openSince == nil { openSince = moment.time }
      lastInside = moment.time
    } else if let since = openSince {
      open &+= max(0, moment.time.since(since))
      openSince = nil
    }
  }

  mutating func connect(at moment: Moment) { connection = connection ?? moment }

  /// How long it was open: up to the first report outside the window, or where none came, up to the
  /// connection.
  var openMicroseconds: Int64 {
    guard let since = openSince else { return open }
    return open &+ max(0, (connection?.time ?? lastInside).since(since))
  }

  /// From the first report inside the window to the connection.
  var untilConnection: Int64? {
    guard let first, let connection else { return nil }
    return max(0, connection.time.since(first.time))
  }
}
