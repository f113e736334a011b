import BluetoothProtocol
import Bytes
import CaptureFiles

extension SessionTracker {
  /// Takes the events that follow each other from an index on, as long as they are of the two that
  /// fill captures, and there is nothing odd about them.
  ///
  /// - Returns: how many records they are.
  @inline(never)
  mutating func receiveFrequentEvents(
    _ records: Span<CapturedRecord>, from first: Int, in bytes: Span<UInt8>
  ) -> Int {
    var position = first
    while position < records.count, records[position].kind == .event {
      let index = records[position].controller
      let start = position
      while position < records.count, records[position].kind == .event,
        records[position].controller == index,
        LEAdvertisingReport.isAlone(in: records[position].bytes, of: bytes)
      { position &+= 1 }
      if position > start {
        receiveReports(records, start, position, in: bytes)
      } else if let completed = NumberOfCompletedPackets(alone: records[position].bytes, in: bytes)
      {
        now = Moment(frame: records[position].number, time: records[position].time)
        receive(completed, sessions.controller(index), in: bytes)
        position &+= 1
      } else {
        break
      }
    }
    return position &- first
  }

  /// Not inlined: in a loop, the compiler (6.3.1) ends on the piece of the span.
  @inline(never)
  private mutating func receiveReports(
    _ records: Span<CapturedRecord>, _ start: Int, _ end: Int, in bytes: Span<UInt8>
  ) {
    now = Moment(frame: records[end &- 1].number, time: records[end &- 1].time)
    let controller = sessions.controller(records[start].controller)
    context.observer.log(reportOf: controller, at: now.time)
    countReports(end &- start, on: controller)
    context.observer.observe(
      advertising: records.extracting(start..<end), from: controller, in: bytes)
  }
}
