import BluetoothProtocol
import Bytes

/// What plots show and the report does not hold: values over time, in a bounded number of points.
/// Times are microseconds since the capture's first packet, as in the report.
package struct CaptureSeries: Sendable {
  /// Values of a time that is too short to be drawn apart.
  package struct Point: Sendable {
    package var firstUs: Int
    package var lastUs: Int
    /// Of all values: octets, for what carries data.
    package var sum: Int
    package var count: Int
    package var low: Int
    package var high: Int
    package var latest: Int

    package init(
      firstUs: Int, lastUs: Int, sum: Int, count: Int, low: Int, high: Int, latest: Int
    ) {
      (self.firstUs, self.lastUs) = (firstUs, lastUs)
      (self.sum, self.count) = (sum, count)
      (self.low, self.high, self.latest) = (low, high, latest)
    }
  }

  /// The values of one characteristic in one direction.
  package struct Stream: Sendable {
    package var valueHandle = 0
    package var direction = ReportV1.Direction.rx
    /// Notified or indicated, not written.
    package var isFromServer = false
    package var points: [Point] = []

    package init() {}
  }

  /// A request and its answer.
  package struct Request: Sendable {
    package var opcode = ATTOpcode.unrecognized
    package var handle: Int?
    package var frame = 0
    package var answerFrame = 0
    package var startUs = 0
    package var endUs = 0
    /// This host asked.
    package var isOurs = false
    package var isRefused = false

    package init() {}
  }

  package struct Link: Sendable {
    package var streams: [Stream] = []
    /// The first of all, where they are asked for.
    package var requests: [Request] = []
    /// Packets that the controller holds.
    package var inFlight: [Point] = []
    /// In dBm.
    package var signal: [Point] = []

    package init() {}
  }

  /// Records of kinds that no session depends on, one after the other: who looks for another frame
  /// can pass over them.
  package struct QuietStretch: Sendable {
    package var firstRecord: Int
    package var lastRecord: Int
    /// Where it ends in the file.
    package var endOctet: Int

    package init(firstRecord: Int, lastRecord: Int, endOctet: Int) {
      self.firstRecord = firstRecord
      self.lastRecord = lastRecord
      self.endOctet = endOctet
    }
  }

  /// The moment from which the times count.
  package var start: TraceTime?
  /// In the order of the report's connections.
  package var links: [Link] = []
  /// In dBm, by the address of the device.
  package var advertisers: [String: [Point]] = [:]
  /// Since the capture's first packet; `nil` for a frame that is not in the capture.
  package var time: @Sendable (_ frame: Int) -> Int? = { _ in nil }
  /// In order, of a file that can be read from anywhere.
  package var quiet: [QuietStretch] = []

  package init() {}
}
