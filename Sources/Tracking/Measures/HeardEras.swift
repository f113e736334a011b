import Bytes

/// When a device was heard, and how strong.
struct HeardMoment: Sendable {
  var moment: Moment
  /// In dBm.
  var rssi: Int8?
}

/// A device's advertising in the last scan in which it was heard, before an attempt to connect to
/// it.
struct Heard: Sendable {
  var first: Moment
  var last: Moment
  /// When the attempt before was over, and what came of it.
  var since: Moment?
}

/// Counts the scans and the requests for connections, with one number for both: each report looks
/// whether any of them is new to its device.
struct HeardEras: Sendable {
  private(set) var now: UInt32 = 1
  /// The number with which the last of each began.
  private(set) var scan: UInt32 = 1
  private(set) var request: UInt32 = 0
  private(set) var requestTime = TraceTime(microseconds: .min)

  mutating func beginScan() {
    now &+= 1
    scan = now
  }

  mutating func beginRequest(at moment: Moment) {
    now &+= 1
    (request, requestTime) = (now, moment.time)
  }
}
