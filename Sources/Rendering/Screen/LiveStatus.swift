import Report

/// What the screen of a live capture shows beside the report: the state of the capture itself.
package struct LiveStatus: Equatable, Sendable {
  /// What is captured, as the user named it: `hci0`, `standard input`, a file.
  package var source: String
  package var records: Int
  /// Over the last second or so.
  package var recordsPerSecond: Double
  /// Records that were lost before they could be read; `nil` where the source does not say.
  package var dropped: Int?
  /// From the capture's first packet until now, on the clock of the records: the report's times and
  /// this one can be compared, so that a silence shows while it lasts.
  package var elapsedUs: Int
  /// Whether the report holds every record that has come. Where it does not, what seems to be
  /// silent may not be.
  package var isReportCurrent: Bool
  /// The file that is written, and how much of it.
  package var recording: Recording?
  /// Something to know about the source: `hci0 was unplugged; waiting for it`.
  package var note: String?
  package var history: LiveHistory

  package struct Recording: Equatable, Sendable {
    package var path: String
    package var bytes: Int

    package init(path: String, bytes: Int) {
      self.path = path
      self.bytes = bytes
    }
  }

  package init(
    source: String = "", records: Int = 0, recordsPerSecond: Double = 0, dropped: Int? = nil,
    elapsedUs: Int = 0, isReportCurrent: Bool = true, recording: Recording? = nil,
    note: String? = nil,
    history: LiveHistory = LiveHistory()
  ) {
    self.source = source
    self.records = records
    self.recordsPerSecond = recordsPerSecond
    self.dropped = dropped
    self.elapsedUs = elapsedUs
    self.isReportCurrent = isReportCurrent
    self.recording = recording
    self.note = note
    self.history = history
  }
}

/// The recent past of each connection, for the sparklines. A report holds sums and means; what
/// happened in the last seconds is in the difference between one report and the next.
package struct LiveHistory: Equatable, Sendable {
  /// Connections that are followed; those that have said nothing for the longest time go first.
  static let connectionLimit = 64
  static let sampleLimit = 16
  /// The length of one part of the course of the data.
  static let stepUs = 1_000_000

  /// Characteristics of a connection that are followed.
  static let streamLimit = 32

  struct StreamKey: Hashable, Sendable {
    var valueHandle: Int
    var kind: ReportV1.ValueKind
    var direction: ReportV1.Direction

    init(_ stream: ReportV1.NotificationStream) {
      (valueHandle, kind, direction) = (stream.valueHandle, stream.kind, stream.direction)
    }
  }

  /// The last value of a characteristic.
  struct LastValue: Equatable, Sendable {
    var frame: Int
    /// When it came, at the latest, counted from the capture's first packet.
    var timeUs: Int
  }

  struct Course: Equatable, Sendable {
    var signalCount = 0
    /// In dBm, the latest last.
    var signal: [Double] = []
    var bytes = 0
    var sinceUs = 0
    /// Bytes a second, the latest last.
    var rates: [Double] = []
    var lastFrame = 0
    var lastValues: [StreamKey: LastValue] = [:]
  }

  /// By the connection's `id`.
  private(set) var courses: [Int: Course] = [:]

  package init() {}

  /// Takes in a new report on the capture; `elapsedUs` as in `LiveStatus`.
  package mutating func observe(_ capture: ReportV1.Capture, elapsedUs: Int) {
    for index in capture.connections.indices where capture.connections[index].isOpen {
      observe(capture.connections[index], elapsedUs: elapsedUs)
    }
    while courses.count > Self.connectionLimit,
      let stalest = courses.min(by: { ($0.value.lastFrame, $0.key) < ($1.value.lastFrame, $1.key) })
    {
      courses[stalest.key] = nil
    }
  }

  private mutating func observe(_ connection: ReportV1.Connection, elapsedUs: Int) {
    let bytes = Self.valueBytes(of: connection)
    var course =
      courses[connection.id]
      ?? Course(bytes: bytes, sinceUs: elapsedUs, lastFrame: connection.lastFrame)
    course.lastFrame = connection.lastFrame
    if let rssi = connection.rssi, rssi.count != course.signalCount, let last = rssi.last {
      course.signalCount = rssi.count
      course.signal = (course.signal + [Double(last)]).suffix(Self.sampleLimit)
    }
    let passed = elapsedUs - course.sinceUs
    if passed < 0 {
      // The clock of the records was set back.
      (course.bytes, course.sinceUs) = (bytes, elapsedUs)
    } else if passed >= Self.stepUs {
      let new = max(0, Double(bytes) - Double(course.bytes))
      course.rates = (course.rates + [new / Double(passed) * 1_000_000]).suffix(Self.sampleLimit)
      (course.bytes, course.sinceUs) = (bytes, elapsedUs)
    }
    for stream in connection.notifications.prefix(Self.streamLimit)
      + connection.writes.prefix(Self.streamLimit)
    where course.lastValues[StreamKey(stream)]?.frame != stream.lastFrame {
      course.lastValues[StreamKey(stream)] = LastValue(
        frame: stream.lastFrame, timeUs: stream.lastUs ?? connection.endUs)
    }
    courses[connection.id] = course
  }

  /// The octets of all values notified, indicated and written.
  private static func valueBytes(of connection: ReportV1.Connection) -> Int {
    (connection.notifications + connection.writes).map(\.bytes).total
  }
}
