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
    var place = first
    while place < records.count, records[place].kind == .event {
      let index = records[place].controller
      let start = place
      while place < records.count, records[place].kind == .event,
        records[place].controller == index,
        LEAdvertisingReport.isAlone(in: records[place].bytes, of: bytes)
      { place &+= 1 }
      if place > start {
        receiveReports(records, start, place, in: bytes)
      } else if let completed = NumberOfCompletedPackets(alone: records[place].bytes, in: bytes) {
        now = Moment(frame: records[place].number, time: records[place].time)
        receive(completed, sessions.controller(index), in: bytes)
        place &+= 1
      } else {
        break
      }
    }
    return place &- first
  }

  /// Not inlined: in a loop, the compiler (6.3.1) ends on the piece of the span.
  @inline(never)
  private mutating func receiveReports(
    _ records: Span<CapturedRecord>, _ start: Int, _ end: Int, in bytes: Span<UInt8>
  ) {
    now = Moment(frame: records[end &- 1].number, time: records[end &- 1].time)
    context.observer.observe(
      advertising: records.extracting(start..<end),
      from: sessions.controller(records[start].controller),
      in: bytes)
  }
}
