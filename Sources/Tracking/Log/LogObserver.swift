import BluetoothProtocol
import Bytes
import CaptureFiles
import Judgement
import Report

/// Who keeps a log of each link. What is not kept costs nothing: an observer takes part only if it
/// says so.
package protocol LogObserver {
  var keepsLog: Bool { get }
  mutating func log(_ pdu: LoggedPDU, in bytes: Span<UInt8>)
  /// A packet that ended no PDU.
  mutating func log(part moment: Moment, _ direction: RecordDirection, on connection: Int)
  mutating func log(_ note: ControllerNote, on controller: Int, at moment: Moment)
  /// A controller reported something.
  mutating func log(reportOf controller: Int, at time: TraceTime)
  /// A packet of data came from it.
  mutating func log(dataOf controller: Int, at moment: Moment)
  /// A command or an event.
  mutating func log(_ row: HCIRow, of controller: Int)
}

extension LogObserver {
  package var keepsLog: Bool { false }
  package mutating func log(_ pdu: LoggedPDU, in bytes: Span<UInt8>) {}
  package mutating func log(part moment: Moment, _ direction: RecordDirection, on connection: Int) {
  }
  package mutating func log(_ note: ControllerNote, on controller: Int, at moment: Moment) {}
  package mutating func log(reportOf controller: Int, at time: TraceTime) {}
  package mutating func log(dataOf controller: Int, at moment: Moment) {}
  package mutating func log(_ row: HCIRow, of controller: Int) {}
}

/// A PDU of L2CAP as the log takes it.
package struct LoggedPDU: Sendable {
  var payload: ByteRange
  var channel: L2CAPChannelID
  var isATT: Bool
  /// Whether the packet that brought it has no other row.
  var isPacket = true
  var connection: Int
  var moment: Moment
  var direction: RecordDirection
}

/// What commands and events say of the time of a controller and its links.
package enum ControllerNote: Sendable {
  /// Something begins, or ends, that takes the radio's time or a link's.
  case begin(ReportV1.SpanCause, tag: UInt16, link: Int?)
  case finish(ReportV1.SpanCause, tag: UInt16, link: Int?)
  case mode(link: Int, UInt8, microseconds: Int)
}
