import Bytes
import CaptureFiles

/// The quick way for what fills captures: values that follow each other, completions, advertising.
///
/// To understand how sessions are followed, ignore this folder. All that it does,
/// `process(_ record:)` does as well, a record at a time, with the same report: `BurstTests`,
/// `BurstMeasureTests` and `CrowdMeasureTests` compare the two ways. What observers do with a burst
/// is beside what they do with one value, as the other `add` of each measure.
extension SessionTracker {
  /// Takes the records from an index on that can be taken together.
  ///
  /// - Returns: how many they are; 0 where the first is to be taken by itself.
  @inline(__always)
  mutating func takeTogether(
    _ records: Span<CapturedRecord>, from index: Int, in bytes: Span<UInt8>
  ) -> Int {
    var taken = receiveBurst(records, from: index, in: bytes)
    if taken == 0 { taken = receiveFrequentEvents(records, from: index, in: bytes) }
    if taken == 0, !waiting.lines.isEmpty {
      reportWaiting(before: records[index], of: records, in: bytes)
    }
    return taken
  }
}
